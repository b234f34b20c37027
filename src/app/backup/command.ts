import { join, resolve } from 'node:path';
import { type Config, readConfig } from '#platform/server/config.ts';
import { ConfigError } from '#platform/server/config/reading.ts';
import { s3BlobStore } from '#platform/server/s3-storage.ts';
import { folderBlobStore, type BlobStore } from '#platform/server/storage.ts';

export const say = (line: string) => process.stdout.write(`${line}\n`);

/** Runs a command with the server's configuration. Errors that the operator can fix are printed without a stack. */
export async function runCommand(
  run: (given: { config: Config; storage: BlobStore; folder: string; options: string[] }) => Promise<void>,
): Promise<void> {
  const began = performance.now();
  try {
    const [name, ...others] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
    const options = process.argv.slice(2).filter((word) => word.startsWith('--'));
    if (name === undefined || others.length > 0) throw new ConfigError('Name one folder.');
    const config = readConfig(process.env);
    const storage = config.s3 ? await s3BlobStore(config.s3) : folderBlobStore(join(config.dataDir, 'blobs'));
    // npm runs scripts in the folder of package.json, wherever it was called from.
    const folder = resolve(process.env['INIT_CWD'] ?? '.', name);
    await run({ config, storage, folder, options });
    say(`Done in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
  } catch (error) {
    process.stderr.write(
      `${error instanceof ConfigError ? error.message : String((error as Error).stack)}\n`,
    );
    process.exitCode = 1;
  }
}
