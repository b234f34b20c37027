import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { isLongRun } from '../shared/testing.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

/**
 * A cluster as the first start leaves it, for copying: most tests are about later starts, and creating one takes
 * seconds.
 */
let made: string;
let dataDir: string;
let messages: string[];
const log = (message: string) => void messages.push(message);
const settings = { shared_buffers: '16MB' };
const start = (folder = dataDir) => startEmbeddedPostgres({ dataDir: folder, log, settings });

beforeAll(async () => {
  made = await mkdtemp(path.join(tmpdir(), 'gongbang-postgres-'));
  messages = [];
  await (await start(made)).stop();
});
afterAll(() => rm(made, { recursive: true, force: true }));

beforeEach(async () => {
  messages = [];
  dataDir = await mkdtemp(path.join(tmpdir(), 'gongbang-postgres-'));
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

const copyMade = () => cp(made, dataDir, { recursive: true });

async function query(connectionString: string, text: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function postmasterPid() {
  return Number.parseInt(await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

function isRunning(pid: number) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('creates a cluster that knows Korean letters, has page checksums and requires its password', async () => {
  const server = await start();
  const [row] = await query(
    server.connectionString,
    `SELECT datlocprovider, datlocale, datcollate, datctype, current_setting('data_checksums') AS checksums, current_setting('jit') AS jit,
       current_setting('listen_addresses') AS addresses, upper('é') AS upper
     FROM pg_database WHERE datname = current_database()`,
  );
  expect(row).toEqual({
    datlocprovider: 'b',
    datlocale: 'C.UTF-8',
    datcollate: 'C',
    datctype: process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8',
    checksums: 'on',
    jit: 'off',
    addresses: '127.0.0.1',
    upper: 'É',
  });
  expect((await stat(path.join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600);
  const wrongPassword = new URL(server.connectionString);
  wrongPassword.password = 'guess';
  await expect(query(wrongPassword.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  await server.stop();
});

test('keeps its data over a stop, and leaves no process behind', async () => {
  await copyMade();
  const first = await start();
  await query(first.connectionString, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const pid = await postmasterPid();
  await first.stop();
  expect(isRunning(pid)).toBe(false);

  const second = await start();
  expect(await query(second.connectionString, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  await second.stop();
  expect(messages).toEqual([]);
});

test.runIf(isLongRun)(
  'works below a folder that only its owner may enter, and leaves that folder as it is',
  async () => {
    const folder = path.join(dataDir, 'private', 'data');
    await mkdir(folder, { recursive: true });
    await chmod(path.join(dataDir, 'private'), 0o700);
    const server = await start(folder);
    await server.stop();
    expect((await stat(path.join(dataDir, 'private'))).mode & 0o777).toBe(0o700);
  },
);

test.runIf(isLongRun)(
  'a second server on the same folder is refused in one line that names DATA_DIR',
  async () => {
    await copyMade();
    const first = await start();
    await expect(start()).rejects.toThrow(`DATA_DIR ${dataDir} is in use by another Gongbang`);
    await first.stop();
  },
);

test('an orphan of a killed server is stopped, and its data is kept', async () => {
  await copyMade();
  const first = await start();
  await query(first.connectionString, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  const module = JSON.stringify(pathToFileURL(path.join(import.meta.dirname, 'embedded-postgres.ts')).href);
  const program = `
    const { startEmbeddedPostgres } = await import(${module});
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log() {}, settings: { shared_buffers: '16MB' } });
    console.log('started');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const orphan = await postmasterPid();
  child.kill('SIGKILL');
  await once(child, 'exit');

  const server = await start();
  expect(await postmasterPid()).not.toBe(orphan);
  // The process that inherits orphans on this machine may take a moment to reap it.
  await expect.poll(() => isRunning(orphan), { timeout: 5000 }).toBe(false);
  expect(await query(server.connectionString, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  await server.stop();
});

test.runIf(isLongRun)(
  'a process number that belongs to another program by now does not hinder the start, nor that program',
  async () => {
    await copyMade();
    const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid');
    await writeFile(pidFile, `${process.pid}\n${path.join(dataDir, 'postgres')}\n`);
    const second = await start();
    expect(await postmasterPid()).not.toBe(process.pid);
    await second.stop();
  },
);

test.runIf(isLongRun)('a cluster whose creation was interrupted is created again', async () => {
  await mkdir(path.join(dataDir, 'postgres-unfinished-1', 'base'), { recursive: true });
  await writeFile(path.join(dataDir, 'postgres-unfinished-1', 'PG_VERSION'), '18\n');
  await writeFile(path.join(dataDir, 'postgres-password'), 'of the interrupted one\n');
  await mkdir(path.join(dataDir, 'postgres'));
  const server = await start();
  expect(await query(server.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await server.stop();
  expect((await readdir(dataDir)).toSorted()).toEqual(['postgres', 'postgres-password', 'postgres.lock']);
});

test.each([
  ['another version', { PG_VERSION: '17\n' }, 'was made by PostgreSQL 17'],
  ['something else', { 'notes.txt': 'mine' }, 'holds something that is not a PostgreSQL cluster'],
  ['a cluster whose password is lost', { PG_VERSION: '18\n' }, 'postgres-password is missing'],
])('a folder that holds %s is not touched', async (_name, files, message) => {
  await mkdir(path.join(dataDir, 'postgres'));
  for (const [name, text] of Object.entries(files))
    await writeFile(path.join(dataDir, 'postgres', name), text);
  await expect(start()).rejects.toThrow(message);
  expect(await readdir(path.join(dataDir, 'postgres'))).toEqual(Object.keys(files));
});

test('the error names a DATA_DIR that cannot be created', async () => {
  await writeFile(path.join(dataDir, 'file'), '');
  await expect(start(path.join(dataDir, 'file', 'data'))).rejects.toThrow(
    /^DATA_DIR .* cannot be created: ENOTDIR/,
  );
});
