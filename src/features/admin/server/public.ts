export { house } from '../rules.ts';
export { recordAudit } from './audit.ts';
export { assertNotLastAdmin } from './commands.ts';
export { adminPersonalData } from './personal-data.ts';
export { adminRoutes } from './routes.ts';
export { getStaff } from './staff.ts';
