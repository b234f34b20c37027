export { verificationJobs } from './jobs.ts';
export { missingSteps } from './queries.ts';
export { verificationPersonalData } from './personal-data.ts';
export { verificationRoutes } from './routes.ts';
