export { codeOf } from '../code.ts';
export { claim, makeAtDelivery } from './commands.ts';
export { postRecall } from './recalls.ts';
export { passportsJobs } from './jobs.ts';
export { passportsPersonalData } from './personal-data.ts';
export { passportsRoutes } from './routes.ts';
