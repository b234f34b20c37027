export { hasUnreadAt, markReadAt, notify, notifyAll, notifyEach, tellNews } from './commands.ts';
export { notificationsJobs } from './jobs.ts';
export { notificationsPersonalData } from './personal-data.ts';
export { notificationsRoutes } from './routes.ts';
