export { helpPath } from '../rules.ts';
export { createHelping } from './helping.ts';
export { supportChannelPolicy } from './commands.ts';
export { supportJobs } from './jobs.ts';
export { supportPersonalData } from './personal-data.ts';
export { findResourceOfSession, isSessionVisible, stepCount } from './queries.ts';
export { supportRoutes } from './routes.ts';
export { canManageEngineers } from '../access.ts';
export { undoSuspension } from './staff-table.ts';
