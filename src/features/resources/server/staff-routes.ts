import { serveActs, serveTable } from '#features/admin/server/public.ts';
import type { App } from '#platform/server/http.ts';
import { canManage } from '../access.ts';
import { resourcesErrors, staffChange, staffQuery, staffResource } from '../contract.ts';
import type { ResourcesDeps } from './routes.ts';
import { csvColumns, exportForStaff, getForStaff, listForStaff, setStateByStaff } from './staff-table.ts';

/** Staff routes for resources of any owner. */
export function staffRoutes(app: App, deps: ResourcesDeps & { forgetLists(): void }): void {
  const { db } = deps;
  const shared = { list: 'resources', tags: ['resources', 'admin'], may: canManage, row: staffResource };
  serveTable(app, deps, {
    ...shared,
    rows: 'Resources in every state',
    query: staffQuery,
    find: (wanted) => listForStaff(db, wanted),
    findAll: (wanted) => exportForStaff(db, wanted),
    csv: { file: 'gongbang-resources', table: 'resource', columns: csvColumns },
  });
  serveActs(app, deps, {
    ...shared,
    summary: 'Hide, restore or remove a resource',
    change: staffChange,
    notFound: resourcesErrors.resource_not_found,
    act: setStateByStaff,
    get: (id) => getForStaff(db, id),
    onDone: deps.forgetLists,
  });
}
