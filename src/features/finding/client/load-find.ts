import type { QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { localizePath } from '#i18n/languages.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { pageHead } from '#platform/client/page-head.ts';
import { plainSearch, resultsPath, searchKinds } from '../rules.ts';
import { foundQuery } from './api.ts';
import { kindNames } from './words.ts';

/** Loads the results of a kind that has no list of its own; other kinds are redirected to theirs. */
export async function loadFind(client: QueryClient, asked: string, raw: Record<string, unknown>) {
  const text = typeof raw['search'] === 'string' ? plainSearch(raw['search']) : '';
  const kind = searchKinds.find((each) => each === asked);
  if (kind === undefined) throw notFound();
  if (kind !== 'people' && kind !== 'questions')
    throw redirect({ href: localizePath(resultsPath(kind, text), currentLocale()) });
  const number = Number(raw['page']);
  const page = Number.isSafeInteger(number) && number > 1 && number <= 999_999_999 ? number : 1;
  await Promise.all([
    client.ensureQueryData(currentUserQuery).catch(() => null),
    text === '' ? null : client.ensureQueryData(foundQuery(kind, text, page)).catch(() => null),
  ]);
  return {
    kind: kind as 'people' | 'questions',
    text,
    page,
    head: pageHead({
      path: `/find/${kind}`,
      title: text === '' ? kindNames[kind]() : m['finding.page.title']({ term: text }),
      hidden: true,
    }),
  };
}
