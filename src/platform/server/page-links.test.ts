import { expect, test } from 'vitest';
import { pageHeaders } from './page-links.ts';

const linksOf = (url: string, found: { page: number; pageCount: number }) =>
  pageHeaders(url, { ...found, total: 0 }).link;

test('links keep the whole query, including a question mark', () => {
  const page = (number: number) => `/api/resources?search=led%3F&sort=downloads&page=${number}`;
  expect(linksOf('/api/resources?search=led?&sort=downloads&page=2', { page: 2, pageCount: 3 })).toBe(
    `<${page(1)}>; rel="first", <${page(1)}>; rel="prev", <${page(3)}>; rel="next", <${page(3)}>; rel="last"`,
  );
  expect(linksOf('/api/services', { page: 1, pageCount: 1 })).toBe(
    '</api/services?page=1>; rel="first", </api/services?page=1>; rel="last"',
  );
});

test('links are omitted if they would exceed the header limit of clients', () => {
  const search = (length: number) => `/api/resources?search=${'a'.repeat(length)}`;
  expect(linksOf(search(12_000), { page: 2, pageCount: 3 })).toBe('');
  expect(linksOf(search(300), { page: 2, pageCount: 3 })).not.toBe('');
});
