import { sql } from 'kysely';
import { findSanctionError } from '#features/community/server/public.ts';
import { markReadAt } from '#features/notifications/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { AppError } from '#platform/shared/errors.ts';
import { supportErrors, type Volunteer, type VolunteerInput } from '../contract.ts';
import { isAvailable, type Skill } from '../rules.ts';
import { solvedBy } from './queries.ts';

/** Returns a volunteer; null if the person is none. */
export async function findVolunteer(db: Db, personId: string, now: Date): Promise<Volunteer | null> {
  const { rows } = await sql<{
    skills: Skill[];
    tags: string[];
    languages: Volunteer['languages'];
    availableUntil: Date | null;
    seenAt: Date;
    solved: number;
  }>`select v.skills, v.tags, v.languages, v.available_until, v.seen_at, ${solvedBy('p')} as solved
    from volunteer v join person p on p.id = v.person_id where v.person_id = ${personId}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { availableUntil, seenAt, ...rest } = row;
  const available = isAvailable({ availableUntil, seenAt }, now);
  return {
    ...rest,
    isAvailable: available,
    availableUntil: available ? (availableUntil?.toISOString() ?? null) : null,
  };
}

/** Throws `volunteer_suspended` for volunteers suspended by staff. */
async function assertMayHelp(db: Db, personId: string): Promise<void> {
  const row = await db
    .selectFrom('volunteer')
    .select('suspendedAt')
    .where('personId', '=', personId)
    .executeTakeFirst();
  if (row?.suspendedAt) throw new AppError(supportErrors.volunteer_suspended);
}

/** Creates or changes a volunteer. Throws `banned`, `muted` and `volunteer_suspended`. */
export async function offerHelp(db: Db, personId: string, input: VolunteerInput, now: Date): Promise<void> {
  const sanction = await findSanctionError(db, personId);
  if (sanction) throw sanction;
  await assertMayHelp(db, personId);
  await db
    .insertInto('volunteer')
    .values({ personId, ...input, availableUntil: null, seenAt: now, createdAt: now })
    .onConflict((conflict) => conflict.column('personId').doUpdateSet({ ...input, seenAt: now }))
    .execute();
}

/** Removes a volunteer; their sessions continue. A suspended one is kept, or a new offer would end the suspension. */
export async function stopHelping(db: Db, personId: string): Promise<void> {
  await db
    .deleteFrom('volunteer')
    .where('personId', '=', personId)
    .where('suspendedAt', 'is', null)
    .execute();
}

/** Sets the hours of availability from now on; 0 ends it. Throws `not_a_volunteer`, `banned` and `muted`. */
export async function setAvailable(db: Db, personId: string, hours: number, now: Date): Promise<void> {
  const sanction = hours > 0 ? await findSanctionError(db, personId) : null;
  if (sanction) throw sanction;
  if (hours > 0) await assertMayHelp(db, personId);
  const availableUntil = hours === 0 ? null : new Date(now.getTime() + hours * 60 * 60_000);
  const changed = await db
    .updateTable('volunteer')
    .set({ availableUntil, seenAt: now })
    .where('personId', '=', personId)
    .returning('personId')
    .executeTakeFirst();
  if (!changed) throw new AppError(supportErrors.not_a_volunteer);
}

/**
 * Records that a volunteer is looking at the queue. One who was not seen for a while does not become available again
 * by that: they may have forgotten about it.
 */
export async function noteSeen(db: Db, personId: string, now: Date): Promise<void> {
  const volunteer = await db
    .selectFrom('volunteer')
    .select(['availableUntil', 'seenAt'])
    .where('personId', '=', personId)
    .executeTakeFirst();
  if (!volunteer) throw new AppError(supportErrors.not_a_volunteer);
  await db
    .updateTable('volunteer')
    .set({ seenAt: now, ...(!isAvailable(volunteer, now) && { availableUntil: null }) })
    .where('personId', '=', personId)
    .execute();
  await markReadAt(db, personId, '/remote-support', now);
}
