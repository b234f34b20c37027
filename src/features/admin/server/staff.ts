import type { FastifyRequest } from 'fastify';
import type { CurrentUser } from '#features/accounts/contract.ts';
import type { Sessions } from '#features/accounts/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import type { Role } from '#platform/shared/roles.ts';
import { getRole } from './queries.ts';

/** Staff who may; the role is read now, and not when the session began. */
export async function getStaff(
  { db, sessions }: { db: Db; sessions: Sessions },
  request: FastifyRequest,
  may: (actor: { role: Role }) => boolean,
): Promise<CurrentUser> {
  const user = await sessions.get(request);
  if (!may({ role: await getRole(db, user.id) })) throw new AppError(platformErrors.forbidden);
  return user;
}
