import type { IncomingMessage } from 'node:http';
import type { App } from './http.ts';

/** Maximum number of bytes of a refused body that are read, so that the connection can be reused. */
const drainBytes = 64 * 1024 * 1024;
/** Maximum time to read them, in milliseconds. */
const drainMs = 120_000;

/** Interval at which the received bytes are checked, in milliseconds. */
const lookMs = 50;
/** Time for a sender who has announced too much to read the response, in milliseconds. */
const answerMs = 1000;

/**
 * Reads the rest of a refused body, up to a limit. Browsers read a response only after they have sent everything, and
 * the next request on the connection (behind a proxy possibly another person's) would wait for ever behind unread
 * bytes. Beyond the limit the connection is closed.
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
  // Counts bytes of the socket: Node discards an unread body without events.
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
    // The sender has left; nothing waits for the rest.
    .on('error', stop)
    .resume();
  socket.once('close', stop);
}
