export { passportsJobs } from './jobs.ts';
export { passportsPersonalData } from './personal-data.ts';
export { passportsRoutes } from './routes.ts';
