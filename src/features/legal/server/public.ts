export { firstText } from './first-texts.ts';
export { legalJobs } from './jobs.ts';
export { legalRoutes } from './routes.ts';
