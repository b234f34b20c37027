/** `npm test`: everything that must hold before a change is merged, from a fresh clone, with any Node on the machine. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`The tests start with Node 20 or newer; this is ${process.version}.`);
  process.exit(1);
}
const { build, installPackages, Obstacle, orExplain } = await import('./lib-prepare.mjs');
const { ensureChromium } = await import('./lib-chromium.mjs');
const { ensureServers } = await import('./lib-servers.mjs');
const { node, root, run, seconds } = await import('./lib-run.mjs');

const results = `${root}test-results`;
/** Compile cache for servers and threads that tests start hundreds of times. */
const compiled = `${root}node_modules/.cache/compiled`;
const failures = [];
const stages = [];
const counts = { passed: 0, failed: 0, skipped: 0 };

const chromium = await orExplain(async () => {
  await installPackages('1/4');
  return ensureChromium('1/4');
});
await ensureServers('1/4');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

// Both read the generated messages, and neither writes them again once they exist.
await run(node, ['scripts/words.mjs']);
// The checks use one core most of the time; the build has the other.
const building = timed('Build', () => build('2/4')).then(
  () => true,
  (error) => {
    if (!(error instanceof Obstacle)) throw error;
    return error;
  },
);
const checksHeld = await step('2/4 Checks', 'Checks', ['scripts/check.mjs'], 15);
const built = await building;
if (!checksHeld) fail('the checks');
if (built !== true) {
  console.error(built.message);
  fail('the build');
}

const vitestHeld = await step(
  '3/4 Rules, routes and scripts (Vitest)',
  'Vitest',
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    '--reporter=./scripts/report-unhandled.mjs',
    `--outputFile.json=${results}/vitest.json`,
  ],
  40,
);
const vitest = report('vitest.json');
const { unhandled = [], flaky = [] } = report('beside.json') ?? {};
count('Vitest', vitestHeld, vitest?.numPassedTests, vitest?.numFailedTests, vitest?.numPendingTests);
const unitTests = (vitest?.testResults ?? []).flatMap(({ name, assertionResults }) =>
  assertionResults.map(({ fullName, status, duration = 0, failureMessages }) => ({
    name: `${name.replace(root, '')}: ${fullName}`,
    status,
    duration,
    why: failureMessages[0],
  })),
);

let browserTests = [];
if (built === true) {
  const held = await step(
    '4/4 What people do, in a browser (Playwright)',
    'Playwright',
    ['node_modules/@playwright/test/cli.js', 'test', '--grep-invert', '@night'],
    45,
    { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: `${results}/playwright.json` },
  );
  const found = report('playwright.json');
  const stats = found?.stats;
  browserTests = (found?.suites ?? []).flatMap((suite) => browserTestsOf(suite));
  flaky.push(...browserTests.filter(({ status }) => status === 'flaky').map(({ name }) => name));
  count('Playwright', held, stats && stats.expected + stats.flaky, stats?.unexpected, stats?.skipped);
}

console.log('\nThe 40 slowest tests:');
for (const { name, duration } of [...unitTests, ...browserTests]
  .toSorted((one, other) => other.duration - one.duration)
  .slice(0, 40))
  console.log(`${(duration / 1000).toFixed(1).padStart(7)} s  ${name}`);
console.log(`\n${stages.map(({ name, took }) => `${name} ${took}`).join(', ')}`);

// Repeated at the end, because hundreds of lines lie in between.
for (const { name, status, why } of unitTests)
  if (status === 'failed') console.log(`\nfailed: ${name}\n${firstLines(why)}`);
for (const error of unhandled) console.log(`\nfailed outside of any test: ${error}`);
for (const name of flaky) console.log(`\npassed only at a second try: ${name}`);
console.log(`\nflaky: ${flaky.length}`);
console.log(failures.length === 0 ? 'Everything holds.' : `Failed: ${failures.join(', ')}.`);
console.log(
  `${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`,
);
process.exitCode = failures.length === 0 && counts.passed > 0 ? 0 : 1;

/** Message of an error: its first lines hold the differences, the stack follows. */
function firstLines(message = '') {
  const lines = message.split('\n').slice(0, 12);
  return lines.map((line) => `  ${line.slice(0, 300)}`).join('\n');
}

async function timed(name, act) {
  const startedAt = Date.now();
  try {
    return await act();
  } finally {
    stages.push({ name, took: seconds(startedAt) });
  }
}

/** A stage that hangs must not prevent the following ones. */
async function step(title, name, args, maxMinutes, env = {}) {
  console.log(`\n${title}`);
  const { code } = await timed(name, () =>
    run(node, args, {
      show: true,
      maxMinutes: maxMinutes,
      env: { ...env, NODE_COMPILE_CACHE: compiled, PATH: `${root}node_modules/.bin:${process.env.PATH}` },
    }),
  );
  return code === 0;
}

/** Flattens Playwright's report; `status` covers all tries of a test. */
function browserTestsOf({ file, specs = [], suites = [] }) {
  return [
    ...specs.flatMap(({ title, tests }) =>
      tests.map(({ status, results: tries }) => ({
        name: `e2e/${file}: ${title}`,
        status,
        duration: tries.reduce((sum, { duration }) => sum + duration, 0),
      })),
    ),
    ...suites.flatMap((suite) => browserTestsOf(suite)),
  ];
}

function report(file) {
  return existsSync(`${results}/${file}`)
    ? JSON.parse(readFileSync(`${results}/${file}`, 'utf8'))
    : undefined;
}

/** Counts every failure, so that the last line never says "0 failed" when something did. */
function fail(what, tests = 1) {
  failures.push(what);
  counts.failed += tests;
}

function count(runner, held, passed = 0, failed = 0, skipped = 0) {
  counts.passed += passed;
  counts.skipped += skipped;
  if (passed + failed === 0) fail(`${runner} (ran no test)`);
  else if (!held || failed > 0) fail(runner, Math.max(failed, 1));
}
