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
 * What is not a page of staff, or leads away. Whom staff pages do not concern is told so whatever the address is: only staff learn
 * which there are.
 */
export async function loadForStaff(client: QueryClient, path: string, instead: () => unknown = notFound) {
  const user = await findUser(client);
  if (user && isStaff(user)) throw instead();
  return await loadAdmin(client, path);
}
