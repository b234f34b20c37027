import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runMigrations } from 'graphile-worker';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { runStatements, withDatabase } from './testing.ts';

/**
 * Starts one PostgreSQL for all test files, or uses TEST_DATABASE_URL, and migrates the template database that each
 * file copies.
 */
export default async function setUp(project: TestProject) {
  const server = await startServer();
  const template = `gongbang_template_${randomBytes(6).toString('hex')}`;
  try {
    await runStatements(server.connectionString, [
      `CREATE DATABASE ${template} TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' LC_CTYPE 'C.UTF-8' LC_COLLATE 'C'`,
    ]);
    await migrate(withDatabase(server.connectionString, template));
    // Includes the migrations of the job queue, which each start would otherwise run.
    await runMigrations({ connectionString: withDatabase(server.connectionString, template) });
  } catch (error) {
    await server.stop();
    throw error;
  }
  // Inside node_modules, so that bundles resolve packages.
  await mkdir('node_modules/.cache', { recursive: true });
  const bundles = await mkdtemp(resolve('node_modules/.cache', 'bundles-'));
  project.provide('bundles', bundles);
  const { connectionString, strategy } = server;
  project.provide('testDatabase', { connectionString, template, strategy });

  return async () => {
    await rm(bundles, { recursive: true, force: true });
    await runStatements(server.connectionString, [`DROP DATABASE ${template} WITH (FORCE)`]);
    await server.stop();
  };
}

async function startServer() {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { connectionString: given, strategy: '', stop: async () => {} };

  const dataDir = await mkdtemp(join(tmpdir(), 'gongbang-test-'));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  try {
    const server = await startEmbeddedPostgres({
      dataDir,
      log: (message) => process.stderr.write(`${message}\n`),
      // These databases are temporary, so writes need not reach the disk.
      settings: {
        fsync: 'off',
        synchronous_commit: 'off',
        full_page_writes: 'off',
        shared_buffers: '128MB',
        max_connections: '200',
        // Copies of a database are made by the kernel (copy_file_range), which takes a quarter of the time.
        file_copy_method: 'clone',
        // Tables of tests are too small for PostgreSQL to choose an index by itself.
        ...(process.env['INDEX_USES'] && { enable_seqscan: 'off' }),
      },
    });
    return {
      connectionString: server.connectionString,
      strategy: 'STRATEGY file_copy',
      stop: () => server.stop().finally(removeFolder),
    };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}
