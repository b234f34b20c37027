export { peopleJobs } from './jobs.ts';
export { listJoinMonths, listPeopleAddresses } from './queries.ts';
export { peopleRoutes } from './routes.ts';
