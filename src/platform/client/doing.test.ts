import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDoing } from './doing.ts';

const now = Date.UTC(2026, 10, 29);
const kept = (path: unknown, at: unknown = now) => JSON.stringify({ path, at });

test('the way back is a recent path of our own', () => {
  expect(readDoing(kept('/services/register/3d_printing?draft=1'), now)).toBe(
    '/services/register/3d_printing?draft=1',
  );
  expect(readDoing(kept('/jp/wanted/create', now - 23 * 3_600_000), now)).toBe('/jp/wanted/create');
  for (const text of [null, '', '{', 'null', kept(1), kept('/a', 'x'), kept('/a', now + 1)])
    expect(readDoing(text, now)).toBeNull();
  expect(readDoing(kept('/a', now - 25 * 3_600_000), now)).toBeNull();
  for (const path of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])
    expect(readDoing(kept(path), now)).toBeNull();
});

test('nothing that is stored leads to another site', () => {
  fc.assert(
    fc.property(fc.string(), (path) => {
      const back = readDoing(kept(path), now) ?? '/';
      expect(new URL(back, 'http://own.test').origin).toBe('http://own.test');
    }),
  );
});
