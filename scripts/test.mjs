/**
 * `npm test`: everything that must hold before a change lands, from a fresh clone, with whatever Node the
 * machine has.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`The tests start with Node 20 or newer; this is ${process.version}.`);
  process.exit(1);
}
const { build, installPackages, Obstacle, orExplain } = await import('./lib-prepare.mjs');
const { ensureChromium } = await import('./lib-chromium.mjs');
const { ensureServers } = await import('./lib-servers.mjs');
const { node, root, run } = await import('./lib-run.mjs');

const results = `${root}test-results`;
/** Servers and threads that tests start hundreds of times need not be compiled each time. */
const compiled = `${root}node_modules/.cache/compiled`;
const failures = [];
const counts = { passed: 0, failed: 0, skipped: 0 };

const chromium = await orExplain(async () => {
  await installPackages('1/5');
  return ensureChromium('1/5');
});
await ensureServers('1/5');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

if (!(await step('2/5 Checks', ['scripts/check.mjs']))) fail('the checks');

const vitestHeld = await step('3/5 Rules, routes and scripts (Vitest)', [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=json',
  '--reporter=./scripts/report-unhandled.mjs',
  `--outputFile.json=${results}/vitest.json`,
]);
const vitest = report('vitest.json');
count('Vitest', vitestHeld, vitest?.numPassedTests, vitest?.numFailedTests, vitest?.numPendingTests);
const failedTests = (vitest?.testResults ?? []).flatMap(({ name, assertionResults }) =>
  assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName }) => `${name.replace(root, '')}: ${fullName}`),
);

let built = false;
console.log('');
try {
  await build('4/5');
  built = true;
} catch (error) {
  if (!(error instanceof Obstacle)) throw error;
  console.error(error.message);
  fail('the build');
}

if (built) {
  const args = ['node_modules/@playwright/test/cli.js', 'test'];
  const held = await step('5/5 What people do, in a browser (Playwright)', args, {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: `${results}/playwright.json`,
  });
  const stats = report('playwright.json')?.stats;
  if (stats?.flaky > 0)
    console.log(`\n${stats.flaky} browser test(s) passed only at a second try: see "flaky" above.`);
  count('Playwright', held, stats && stats.expected + stats.flaky, stats?.unexpected, stats?.skipped);
}

// Again at the end: hundreds of lines lie between.
for (const name of failedTests) console.log(`\nfailed: ${name}`);
for (const error of report('unhandled.json') ?? []) console.log(`\nfailed outside of any test: ${error}`);
console.log(failures.length === 0 ? '\nEverything holds.' : `\nFailed: ${failures.join(', ')}.`);
console.log(
  `${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`,
);
process.exitCode = failures.length === 0 && counts.passed > 0 ? 0 : 1;

async function step(name, args, env = {}) {
  console.log(`\n${name}`);
  const { code } = await run(node, args, {
    show: true,
    env: { ...env, NODE_COMPILE_CACHE: compiled, PATH: `${root}node_modules/.bin:${process.env.PATH}` },
  });
  return code === 0;
}

function report(file) {
  return existsSync(`${results}/${file}`)
    ? JSON.parse(readFileSync(`${results}/${file}`, 'utf8'))
    : undefined;
}

/** Whatever failed counts, so that the last line never says "0 failed" when something did. */
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
