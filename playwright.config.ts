import { randomBytes } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium, findHeadlessChromium } from './scripts/lib-chromium.mjs';
import { keepTemporaryFilesInMemory } from './scripts/lib-temporary.mjs';

keepTemporaryFilesInMemory();
// Workers read this file too and inherit the values of the first run. Without a locale, Chromium cannot name a
// downloaded file in Korean.
process.env['LANG'] ??= 'C.UTF-8';
process.env['E2E_PORT'] ??= String(await findFreePort());
process.env['E2E_DATA_DIR'] ??= join(tmpdir(), `gongbang-e2e-${randomBytes(6).toString('hex')}`);
const isWatched = process.argv.some((argument) => ['--headed', '--ui', '--debug'].includes(argument));
process.env['E2E_BROWSER'] ??= (isWatched ? findChromium() : findHeadlessChromium()) ?? '';
const origin = `http://localhost:${process.env['E2E_PORT']}`;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results/e2e',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // A browser and a server on two busy cores are sometimes late. Retried tests are named at the end of the run; a test
  // that fails three times is broken.
  retries: process.env['CI'] ? 2 : 0,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ?? 'test-results/playwright.json' }],
  ],
  use: {
    baseURL: origin,
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    // Recording adds load to a busy machine: only retries are recorded, or everything with `--trace on`.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['E2E_BROWSER'],
      // Chromium's background requests would fail on a machine without the Internet and slow the tests down.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `"${process.execPath}" e2e/serve.mjs`,
    url: `${origin}/readyz`,
    timeout: 300_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
  },
});

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
