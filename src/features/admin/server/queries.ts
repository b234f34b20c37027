import { sql } from 'kysely';
import { m } from '#i18n/generated/messages.js';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { factsCell, momentColumn, type CsvColumn } from '#platform/shared/csv-table.ts';
import type { AdminPerson, AuditEntry, AuditQuery, PeopleQuery } from '../contract.ts';
import { maskEmail } from '#platform/shared/mask-email.ts';
import { filterNames, maxExported } from '../table.ts';
import { actionName, entryTarget, roleNames } from '../words.ts';
import { byIds, hasWords, readStaffExport, readStaffPage, type StaffPage } from './staff-index.ts';
import { isUndoable, type Undoable } from './undoing.ts';

const people = { index: 'person_index', rows: 'person' } as const;
/**
 * Staff who cannot read addresses can search for a whole address only: with parts they could guess the rest
 * letter by letter.
 */
async function peopleByWords(db: Db, search: string | undefined, maySeeAddresses: boolean) {
  if (maySeeAddresses || search === undefined || search === '') return {};
  if (!search.includes('@')) {
    const words = sql`staff_words(concat_ws(E'\n', p.name, p.username))`;
    return { also: sql`exists (select from person p where p.id = target_id and ${hasWords(words, search)})` };
  }
  const found = await db
    .selectFrom('person')
    .select('id')
    .where('email', '=', search.trim().toLowerCase())
    .where('erasedAt', 'is', null)
    .execute();
  return { named: found.map(({ id }) => id) };
}

const peopleWanted = ({ role, state, sort, search }: PeopleQuery) => ({
  search,
  filters: filterNames({ role, state }),
  oldestFirst: sort === 'oldest',
  order: sort === 'name' ? sql`lower(name)` : null,
});

export async function listPeople(
  db: Db,
  query: PeopleQuery,
  { maySeeAddresses }: { maySeeAddresses: boolean },
): Promise<StaffPage<AdminPerson>> {
  const { page, limit } = query;
  const wanted = { ...peopleWanted(query), ...(await peopleByWords(db, query.search, maySeeAddresses)) };
  return readStaffPage(db, people, { ...wanted, page, limit }, async (ids) => {
    const found = await readPeople(db, ids);
    return maySeeAddresses ? found : found.map((row) => ({ ...row, email: maskEmail(row.email) }));
  });
}

export function exportPeople(db: Db, query: PeopleQuery): Promise<AdminPerson[]> {
  return readStaffExport(db, people, peopleWanted(query), (ids) => readPeople(db, ids));
}

async function readPeople(db: Db, ids: readonly string[]): Promise<AdminPerson[]> {
  const rows = await selectPeople(db)
    .where('person.id', '=', sql<string>`any (${ids}::uuid[])`)
    .where('erasedAt', 'is', null)
    .execute();
  return byIds(ids, rows.map(present));
}

export async function findPerson(db: Db, id: string): Promise<AdminPerson | null> {
  if (!isUuid(id)) return null;
  const row = await selectPeople(db)
    .where('person.id', '=', id)
    .where('erasedAt', 'is', null)
    .executeTakeFirst();
  return row ? present(row) : null;
}

