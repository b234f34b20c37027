import type { Sessions } from '#features/accounts/server/public.ts';
import { serveActs, serveTable } from '#features/admin/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import type { App } from '#platform/server/http.ts';
import { canManage } from '../access.ts';
import { servicesErrors, staffChange, staffQuery, staffService } from '../contract.ts';
import { setStateByStaff } from './commands.ts';
import { csvColumns, exportForStaff, getForStaff, listForStaff } from './staff-table.ts';

/** Routes of services for staff. */
export function staffRoutes(app: App, deps: { db: Db; sessions: Sessions }): void {
  const { db } = deps;
  const shared = { list: 'services', tags: ['services', 'admin'], may: canManage, row: staffService };
  serveTable(app, deps, {
    ...shared,
    rows: 'Services in every state',
    query: staffQuery,
    find: (wanted) => listForStaff(db, wanted),
    findAll: (wanted) => exportForStaff(db, wanted),
    csv: { file: 'gongbang-services', table: 'service', columns: csvColumns },
  });
  serveActs(app, deps, {
    ...shared,
    summary: 'Hide, restore or remove a service',
    change: staffChange,
    notFound: servicesErrors.service_not_found,
    act: setStateByStaff,
    get: (id) => getForStaff(db, id),
  });
}
