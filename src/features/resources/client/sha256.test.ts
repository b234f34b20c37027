import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Sha256, sha256OfFile } from './sha256.ts';

test('equals the reference SHA-256 for any chunking', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 5 }), (pieces) => {
      const ours = new Sha256();
      const theirs = createHash('sha256');
      for (const piece of pieces) {
        ours.update(piece);
        theirs.update(piece);
      }
      expect(ours.digest()).toBe(theirs.digest('hex'));
    }),
  );
});

test('hashing a file reports progress and can be aborted', async () => {
  const file = new Blob([new Uint8Array(9_000_000).fill(7)]);
  const told: number[] = [];
  const { signal } = new AbortController();
  const found = await sha256OfFile(file, (fraction) => told.push(fraction), signal);
  expect(found).toBe(createHash('sha256').update(new Uint8Array(9_000_000).fill(7)).digest('hex'));
  expect(told.at(-1)).toBe(1);
  expect(told.length).toBe(3);
  await expect(sha256OfFile(file, () => {}, AbortSignal.abort())).rejects.toThrow('aborted');
});
