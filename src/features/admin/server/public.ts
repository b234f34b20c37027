export { house } from '../rules.ts';
export { filterNames, maxExported, maxRows, maxRowsAtFirst } from '../table.ts';
export { recordAudit, recordExport } from './audit.ts';
export { canChangePeople } from '../access.ts';
export { assertNotLastAdmin, undoPersonChange } from './commands.ts';
export { adminJobs } from './jobs.ts';
export { adminPersonalData } from './personal-data.ts';
export { type TargetNames } from './queries.ts';
export { adminRoutes } from './routes.ts';
export { countFailedJobs } from './job-table.ts';
export { serveActs, serveMany, serveTable } from './staff-routes.ts';
export {
  byIds,
  findPlaces,
  hasWords,
  readStaffExport,
  readStaffPage,
  type Places,
  type StaffPage,
} from './staff-index.ts';
export { doToOne, type Undoable, type UndoneEntry } from './undoing.ts';
