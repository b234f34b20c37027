// Reference for uploads: a PUT that is streamed to a file, hashed on the way and synced.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const [port = '', folder = ''] = process.argv.slice(2);

createServer((request, response) => {
  if (request.method !== 'PUT') {
    response.end();
    return;
  }
  const hash = createHash('sha256');
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const file = createWriteStream(join(folder, 'plain-put'), { flush: true });
  pipeline(request, measure, file).then(
    () => response.end(hash.digest('hex')),
    () => response.destroy(),
  );
}).listen(Number(port), '127.0.0.1');
