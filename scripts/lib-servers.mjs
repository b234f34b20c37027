import { hasDebianPackages, installDebianPackages, isExecutable } from './lib-debian.mjs';

const folders = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];
/** Real servers that some tests use: their Debian packages, and the tests that need them. */
const servers = {
  turnserver: { packageName: 'coturn', untested: 'calls through a relay' },
  'redis-server': { packageName: 'redis-server', untested: 'several servers that Redis tells what is new' },
};

/** Path of an installed server, else undefined. */
export function findServer(name) {
  return folders.map((folder) => `${folder}/${name}`).find((file) => isExecutable(file));
}

/** Installs missing servers from Debian's packages where possible; otherwise their tests are skipped. */
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
