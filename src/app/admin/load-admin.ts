import type { QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { isStaff } from '#platform/shared/roles.ts';
import { sections } from './sections.ts';

const editPrefix = 'resources/edit/';

/** Whom staff pages do not concern is told so whatever the address is: only staff learn which there are. */
export async function loadAdmin(client: QueryClient, path = '') {
  const user = await client.ensureQueryData(currentUserQuery).catch(() => null);
  const section = sections.find((each) => each.path === path);
  if (user && isStaff(user) && !section && path !== '' && path !== 'dashboard') {
    // Staff upload, and edit the resource of whoever, on the pages on which its owner does.
    if (path === 'resources/upload')
      throw redirect({ to: '/resources/upload{$variant}', params: { variant: '' } });
    if (path.startsWith(editPrefix))
      throw redirect({ to: '/resources/manage/$id', params: { id: path.slice(editPrefix.length) } });
    throw notFound();
  }
  const title = user && section?.may(user) ? section.title() : m['app.admin.title']();
  return { head: pageHead({ path: `/admin/${path}`, title, hidden: true }) };
}
