import type { IncomingMessage } from 'node:http';
import type { App } from './http.ts';

/** Bytes of a body that nobody wanted which are still read, so that the connection can be used again. */
const drainBytes = 64 * 1024 * 1024;
/** How long they may take, in milliseconds. */
const drainMs = 120_000;

/**
 * Reads what is left of a refused body, up to a limit. Browsers read an answer only after they have sent everything, and
 * the next request on the connection, behind a proxy somebody else's, would wait for ever behind bytes that nobody reads.
 * Beyond the limit the connection is closed.
 */
export function drainUnreadBodies(app: App, limits = { bytes: drainBytes, ms: drainMs }): void {
  app.addHook('onResponse', (request, _reply, done) => {
    if (hasBody(request.raw)) drain(request.raw, limits);
    done();
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function drain(body: IncomingMessage, limits: { bytes: number; ms: number }): void {
  if (body.readableEnded || body.destroyed) return;
  let left = limits.bytes;
  const close = () => body.socket.destroy();
  const timer = setTimeout(close, limits.ms).unref();
  const stop = () => clearTimeout(timer);
  body.unpipe();
  body
    .on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) close();
    })
    .on('end', stop)
    .on('close', stop)
    // The sender has left; nobody waits for anything.
    .on('error', stop)
    .resume();
}
