import { expect, test } from 'vitest';
import { nearMeQuery } from './api.ts';

test('services near me are sorted by distance, not by date', () => {
  expect(nearMeQuery({ lat: 37.5, long: 127 }).queryKey).toEqual([
    'services',
    '/api/services/nearby?lat=37.5&long=127&maxDistance=10&sort=distance&limit=4',
  ]);
});
