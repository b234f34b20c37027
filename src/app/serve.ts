import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Session } from 'node:inspector/promises';
import { inspect } from 'node:util';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import closeWithGrace from 'close-with-grace';
import { ensureAdmin } from '#features/accounts/server/public.ts';
import { ConfigError } from '#platform/server/config/reading.ts';
import { readConfig } from '#platform/server/config.ts';
import { isDemoDue } from '../../demo/parts.ts';
import { demoPassword, demoSignIns } from '../../demo/users.ts';
import { startClock, startJobs } from './jobs.ts';
import type { PageRenderer } from './pages.ts';
import { openRuntime, type Runtime } from './runtime.ts';
import { buildServer } from './server.ts';

// The bytes of uploads come in buffers outside of V8's heap, and V8 collects its whole heap for each 20 MB of them: half
// of an upload's time. Growing to twice the live heap in between makes that rare. See docs/decisions/0022.
setFlagsFromString('--heap-growing-percent=100');

const say = (line: string) => process.stdout.write(`${line}\n`);

// An unhandled rejection must not end the process and every request in it: a library's worker leaves one for each
// finished job.
process.on('unhandledRejection', (reason) => {
  process.stderr.write(
    `${JSON.stringify({ level: 50, msg: 'unhandled rejection', reason: inspect(reason) })}\n`,
  );
});

try {
  await start();
} catch (error) {
  process.stderr.write(
    error instanceof ConfigError ? `${error.message}\n` : `${String((error as Error).stack)}\n`,
  );
  process.exit(1);
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const runtime = await openRuntime(config, say);
  // From here on, every way out has to stop PostgreSQL: close what was opened, even if the start fails.
  const state = { draining: false };
  const closers: (() => Promise<unknown>)[] = [() => runtime.close()];
  closeWithGrace({ delay: 20_000, logger: false, skip: ['unhandledRejection'] }, async ({ err }) => {
    if (err) process.stderr.write(`${String(err.stack)}\n`);
    state.draining = true;
    await new Promise((resolve) => setTimeout(resolve, config.drainMs));
    for (const close of closers.toReversed()) {
      await close();
    }
  });

  if (config.admin) {
    const outcome = await ensureAdmin(runtime, config.admin);
    if (outcome === 'needs_password') {
      throw new ConfigError(
        'Configuration: ADMIN_PASSWORD is needed, because the account of ADMIN_EMAIL is no admin yet',
      );
    }
    if (outcome === 'wrong_password') {
      throw new ConfigError('Configuration: ADMIN_PASSWORD does not open the account of ADMIN_EMAIL');
    }
    if (outcome !== 'already') say(`Admin: ${config.admin.email} ${outcome}`);
  }
  const demo =
    config.demoContent === 'auto' && (await isDemoDue(runtime.db)) ? writeDemo(runtime, state) : undefined;
  if (demo) closers.push(() => demo.stop());

  if (config.payments.provider === 'sandbox')
    say('Payments: the sandbox takes them, and no money moves. PAYMENT_PROVIDER chooses another.');

  const folder = import.meta.dirname;
  const clientFolder = join(folder, 'client');
  const bundle = join(folder, 'server', 'page-server.js');
  if (!existsSync(bundle)) throw new ConfigError('The pages are not built. Run "npm run build" first.');
  const pages = (await import(pathToFileURL(bundle).href)) as { render: PageRenderer };
  const app = await buildServer(runtime, { state, pages: { render: pages.render, clientFolder } });
  closers.push(() => app.close());
  await demo?.done;
  if (config.jobs === 'in_process') {
    const runner = await startJobs(runtime, app.log);
    const clock = startClock(runtime, app.log);
    closers.push(() => Promise.all([clock.stop(), runner.stop()]));
  }
  await collectGarbage();
  await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new ConfigError(`Configuration: PORT ${config.port} is in use by another program`);
  });
  const port = app.addresses().map((address) => (typeof address === 'string' ? undefined : address.port))[0];
  say('');
  say(`Gongbang is open at http://localhost:${port ?? config.port}`);
  if (config.demoContent === 'auto') {
    say(`Demo sign-ins: ${demoSignIns.join(', ')} with the password ${demoPassword}`);
  }
  say('Stop with Ctrl+C.');
}

/** Collects the garbage of the start: V8 would keep 90 MB of it until the heap has doubled. */
async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}

/**
 * Writes the demo marketplace in a process of its own: drawing its pictures takes hundreds of megabytes, which this
 * process would keep. The page bundle and the server load meanwhile.
 */
function writeDemo(
  { connectionString }: Runtime,
  state: { draining: boolean },
): { done: Promise<void>; stop(): Promise<void> } {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'demo.js')], {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: connectionString },
  });
  const ended = once(child, 'exit') as Promise<[code: number | null]>;
  const stop = () => child.kill('SIGTERM');
  // In case the start fails before the demo is written.
  process.once('exit', stop);
  const done = (async () => {
    const [code] = await ended;
    process.off('exit', stop);
    // A signal that ended the child may be about to reach this process too, whose shutdown then takes over.
    if (code !== 0) await new Promise((resolve) => setTimeout(resolve, 500));
    if (state.draining) await new Promise(() => {});
    if (code !== 0)
      throw new ConfigError(
        'The demo content was not written, as said above. The next start goes on with it.',
      );
  })();
  // Awaited later, and may have been rejected by then.
  done.catch(() => {});
  return {
    done,
    async stop() {
      stop();
      await ended.catch(() => {});
    },
  };
}
