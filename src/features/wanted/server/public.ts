export { bountyQuestions } from './checks.ts';
export { hideAnswer, hideWanted, showAnswer, showWanted } from './commands.ts';
export { wantedJobs } from './jobs.ts';
export { pledgePaymentTarget } from './paying.ts';
export { wantedPersonalData } from './personal-data.ts';
export { findReportedAnswer, findReportedWanted, listWantedAddresses } from './queries.ts';
export { wantedRoutes } from './routes.ts';
export { listWantedToDecide } from './waiting.ts';
