/**
 * npm leaves optional packages for other platforms out of package-lock.json if the registry it used does not offer
 * them, and then `npm ci` refuses the file. This adds an entry for every exact optional version without one; `--check`
 * only reports.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

/** Paths at which Node looks for `name` from inside `path`, nearest first. */
function places(path, name) {
  const parts = path.split('/node_modules/');
  return parts
    .map((_, index) => `${parts.slice(0, parts.length - index).join('/node_modules/')}/node_modules/${name}`)
    .concat(`node_modules/${name}`);
}

function platformOf(name) {
  const words = name.split(/[-/.]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  const musl = words.some((word) => word.startsWith('musl'));
  const gnu = words.some((word) => word.startsWith('gnu'));
  return {
    ...(os.length > 0 && { os }),
    ...(cpu.length > 0 && { cpu }),
    ...(os.includes('linux') && (musl || gnu) && { libc: [musl ? 'musl' : 'glibc'] }),
  };
}

const added = [];
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (!/^\d/.test(version) || places(path, name).some((place) => lock.packages[place])) continue;
    const platform = platformOf(name);
    // An entry without a platform would be installed on this one too.
    if (!platform.os && !platform.cpu) continue;
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(entry.dev && { dev: true }),
      optional: true,
      ...platform,
    };
    added.push(`${name}@${version}`);
  }
}

if (process.argv.includes('--check')) {
  if (added.length > 0) {
    console.error(
      `package-lock.json lacks ${added.length} packages of other platforms (${added[0]}, …). Run \`node scripts/complete-lockfile.mjs\`.`,
    );
    process.exit(1);
  }
} else if (added.length > 0) {
  lock.packages = Object.fromEntries(
    Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en')),
  );
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${added.length} packages of other platforms added to package-lock.json.`);
}
