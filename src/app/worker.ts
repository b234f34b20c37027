import closeWithGrace from 'close-with-grace';
import Fastify from 'fastify';
import { readConfig } from '#platform/server/config.ts';
import { loggerOptions } from '#platform/server/log.ts';
import { startClock, startJobs } from './jobs.ts';
import { openRuntime } from './runtime.ts';

/** Runs the jobs in a process of their own; start the server with JOBS=off then. */
const config = readConfig(process.env);
const { log } = Fastify({ logger: loggerOptions(config.logLevel) });
const runtime = await openRuntime(config, (line) => log.info(line));
const runner = await startJobs(runtime, log);
const clock = startClock(runtime, log);
closeWithGrace({ delay: 20_000 }, async () => {
  await Promise.all([clock.stop(), runner.stop()]);
  await runtime.close();
});
