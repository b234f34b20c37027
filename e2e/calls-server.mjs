/**
 * Runs the built pages on the server's sources, with channels that the call tests name themselves, as two processes on
 * request. Prints its address in one line.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildServer } from '#app/server.ts';
import { openRuntime } from '#app/runtime.ts';
import { channelsOf, prepareChannels } from '#features/calls/server/testing.ts';
import { readConfig } from '#platform/server/config.ts';

const runtime = await openRuntime(readConfig(process.env), () => {});
await prepareChannels(runtime.db);
const dist = join(import.meta.dirname, '..', 'dist');
const { render } = await import(pathToFileURL(join(dist, 'server', 'page-server.js')).href);
const app = await buildServer(runtime, {
  pages: { render, clientFolder: join(dist, 'client') },
  getJoinable: channelsOf(runtime.db),
});
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
console.log(JSON.stringify({ databaseUrl: runtime.pool.options.connectionString }));
process.on('SIGTERM', async () => {
  await app.close();
  await runtime.close();
  process.exit(0);
});
