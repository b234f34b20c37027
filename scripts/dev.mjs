import { watch } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import closeWithGrace from 'close-with-grace';
import { createServer as createViteServer } from 'vite';
import { loadDemo } from '../demo/load.ts';
import { startClock, startJobs } from '../src/app/jobs.ts';
import { openRuntime } from '../src/app/runtime.ts';
import { ensureAdmin } from '../src/features/accounts/server/public.ts';
import { readConfig } from '../src/platform/server/config.ts';
import { realtimePath } from '../src/platform/shared/realtime.ts';

/**
 * `npm run dev`: pages and server reload when their files change. One HTTP server: Vite's middlewares first, then
 * Fastify. The database and the jobs live outside of it and survive every reload.
 */
const config = readConfig({ LOG_LEVEL: 'warn', ...process.env });
const say = (line) => process.stdout.write(`${line}\n`);
const runtime = await openRuntime(config, say);
if (config.admin) await ensureAdmin(runtime, config.admin);
if (config.demoContent === 'auto') await loadDemo(runtime, say);

const http = createHttpServer();
const vite = await createViteServer({
  appType: 'custom',
  server: { middlewareMode: true, ws: { server: http } },
});

// A restart of Vite replaces its environments, so they are read each time.
const load = (path) => vite.environments.ssr.runner.import(path);

let current;
/** Returns the server for the current files; closes the old one after a change. */
async function serverNow() {
  const { buildServer } = await load('/src/app/server.ts');
  if (current?.buildServer === buildServer) return current;
  const old = current;
  let handle;
  const app = await buildServer(runtime, {
    serverFactory: (handler) => {
      handle = handler;
      return http;
    },
    pages: {
      render: async (request, context) => (await load('/src/app/page-server.ts')).render(request, context),
    },
    development: true,
  });
  await app.ready();
  current = { buildServer, app, handle };
  if (old) say('Server reloaded');
  return current;
}

http.on('request', (request, response) => {
  vite.middlewares(request, response, async () => {
    try {
      (await serverNow()).handle(request, response);
    } catch (error) {
      vite.ssrFixStacktrace(error);
      process.stderr.write(`${error.stack}\n`);
      response.statusCode = 500;
      response.end(String(error.stack));
    }
  });
});

// Vite's own sockets use the same server.
http.on('upgrade', async (request, socket, head) => {
  if (request.url.startsWith(realtimePath)) (await serverNow()).app.upgrade(request, socket, head);
});

// Vite reads the route table at its start, so a change to it needs a restart of Vite.
const routes = watch('src/app/routes.ts', () => void vite.restart());

const { app } = await serverNow();
const runner = config.jobs === 'in_process' ? await startJobs(runtime, app.log) : undefined;
const clock = runner && startClock(runtime, app.log);
http.listen(config.port, config.host, () =>
  say(`\nGongbang (development) is open at http://localhost:${http.address().port}`),
);

// Vite would end the process before the database is closed.
process.removeAllListeners('SIGTERM');
closeWithGrace({ delay: 10_000 }, async () => {
  routes.close();
  await vite.close();
  http.closeAllConnections();
  http.close();
  await Promise.all([clock?.stop(), runner?.stop()]);
  await runtime.close();
});
