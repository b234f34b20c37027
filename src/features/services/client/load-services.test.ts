import { describe, expect, test } from 'vitest';
import { seoul } from '../rules.ts';
import { validateServiceSearch } from './list-search.ts';
import { serviceRequest, sortOf } from './load-services.ts';

describe('services come', () => {
  test.each([
    ['newest first until somebody says where they are', {}, false, 'newest'],
    ['nearest first around where somebody is', {}, true, 'distance'],
    ['newest first in a city that was chosen', { city: 'busan' }, true, 'newest'],
    ['newest first where that was chosen', { sort: 'newest' }, true, 'newest'],
    ['cheapest first where that was chosen', { sort: 'lowPrice' }, true, 'lowPrice'],
    ['newest first where an address says nonsense', { sort: 'luck' }, false, 'newest'],
  ])('%s', (_name, address, isAround, sort) => {
    expect(sortOf(validateServiceSearch(address), isAround)).toBe(sort);
  });

  test('newest first around Seoul, which stands in for a place that cannot be had', () => {
    expect(serviceRequest(undefined, {}, seoul).sort).toBe('newest');
    expect(serviceRequest(undefined, {}, seoul, true).sort).toBe('distance');
  });
});
