export { graceDays } from '../rules.ts';
export { rightsJobs } from './jobs.ts';
export { rightsPersonalData } from './personal-data.ts';
export { rightsRoutes } from './routes.ts';
