import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { ApiError } from '#platform/client/fetcher.ts';
import { pageContext } from '#platform/client/page-context.ts';
import { pageHead } from '#platform/client/page-head.ts';
import { passportQuery } from './api.ts';

/** Loads a passport and its page's head. A revoked label has a page of its own, answered with 410. */
export async function loadPassport(client: QueryClient, code: string) {
  await client.ensureQueryData(currentUserQuery).catch(() => null);
  const page = { path: `/p/${code}`, hidden: true };
  try {
    const { title, picture } = await client.ensureQueryData(passportQuery(code));
    const named = title || m['passports.page.untitled']();
    const head = pageHead({
      ...page,
      title: `${named} · ${m['passports.page.name']()}`,
      description: m['passports.page.description']({ title: named }),
      image: picture?.url.startsWith('/api/images/') ? picture.url : null,
    });
    return { isRevoked: false, head };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) throw notFound();
    if (error.status !== 410) throw error;
    const context = pageContext();
    if (context?.answered) context.answered.status = 410;
    return { isRevoked: true, head: pageHead({ ...page, title: m['passports.page.revoked']() }) };
  }
}
