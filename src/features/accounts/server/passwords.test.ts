import { expect, test } from 'vitest';
import { PasswordQueue } from './passwords.ts';

test('verifies its own hashes, and an unknown account with the same work', async () => {
  const queue = new PasswordQueue(1, 10);
  const stored = await queue.hash('a long enough one');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await queue.verify(stored, 'a long enough one')).toBe(true);
  expect(await queue.verify(stored, 'another')).toBe(false);
  expect(await queue.verify(null, 'anything')).toBe(false);
  expect(await queue.verify(undefined, '')).toBe(false);
  expect(queue.done).toBe(5);
});

test("uses OWASP's cost by default, and verifies each hash at its stored cost", async () => {
  const queue = new PasswordQueue(1, 10);
  expect(queue.cost).toBe('full');
  const stored = await queue.hash('a long enough one');
  queue.cost = 'test';
  const cheap = await queue.hash('a long enough one');
  expect(cheap).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
  for (const cost of ['test', 'full'] as const) {
    queue.cost = cost;
    expect([
      await queue.verify(stored, 'a long enough one'),
      await queue.verify(cheap, 'a long enough one'),
      await queue.verify(null, 'a long enough one'),
    ]).toEqual([true, true, false]);
  }
});

test('refuses requests when the queue is full and recovers afterwards', async () => {
  const queue = new PasswordQueue(1, 2);
  const flood = await Promise.allSettled(Array.from({ length: 10 }, () => queue.hash('x')));
  const refused = flood.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(7);
  expect(refused[0]).toMatchObject({ reason: { kind: { code: 'overloaded', status: 503 } } });
  await expect(queue.hash('x')).resolves.toBeDefined();
  expect(queue.done).toBe(4);
});
