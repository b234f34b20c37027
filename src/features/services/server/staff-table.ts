import { sql } from 'kysely';
import {
  byIds,
  filterNames,
  readStaffExport,
  readStaffPage,
  type StaffPage,
} from '#features/admin/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { AppError } from '#platform/shared/errors.ts';
import { momentColumn, type CsvColumn } from '#platform/shared/csv-table.ts';
import { m } from '#i18n/generated/messages.js';
import { servicesErrors, type StaffQuery, type StaffService } from '../contract.ts';
import { guardTransition, serviceStates } from '../states.ts';
import { stateNames } from '../staff-words.ts';
import { typeName } from '../words.ts';

const table = { index: 'service_index', rows: 'service' } as const;
const wantedOf = ({ state, type, sort, search }: StaffQuery) => ({
  search,
  filters: filterNames({ state, type }),
  oldestFirst: sort === 'oldest',
  order: sort === 'title' ? sql`lower(title)` : null,
});

/** Lists services in all states for staff. */
export function listForStaff(db: Db, query: StaffQuery): Promise<StaffPage<StaffService>> {
  const { page, limit } = query;
  return readStaffPage(db, table, { ...wantedOf(query), page, limit }, (ids) => readRows(db, ids));
}

export function exportForStaff(db: Db, query: StaffQuery): Promise<StaffService[]> {
  return readStaffExport(db, table, wantedOf(query), (ids) => readRows(db, ids));
}

async function readRows(db: Db, ids: readonly string[]): Promise<StaffService[]> {
  const rows = await db
    .selectFrom('service as s')
    .innerJoin('person as owner', 'owner.id', 's.ownerId')
    .select([
      's.id',
      's.title',
      's.state',
      's.serviceType',
      's.isFreeService',
      's.pausedReason',
      's.rating',
      's.completedOrders',
      's.responseMinutes',
      's.createdAt',
      's.updatedAt',
      'owner.id as ownerId',
      'owner.withdrawsAt',
      'owner.name as fullName',
      'owner.displayUsername as username',
    ])
    .where('s.id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute();
  const items = rows.map(({ ownerId, fullName, username, withdrawsAt, ...row }) => ({
    ...row,
    owner: { id: ownerId, fullName, username },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    rating: row.rating === null ? null : Number(row.rating),
    mayBecome: serviceStates.filter(
      (to) =>
        to !== row.state &&
        guardTransition(row.state, to, 'admin') === 'allowed' &&
        // A person who is leaving offers nothing.
        (to !== 'active' || withdrawsAt === null),
    ),
  }));
  return byIds(ids, items);
}

export async function getForStaff(db: Db, id: string): Promise<StaffService> {
  const [row] = await readRows(db, [id]);
  if (!row) throw new AppError(servicesErrors.service_not_found);
  return row;
}

export const csvColumns: readonly CsvColumn<StaffService>[] = [
  [m['services.staff.csv_id'], (row) => row.id],
  [m['services.staff.title_column'], (row) => row.title],
  [m['services.staff.state'], (row) => stateNames[row.state]],
  [m['services.staff.type'], (row, locale) => typeName(row.serviceType, { locale })],
  [m['services.staff.owner'], (row) => row.owner.username],
  [m['services.staff.orders'], (row) => row.completedOrders],
  momentColumn(m['services.staff.created'], (row) => row.createdAt),
];
