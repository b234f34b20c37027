export { canListSponsors } from '../access.ts';
export { hideSponsor, showSponsor, undoHiding } from './hiding.ts';
export { markUsed } from './commands.ts';
export { sponsorshipJobs } from './jobs.ts';
export { contributionPaymentTarget } from './paying.ts';
export { sponsorshipPersonalData } from './personal-data.ts';
export { findReportedSponsor, hasBannerRight, isGoingOn, isSponsorSeen, lastPaidOn } from './queries.ts';
export { sponsorshipRoutes } from './routes.ts';
