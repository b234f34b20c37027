import { expect, test } from 'vitest';
import { parseAddressSearch, writeAddressSearch } from './address-search.ts';

test.each(['3.0', '0.10', '1e5', '007', 'true', 'null', '[1]', '{"a":1}', '"볼트"', '드론 팔', 'a+b&c=d'])(
  'a search for %s is that text, in the address and out of it',
  (term) => {
    const address = writeAddressSearch({ search: term, page: 2 });
    expect(parseAddressSearch(address)).toEqual({ search: term, page: '2' });
    expect(address).toBe(`?${new URLSearchParams({ search: term, page: '2' })}`);
  },
);

test('omits undefined values', () => {
  expect(writeAddressSearch({ search: undefined })).toBe('');
  expect(parseAddressSearch('')).toEqual({});
});
