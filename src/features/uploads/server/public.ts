export { extensionOf, mediaTypeOf } from '../file-types.ts';
export { archiveKind, openZipContents, Unsafe, walkArchive, type ArchiveEntry } from './archives.ts';
export { getFinishedUpload, takeUploads, type IncomingFile } from './commands.ts';
export { assertFileName, assertHarmless, blobSource } from './file-check.ts';
export { uploadsJobs } from './jobs.ts';
export { uploadsPersonalData } from './personal-data.ts';
export {
  copyFile,
  findOwnKeptFile,
  keepFile,
  keepUploads,
  presentKeptFile,
  resourcesOfKeptFiles,
  sendKeptFile,
  sweepKeptFiles,
  type KeptRow,
} from './kept-files.ts';
export { keptUploadBlobs } from './queries.ts';
export { uploadLimits, uploadsRoutes } from './routes.ts';
