/**
 * Finds indexes that no query of a test uses: runs the tests while PostgreSQL avoids sequential scans, and adds up what each of their
 * databases has counted. `node scripts/unused-indexes.mjs src/features/orders` runs some of the tests.
 *
 * Whether the tests pass is for `npm test` to say: some expect the plans of an ordinary server.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { node, run } from './lib-run.mjs';

/** Read by queries of which tests have too few rows for PostgreSQL to choose them, each with its query. May only get shorter. */
const kept = [
  // readStaffPage (admin/server/staff-index.ts), with a million rows in bench/admin-tables.ts.
  /^[a-z_]+_index_tokens$/,
  // The rest of a list of services near a place (services/server/nearby.ts), in bench/nearby.ts.
  /^service_location_(type_)?(cheapest|newest|rated)$/,
  // Questions with a tag (community/server/queries.ts).
  /^channel_message_tags$/,
];
/** Fewer indexes in use mean that the counting has broken. */
const minUsed = 200;

const { positionals: files } = parseArgs({ allowPositionals: true, options: { seed: { type: 'string' } } });
const folder = mkdtempSync(join(tmpdir(), 'gongbang-indexes-'));
const report = join(folder, 'uses');
const uses = new Map();
try {
  const { code, signal } = await run(node, ['node_modules/vitest/vitest.mjs', 'run', ...files], {
    show: true,
    env: { INDEX_USES: report },
  });
  // Vitest ends with 1 where tests fail.
  if (signal || code > 1) throw new Error('The tests were stopped.');
  for (const line of readFileSync(report, 'utf8').trim().split('\n')) {
    const [, count, definition] = /^(\d+) (.*)$/.exec(line) ?? [];
    // Indexes of windows of the search are alike, and small tests fill one of them.
    const family = definition.replace(/_window_\d+ .*/, '_window_…');
    uses.set(family, (uses.get(family) ?? 0) + Number(count));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const unseen = [...uses].flatMap(([definition, count]) => (count === 0 ? [definition] : [])).toSorted();
const used = uses.size - unseen.length;
const nameOf = (definition) => /^CREATE INDEX (\w+)/.exec(definition)?.[1] ?? '';
const unused = unseen.filter((definition) => !kept.some((each) => each.test(nameOf(definition))));
for (const definition of unused) console.error(`No test uses ${definition}`);
if (used < minUsed) console.error(`Only ${used} indexes are used: the counting has broken.`);
console.log(`${used} indexes used, ${unused.length} unused`);
process.exitCode = unused.length === 0 && used >= minUsed ? 0 : 1;
