import { sql } from 'kysely';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { actingMinutes, type SessionPerson } from '#features/accounts/server/public.ts';
import { notify } from '#features/notifications/server/public.ts';
import type { Trx } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { canActAs } from '../access.ts';
import { adminErrors } from '../contract.ts';
import { recordAudit } from './audit.ts';

/** More often than this is curiosity and not support. */
const maxADay = 20;

/** Lets staff view the site as a person for some minutes. The person is notified with the reason. */
export async function startActing(
  trx: Trx,
  session: SessionPerson,
  personId: string,
  reason: string,
  now: Date,
): Promise<void> {
  const actor: CurrentUser = session.user;
  const person = isUuid(personId)
    ? await trx
        .selectFrom('person')
        .select(['id', 'role'])
        .where('id', '=', personId)
        .where('erasedAt', 'is', null)
        .executeTakeFirst()
    : undefined;
  if (!person) throw new AppError(adminErrors.person_not_found);
  // Read the current role, which may differ from that at the start of the session.
  const { role } = await trx
    .selectFrom('person')
    .select('role')
    .where('id', '=', actor.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (!canActAs({ ...actor, role }, person)) throw new AppError(platformErrors.forbidden);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from audit_entry
    where actor_id = ${actor.id} and action = 'person.act_as' and at > ${now}::timestamptz - interval '1 day'`.execute(
    trx,
  );
  if ((rows[0]?.count ?? 0) >= maxADay) throw new AppError(adminErrors.acting_too_often);
  const until = new Date(now.getTime() + actingMinutes * 60_000);
  await trx
    .updateTable('session')
    .set({ actingAs: person.id, actingUntil: until })
    .where('id', '=', session.sessionId)
    .execute();
  await notify(trx, person.id, { what: 'acted_as', path: '/my/notifications', params: { reason } }, now);
  await recordAudit(
    trx,
    {
      actor,
      action: 'person.act_as',
      target: { type: 'person', id: person.id },
      reason,
      before: {},
      after: { until: until.toISOString() },
    },
    now,
  );
}

/** Returns to the staff member's own view. */
export async function stopActing(trx: Trx, session: SessionPerson, now: Date): Promise<void> {
  if (!session.acting) return;
  const { personId } = session.acting;
  await trx
    .updateTable('session')
    .set({ actingAs: null, actingUntil: null })
    .where('id', '=', session.sessionId)
    .execute();
  await recordAudit(
    trx,
    {
      actor: session.user,
      action: 'person.act_as_end',
      target: { type: 'person', id: personId },
      reason: '',
      before: {},
      after: { endedAt: now.toISOString() },
    },
    now,
  );
}
