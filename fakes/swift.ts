import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { accessSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

const run = promisify(execFile);
const packages = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached'];
const accessKeyId = 'gongbang:tester';
const secretAccessKey = 'testing';

/**
 * OpenStack Swift with its S3 interface, from Debian's packages: a real third-party object store for tests of the
 * bucket. Installs missing packages where possible.
 */
export async function startSwift() {
  await install();
  const folder = await mkdtemp(join(tmpdir(), 'gongbang-swift-'));
  // Its servers drop to another user when they are started by root.
  await chmod(folder, 0o755);
  const children: ChildProcess[] = [];
  const stop = async () => {
    await Promise.all(
      children.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = new Promise((resolve) => child.once('exit', resolve));
        // Its data is temporary, and its servers are slow to stop, so they are killed.
        child.kill('SIGKILL');
        await ended;
      }),
    );
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const [proxy = 0, account = 0, container = 0, object = 0, memcached = 0] = await Promise.all(
      Array.from({ length: 5 }, freePort),
    );
    const start = (command: string, args: string[]) =>
      children.push(spawn(command, args, { stdio: 'ignore', cwd: folder }));
    await mkdir(join(folder, 'devices', 'd1'), { recursive: true });
    await writeFile(
      join(folder, 'swift.conf'),
      '[swift-hash]\nswift_hash_path_suffix = gongbang\n[storage-policy:0]\nname = one\ndefault = yes\n',
    );
    const storage = { account, container, object };
    for (const [kind, port] of Object.entries(storage)) {
      const builder = join(folder, `${kind}.builder`);
      await run('swift-ring-builder', [builder, 'create', '4', '1', '1']);
      await run('swift-ring-builder', [builder, 'add', `r1z1-127.0.0.1:${port}/d1`, '1']);
      await run('swift-ring-builder', [builder, 'rebalance']);
      const file = join(folder, `${kind}-server.conf`);
      await writeFile(
        file,
        `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${port}\nuser = ${user()}\nswift_dir = ${folder}\n` +
          `devices = ${join(folder, 'devices')}\nmount_check = false\nworkers = 0\n` +
          `[pipeline:main]\npipeline = ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\n`,
      );
      start(`swift-${kind}-server`, [file]);
    }
    start('memcached', ['-l', '127.0.0.1', '-p', String(memcached), '-u', user()]);
    const file = join(folder, 'proxy-server.conf');
    await writeFile(
      file,
      `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${proxy}\nuser = ${user()}\nswift_dir = ${folder}\nworkers = 0\n` +
        `[pipeline:main]\npipeline = catch_errors cache s3api tempauth bulk slo proxy-server\n` +
        `[app:proxy-server]\nuse = egg:swift#proxy\nallow_account_management = true\naccount_autocreate = true\n` +
        `[filter:catch_errors]\nuse = egg:swift#catch_errors\n` +
        `[filter:cache]\nuse = egg:swift#memcache\nmemcache_servers = 127.0.0.1:${memcached}\n` +
        `[filter:s3api]\nuse = egg:swift#s3api\nlocation = us-east-1\nmin_segment_size = 5242880\n` +
        `[filter:tempauth]\nuse = egg:swift#tempauth\nuser_gongbang_tester = ${secretAccessKey} .admin\n` +
        `[filter:bulk]\nuse = egg:swift#bulk\n[filter:slo]\nuse = egg:swift#slo\n`,
    );
    start('swift-proxy-server', [file]);
    const endpoint = `http://127.0.0.1:${proxy}`;
    const addBucket = async (bucket: string) => {
      await createBucket(endpoint, bucket);
      return { bucket, accessKeyId, secretAccessKey, endpoint, region: 'us-east-1' };
    };
    return { config: await addBucket('gongbang'), addBucket, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function user(): string {
  return process.env['USER'] ?? 'root';
}

async function install(): Promise<void> {
  if (isThere('/usr/bin/swift-proxy-server') && isThere('/usr/bin/memcached')) return;
  if (process.getuid?.() !== 0 || !isThere('/usr/bin/apt-get'))
    throw new Error(`The tests of the bucket need Swift: apt-get install ${packages.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { env });
  await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], {
    env,
    maxBuffer: 64 * 1024 * 1024,
  });
}

function isThere(path: string): boolean {
  try {
    accessSync(path);
    return true;
  } catch {
    return false;
  }
}

/** The first requests after a start get 503. */
async function createBucket(endpoint: string, Bucket: string): Promise<void> {
  const { CreateBucketCommand, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  for (let tries = 0; ; tries += 1) {
    try {
      await client.send(new CreateBucketCommand({ Bucket }));
      return;
    } catch (error) {
      if (tries === 60) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}
