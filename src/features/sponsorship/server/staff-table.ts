import { sql } from 'kysely';
import {
  filterNames,
  readStaffExport,
  readStaffPage,
  type StaffPage,
} from '#features/admin/server/public.ts';
import { m } from '#i18n/generated/messages.js';
import type { Db } from '#platform/server/db.ts';
import { momentColumn, type CsvColumn } from '#platform/shared/csv-table.ts';
import type { StaffQuery, StaffSponsorship } from '../contract.ts';
import { cadenceNames, recipientName, staffStateNames } from '../words.ts';
import { readForStaff } from './queries.ts';

const table = { index: 'sponsorship_index', rows: 'sponsorship' } as const;
const wantedOf = ({ state, cadence, wall, sort, search }: StaffQuery) => ({
  search,
  filters: filterNames({ state, cadence, wall }),
  oldestFirst: sort === 'oldest',
  order: sort === 'amount' ? sql`amount desc` : null,
});

/** Lists sponsorships for staff. */
export function listForStaff(db: Db, query: StaffQuery): Promise<StaffPage<StaffSponsorship>> {
  const { page, limit } = query;
  return readStaffPage(db, table, { ...wantedOf(query), page, limit }, (ids) => readForStaff(db, ids));
}

export function exportForStaff(db: Db, query: StaffQuery): Promise<StaffSponsorship[]> {
  return readStaffExport(db, table, wantedOf(query), (ids) => readForStaff(db, ids));
}

export const csvColumns: readonly CsvColumn<StaffSponsorship>[] = [
  [m['sponsorship.staff.id'], (row) => row.id],
  [m['sponsorship.staff.sponsor'], (row) => row.person.username],
  [m['sponsorship.staff.anonymous'], (row) => (row.isAnonymous ? m['sponsorship.staff.yes'] : '')],
  [m['sponsorship.staff.state'], (row) => staffStateNames[row.state]],
  [m['sponsorship.staff.cadence'], (row) => cadenceNames[row.cadence]],
  [m['sponsorship.staff.amount'], (row) => row.amount],
  [m['sponsorship.staff.given'], (row) => row.given],
  [m['sponsorship.staff.recipient'], (row, locale) => recipientName(row.recipient, { locale })],
  [m['sponsorship.staff.message'], (row) => row.message],
  [m['sponsorship.staff.is_hidden'], (row) => (row.isHidden ? m['sponsorship.staff.yes'] : '')],
  [m['sponsorship.staff.is_held'], (row) => row.caseId],
  momentColumn(m['sponsorship.staff.began'], (row) => row.createdAt),
  momentColumn(m['sponsorship.staff.ended'], (row) => row.endedAt),
];
