import { sql, type RawBuilder } from 'kysely';
import { notify } from '#features/notifications/server/public.ts';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import { actApart, type Job } from '#platform/server/jobs.ts';
import type { Role } from '#platform/shared/roles.ts';
import { resultsPath, toldEveryHours, type Filters, type SavableKind } from '../rules.ts';
import type { Finders } from './queries.ts';

/** Maximum number of searches a run; the rest waits for the next one. */
const atOnce = 2000;
const hourMs = 60 * 60_000;
/** What is being written may carry a time that has passed: it is looked for a minute later. */
const settledAfterMs = 60_000;

export function findingJobs({ db, finders }: { db: Db; finders: Finders }) {
  const tell: Job<unknown> = async () => tellNew(db, finders, await databaseTime(db));
  return { 'finding.tell_new': tell };
}

/** Tells people what is new in their saved searches, each once and each search at most once a day. */
export async function tellNew(db: Db, finders: Finders, now: Date): Promise<void> {
  const until = new Date(now.getTime() - settledAfterMs);
  const { rows } = await sql<{ id: string }>`
    select s.id from saved_search s join person p on p.id = s.person_id
    where s.known_until < ${until} and (s.told_at is null or s.told_at <= ${new Date(now.getTime() - toldEveryHours * hourMs)})
      and ${finders.isShown}
    order by s.known_until limit ${atOnce}`.execute(db);
  const apart = actApart(db);
  await apart.each(rows, async (trx, { id }) => tellOf(trx, finders, id, { now, until }));
  apart.end('saved searches could not be told of');
}

async function tellOf(
  trx: Trx,
  { findNew, isShown, areUnblocked }: Finders,
  id: string,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const { rows } = await sql<{
    personId: string;
    role: Role;
    kind: SavableKind;
    text: string;
    filters: Filters;
    name: string;
    knownUntil: Date;
  }>`select s.person_id, p.role, s.kind, s.text, s.filters, s.name, s.known_until
    from saved_search s join person p on p.id = s.person_id
    where s.id = ${id} and s.known_until < ${until} for update of s`.execute(trx);
  const [saved] = rows;
  // Removed, or told of by another process.
  if (!saved) return false;
  const { personId, role, kind, text, filters, name, knownUntil } = saved;
  const isOfOthers = (owner: RawBuilder<unknown>) => sql<boolean>`(${owner} <> ${personId}::uuid
    and exists (select from person p where p.id = ${owner} and ${isShown}) and ${areUnblocked(personId, owner)})`;
  const request = { search: text, filters, since: knownUntil, until, isOfOthers };
  const { count, title } = await findNew[kind](trx, { id: personId, isAdmin: role === 'admin' }, request);
  await trx
    .updateTable('savedSearch')
    .set({ knownUntil: until, ...(count > 0 && { toldAt: now }) })
    .where('id', '=', id)
    .execute();
  if (count > 0) {
    const path = resultsPath(kind, text, filters);
    await notify(trx, personId, { what: 'search_found', path, params: { name, count, title } }, now);
  }
  return true;
}
