import { hasDebianPackages, installDebianPackages, isExecutable } from './lib-debian.mjs';

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
  const packages = missing.map((name) => servers[name].packageName);
  const without = missing.map((name) => servers[name].untested).join(' and ');
  if (!hasDebianPackages()) {
    console.log(
      `${label} Missing (Debian: apt-get install ${packages.join(' ')}): ${without} are not tested.`,
    );
    return;
  }
  const { code } = await installDebianPackages(label, packages);
  if (code !== 0) console.log(`${label} ${without} are not tested.`);
}
