export { acceptedExtensions, isPlainFileName, mediaTypeOf } from '../file-types.ts';
export { UploadField } from './upload-field.tsx';
export { UploadTest } from './upload-test.tsx';
export { createUploader, forgetUploads, type Uploader, type UploadItem } from './uploader.ts';
