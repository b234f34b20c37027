export { startAuctionClock } from './clock.ts';
export { auctionsJobs } from './jobs.ts';
export { auctionsPersonalData } from './personal-data.ts';
export { getVisibleAuction, isAuctionVisible } from './queries.ts';
export { auctionsRoutes } from './routes.ts';
