export { listFitServices, placeBid } from './bidding.ts';
export { chooseBid, createTender, hideTender, showTender, publishTender } from './commands.ts';
export { tendersJobs } from './jobs.ts';
export { bringUpToDate } from './opening.ts';
export { tendersPersonalData } from './personal-data.ts';
export { findReportedTender, listTenderAddresses } from './queries.ts';
export { tendersRoutes } from './routes.ts';
export { listTendersToChoose } from './waiting.ts';
