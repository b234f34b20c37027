import { sql } from 'kysely';
import { isSamePerson } from '#features/verification/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import type { Vault } from '#platform/server/sealed.ts';
import { AppError } from '#platform/shared/errors.ts';
import { sponsorshipErrors } from '../contract.ts';

/** Recipient of a sponsorship; the house has neither id. */
export type Target = { recipientId: string | null; resourceId: string | null };

/**
 * Returns the recipient in a request. Throws `recipient_not_found` for an unknown resource or volunteer,
 * `recipient_not_ready` if they cannot be paid out, and `own_recipient` for the caller under any account.
 */
export async function findTarget(
  db: Db,
  vault: Vault,
  personId: string | null,
  asked: { resource?: string | undefined; person?: string | undefined },
): Promise<Target> {
  const { resource, person } = asked;
  if (resource === undefined && person === undefined) return { recipientId: null, resourceId: null };
  const found =
    resource === undefined
      ? await db
          .selectFrom('person')
          .select('id as recipientId')
          .where('username', '=', (person ?? '').toLowerCase())
          .executeTakeFirst()
      : isUuid(resource)
        ? await db
            .selectFrom('resource')
            .select('ownerId as recipientId')
            .where('id', '=', resource)
            .executeTakeFirst()
        : undefined;
  const target = { recipientId: found?.recipientId ?? null, resourceId: resource ?? null };
  const { recipientId } = target;
  if (recipientId === null || !(await isTarget(db, target)))
    throw new AppError(sponsorshipErrors.recipient_not_found);
  if (personId !== null && (await isSamePerson(db, vault, personId, recipientId))) {
    throw new AppError(sponsorshipErrors.own_recipient);
  }
  if (!(await canReceive(db, recipientId))) throw new AppError(sponsorshipErrors.recipient_not_ready);
  return target;
}

/**
 * Returns whether the recipient still exists: the house always, a resource while it is public, a volunteer while they
 * may help.
 */
export async function isTarget(db: Db, { recipientId, resourceId }: Target): Promise<boolean> {
  if (recipientId === null) return true;
  const found =
    resourceId === null
      ? await db
          .selectFrom('volunteer')
          .select('personId')
          .where('personId', '=', recipientId)
          .where('suspendedAt', 'is', null)
          .executeTakeFirst()
      : await db
          .selectFrom('resource')
          .select('id')
          .where('id', '=', resourceId)
          .where('state', '=', 'published')
          .executeTakeFirst();
  return found !== undefined;
}

/** Returns whether a person is active and can be paid out. */
export async function canReceive(db: Db, personId: string): Promise<boolean> {
  const ready = await db
    .selectFrom('person')
    .select('id')
    .where('id', '=', personId)
    .where('phoneVerifiedAt', 'is not', null)
    .where('bankRegistered', '=', true)
    .where(sql<boolean>`(suspended_at is null or suspended_until <= now())`)
    .where('withdrawsAt', 'is', null)
    .where('erasedAt', 'is', null)
    .executeTakeFirst();
  return ready !== undefined;
}
