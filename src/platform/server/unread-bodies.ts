import type { IncomingMessage } from 'node:http';
import type { App } from './http.ts';

/** Bytes of a body that nobody wanted which are still read, so that the connection can be used again. */
const drainBytes = 64 * 1024 * 1024;
/** How long they may take, in milliseconds. */
const drainMs = 120_000;

/** How often it is looked at how many have come, in milliseconds. */
const lookMs = 50;
/** How long a sender who has announced too much may take to read the answer, in milliseconds. */
const answerMs = 1000;

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
  const { socket } = body;
  // The socket counts: a body that nobody has begun to read gives no events, since Node throws its bytes away.
  const most = socket.bytesRead + limits.bytes;
  const isTooLong = Number(body.headers['content-length'] ?? 0) > most;
  const close = () => socket.destroy();
  const timers = [
    setTimeout(close, isTooLong ? Math.min(limits.ms, answerMs) : limits.ms),
    setInterval(() => {
      if (socket.bytesRead > most) close();
    }, lookMs),
  ];
  for (const timer of timers) timer.unref();
  const stop = () => {
    for (const timer of timers) clearTimeout(timer);
    // The connection outlives this body.
    socket.off('close', stop);
  };
  body.unpipe();
  body
    .on('end', stop)
    .on('close', stop)
    // The sender has left; nobody waits for anything.
    .on('error', stop)
    .resume();
  socket.once('close', stop);
}
