export { createBidding } from './bidding.ts';
export { startAuctionClock } from './clock.ts';
export { auctionsJobs } from './jobs.ts';
export { draftLot, publishLot } from './lots.ts';
export { auctionsPersonalData } from './personal-data.ts';
export { getVisibleAuction, isAuctionVisible } from './queries.ts';
export { auctionsRoutes } from './routes.ts';
export { buyLot } from './settling.ts';
