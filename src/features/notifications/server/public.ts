export { notify } from './commands.ts';
export { notificationsJobs } from './jobs.ts';
export { notificationsRoutes } from './routes.ts';
