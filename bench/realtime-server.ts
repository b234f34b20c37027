import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { readConfig } from '../src/platform/server/config.ts';
import { createPubSubTransport } from '../src/platform/server/pub-sub-transport.ts';
import { connectDatabase } from '../src/platform/server/db.ts';
import { createHttpServer } from '../src/platform/server/http.ts';
import { createRateLimits } from '../src/platform/server/rate-limits.ts';
import { createRealtime, publish } from '../src/platform/server/realtime.ts';
import { serveRealtime } from '../src/platform/server/realtime-sockets.ts';

/**
 * One process with sockets only: ours on a database, or, without one, a bare Socket.IO server that sends to a room what
 * its parent passes to it.
 */
const port = Number(process.argv[2]);
const connectionString = process.argv[3];

if (connectionString === undefined) {
  const http = createServer();
  const io = new Server(http, { transports: ['websocket'], serveClient: false });
  io.on('connection', (socket) => void socket.join('room'));
  process.on('message', (event) => io.to('room').emit('event', event));
  http.listen(port, '127.0.0.1');
} else {
  const config = readConfig({
    LOG_LEVEL: 'error',
    RATE_LIMIT_SOCKETS: '1000000',
    OVERLOAD_MS: '600000',
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
  });
  const { db, pool } = connectDatabase(connectionString, { poolSize: 10, onError: () => {} });
  const realtime = createRealtime({
    carrier: await createPubSubTransport({ redisUrl: config.redisUrl, pool, connectionString }),
    onError: (what, error) => process.stderr.write(`${what}: ${String(error)}\n`),
  });
  const app = await createHttpServer(config);
  const upgrade = serveRealtime(app, {
    db,
    realtime,
    rateLimits: createRateLimits(pool, config.rateLimits),
    topics: { bench: { mayRead: async () => true } },
    findViewer: async () => null,
    findSessionId: async () => null,
    most: { socketsPerAddress: 100_000, socketsPerPerson: 100_000 },
  });
  app.server.on('upgrade', upgrade);
  await app.listen({ port, host: '127.0.0.1' });
  let last = Promise.resolve();
  process.on('message', (event: Parameters<typeof publish>[1]) => {
    last = last
      .then(() => db.transaction().execute((trx) => publish(trx, event, new Date())))
      .then(() => realtime.wake(event.topic));
  });
}
process.on('SIGTERM', () => process.exit(0));
process.send?.('ready');
