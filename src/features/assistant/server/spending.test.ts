import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#app/testing.ts';
import { findSpent, settleTokens, spendingDay, takeTokens } from './spending.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const noon = new Date('2026-12-01T03:00:00Z');

test('concurrent requests cannot exceed the budget', async () => {
  const { db } = server.runtime;
  const { id } = await server.signUp();
  const taken = await Promise.all(Array.from({ length: 20 }, () => takeTokens(db, id, 300, 1000, noon)));
  expect(taken.filter(Boolean)).toHaveLength(3);
  expect(await findSpent(db, id, noon)).toBe(900);
  await settleTokens(db, id, { taken: 300, used: 120, at: noon });
  expect(await findSpent(db, id, noon)).toBe(720);
  expect(await takeTokens(db, id, 280, 1000, noon)).toBe(true);
  expect(await takeTokens(db, id, 1, 1000, noon)).toBe(false);
  expect(await takeTokens(db, id, 1001, 1000, new Date('2026-12-05T03:00:00Z'))).toBe(false);
});

test('a day begins at midnight in Korea, with a new budget', async () => {
  const { db } = server.runtime;
  const { id } = await server.signUp();
  expect(spendingDay(new Date('2026-12-01T14:59:59Z'))).toEqual({
    day: '2026-12-01',
    endsAt: new Date('2026-12-01T15:00:00Z'),
  });
  expect(spendingDay(new Date('2026-12-01T15:00:00Z')).day).toBe('2026-12-02');
  await takeTokens(db, id, 1000, 1000, noon);
  expect(await takeTokens(db, id, 1, 1000, noon)).toBe(false);
  expect(await takeTokens(db, id, 1, 1000, new Date('2026-12-01T15:00:00Z'))).toBe(true);
});
