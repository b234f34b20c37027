export { assistantJobs } from './jobs.ts';
export { assistantPersonalData } from './personal-data.ts';
export { assistantRoutes } from './routes.ts';
export { createTranslator } from './translating.ts';
