import { afterEach, expect, test } from 'vitest';
import { myGroups } from '#features/accounts/client/public.tsx';
import { locales } from '#i18n/languages.ts';
import { overwriteGetLocale } from '#i18n/generated/runtime.js';
import { routes } from '../routes.ts';

afterEach(() => overwriteGetLocale(() => 'ko'));

/** Pages that others lead to: receipts and refunds are listed with transactions, sessions are a part of security. */
const below = new Set(['/my/receipts', '/my/refunds', '/my/sessions', '/my/proposals']);

type Route = { path?: string; children?: readonly Route[] };

test('each page of a person’s own area is in one group', () => {
  const own = (routes as Route).children?.find(({ path }) => path === '/my')?.children ?? [];
  const pages = own.flatMap(({ path = '' }) => (path === '' || path.includes('$') ? [] : `/my${path}`));
  const grouped = myGroups.flatMap((group) => group.pages.map(({ to }) => to as string));
  expect(new Set(grouped).size).toBe(grouped.length);
  expect(grouped.filter((page) => page !== '/payment/basket').toSorted()).toEqual(
    pages.filter((page) => !below.has(page)).toSorted(),
  );
});

test.each(locales)('groups and pages have different names in %s', (locale) => {
  overwriteGetLocale(() => locale);
  expect(myGroups).toHaveLength(5);
  const names = myGroups.flatMap((group) => [group.name(), ...group.pages.map(({ name }) => name())]);
  expect(names.every((name) => name.length > 0 && !name.includes('accounts.'))).toBe(true);
  expect(new Set(names).size).toBe(names.length);
});
