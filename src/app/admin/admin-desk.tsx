import { Link } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { canManageSynonyms } from '#features/search/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { isStaff } from '#platform/shared/roles.ts';
import { AdminScreen } from './admin-screen.tsx';
import { Restricted } from './restricted.tsx';
import { sections } from './sections.ts';

/** Not a page of the route table. */
const figuresPlace: string = '/search';
/** Beside the page where there is room for it, above it on a phone. */
const tab =
  'block border-b-2 border-transparent px-3 py-3 whitespace-nowrap hover:text-accent-strong data-[status=active]:border-accent data-[status=active]:font-semibold data-[status=active]:text-accent-strong ' +
  'lg:rounded-md lg:border-b-0 lg:py-2 lg:whitespace-normal lg:data-[status=active]:bg-accent-soft';

/** What stands at an address below /admin for somebody. Courtesy: every call behind it asks on the server who is asking. */
export function AdminDesk({ path, user }: { path: string; user: CurrentUser }) {
  const section = sections.find((each) => each.path === path);
  const list = useRef<HTMLUListElement>(null);
  // On a phone the list is wider than the screen: where one is must be in sight.
  useEffect(() => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const current = links.find((link) => link.pathname.endsWith(placeOf(path)));
    if (current) list.current?.scrollTo({ left: current.offsetLeft - 16 });
  }, [path]);
  if (!(section ? section.may(user) : isStaff(user))) return <Restricted />;
  return (
    <div className="wide grid items-start gap-x-8 py-8 lg:grid-cols-[12rem_minmax(0,1fr)]">
      <a
        href="#desk"
        className="sr-only rounded-md bg-surface px-4 py-3 text-accent-strong underline focus:not-sr-only focus:col-span-full"
      >
        {m['admin.page.skip_menu']()}
      </a>
      <nav
        aria-label={m['admin.page.sections']()}
        className="mb-6 min-w-0 border-b border-line lg:sticky lg:top-4 lg:border-b-0"
      >
        <ul ref={list} className="relative flex overflow-x-auto lg:grid lg:gap-1">
          <li>
            <Link to={placeOf('dashboard')} className={tab}>
              {m['admin.page.home']()}
            </Link>
          </li>
          {sections
            .filter(({ may }) => may(user))
            .map((each) => (
              <li key={each.path}>
                <Link to={placeOf(each.path)} className={tab}>
                  {each.name()}
                </Link>
              </li>
            ))}
          {canManageSynonyms(user) && (
            <li>
              <Link to={figuresPlace} className={tab}>
                {m['search.monitoring.title']()}
              </Link>
            </li>
          )}
        </ul>
      </nav>
      <div id="desk" tabIndex={-1} className="min-w-0 lg:col-start-2">
        <Suspense fallback={<div aria-busy="true" className="h-96 animate-pulse rounded-lg bg-sunken" />}>
          {section ? <section.Screen /> : <AdminScreen user={user} />}
        </Suspense>
      </div>
    </div>
  );
}

/** Below a route that takes any path. */
function placeOf(path: string): string {
  return `/admin/${path}`;
}
