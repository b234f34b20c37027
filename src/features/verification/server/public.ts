export { verificationJobs } from './jobs.ts';
export { verificationRoutes } from './routes.ts';
