import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { chromium } from '@playwright/test';
import { build } from 'esbuild';
import { Upload } from 'tus-js-client';
import { freePort } from '../fakes/free-port.ts';
import { findChromium } from '../scripts/lib-chromium.mjs';
import { startSwift } from '../fakes/swift.ts';
import { startEmbeddedPostgres } from '../src/platform/server/embedded-postgres.ts';
import { quantile } from './backend-cpu.ts';
import { residentBytes, signUp } from './serving.ts';

const mib = 1024 * 1024;
const fileBytes = 500 * mib;
/** Size of one request of the client: at most this much may be sent twice. */
const chunkBytes = 16 * mib;
const killsEach = 5;
const rounds = 5;
const atOnce = 10;
const atOnceBytes = 100 * mib;

/** Limits of the original requirement for uploads. */
const demanded = { kills: 20, throughput: 0.6, memoryMib: 200 };

const say = (line: string) => process.stdout.write(`${line}\n`);
const folder = await mkdtemp(join(tmpdir(), 'gongbang-bench-'));
const database = await startEmbeddedPostgres({ dataDir: folder, log: say });
const children = new Set<ChildProcess>();
let held = true;
try {
  const path = join(folder, 'model.bin');
  const sha256 = await makeFile(path, fileBytes);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  let bucket: Record<string, string> = {};
  let server = await startServer();
  const cookie = await signUp(origin);

  await killed('in the folder');
  await throughput();
  await memory();
  await uppy();
  await inBucket();
  process.exitCode = held ? 0 : 1;

  function check(name: string, value: string, isRight: boolean): void {
    held &&= isRight;
    say(`${isRight ? 'ok    ' : 'FAILED'} ${name}: ${value}`);
  }

  async function startServer(): Promise<ChildProcess> {
    const child = start(['dist/main.js'], {
      PORT: String(port),
      DATA_DIR: join(folder, 'server'),
      DATABASE_URL: database.connectionString,
      DEMO_CONTENT: 'off',
      LOG_LEVEL: 'error',
      MAX_FILE_MB: '600',
      MAX_UPLOADS_MB: '100000',
      ...bucket,
    });
    await answers(`${origin}/readyz`);
    return child;
  }

  async function createUpload(size: number): Promise<string> {
    const response = await fetch(`${origin}/api/uploads`, {
      method: 'POST',
      headers: {
        cookie,
        'tus-resumable': '1.0.0',
        'upload-length': String(size),
        'upload-metadata': `filename ${Buffer.from('model.bin').toString('base64')}`,
      },
    });
    if (response.status !== 201) throw new Error(await response.text());
    return origin + (response.headers.get('location') ?? '');
  }

  async function storedSha256(url: string): Promise<string> {
    const answer = (await (await fetch(url, { headers: { cookie } })).json()) as { sha256: string };
    return answer.sha256;
  }

  async function removeUpload(url: string): Promise<void> {
    await fetch(url, { method: 'DELETE', headers: { cookie, 'tus-resumable': '1.0.0' } });
  }

  /** Client and server are killed in turns, at any point. */
  async function killed(where: string): Promise<void> {
    let kills = 0;
    let maxAgain = 0;
    let right = 0;
    let files = 0;
    while (kills < demanded.kills) {
      files += 1;
      const url = await createUpload(fileBytes);
      const places = Array.from({ length: killsEach }, () => Math.random() * fileBytes).toSorted(
        (a, b) => a - b,
      );
      let sent = 0;
      let isDone = false;
      while (!isDone) {
        let place = places.shift() ?? Number.POSITIVE_INFINITY;
        let killsServer = kills % 2 === 1;
        const client = start(['bench/upload-client.ts', path, url, cookie, String(chunkBytes)], {}, 'pipe');
        if (!client.stdout) throw new Error('the client says nothing');
        let isKilled = false;
        for await (const line of createInterface(client.stdout)) {
          const [word, count] = line.split(' ');
          if (word === 'from') {
            maxAgain = Math.max(maxAgain, sent - Number(count));
            sent = Number(count);
          }
          if (word === 'sent') sent = Math.max(sent, Number(count));
          if (word === 'done') isDone = true;
          if (isKilled || sent < place || isDone) continue;
          isKilled = true;
          kills += 1;
          if (killsServer) {
            await kill(server);
            server = await startServer();
            // The client continues by itself up to the next point.
            isKilled = false;
            place = places.shift() ?? Number.POSITIVE_INFINITY;
            killsServer = false;
          } else await kill(client);
        }
      }
      if ((await storedSha256(url)) === sha256) right += 1;
      await removeUpload(url);
    }
    check(`killed, ${where}`, `${kills} times, ${right} of ${files} files right`, right === files);
    check(`sent again, ${where}`, `${(maxAgain / mib).toFixed(1)} MiB at most`, maxAgain <= chunkBytes);
  }

  /** Same on a third-party S3-compatible server. */
  async function inBucket(): Promise<void> {
    await kill(server);
    const swift = await startSwift();
    const { endpoint, region, accessKeyId, secretAccessKey } = swift.config;
    bucket = {
      S3_BUCKET: swift.config.bucket,
      S3_ENDPOINT: endpoint ?? '',
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    };
    try {
      server = await startServer();
      await killed('in a bucket');
      await kill(server);
    } finally {
      await swift.stop();
    }
  }

  async function throughput(): Promise<void> {
    const plainPort = await freePort();
    const plain = start(['bench/plain-put-server.ts', String(plainPort), folder], {});
    await answers(`http://127.0.0.1:${plainPort}/`);
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const plainMs = await timed(() => putPlainly(plainPort));
      const url = await createUpload(fileBytes);
      const tusMs = await timed(() => sendWithTus(url, path));
      if ((await storedSha256(url)) !== sha256) throw new Error('not the same file');
      await removeUpload(url);
      ratios.push(plainMs / tusMs);
      say(`       plain PUT ${rate(plainMs)}, tus ${rate(tusMs)}`);
    }
    await kill(plain);
    const ratio = quantile(ratios, 0.5);
    check('throughput', `${(ratio * 100).toFixed(0)}% of a plain PUT`, ratio >= demanded.throughput);
  }

  function putPlainly(plainPort: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const put = httpRequest(
        { port: plainPort, method: 'PUT', headers: { 'content-length': fileBytes } },
        (answer) => answer.resume().on('end', resolve),
      );
      put.on('error', reject);
      pipeline(createReadStream(path), put).catch(reject);
    });
  }

  async function memory(): Promise<void> {
    const small = join(folder, 'small.bin');
    await makeFile(small, atOnceBytes);
    // A server that has just been started has not reached its steady memory size yet.
    await sendWithTus(await createUpload(atOnceBytes), small);
    const before = residentBytes(server);
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, residentBytes(server))), 20);
    const urls = await Promise.all(Array.from({ length: atOnce }, () => createUpload(atOnceBytes)));
    await Promise.all(urls.map((url) => sendWithTus(url, small)));
    clearInterval(watch);
    await Promise.all(urls.map(removeUpload));
    const grown = (most - before) / mib;
    check('memory', `${grown.toFixed(0)} MiB more while ${atOnce} upload`, grown <= demanded.memoryMib);
  }

  function sendWithTus(uploadUrl: string, from: string): Promise<void> {
    return new Promise((resolve, reject) => {
      new Upload(createReadStream(from), {
        uploadUrl,
        uploadSize: from === path ? fileBytes : atOnceBytes,
        headers: { cookie },
        onSuccess: () => resolve(),
        onError: reject,
      }).start();
    });
  }

  /** The other client library that people use, in a real browser. */
  async function uppy(): Promise<void> {
    const bundle = await build({
      entryPoints: [join(import.meta.dirname, 'uppy-page.ts')],
      bundle: true,
      write: false,
      format: 'iife',
      platform: 'browser',
    });
    const browser = await chromium.launch({
      executablePath: findChromium() ?? '',
      args: ['--no-sandbox', '--disable-gpu'],
    });
    try {
      const context = await browser.newContext({ bypassCSP: true, locale: 'ko-KR' });
      const [name = '', value = ''] = cookie.split(/=(.*)/s);
      await context.addCookies([{ name, value, url: origin }]);
      const page = await context.newPage();
      await page.goto(`${origin}/about`);
      await page.addScriptTag({ content: bundle.outputFiles[0]?.text ?? '' });
      await page.evaluate(() => {
        const input = document.createElement('input');
        input.type = 'file';
        input.id = 'bench-file';
        document.body.append(input);
      });
      await page.setInputFiles('#bench-file', path);
      const began = performance.now();
      const url = await page.evaluate(() => {
        const file = document.querySelector<HTMLInputElement>('#bench-file')?.files?.[0];
        if (!file) throw new Error('no file');
        return window.startUpload(file);
      });
      const ms = performance.now() - began;
      check('Uppy in Chromium', rate(ms), (await storedSha256(new URL(url, origin).href)) === sha256);
    } finally {
      await browser.close();
    }
  }
} finally {
  await Promise.all([...children].map(kill));
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}

async function makeFile(path: string, size: number): Promise<string> {
  await mkdir(folder, { recursive: true });
  const hash = createHash('sha256');
  const file = await open(path, 'w');
  for (let written = 0; written < size; written += mib) {
    const piece = randomBytes(mib);
    hash.update(piece);
    await file.write(piece);
  }
  await file.close();
  return hash.digest('hex');
}

function rate(ms: number): string {
  return `${(fileBytes / mib / (ms / 1000)).toFixed(0)} MiB/s`;
}

async function timed(act: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

function start(
  args: string[],
  env: Record<string, string>,
  stdout: 'ignore' | 'pipe' = 'ignore',
): ChildProcess {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', stdout, 'inherit'],
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

async function answers(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if ((await fetch(url).catch(() => null))?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${url} does not answer`);
}
