import { expect, test } from 'vitest';
import { freshness, shownListStaleMs } from './freshness.ts';

const minute = 60_000;
const hour = 60 * minute;

test.each([
  ['static files', '/assets/index.js', 24 * hour, 6 * hour],
  ['static files', '/static/logo.svg', 24 * hour, 6 * hour],
  ['type lists', '/api/resources/type/software', hour, 6 * hour],
  ['type lists', '/api/services/type/3d_printing?page=2', hour, 6 * hour],
  ['plain lists', '/api/resources', 15 * minute, 2 * hour],
  ['plain lists', '/api/services?limit=6', 15 * minute, 2 * hour],
  ['plain lists', '/api/services/nearby?lat=37', 15 * minute, 2 * hour],
  ['the person', '/api/user', 5 * minute, hour],
  ['what is the person’s', '/api/user/resources', 5 * minute, hour],
  ['accounts', '/api/account/settings', 5 * minute, hour],
  ['orders', '/api/user/orders', 2 * minute, hour],
  ['orders', '/api/orders/1', 2 * minute, hour],
  ['transactions', '/api/user/transactions', 2 * minute, hour],
  ['all else', '/api/resources/0190-one', 10 * minute, hour],
  ['all else', '/api/channels', 10 * minute, hour],
])('%s: %s', (_, path, staleTime, gcTime) => {
  expect(freshness(path)).toEqual({ staleTime, gcTime });
});

test('a list on screen is fresh for 5 minutes', () => {
  expect(shownListStaleMs).toBe(5 * minute);
});
