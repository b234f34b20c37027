import type { QueryClient } from '@tanstack/react-query';
import { legalQuery } from '#features/legal/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';

const titles = {
  terms: () => m['legal.page.terms'](),
  privacy: () => m['legal.page.privacy'](),
};

/** Loads a document before rendering; the page shows errors itself. */
export async function loadLegal(client: QueryClient, name: 'terms' | 'privacy', version: string | undefined) {
  await client.ensureQueryData(legalQuery(name, version)).catch(() => null);
  // Search engines find the version in force.
  return { head: pageHead({ path: `/${name}`, title: titles[name](), hidden: version !== undefined }) };
}

export function loadTokushoho() {
  return { head: pageHead({ path: '/tokushoho', title: m['legal.page.tokushoho']() }) };
}
