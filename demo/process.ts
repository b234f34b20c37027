import { openRuntime } from '#app/runtime.ts';
import { ConfigError } from '#platform/server/config/reading.ts';
import { readConfig } from '#platform/server/config.ts';
import { loadDemo } from './load.ts';

/**
 * Writes the demo marketplace into the database of DATABASE_URL, as a process of its own that frees its memory by
 * ending.
 */
const say = (line: string) => process.stdout.write(`${line}\n`);
try {
  const runtime = await openRuntime(readConfig(process.env), () => {});
  try {
    await loadDemo(runtime, say);
  } finally {
    await runtime.close();
  }
  process.exit(0);
} catch (error) {
  process.stderr.write(
    error instanceof ConfigError ? `${error.message}\n` : `${String((error as Error).stack)}\n`,
  );
  process.exit(1);
}
