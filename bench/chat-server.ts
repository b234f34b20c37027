import { createServer } from 'node:http';
import { flushCompileCache } from 'node:module';
import { WebSocketServer } from 'ws';
import { openRuntime } from '../src/app/runtime.ts';
import { buildServer } from '../src/app/server.ts';
import { readConfig } from '../src/platform/server/config.ts';

/**
 * One process of `chat.ts`: the whole server without pages on a database, or, without one, bare WebSockets that
 * broadcast every message. Reports its CPU time to its parent on request.
 */
const port = Number(process.argv[2]);
const [, , , connectionString, dataDir] = process.argv;

if (connectionString === undefined) {
  const http = createServer();
  const sockets = new WebSocketServer({ server: http });
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => {
      const text = String(data);
      for (const each of sockets.clients) each.send(text);
    });
  });
  http.listen(port, '127.0.0.1');
} else {
  const limits = ['MESSAGES', 'MESSAGES_PER_ADDRESS', 'WRITES', 'SOCKETS', 'REGISTER'];
  const runtime = await openRuntime(
    readConfig({
      ...Object.fromEntries(limits.map((name) => [`RATE_LIMIT_${name}`, '100000000'])),
      MAX_SOCKETS_PER_ADDRESS: '100000',
      MAX_SOCKETS_PER_PERSON: '100000',
      LOG_LEVEL: 'silent',
      OVERLOAD_MS: '600000',
      PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
      DATABASE_URL: connectionString,
      DATA_DIR: dataDir,
    }),
    () => {},
  );
  const app = await buildServer(runtime);
  await app.listen({ port, host: '127.0.0.1' });
}
process.on('SIGTERM', () => process.exit(0));
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.((user + system) / 1e6);
});
process.send?.('ready');
// A killed process does not write its compile cache, so write it now.
flushCompileCache();
