/**
 * `npm run planted`: plants the faults of lib-planted.mjs one at a time and shows that `npm test` would catch each.
 * Works on a copy in a temporary folder, so the sources here are only read. `npm run planted -- --only 'axe violation'`
 * plants one.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { faults, timesIn } from './lib-planted.mjs';
import { node, root, run, seconds } from './lib-run.mjs';

// This script is deterministic: the seed is an option that `npm run nightly` passes to all its suites.
const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, seed: { type: 'string' } },
});
const unknown = (values.only ?? []).filter((name) => !faults.some((fault) => fault.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no fault "${unknown.join(', ')}": only ${faults.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}
const chosen = faults.filter(({ name }) => !values.only || values.only.includes(name));

const copy = mkdtempSync(join(tmpdir(), 'gongbang-planted-'));
process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
copySources();

const startedAt = Date.now();
// A catcher that fails without the fault would prove nothing.
console.log('Without a fault:');
if (!(await holdsWithout())) process.exit(1);
console.log(`All catchers hold without a fault, in ${seconds(startedAt)}.\n`);

const results = [];
for (const fault of chosen) {
  const since = Date.now();
  const problem = await plant(fault);
  results.push({ problem });
  const { check, vitest, playwright, title } = fault.catcher;
  const by = check ?? `${vitest ?? playwright}: ${title}`;
  console.log(
    `${problem ? 'MISSED' : 'caught'} ${fault.name.padEnd(31)} ${seconds(since).padStart(8)}  ${by}`,
  );
  if (problem) console.log(problem.replaceAll(/^/gm, '    '));
}
const caught = results.filter(({ problem }) => !problem).length;
console.log(`\n${caught} of ${chosen.length} faults were caught, in ${seconds(startedAt)}.`);
process.exitCode = caught === chosen.length ? 0 : 1;

/** Copies the working tree: tracked files and new ones that are not ignored; packages are linked. */
function copySources() {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  });
  for (const name of new Set(listed.toString().split('\0'))) {
    if (name !== '' && statSync(root + name, { throwIfNoEntry: false })?.isFile())
      cpSync(root + name, join(copy, name));
  }
  symlinkSync(`${root}node_modules`, join(copy, 'node_modules'));
}

async function holdsWithout() {
  if (!(await succeeds('words', await start(['scripts/words.mjs'])))) return false;
  const checks = new Map(chosen.map(({ catcher }) => [catcher.check, catcher.args]).filter(([name]) => name));
  for (const [name, args] of checks) {
    if (!(await succeeds(name, await start([name, ...(args ?? [])])))) return false;
  }
  for (const runner of ['vitest', 'playwright']) {
    const catchers = chosen.map(({ catcher }) => catcher).filter((catcher) => catcher[runner]);
    if (catchers.length === 0) continue;
    if (runner === 'playwright' && !(await succeeds('build', await start(['scripts/build.mjs']))))
      return false;
    const result = await startTests(catchers);
    // A title that no test has would run no test and pass.
    const missing = catchers.filter(({ title }) => !lineOf(result.output, /^\s*(?:✓|ok)\s/, title));
    if (missing.length > 0) console.log(`did not pass: ${missing.map(({ title }) => title).join(', ')}`);
    if (!(await succeeds(runner, result)) || missing.length > 0) return false;
  }
  return true;
}

function succeeds(name, { code, output }) {
  console.log(`  ${code === 0 ? 'holds' : 'FAILS'} ${name}`);
  if (code !== 0) console.log(output.slice(-4000).replaceAll(/^/gm, '    '));
  return code === 0;
}

/** Reason why a fault is not caught, if so. */
async function plant({ file, from, to, catcher, says }) {
  const path = join(copy, file);
  const before = readFileSync(path, 'utf8');
  if (timesIn(before, from) !== 1)
    return `This stands in ${file} ${timesIn(before, from)} times, and once it must:\n${from}`;
  writeFileSync(
    path,
    before.replace(from, () => to),
  );
  try {
    if (catcher.playwright) {
      const { code, output } = await start(['scripts/build.mjs']);
      if (code !== 0) return `The build fails already, before its test is run.\n${output.slice(-2000)}`;
    }
    const { code, output } = catcher.check
      ? await start([catcher.check, ...(catcher.args ?? [])])
      : await startTests([catcher]);
    if (code === 0) return `${catcher.check ?? catcher.title}: holds with the fault as well.`;
    if (catcher.title && !lineOf(output, /^\s*(?:FAIL|×|✘|x)\s/, catcher.title))
      return `It fails, but not in that test.\n${output.slice(-4000)}`;
    if (!output.includes(says)) return `It fails, but does not say "${says}".\n${output.slice(-4000)}`;
    return undefined;
  } finally {
    writeFileSync(path, before);
  }
}

function lineOf(output, mark, title) {
  return output.split('\n').some((line) => line.includes(title) && mark.test(line.split(title)[0]));
}

function startTests(catchers) {
  const [{ vitest }] = catchers;
  const files = [...new Set(catchers.map((catcher) => catcher.vitest ?? catcher.playwright))];
  const titles = catchers.map(({ title }) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return vitest
    ? start(['node_modules/vitest/vitest.mjs', 'run', '--reporter=verbose', ...files, '-t', titles])
    : start([
        'node_modules/@playwright/test/cli.js',
        'test',
        '--reporter=list',
        '--grep-invert',
        '@night',
        ...files,
        '-g',
        titles,
      ]);
}

/**
 * Environment of the copy, as in `npm test`, but without retries, which would only take longer, and without colours,
 * which would split the words.
 */
function start(args) {
  const env = {
    CI: '',
    NO_COLOR: '1',
    FORCE_COLOR: undefined,
    TEST_LONG: '',
    TEST_SEED: '',
    PATH: `${root}node_modules/.bin:${process.env.PATH}`,
  };
  return run(node, args, { cwd: copy, env, maxMinutes: 20 });
}
