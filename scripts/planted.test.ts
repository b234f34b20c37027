import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faults, timesIn } from './lib-planted.mjs';

const textOf = (file: string) => readFileSync(file, 'utf8');

test('the text of each planted fault occurs exactly once in the current sources', () => {
  expect(new Set(faults.map(({ name }) => name)).size).toBe(12);
  expect(faults.map(({ name, file, from }) => [name, timesIn(textOf(file), from)])).toEqual(
    faults.map(({ name }) => [name, 1]),
  );
});

test('the catchers of planted faults are part of npm test', () => {
  const steps = [...textOf('scripts/check.mjs').matchAll(/\[('scripts\/[^\]]*)\]\]/g)].map(
    ([, step]) => step,
  );
  const unitTests = globSync('{src,demo,fakes,scripts}/**/*.test.ts');
  const browserTests = globSync('e2e/**/*.e2e.ts');
  const parts = new Set([...steps, ...unitTests, ...browserTests]);
  const catchers = faults.map(({ catcher: { check, args = [], vitest, playwright } }) =>
    check ? [check, ...args].map((part) => `'${part}'`).join(', ') : (vitest ?? playwright),
  );
  expect(catchers.filter((part) => !parts.has(part))).toEqual([]);
  // Tests that only run in the nightly run catch nothing by day.
  expect(faults.filter(({ catcher: { title = '' } }) => title.includes('@night'))).toEqual([]);
});
