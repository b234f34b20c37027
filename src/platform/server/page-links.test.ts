import { expect, test } from 'vitest';
import { pageHeaders } from './page-links.ts';

const linksOf = (url: string, found: { page: number; pageCount: number }) =>
  pageHeaders(url, { ...found, total: 0 }).link;

test('links keep everything that was asked for, a question mark too', () => {
  const page = (number: number) => `/api/resources?search=led%3F&sort=downloads&page=${number}`;
  expect(linksOf('/api/resources?search=led?&sort=downloads&page=2', { page: 2, pageCount: 3 })).toBe(
    `<${page(1)}>; rel="first", <${page(1)}>; rel="prev", <${page(3)}>; rel="next", <${page(3)}>; rel="last"`,
  );
  expect(linksOf('/api/services', { page: 1, pageCount: 1 })).toBe(
    '</api/services?page=1>; rel="first", </api/services?page=1>; rel="last"',
  );
});

test('links are left out where they would be longer than clients read headers', () => {
  const search = (length: number) => `/api/resources?search=${'a'.repeat(length)}`;
  expect(linksOf(search(12_000), { page: 2, pageCount: 3 })).toBe('');
  expect(linksOf(search(300), { page: 2, pageCount: 3 })).not.toBe('');
});
