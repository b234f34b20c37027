export { canManage as canManageResources } from '../access.ts';
export { writeCardsOf } from './cards.ts';
export { createResource, editResource } from './commands.ts';
export { hideResource, showResource, lockPublished } from './publishing.ts';
export { addStepPicture } from './pictures.ts';
export { addToCount } from './counting.ts';
export {
  discard,
  readIncoming,
  readOnePicture,
  storeFile,
  storeShown,
  wroteNothing,
  type Incoming,
  type IncomingPicture,
} from './incoming.ts';
export { findNewResources, findResources } from './finding.ts';
export { resourcesJobs } from './jobs.ts';
export { searchPublished } from './listing.ts';
export { measureBlob, stlOfBlob } from './models.ts';
export { undoState as undoResourceState } from './staff-table.ts';
export { resourcesPersonalData } from './personal-data.ts';
export {
  findCards,
  findTitles,
  getPublishedResource,
  getResource,
  getVisibleResource,
  listGuides,
  listOwnedIds,
  listResourceTitles,
  titleIn,
} from './queries.ts';
export { findDesign, getBillOfMaterials, listVersions, versionOfFiles, type Design } from './designs.ts';
export { getDownloadSource } from './downloads.ts';
export { findMeasuredFile, isFileOf, resourcesOfFiles, sizesOfModels, listModels } from './measured-files.ts';
export {
  listCatalogueResources,
  newestSeq,
  listFeed,
  listPublicAddresses,
  listPublishedBy,
  type PublicAddress,
} from './published.ts';
export { resourcesRoutes } from './routes.ts';
export { newestFirst } from '../version-files.ts';
