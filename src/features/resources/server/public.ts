export { writeCardsOf } from './cards.ts';
export { createResource } from './commands.ts';
export { storeFile, storeShown, type IncomingPicture } from './incoming.ts';
export { resourcesJobs } from './jobs.ts';
export { resourcesPersonalData } from './personal-data.ts';
export {
  getDownloadSource,
  getResource,
  newestSeq,
  listFeed,
  listPublicAddresses,
  listPublishedBy,
  type PublicAddress,
} from './queries.ts';
export { resourcesRoutes } from './routes.ts';
