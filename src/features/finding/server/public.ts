export { findingJobs } from './jobs.ts';
export { findingPersonalData } from './personal-data.ts';
export { findingRoutes } from './routes.ts';
export type { Finders } from './queries.ts';
