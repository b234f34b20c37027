/**
 * `npm run nightly`: the long variants of `npm test`, a check of all patterns, attacks, and planted faults. Each suite
 * has its own seed, which is recorded and reproduces the run. `npm run nightly -- --only orders --seed 1 --runs 1000`
 * runs one of them.
 */
import { randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { node, root, run, seconds } from './lib-run.mjs';

/**
 * One row per suite: `tests` are Vitest files, run in their long form (`isLongRun`) with `runs` tries of each property
 * (`randomRuns`); `script` gets its `args` and `--seed`; `browser` selects tests of `e2e/` with that in their titles,
 * on the existing build.
 */
const suites = [
  { name: 'orders', tests: ['src/features/orders/server/model.test.ts'], runs: 10_000 },
  {
    name: 'auctions',
    tests: ['src/features/auctions/server/at-once.test.ts', 'src/features/auctions/rules.test.ts'],
    runs: 20_000,
  },
  { name: 'logs', tests: ['src/features/auctions/log.test.ts'], runs: 20_000 },
  { name: 'sponsors', tests: ['src/features/sponsorship/server/routes.test.ts'], runs: 1000 },
  { name: 'baskets', tests: ['src/features/baskets'], runs: 1000 },
  { name: 'wanted', tests: ['src/features/wanted'], runs: 1000 },
  { name: 'ceilings', tests: ['src/features/orders/server/ceilings.test.ts'], runs: 100_000 },
  // Matches killed.test.ts, killed-database.test.ts and realtime-killed.test.ts.
  { name: 'crashes', tests: ['killed', 'src/features/community/server/at-once.test.ts'] },
  { name: 'restores', tests: ['src/app/backup', 'src/platform/server/embedded-postgres.test.ts'] },
  {
    name: 'lists',
    tests: ['src/features/resources/server/listing.test.ts', 'src/features/services/server/routes.test.ts'],
    runs: 300,
  },
  {
    name: 'search',
    tests: ['src/platform/server/text-index.test.ts', 'src/features/finding/server/routes.test.ts'],
    runs: 1000,
  },
  { name: 'addresses', tests: ['src/features/services/server/address-table.test.ts'], runs: 100_000 },
  {
    name: 'formats',
    tests: [
      'src/platform/shared/formats-fuzz.test.ts',
      'src/platform/shared/onnx.test.ts',
      'src/features/resources/parts-reading.test.ts',
      'src/features/resources/gcode.test.ts',
      'src/features/resources/gcode-layers.test.ts',
      'src/features/resources/notebook.test.ts',
    ],
    runs: 10_000,
  },
  {
    name: 'passports',
    tests: [
      'src/features/passports/code.test.ts',
      'src/features/passports/gtin.test.ts',
      'src/features/passports/server/recalls.test.ts',
    ],
    runs: 100_000,
  },
  { name: 'receipts', tests: ['src/features/orders/server/shares.test.ts'], runs: 10_000 },
  {
    name: 'models',
    tests: ['src/platform/shared/models/examine.test.ts', 'src/platform/shared/boards/boards.test.ts'],
    runs: 1000,
  },
  { name: 'pages', tests: ['src/app/guest-pages.test.ts', 'src/app/page-forms.test.ts'], runs: 5000 },
  { name: 'gateways', tests: ['src/features/payments/server/gateways'] },
  { name: 'inputs', tests: ['src/app/worst-inputs.test.ts', 'src/app/refused-bodies.test.ts'] },
  { name: 'ids', tests: ['src/app/foreign-ids.test.ts'] },
  { name: 'erasure', tests: ['src/app/personal-data.test.ts'] },
  { name: 'browser', browser: '@night' },
  { name: 'indexes', script: 'scripts/unused-indexes.mjs' },
  { name: 'patterns', script: 'scripts/check-patterns.mjs', args: ['--all'] },
  { name: 'attack', script: 'tests/attack/run.ts' },
  { name: 'planted', script: 'scripts/planted.mjs' },
];

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    seed: { type: 'string' },
    runs: { type: 'string' },
  },
});
const unknown = (values.only ?? []).filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no suite "${unknown.join(', ')}": only ${suites.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}

function command({ tests, script, args = [], browser }, seed) {
  if (script) return [script, ...args, '--seed', String(seed)];
  return browser
    ? ['node_modules/@playwright/test/cli.js', 'test', '--grep', browser]
    : ['node_modules/vitest/vitest.mjs', 'run', ...tests];
}

const folder = `${root}test-results`;
mkdirSync(folder, { recursive: true });
const results = [];
for (const suite of suites) {
  const { name, runs } = suite;
  if (values.only && !values.only.includes(name)) continue;
  const seed = Number(values.seed ?? randomInt(2 ** 31));
  const tried = values.runs ?? runs;
  console.log(`\n${name}, seed ${seed}\n${'='.repeat(name.length)}`);
  const startedAt = Date.now();
  const { code } = await run(node, command(suite, seed), {
    show: true,
    env: {
      TEST_LONG: '1',
      TEST_SEED: String(seed),
      ...(tried && { TEST_RUNS: String(tried) }),
      PATH: `${root}node_modules/.bin:${process.env.PATH}`,
    },
  });
  results.push({
    name,
    held: code === 0,
    seed,
    took: seconds(startedAt),
    again: `npm run nightly -- --only ${name} --seed ${seed}${values.runs ? ` --runs ${values.runs}` : ''}`,
  });
  // Written after each suite, so that an interrupted run keeps its results.
  writeFileSync(`${folder}/nightly.json`, `${JSON.stringify(results, null, 2)}\n`);
}

console.log('');
for (const { name, held, seed, took, again } of results)
  console.log(
    `${held ? 'held  ' : 'FAILED'} ${name.padEnd(9)} ${took.padStart(8)}, seed ${seed}${held ? '' : `; again: ${again}`}`,
  );
process.exitCode = results.every(({ held }) => held) ? 0 : 1;
