import { accessSync, constants } from 'node:fs';
import { run, seconds } from './lib-run.mjs';

const folders = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];
/** Real servers that single tests talk to: what Debian calls them, and what is not tested without them. */
const servers = {
  turnserver: { packageName: 'coturn', untested: 'calls through a relay' },
  'redis-server': { packageName: 'redis-server', untested: 'several servers that Redis tells what is new' },
};

/** The file of a server that is installed, else undefined. */
export function findServer(name) {
  return folders.map((folder) => `${folder}/${name}`).find((file) => isExecutable(file));
}

/** Installs those that are missing from Debian's packages where that is possible; else their tests are left out. */
export async function ensureServers(label) {
  const missing = Object.keys(servers).filter((name) => !findServer(name));
  if (missing.length === 0) return;
  const names = missing.map((name) => servers[name].packageName).join(' ');
  const without = missing.map((name) => servers[name].untested).join(' and ');
  if (process.getuid?.() !== 0 || !isExecutable('/usr/bin/apt-get')) {
    console.log(`${label} Missing (Debian: apt-get install ${names}): ${without} are not tested.`);
    return;
  }
  const startedAt = Date.now();
  console.log(`${label} Installing ${names} …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '--no-install-recommends', ...names.split(' ')];
  for (const args of [['update'], install]) {
    const { code, output } = await run('apt-get', args, { env });
    if (code !== 0) {
      console.log(`${output.trimEnd().slice(-500)}\n${label} Not installed: ${without} are not tested.`);
      return;
    }
  }
  console.log(`${label} ${names} installed in ${seconds(startedAt)}.`);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
