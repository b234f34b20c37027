import { describe, expect, test } from 'vitest';
import { seoul } from '../rules.ts';
import { validateServiceSearch } from './list-search.ts';
import { serviceRequest, servicesTitle, sortOf } from './load-services.ts';

describe('services are requested', () => {
  test.each([
    ['newest first until somebody says where they are', {}, 'newest'],
    ['newest first around where somebody is', {}, 'newest'],
    ['nearest first where that was chosen', { sort: 'distance' }, 'distance'],
    ['newest first in a city that was chosen', { city: 'busan' }, 'newest'],
    ['newest first where that was chosen', { sort: 'newest' }, 'newest'],
    ['cheapest first where that was chosen', { sort: 'lowPrice' }, 'lowPrice'],
    ['newest first where an address says nonsense', { sort: 'luck' }, 'newest'],
  ])('%s', (_name, address, sort) => {
    expect(sortOf(validateServiceSearch(address))).toBe(sort);
  });

  test('from everywhere until there is a centre, even with a radius in the address', () => {
    expect(serviceRequest(undefined, { radius: 20 })).toMatchObject({ sort: 'newest' });
    expect(serviceRequest(undefined, { radius: 20 })).not.toHaveProperty('radius');
    expect(serviceRequest(undefined, {}, seoul)).toMatchObject({ near: seoul, radius: 10, sort: 'newest' });
  });
});

test.each([
  [undefined, '전체 서비스'],
  ['3d_printing', '가까운 3D 프린터'],
  ['xyz', '‘xyz’ 서비스'],
  ['x'.repeat(50), `‘${'x'.repeat(40)}…’ 서비스`],
])('the list of %s is titled %s', (type, title) => {
  expect(servicesTitle(type)).toBe(title);
});
