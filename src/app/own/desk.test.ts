import { afterEach, expect, test } from 'vitest';
import { isUnder, myGroups, pagesBelow } from '#features/accounts/client/public.tsx';
import { locales } from '#i18n/languages.ts';
import { overwriteGetLocale } from '#i18n/generated/runtime.js';
import { routes } from '../routes.ts';

afterEach(() => overwriteGetLocale(() => 'ko'));

type Route = { path?: string; children?: readonly Route[] };

test('each page of a person’s own area is in one group', () => {
  const own = (routes as Route).children?.find(({ path }) => path === '/my')?.children ?? [];
  const pages = own.flatMap(({ path = '' }) => (path === '' || path.includes('$') ? [] : `/my${path}`));
  const grouped = myGroups.flatMap((group) => group.pages.map(({ to }) => to as string));
  expect(new Set(grouped).size).toBe(grouped.length);
  expect(grouped.filter((page) => page !== '/payment/basket').toSorted()).toEqual(
    pages.filter((page) => !(page in pagesBelow)).toSorted(),
  );
});

test.each([
  ['/my/orders', 'buying'],
  ['/my/receipts/0b6f', 'buying'],
  ['/my/refunds/0b6f', 'buying'],
  ['/my/proposals', 'waiting'],
  ['/my/sessions', 'account'],
  ['/my/services/0b6f/workshop', 'selling'],
  ['/my/ordersheet', undefined],
])('%s shows the group %s', (pathname, group) => {
  expect(myGroups.find(({ pages }) => pages.some(({ to }) => isUnder(pathname, to)))?.id).toBe(group);
});

test.each(locales)('groups and pages have different names in %s', (locale) => {
  overwriteGetLocale(() => locale);
  expect(myGroups).toHaveLength(5);
  const names = myGroups.flatMap((group) => [group.name(), ...group.pages.map(({ name }) => name())]);
  expect(names.every((name) => name.length > 0 && !name.includes('accounts.'))).toBe(true);
  expect(new Set(names).size).toBe(names.length);
});
