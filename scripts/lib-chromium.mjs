import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Obstacle } from './lib-prepare.mjs';
import { run, seconds } from './lib-run.mjs';

export function findChromium() {
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return [
    process.env.CHROMIUM_PATH,
    process.env.PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH,
    ...onPath,
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ]
    .filter(Boolean)
    .find(isExecutable);
}

/** The browser that the tests drive, installed from Debian's packages where that is possible. */
export async function ensureChromium(label) {
  const found = findChromium();
  if (found) {
    console.log(`${label} Chromium: ${found}`);
    return found;
  }
  if (process.getuid?.() !== 0 || !isExecutable('/usr/bin/apt-get')) {
    throw new Obstacle(
      'The browser tests need Chromium. Install it (Debian: apt-get install chromium fonts-noto-cjk), or set CHROMIUM_PATH to one.',
    );
  }
  const startedAt = Date.now();
  console.log(`${label} Installing Chromium …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update'],
    ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'],
  ]) {
    const { code, output } = await run('apt-get', args, { env });
    if (code !== 0)
      throw new Obstacle(
        `${output.trimEnd().slice(-3000)}\n\nChromium could not be installed. Install it by hand, or set CHROMIUM_PATH to one.`,
      );
  }
  console.log(`${label} Chromium installed in ${seconds(startedAt)}.`);
  const installed = findChromium();
  if (!installed)
    throw new Obstacle('Chromium was installed but is not on the PATH. Set CHROMIUM_PATH to it.');
  return installed;
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
