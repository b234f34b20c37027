import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { isStaff } from '#platform/shared/roles.ts';
import { sectionAt } from './sections.ts';

const findUser = (client: QueryClient) => client.ensureQueryData(currentUserQuery).catch(() => null);

export async function loadAdmin(client: QueryClient, path: string) {
  const user = await findUser(client);
  const section = sectionAt(path);
  const title = user && section?.may(user) ? section.title() : m['app.admin.title']();
  return { head: pageHead({ path, title, hidden: true }) };
}

/**
 * Loads an address below /admin that is not a page. Only staff get a 404 or a redirect: everyone else gets the same
 * response as for any staff address, so that they do not learn which pages exist.
 */
export async function loadForStaff(client: QueryClient, path: string, instead: () => unknown = notFound) {
  const user = await findUser(client);
  if (user && isStaff(user)) throw instead();
  return await loadAdmin(client, path);
}
