export { hasUnreadAt, markReadAt, notify, notifyAll, tellNews } from './commands.ts';
export { notificationsJobs } from './jobs.ts';
export { notificationsPersonalData } from './personal-data.ts';
export { notificationsRoutes } from './routes.ts';
