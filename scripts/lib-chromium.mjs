import { delimiter, join } from 'node:path';
import { hasDebianPackages, installDebianPackages, isExecutable } from './lib-debian.mjs';
import { Obstacle } from './lib-prepare.mjs';

export function findChromium() {
  return [
    process.env.CHROMIUM_PATH,
    process.env.PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH,
    ...onPath('chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ]
    .filter(Boolean)
    .find(isExecutable);
}

/**
 * Headless Chromium, if installed: it renders the same pages with three fifths of the work, but shows no permission
 * prompts and cannot be watched.
 */
export function findHeadlessChromium() {
  return onPath('chromium-headless-shell').find(isExecutable) ?? findChromium();
}

/** Browser that the tests drive, installed from Debian's packages where possible. */
export async function ensureChromium(label) {
  if (!findChromium()) {
    if (!hasDebianPackages())
      throw new Obstacle(
        'The browser tests need Chromium. Install it (Debian: apt-get install chromium fonts-noto-cjk), or set CHROMIUM_PATH to one.',
      );
    const { code } = await installDebianPackages(label, ['chromium', 'fonts-noto-cjk']);
    if (code !== 0)
      throw new Obstacle('Chromium could not be installed. Install it by hand, or set CHROMIUM_PATH to one.');
  }
  const chromium = findChromium();
  if (!chromium)
    throw new Obstacle('Chromium was installed but is not on the PATH. Set CHROMIUM_PATH to it.');
  // Without it the tests only take longer.
  if (hasDebianPackages() && findHeadlessChromium() === chromium)
    await installDebianPackages(label, ['chromium-headless-shell']);
  console.log(`${label} Chromium: ${[...new Set([chromium, findHeadlessChromium()])].join(', ')}`);
  return chromium;
}

function onPath(...names) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
}
