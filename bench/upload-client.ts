// Sends a file with tus-js-client, resumes where it stopped, and reports progress; killed by bench/uploads.ts.
import { createReadStream, statSync } from 'node:fs';
import { Upload } from 'tus-js-client';

const [path = '', uploadUrl = '', cookie = '', chunkSize = ''] = process.argv.slice(2);

const upload = new Upload(createReadStream(path), {
  uploadUrl,
  uploadSize: statSync(path).size,
  chunkSize: Number(chunkSize),
  headers: { cookie },
  retryDelays: [0, 100, 200, 400, 800, 1000, 1000, 1000, 2000, 2000, 2000, 4000, 4000],
  onBeforeRequest: (request) => {
    const offset = request.getHeader('Upload-Offset');
    if (offset !== undefined) process.stdout.write(`from ${offset}\n`);
  },
  onProgress: (sent) => process.stdout.write(`sent ${sent}\n`),
  onSuccess: () => process.stdout.write('done\n'),
  onError: (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  },
});
upload.start();
