export { hideTender } from './commands.ts';
export { tendersJobs } from './jobs.ts';
export { tendersPersonalData } from './personal-data.ts';
export { findReportedTender } from './queries.ts';
export { tendersRoutes } from './routes.ts';