function selectPeople(db: Db) {
  return db
    .selectFrom('person')
    .leftJoin('bankAccount', 'bankAccount.personId', 'person.id')
    .select([
      'person.id',
      'displayUsername',
      'name',
      'email',
      'role',
      'phoneVerifiedAt',
      'suspendedAt',
      'suspendedUntil',
      'createdAt',
      'bankAccount.registeredAt',
      sql<boolean>`exists (select 1 from service where service.owner_id = person.id)`.as('isProvider'),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectPeople>['executeTakeFirstOrThrow']>>;

function present(row: Row): AdminPerson {
  const suspended =
    row.suspendedAt !== null && (row.suspendedUntil === null || row.suspendedUntil > currentTime());
  return {
    id: row.id,
    username: row.displayUsername,
    fullName: row.name,
    email: row.email,
    role: row.role,
    isAdmin: row.role === 'admin',
    isProvider: row.isProvider,
    phoneVerified: row.phoneVerifiedAt !== null,
    bankRegistered: row.registeredAt !== null,
    suspended,
    suspendedUntil: suspended ? (row.suspendedUntil?.toISOString() ?? null) : null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Current names of targets that have one. */
export type TargetNames = (
  db: Db,
  targets: readonly { type: string; id: string }[],
) => Promise<ReadonlyMap<string, string>>;
/** Data about audit entries from other features. */
type Known = { names: TargetNames; undoable: Undoable };

const log = { index: 'audit_index', rows: 'audit_entry' } as const;
const logWanted = async (db: Db, { sort, action, search }: AuditQuery) => ({
  search,
  named: await entriesOf(db, search),
  filters: filterNames({ action }),
  oldestFirst: sort === 'oldest',
  order: null,
});

/** Lists the audit log. */
export async function listAudit(db: Db, query: AuditQuery, known: Known): Promise<StaffPage<AuditEntry>> {
  const { page, limit } = query;
  const wanted = { ...(await logWanted(db, query)), page, limit };
  return readStaffPage(db, log, wanted, (ids) => readEntries(db, ids, known));
}

export async function exportAudit(db: Db, query: AuditQuery, known: Known): Promise<AuditEntry[]> {
  return readStaffExport(db, log, await logWanted(db, query), (ids) => readEntries(db, ids, known));
}

/** Returns the newest entries about a target, or the entry with this id; null if the search is not an id. */
async function entriesOf(db: Db, search = ''): Promise<string[] | null> {
  if (!isUuid(search)) return null;
  const { rows } = await sql<{ id: string }>`
    (select id from audit_entry where target_id = ${search} order by id desc limit ${maxExported})
    union select id from audit_entry where id = ${search}`.execute(db);
  return rows.map(({ id }) => id);
}

async function readEntries(db: Db, ids: readonly string[], known: Known): Promise<AuditEntry[]> {
  const rows = await db
    .selectFrom('auditEntry')
    .leftJoin('person', (join) =>
      join
        .onRef('person.id', '=', 'auditEntry.targetId')
        .on('auditEntry.targetType', '=', 'person')
        .on('person.erasedAt', 'is', null),
    )
    .selectAll('auditEntry')
    .select(['person.name', 'person.displayUsername'])
    .select(
      sql<boolean>`exists (select from audit_entry undo where undo.undoes = audit_entry.id)`.as('isUndone'),
    )
    .where('auditEntry.id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute();
  const names = await known.names(
    db,
    rows.map(({ targetType, targetId }) => ({ type: targetType, id: targetId })),
  );
  const items = rows.map((row) => ({
    id: row.id,
    actor: { id: row.actorId, username: row.actor },
    action: row.action,
    target: {
      type: row.targetType,
      id: row.targetId,
      name: names.get(row.targetId) ?? null,
      person:
        row.displayUsername === null ? null : { fullName: row.name ?? '', username: row.displayUsername },
    },
    reason: row.reason,
    before: row.before,
    after: row.after,
    at: row.at.toISOString(),
    undoes: row.undoes,
    isUndone: row.isUndone,
    canUndo: isUndoable(known.undoable, row) && !row.isUndone,
  }));
  return byIds(ids, items);
}

export const peopleColumns: readonly CsvColumn<AdminPerson>[] = [
  [m['admin.csv.id'], (person) => person.id],
  [m['admin.csv.full_name'], (person) => person.fullName],
  [m['admin.csv.username'], (person) => person.username],
  [m['admin.csv.email'], (person) => person.email],
  [m['admin.csv.role'], (person) => roleNames[person.role]],
  [
    m['admin.page.use'],
    (person) => (person.suspended ? m['admin.page.suspended'] : m['admin.page.use_open']),
  ],
  momentColumn(m['admin.csv.suspended_until'], (person) => person.suspendedUntil),
  momentColumn(m['admin.csv.joined'], (person) => person.createdAt),
];

export const auditColumns: readonly CsvColumn<AuditEntry>[] = [
  [m['admin.csv.entry'], (entry) => entry.id],
  momentColumn(m['admin.csv.at'], (entry) => entry.at),
  [m['admin.csv.actor'], (entry) => entry.actor.username],
  [m['admin.csv.action'], (entry, locale) => actionName(entry.action, { locale })],
  [
    m['admin.page.entry_target'],
    (entry, locale) => entryTarget(entry, { locale }) ?? entry.target.person?.username ?? null,
  ],
  [m['admin.csv.target'], (entry) => entry.target.id],
  [m['admin.csv.reason'], (entry) => entry.reason],
  [m['admin.csv.before'], (entry) => factsCell(entry.before)],
  [m['admin.csv.after'], (entry) => factsCell(entry.after)],
  [m['admin.csv.undoes'], (entry) => entry.undoes],
];
