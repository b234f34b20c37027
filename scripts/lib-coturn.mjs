import { accessSync, constants } from 'node:fs';
import { run, seconds } from './lib-run.mjs';

const places = ['/usr/bin/turnserver', '/usr/local/bin/turnserver', '/opt/homebrew/bin/turnserver'];

export function findCoturn() {
  return places.find((file) => isExecutable(file));
}

/** The relay that one test of calls goes through, installed from Debian's packages where that is possible; else that test is left out. */
export async function ensureCoturn(label) {
  const found = findCoturn();
  if (found) return found;
  if (process.getuid?.() !== 0 || !isExecutable('/usr/bin/apt-get')) {
    console.log(
      `${label} coturn is missing (Debian: apt-get install coturn); calls through a relay are not tested.`,
    );
    return undefined;
  }
  const startedAt = Date.now();
  console.log(`${label} Installing coturn …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'coturn']]) {
    const { code, output } = await run('apt-get', args, { env });
    if (code !== 0) {
      console.log(
        `${output.trimEnd().slice(-500)}\n${label} coturn could not be installed; calls through a relay are not tested.`,
      );
      return undefined;
    }
  }
  console.log(`${label} coturn installed in ${seconds(startedAt)}.`);
  return findCoturn();
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
