import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOwnPath } from '#features/accounts/client/public.tsx';
import { herePath } from './here.ts';

const pathname = '/remote-support/questions/ask';

test('the question survives a sign-in, up to the length of an address', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1500 }), (problem) => {
      const next = herePath({
        pathname,
        searchStr: `?${new URLSearchParams({ resource: crypto.randomUUID(), problem })}`,
      });
      expect(isOwnPath(next)).toBe(true);
      const kept = new URL(next, 'http://here.test').searchParams.get('problem') ?? '';
      expect(problem.startsWith(kept.replace(/\uFFFD$/, ''))).toBe(true);
    }),
  );
  const long = '나사가 헛돌아요. '.repeat(100);
  const next = herePath({ pathname, searchStr: `?problem=${encodeURIComponent(long)}` });
  expect(new URL(next, 'http://here.test').searchParams.get('problem')?.length).toBeGreaterThan(150);
  expect(herePath({ pathname, searchStr: '' })).toBe(pathname);
});
