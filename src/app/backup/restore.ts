import { ConfigError } from '#platform/server/config/reading.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#platform/server/embedded-postgres.ts';
import { runCommand, say } from './command.ts';
import { restoreBackup } from './restoring.ts';

/** `npm run restore -- FOLDER [--replace]` */
await runCommand(async ({ config, storage, folder, options }) => {
  const strange = options.find((option) => option !== '--replace');
  if (strange !== undefined) throw new ConfigError(`npm run restore knows no ${strange}`);
  let embedded: EmbeddedPostgres | undefined;
  try {
    const { manifest, migrated } = await restoreBackup({
      config,
      storage,
      folder,
      replace: options.length > 0,
      async openDatabase() {
        if (config.databaseUrl !== undefined) return config.databaseUrl;
        embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log: say });
        return embedded.connectionString;
      },
    });
    say(`Restored what there was at ${manifest.createdAt}; the ledger comes to the same.`);
    if (migrated.length > 0) say(`Migrations since then: ${migrated.join(', ')}`);
  } finally {
    await embedded?.stop();
  }
});
