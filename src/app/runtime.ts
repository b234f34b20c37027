import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { passwords } from '#features/accounts/server/public.ts';
import { createGateway, type Gateway } from '#features/payments/server/public.ts';
import { followDatabaseClock } from '#platform/server/clock.ts';
import { type Config } from '#platform/server/config.ts';
import { ConfigError } from '#platform/server/config/reading.ts';
import { dataKeysOf, sessionSecretOf } from '#platform/server/config/kept-secrets.ts';
import { connectDatabase, type Db } from '#platform/server/db.ts';
import { startEmbeddedPostgres } from '#platform/server/embedded-postgres.ts';
import { createMailer, type Mailer } from '#platform/server/mail.ts';
import { assertNoUnfinishedRestore, isMigrated, migrate } from '#platform/server/migrate.ts';
import { createPubSubTransport } from '#platform/server/pub-sub-transport.ts';
import { createRealtime, type Realtime } from '#platform/server/realtime.ts';
import { createRateLimits, type RateLimits } from '#platform/server/rate-limits.ts';
import { createVault, type Vault } from '#platform/server/sealed.ts';
import { createSigner, keepPublicKey, type Signer } from '#platform/server/signing.ts';
import { createSettings, type SettingsReader } from '#platform/server/settings.ts';
import { createSmsSender, type SmsSender } from '#platform/server/sms.ts';
import { s3BlobStore } from '#platform/server/s3-storage.ts';
import { folderBlobStore, type BlobStore } from '#platform/server/storage.ts';
import { createVirusScanner, type VirusScanner } from '#platform/server/virus-scanner.ts';

/** Long-lived services of the process, shared by everything that serves on top of them. */
export type Runtime = {
  config: Config;
  secret: string;
  /** Seals personal data. */
  vault: Vault;
  /** Creates signatures that anyone can verify. */
  signer: Signer;
  /** Connection string with which other processes reach the same database. */
  connectionString: string;
  pool: pg.Pool;
  db: Db;
  storage: BlobStore;
  /** Null when none is configured. */
  scanner: VirusScanner | null;
  mailer: Mailer;
  sms: SmsSender;
  /** Payment gateway, which takes payments and sends payouts. */
  gateway: Gateway;
  rateLimits: RateLimits;
  /** Settings that staff change at run time. */
  settings: SettingsReader;
  /** Publishes events to all processes. */
  realtime: Realtime;
  close(): Promise<void>;
};

export async function openRuntime(config: Config, say: (line: string) => void): Promise<Runtime> {
  try {
    await mkdir(config.dataDir, { recursive: true });
  } catch (error) {
    throw new ConfigError(
      `Configuration: DATA_DIR ${config.dataDir} cannot be made: ${(error as Error).message}`,
    );
  }
  passwords.cost = config.passwordCost;
  const secret = sessionSecretOf(config);
  const dataKeys = dataKeysOf(config);
  const vault = createVault(dataKeys);
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: say })
      : undefined;
  const connectionString = embedded?.connectionString ?? config.databaseUrl ?? '';
  let closing = false;
  const handle = connectDatabase(connectionString, {
    poolSize: config.databasePoolSize,
    // PostgreSQL also reports its stop to connections that are being closed, which is no loss.
    onError: (error) => {
      if (!closing) say(`Database connection lost: ${error.message}`);
    },
  });
  const { db, pool } = handle;
  try {
    await assertNoUnfinishedRestore(pool);
    const migrated = (await isMigrated(pool)) ? [] : await migrate(connectionString);
    say(migrated.length > 0 ? `Database: ${migrated.length} migration(s) run` : 'Database: up to date');
    const leaveClock = await followDatabaseClock(pool, (what, error) => {
      if (!closing) say(`Clock: ${what}: ${(error as Error).message}`);
    });
    await runMigrations({ pgPool: pool });
    const realtime = createRealtime({
      carrier: await createPubSubTransport({ redisUrl: config.redisUrl, pool, connectionString }),
      onError: (what, error) => say(`Realtime: ${what}: ${(error as Error).message}`),
    });
    const signer = createSigner(dataKeys[0] ?? '');
    await keepPublicKey(db, signer);
    return {
      config,
      secret,
      vault,
      signer,
      connectionString,
      pool,
      db,
      storage: config.s3 ? await s3BlobStore(config.s3) : folderBlobStore(join(config.dataDir, 'blobs')),
      scanner: createVirusScanner(config),
      mailer: createMailer(config),
      sms: createSmsSender(config),
      gateway: createGateway(config.payments, { db, secret, publicOrigin: config.publicOrigin }),
      rateLimits: createRateLimits(pool, config.rateLimits),
      settings: createSettings(db),
      realtime,
      async close() {
        closing = true;
        leaveClock();
        await realtime.close();
        await handle.close();
        await embedded?.stop();
      },
    };
  } catch (error) {
    closing = true;
    await handle.close();
    await embedded?.stop();
    throw error;
  }
}
