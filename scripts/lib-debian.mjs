import { accessSync, constants } from 'node:fs';
import { run, seconds } from './lib-run.mjs';

/** True if Debian packages can be installed here, which tests do automatically. */
export const hasDebianPackages = () => process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get');

/** Installs packages, with a message while it takes time; an exit code other than 0 means that they are missing. */
export async function installDebianPackages(label, packages) {
  const startedAt = Date.now();
  const names = packages.join(', ');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  console.log(`${label} Installing ${names} …`);
  let result = await run('apt-get', ['update'], { env });
  if (result.code === 0)
    result = await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { env });
  if (result.code === 0) console.log(`${label} ${names} installed in ${seconds(startedAt)}.`);
  else console.log(`${result.output.trimEnd().slice(-3000)}\n${label} Not installed: ${names}.`);
  return result;
}

export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
