import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('every test with a shorter form in npm test has a row in npm run nightly', () => {
  const table = readFileSync('scripts/nightly.mjs', 'utf8');
  const rows = [...table.matchAll(/tests: \[([^\]]+)\]/g)].flatMap(([, names = '']) =>
    [...names.matchAll(/'([^']+)'/g)].map(([, name = '']) => name),
  );
  expect(rows).toContain('killed');
  const shortened = globSync('{src,demo}/**/*.test.ts').filter((file) =>
    /\b(isLongRun|randomRuns\()/.test(readFileSync(file, 'utf8')),
  );
  expect(shortened.length).toBeGreaterThan(10);
  expect(shortened.filter((file) => !rows.some((row) => file.includes(row)))).toEqual([]);
});
