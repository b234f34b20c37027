export { writeCardsOf } from './cards.ts';
export { addStepPicture, createResource, editResource } from './commands.ts';
export { storeFile, type IncomingPicture } from './incoming.ts';
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
