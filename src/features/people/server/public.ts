export { peopleJobs } from './jobs.ts';
export { peoplePersonalData } from './personal-data.ts';
export { getPerson, listJoinMonths, listPeopleAddresses } from './queries.ts';
export { peopleRoutes } from './routes.ts';
