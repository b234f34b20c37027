import { sql } from 'kysely';
import {
  byIds,
  filterNames,
  readStaffExport,
  readStaffPage,
  recordAudit,
  type StaffPage,
  type UndoneEntry,
} from '#features/admin/server/public.ts';
import type { Reason } from '#features/moderation/contract.ts';
import { holdDecisions, recordDecided } from '#features/moderation/server/public.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { AppError } from '#platform/shared/errors.ts';
import { momentColumn, type CsvColumn } from '#platform/shared/csv-table.ts';
import { m } from '#i18n/generated/messages.js';
import {
  resourcesErrors,
  states,
  type ResourceState,
  type StaffQuery,
  type StaffResource,
} from '../contract.ts';
import { canStaffSet, isOut } from '../rules.ts';
import { stateNames } from '../staff-words.ts';
import { categoryName } from '#platform/shared/category-names.ts';
import { changeState, lockState } from './publishing.ts';

const table = { index: 'resource_index', rows: 'resource' } as const;
const wantedOf = ({ state, category, sort, search }: StaffQuery) => ({
  search,
  filters: filterNames({ state, category }),
  oldestFirst: sort === 'oldest',
  order: sort === 'title' ? sql`lower(title)` : sort === 'downloads' ? sql`download_count desc` : null,
});

/** Lists resources in any state, for staff. */
export function listForStaff(db: Db, query: StaffQuery): Promise<StaffPage<StaffResource>> {
  const { page, limit } = query;
  return readStaffPage(db, table, { ...wantedOf(query), page, limit }, (ids) => readRows(db, ids));
}

export function exportForStaff(db: Db, query: StaffQuery): Promise<StaffResource[]> {
  return readStaffExport(db, table, wantedOf(query), (ids) => readRows(db, ids));
}

async function readRows(db: Db, ids: readonly string[]): Promise<StaffResource[]> {
  const rows = await db
    .selectFrom('resource as r')
    .innerJoin('person as owner', 'owner.id', 'r.ownerId')
    .select([
      'r.id',
      'r.title',
      'r.state',
      'r.category',
      'r.license',
      'r.version',
      'r.downloadCount',
      'r.likeCount',
      'r.createdAt',
      'r.updatedAt',
      'r.publishedAt',
      'owner.id as ownerId',
      'owner.withdrawsAt',
      'owner.name as fullName',
      'owner.displayUsername as username',
    ])
    .where('r.id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute();
  const items = rows.map(({ ownerId, fullName, username, withdrawsAt, ...row }) => ({
    ...row,
    owner: { id: ownerId, fullName, username },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    mayBecome: states.filter((to) =>
      canStaffSet(row.state, to, row.publishedAt !== null && withdrawsAt === null),
    ),
  }));
  return byIds(ids, items);
}

export async function getForStaff(db: Db, id: string): Promise<StaffResource> {
  const [row] = await readRows(db, [id]);
  if (!row) throw new AppError(resourcesErrors.resource_not_found);
  return row;
}

type Staff = { id: string; username: string };

const sightOf = (state: ResourceState) => ({
  state,
  isOut: isOut(state),
  isPublic: state === 'published',
  isRemoved: state === 'removed',
});

/**
 * Hides, restores or removes a resource for staff, and notifies its owner when it is hidden or removed.
 * Returns the audit entry's id.
 */
export async function setStateByStaff(
  trx: Trx,
  actor: Staff,
  id: string,
  { state, rule = 'other', reason }: { state: ResourceState; rule?: Reason; reason: string },
  now: Date,
  undone?: UndoneEntry,
): Promise<string> {
  await holdDecisions(trx, 'resource', id);
  const before = await lockState(trx, id);
  if (!before) throw new AppError(resourcesErrors.resource_not_found);
  const { ownerId, title, category, publishedAt, withdrawsAt } = before;
  // Staff change their own resources like everyone else, on the resource's page.
  if (ownerId === actor.id) throw new AppError(resourcesErrors.own_resource);
  // An account that is being withdrawn publishes nothing.
  const mayBePublished = publishedAt !== null && withdrawsAt === null;
  if (!canStaffSet(before.state, state, mayBePublished))
    throw new AppError(resourcesErrors.not_from_this_state);
  await changeState(trx, id, state, now);
  const thing = {
    kind: 'resource',
    id,
    aboutId: ownerId,
    excerpt: title,
    path: `/resources/${id}`,
    category,
  } as const;
  const change = { from: sightOf(before.state), to: sightOf(state) };
  const quoted = await recordDecided(trx, actor, thing, change, { rule, reason, undone });
  return recordAudit(
    trx,
    {
      actor,
      action: 'resource.state',
      target: { type: 'resource', id },
      about: [ownerId, ...quoted],
      reason,
      before: { state: before.state },
      after: { state },
      undoes: undone?.id,
    },
    now,
  );
}

/** Restores the previous state, unless the state has changed since. */
export async function undoState(trx: Trx, actor: Staff, entry: UndoneEntry, now: Date): Promise<string> {
  await holdDecisions(trx, 'resource', entry.targetId);
  const row = await trx
    .selectFrom('resource')
    .select('state')
    .where('id', '=', entry.targetId)
    .forUpdate()
    .executeTakeFirst();
  const state = states.find((each) => each === entry.before['state']);
  if (row?.state !== entry.after['state'] || state === undefined)
    throw new AppError(resourcesErrors.not_from_this_state);
  return setStateByStaff(trx, actor, entry.targetId, { state, reason: entry.reason }, now, entry);
}

export const csvColumns: readonly CsvColumn<StaffResource>[] = [
  [m['resources.staff.csv_id'], (row) => row.id],
  [m['resources.staff.title_column'], (row) => row.title],
  [m['resources.staff.state'], (row) => stateNames[row.state]],
  [m['resources.staff.category'], (row, locale) => categoryName(row.category, { locale })],
  [m['resources.staff.owner'], (row) => row.owner.username],
  [m['resources.staff.downloads'], (row) => row.downloadCount],
  momentColumn(m['resources.staff.created'], (row) => row.createdAt),
];
