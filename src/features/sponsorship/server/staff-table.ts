import { sql } from 'kysely';
import {
  filterNames,
  readStaffExport,
  readStaffPage,
  type CsvColumn,
  type StaffPage,
} from '#features/admin/server/public.ts';
import { m } from '#i18n/generated/messages.js';
import type { Db } from '#platform/server/db.ts';
import type { StaffQuery, StaffSponsorship } from '../contract.ts';
import { readForStaff } from './queries.ts';

const table = { index: 'sponsorship_index', rows: 'sponsorship' } as const;
const wantedOf = ({ state, cadence, wall, sort, search }: StaffQuery) => ({
  search,
  filters: filterNames({ state, cadence, wall }),
  oldestFirst: sort === 'oldest',
  order: sort === 'amount' ? sql`amount desc` : null,
});

/** Sponsorships, as staff look through them. */
export function listForStaff(db: Db, query: StaffQuery): Promise<StaffPage<StaffSponsorship>> {
  const { page, limit } = query;
  return readStaffPage(db, table, { ...wantedOf(query), page, limit }, (ids) => readForStaff(db, ids));
}

export function exportForStaff(db: Db, query: StaffQuery): Promise<StaffSponsorship[]> {
  return readStaffExport(db, table, wantedOf(query), (ids) => readForStaff(db, ids));
}

export const csvColumns: readonly CsvColumn<StaffSponsorship>[] = [
  [(locale) => m['sponsorship.staff.id']({}, { locale }), (row) => row.id],
  [(locale) => m['sponsorship.staff.sponsor']({}, { locale }), (row) => row.person.username],
  [(locale) => m['sponsorship.staff.state']({}, { locale }), (row) => row.state],
  [(locale) => m['sponsorship.staff.cadence']({}, { locale }), (row) => row.cadence],
  [(locale) => m['sponsorship.staff.amount']({}, { locale }), (row) => String(row.amount)],
  [(locale) => m['sponsorship.staff.given']({}, { locale }), (row) => String(row.given)],
  [
    (locale) => m['sponsorship.staff.recipient']({}, { locale }),
    (row) => row.recipient.title ?? row.recipient.username ?? row.recipient.kind,
  ],
  [(locale) => m['sponsorship.staff.message']({}, { locale }), (row) => row.message],
  [
    (locale) => m['sponsorship.staff.is_hidden']({}, { locale }),
    (row, locale) => (row.isHidden ? m['sponsorship.staff.yes']({}, { locale }) : ''),
  ],
  [(locale) => m['sponsorship.staff.is_held']({}, { locale }), (row) => row.caseId ?? ''],
  [(locale) => m['sponsorship.staff.began']({}, { locale }), (row) => row.createdAt],
  [(locale) => m['sponsorship.staff.ended']({}, { locale }), (row) => row.endedAt ?? ''],
];
