import { resolve } from 'node:path';
import { ConfigError } from '#platform/server/config/reading.ts';
import { findRunningPostgres, startEmbeddedPostgres } from '#platform/server/embedded-postgres.ts';
import { runCommand, say } from './command.ts';
import { makeBackup } from './making.ts';

/** `npm run backup -- FOLDER` */
await runCommand(async ({ config, storage, folder, options }) => {
  if (options.length > 0) throw new ConfigError(`npm run backup knows no ${options[0]}`);
  const running = config.databaseUrl ?? (await findRunningPostgres(config.dataDir));
  const embedded =
    running === null ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: say }) : undefined;
  try {
    const connectionString = running ?? embedded?.connectionString ?? '';
    const manifest = await makeBackup({ config, connectionString, storage, folder });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    say(`Backup: ${resolve(folder)}`);
    say(
      `${manifest.tables.length} tables with ${rows} rows, ${manifest.jobs} jobs, ${manifest.blobs.count} files of ${Math.ceil(manifest.blobs.bytes / 1_000_000)} MB, ${manifest.ledger.entries} ledger entries that sum up to ${manifest.ledger.sum}`,
    );
    say(
      'It holds personal data, and in keys/ the secrets that open it. Whoever has this folder has the marketplace: keep it as you keep a password.',
    );
    if (config.dataKeys)
      say('DATA_KEYS and SESSION_SECRET of the configuration are not in it: keep them apart.');
  } finally {
    await embedded?.stop();
  }
});
