export { hideSponsor, showSponsor, markUsed } from './commands.ts';
export { sponsorshipJobs } from './jobs.ts';
export { contributionSubject } from './paying.ts';
export { sponsorshipPersonalData } from './personal-data.ts';
export { findBannerRight, findReportedSponsor } from './queries.ts';
export { sponsorshipRoutes } from './routes.ts';
