export { bountyQuestions } from './checks.ts';
export { hideWanted, showWanted } from './commands.ts';
export { wantedJobs } from './jobs.ts';
export { pledgePaymentTarget } from './paying.ts';
export { wantedPersonalData } from './personal-data.ts';
export { findReportedWanted, listWantedAddresses } from './queries.ts';
export { wantedRoutes } from './routes.ts';
