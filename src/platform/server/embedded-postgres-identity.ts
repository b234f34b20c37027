import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { ConfigError } from './config/reading.ts';

const run = promisify(execFile);

/** How to run PostgreSQL's programs as a user other than root who can still reach their files. */
export interface PostgresIdentity {
  prefix: string[];
  user?: { uid: number; gid: number };
  /** Owner of the data folder, as seen from this process. */
  owner: { uid: number; gid: number };
}

/**
 * Chooses the user for PostgreSQL, which refuses to run as root. When we are root, we try in this order: the current
 * owner of the data folder, root's own files behind a user namespace, and the system user `postgres`. Each is tried on
 * the real folder and binary, because a private parent folder or a container may rule any of them out.
 */
export async function choosePostgresIdentity(dataDir: string, dataPath: string, postgresBinary: string) {
  const uid = process.getuid?.() ?? -1;
  const gid = process.getgid?.() ?? -1;
  const failures: string[] = [];

  for await (const candidate of uid === 0
    ? rootCandidates(dataDir, dataPath)
    : [{ prefix: [], owner: { uid, gid } }]) {
    try {
      const version = await tryOut(candidate, dataDir, postgresBinary);
      return { identity: await withDeathSignal(candidate, dataDir, postgresBinary), version };
    } catch (error) {
      failures.push(lastLine(error));
    }
  }
  throw new ConfigError(
    `The embedded PostgreSQL cannot run here (${failures.at(-1)}). Try \`npm rebuild\`, run Gongbang as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

async function* rootCandidates(dataDir: string, dataPath: string): AsyncGenerator<PostgresIdentity> {
  const owner = await stat(dataPath).catch(() => stat(dataDir));
  if (owner.uid !== 0) {
    const user = { uid: owner.uid, gid: owner.gid };
    if (await userName(user.uid)) yield { prefix: [], user, owner: user };
  }

  // Inside the namespace the process is `nobody`, outside it is still root without root's capabilities: its files stay
  // root's, and no permissions need to be widened.
  const nobody = await findUser('nobody');
  if (nobody) {
    yield {
      prefix: ['unshare', '--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`, '--'],
      owner: { uid: 0, gid: 0 },
    };
  }

  const postgres = (await findUser('postgres')) ?? (await createPostgresUser()) ?? nobody;
  if (postgres) {
    yield { prefix: [], user: postgres, owner: postgres };
    // Containers often forbid user namespaces but let root change owners of folders, which this uses.
    yield {
      prefix: [
        'setpriv',
        `--reuid=${postgres.uid}`,
        `--regid=${postgres.gid}`,
        '--clear-groups',
        '--inh-caps=+dac_override',
        '--ambient-caps=+dac_override',
        '--',
      ],
      owner: postgres,
    };
  }
}

/** Ties PostgreSQL to this process: on Linux the kernel tells it to stop when the server is killed. */
async function withDeathSignal(identity: PostgresIdentity, dataDir: string, postgresBinary: string) {
  const guarded = { ...identity, prefix: [...identity.prefix, 'setpriv', '--pdeathsig=INT', '--'] };
  return tryOut(guarded, dataDir, postgresBinary).then(
    () => guarded,
    () => identity,
  );
}

async function tryOut(identity: PostgresIdentity, dataDir: string, postgresBinary: string) {
  const command = [
    ...identity.prefix,
    '/bin/sh',
    '-c',
    'cd "$1" && exec "$2" --version',
    'sh',
    dataDir,
    postgresBinary,
  ];
  const { stdout } = await run(command[0]!, command.slice(1), { ...identity.user, cwd: '/' });
  return stdout.trim();
}

async function findUser(name: string) {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

/** initdb refuses a user without a name. */
async function userName(uid: number) {
  const { stdout } = await run('id', ['-un', String(uid)]).catch(() => ({ stdout: '' }));
  return stdout.trim();
}

async function createPostgresUser() {
  await run('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    'postgres',
  ]).catch(() => {});
  return findUser('postgres');
}

function lastLine(error: unknown) {
  const text =
    error instanceof Error ? (error as { stderr?: string }).stderr?.trim() || error.message : String(error);
  return text.split('\n').at(-1)!;
}
