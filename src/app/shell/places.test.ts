import { expect, test } from 'vitest';
import { isAbovePlace } from './places.ts';

test.each([
  ['/auctions', '/auctions', false],
  ['/auctions', '/auctions/00000000-0000-4000-8000-000000000000', false],
  ['/auctions', '/auctions/jobs', true],
  ['/auctions', '/auctions/jobs/create', true],
  ['/auctions', '/auctions/jobsearch', false],
  ['/auctions/jobs', '/auctions/jobs', false],
  ['/wanted', '/auctions/jobs', false],
])('%s at %s is above the place of the page: %s', (to, pathname, isAbove) => {
  expect(isAbovePlace(to, pathname)).toBe(isAbove);
});
