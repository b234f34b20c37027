export { createResource } from './commands.ts';
export { storeFile, type IncomingPicture } from './incoming.ts';
export { resourcesJobs } from './jobs.ts';
export { storePicture } from './pictures.ts';
export { newestSeq, listFeed, listPublicAddresses, type PublicAddress } from './queries.ts';
export { resourcesRoutes } from './routes.ts';
