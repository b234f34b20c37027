import { sql } from 'kysely';
import { maxExported, recordAudit, type StaffPage, type UndoneEntry } from '#features/admin/server/public.ts';
import { m } from '#i18n/generated/messages.js';
import { languages } from '#i18n/languages.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { AppError } from '#platform/shared/errors.ts';
import { likePattern } from '#platform/shared/search-text.ts';
import { momentColumn, type CsvColumn } from '#platform/shared/csv-table.ts';
import { supportErrors, type StaffQuery, type StaffVolunteer } from '../contract.ts';
import { skillNames } from '../words.ts';
import { isAvailable, solvedBy } from './queries.ts';

type Row = Omit<StaffVolunteer, 'suspended' | 'seenAt' | 'createdAt' | 'person'> & {
  username: string;
  fullName: string;
  suspendedAt: Date | null;
  seenAt: Date;
  createdAt: Date;
};

const orders = {
  newest: sql`v.created_at desc`,
  oldest: sql`v.created_at`,
  solved: sql`solved desc, v.created_at desc`,
  name: sql`lower(p.name)`,
};

/** Few volunteers exist, so all of them are scanned with their people, instead of searching all people. */
function matching({ search = '', state, skill }: Omit<StaffQuery, 'page' | 'limit' | 'sort'>, now: Date) {
  const words = search.toLowerCase();
  return sql`from volunteer v cross join lateral (select * from person where person.id = v.person_id offset 0) p
    where p.erased_at is null
      and (${words} = '' or lower(p.name) like ${likePattern(words)} or p.username like ${likePattern(words)} or p.id::text = ${words})
      and (${state ?? ''} <> 'available' or ${isAvailable(now)})
      and (${state ?? ''} <> 'suspended' or v.suspended_at is not null)
      and (${skill ?? ''} = '' or v.skills = '{}' or ${skill ?? ''} = any (v.skills))`;
}

async function read(
  db: Db,
  wanted: StaffQuery,
  { offset, limit }: { offset: number; limit: number },
): Promise<StaffVolunteer[]> {
  const now = currentTime();
  const { rows } = await sql<Row>`
    select v.person_id as id, p.display_username as username, p.name as full_name, v.skills, v.tags, v.languages,
      coalesce(${isAvailable(now)}, false) as is_available, v.suspended_at, v.seen_at, v.created_at, ${solvedBy('p')} as solved
    ${matching(wanted, now)} order by ${orders[wanted.sort]}, v.person_id limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows.map(({ username, fullName, suspendedAt, seenAt, createdAt, ...row }) => ({
    ...row,
    person: { username, fullName },
    suspended: suspendedAt !== null,
    seenAt: seenAt.toISOString(),
    createdAt: createdAt.toISOString(),
  }));
}

export async function listForStaff(db: Db, wanted: StaffQuery): Promise<StaffPage<StaffVolunteer>> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total ${matching(wanted, currentTime())}`.execute(db);
  const total = rows[0]?.total ?? 0;
  const { limit } = wanted;
  const pageCount = Math.max(1, Math.ceil(total / limit));
  const page = Math.min(wanted.page, pageCount);
  const items = await read(db, wanted, { offset: (page - 1) * limit, limit });
  return { items, total, totalIsExact: true, page, pageCount };
}

export function exportForStaff(db: Db, wanted: StaffQuery): Promise<StaffVolunteer[]> {
  return read(db, wanted, { offset: 0, limit: maxExported });
}

type Staff = { id: string; username: string };

/** Suspends a volunteer or lifts the suspension. Returns the audit entry's id. */
export async function suspendVolunteer(
  trx: Trx,
  actor: Staff,
  id: string,
  { suspended, reason }: { suspended: boolean; reason: string },
  now: Date,
  undoes?: string,
): Promise<string> {
  const row = await trx
    .selectFrom('volunteer')
    .select('suspendedAt')
    .where('personId', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError(supportErrors.not_a_volunteer);
  if ((row.suspendedAt !== null) === suspended) throw new AppError(supportErrors.no_change);
  await trx
    .updateTable('volunteer')
    .set({ suspendedAt: suspended ? now : null, ...(suspended && { availableUntil: null }) })
    .where('personId', '=', id)
    .execute();
  return recordAudit(
    trx,
    {
      actor,
      action: 'volunteer.suspend',
      target: { type: 'volunteer', id },
      about: [id],
      reason,
      before: { suspended: !suspended },
      after: { suspended },
      undoes,
    },
    now,
  );
}

export function undoSuspension(trx: Trx, actor: Staff, entry: UndoneEntry, now: Date): Promise<string> {
  return suspendVolunteer(
    trx,
    actor,
    entry.targetId,
    { suspended: entry.before['suspended'] === true, reason: entry.reason },
    now,
    entry.id,
  );
}

export async function getForStaff(db: Db, id: string): Promise<StaffVolunteer> {
  const { items } = await listForStaff(db, { search: id, sort: 'newest', page: 1, limit: 1 });
  if (!items[0]) throw new AppError(supportErrors.not_a_volunteer);
  return items[0];
}

export const csvColumns: readonly CsvColumn<StaffVolunteer>[] = [
  [m['support.staff.id'], (row) => row.id],
  [m['support.staff.name'], (row) => row.person.fullName],
  [m['support.staff.username'], (row) => row.person.username],
  [
    m['support.staff.skills'],
    ({ skills }, locale) =>
      skills.map((skill) => skillNames[skill]({}, { locale })).join(', ') || m['support.staff.any_skill'],
  ],
  [m['support.staff.languages'], (row) => row.languages.map((each) => languages[each].name).join(', ')],
  [m['support.staff.solved'], (row) => row.solved],
  [m['support.staff.suspended'], (row) => (row.suspended ? m['support.staff.yes'] : '')],
  momentColumn(m['support.staff.since'], (row) => row.createdAt),
];
