export type { Deps as CallsDeps } from './commands.ts';
export { callTopics } from './hearing.ts';
export { callsJobs } from './jobs.ts';
export { callsPersonalData } from './personal-data.ts';
export type { GetJoinable, ModelFile, Models } from './queries.ts';
export { callsRoutes } from './routes.ts';
