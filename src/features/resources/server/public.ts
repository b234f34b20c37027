export { canManage as canManageResources } from '../access.ts';
export { writeCardsOf } from './cards.ts';
export {
  addStepPicture,
  addToCount,
  createResource,
  editResource,
  hideResource,
  showResource,
  lockPublished,
} from './commands.ts';
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
export { resourcesJobs } from './jobs.ts';
export { searchPublished } from './listing.ts';
export { measureBlob, stlOfBlob } from './models.ts';
export { undoState as undoResourceState } from './staff-table.ts';
export { resourcesPersonalData } from './personal-data.ts';
export {
  findCards,
  findDesign,
  findMeasuredFile,
  findTitles,
  getBillOfMaterials,
  getDownloadSource,
  getPublishedResource,
  getResource,
  getVisibleResource,
  isFileOf,
  listCatalogueResources,
  newestSeq,
  resourcesOfFiles,
  sizesOfModels,
  listFeed,
  listGuides,
  listModels,
  listOwnedIds,
  listPublicAddresses,
  listPublishedBy,
  listResourceTitles,
  listVersions,
  titleIn,
  versionOfFiles,
  type Design,
  type PublicAddress,
} from './queries.ts';
export { resourcesRoutes } from './routes.ts';
export { newestFirst } from '../version-files.ts';
