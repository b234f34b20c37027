import type { Sessions } from '#features/accounts/server/public.ts';
import { serveActs, serveTable } from '#features/admin/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import type { App } from '#platform/server/http.ts';
import { canManageEngineers } from '../access.ts';
import { staffChange, staffQuery, staffVolunteer, supportErrors } from '../contract.ts';
import { csvColumns, exportForStaff, getForStaff, listForStaff, suspendVolunteer } from './staff-table.ts';

/** Routes of volunteers for staff. */
export function staffRoutes(app: App, deps: { db: Db; sessions: Sessions }): void {
  const { db } = deps;
  const shared = {
    list: 'engineers',
    tags: ['support', 'admin'],
    may: canManageEngineers,
    row: staffVolunteer,
  };
  serveTable(app, deps, {
    ...shared,
    rows: 'Volunteers',
    query: staffQuery,
    find: (wanted) => listForStaff(db, wanted),
    findAll: (wanted) => exportForStaff(db, wanted),
    csv: { file: 'gongbang-volunteers', table: 'volunteer', columns: csvColumns },
  });
  serveActs(app, deps, {
    ...shared,
    summary: 'Have a volunteer not help, or again',
    change: staffChange,
    notFound: supportErrors.not_a_volunteer,
    act: suspendVolunteer,
    get: (id) => getForStaff(db, id),
  });
}
