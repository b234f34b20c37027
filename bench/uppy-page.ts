// Runs in the page: sends a file with Uppy, for bench/uploads.ts.
import Uppy from '@uppy/core';
import Tus from '@uppy/tus';

declare global {
  interface Window {
    /** Returns the address of the file. */
    startUpload(file: File): Promise<string>;
  }
}

window.startUpload = (file) =>
  new Promise((resolve, reject) => {
    const uppy = new Uppy();
    uppy.use(Tus, { endpoint: '/api/uploads' });
    uppy.on('upload-success', (_file, answer) => resolve(answer.uploadURL ?? ''));
    uppy.on('upload-error', (_file, error) => reject(error));
    uppy.addFile({ name: file.name, type: file.type, data: file });
    void uppy.upload();
  });
