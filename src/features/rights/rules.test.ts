import { expect, test } from 'vitest';
import { exportState, keptUntil } from './rules.ts';

const at = (text: string) => new Date(`${text}T00:00:00.000Z`);

test.each([
  ['contract', '2026-11-22', '2031-11-22'],
  ['payment', '2024-02-29', '2029-02-28'],
  ['dispute', '2026-12-31', '2029-12-31'],
  ['advertising', '2026-08-31', '2027-02-28'],
  ['access', '2026-11-30', '2027-02-28'],
  ['staff', '2027-02-28', '2028-02-28'],
] as const)('%s from %s is kept until %s', (kind, from, until) => {
  expect(keptUntil(kind, at(from))).toEqual(at(until));
});

test.each([
  ['asked for a moment ago', { readyAt: null, expiresAt: null }, 'preparing'],
  ['ready and not over', { readyAt: at('2026-11-22'), expiresAt: at('2026-11-29') }, 'ready'],
  ['ready and over', { readyAt: at('2026-11-10'), expiresAt: at('2026-11-17') }, null],
] as const)('an export that is %s is %o', (_name, row, state) => {
  expect(exportState({ requestedAt: at('2026-11-22'), ...row }, at('2026-11-22'))).toBe(state);
});

test('an export that never finished does not block another one', () => {
  const row = { requestedAt: at('2026-11-20'), readyAt: null, expiresAt: null };
  expect(exportState(row, at('2026-11-22'))).toBeNull();
});
