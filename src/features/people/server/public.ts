export { findPeople } from './finding.ts';
export { peopleJobs } from './jobs.ts';
export { peoplePersonalData } from './personal-data.ts';
export { getPerson, isShown, listJoinMonths, listPeopleAddresses } from './queries.ts';
export { peopleRoutes } from './routes.ts';
