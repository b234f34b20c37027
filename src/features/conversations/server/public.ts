export type { Inquired } from './commands.ts';
export { conversationsJobs } from './jobs.ts';
export { conversationsPersonalData } from './personal-data.ts';
export { conversationsRoutes } from './routes.ts';
