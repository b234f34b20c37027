export { verificationJobs } from './jobs.ts';
export { verificationPersonalData } from './personal-data.ts';
export { verificationRoutes } from './routes.ts';
