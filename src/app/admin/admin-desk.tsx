import { Link } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { canManageSynonyms } from '#features/search/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { isStaff } from '#platform/shared/roles.ts';
import { Restricted } from './restricted.tsx';
import { groupNames, groups, sectionAt, sections } from './sections.ts';

/** Menu of the staff pages: at the side where there is room, above the page on a phone. */
const tab =
  'block border-b-2 border-transparent px-3 py-3 whitespace-nowrap hover:text-accent-strong data-[status=active]:border-accent data-[status=active]:font-semibold data-[status=active]:text-accent-strong ' +
  'lg:rounded-md lg:border-b-0 lg:py-2 lg:whitespace-normal lg:data-[status=active]:bg-accent-soft';

/** Staff page with its menu, shown to those who may see it. The server decides about access at each call. */
export function AdminDesk({
  path,
  user,
  children,
}: {
  path: string;
  user: CurrentUser;
  children: ReactNode;
}) {
  const section = sectionAt(path);
  const menu = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  // The list is wider than a phone and higher than most screens: scroll the current entry into view.
  useEffect(() => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const current = links.find((link) => link.pathname.endsWith(path));
    if (!current || !menu.current) return;
    list.current?.scrollTo({ left: current.offsetLeft - 16 });
    const { clientHeight } = menu.current;
    if (current.offsetTop + current.offsetHeight > clientHeight)
      menu.current.scrollTo({ top: current.offsetTop - clientHeight / 2 });
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
        ref={menu}
        aria-label={m['admin.page.sections']()}
        className="mb-6 min-w-0 border-b border-line lg:sticky lg:top-4 lg:-m-1 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto lg:p-1 lg:border-b-0"
      >
        <ul ref={list} className="relative flex overflow-x-auto lg:grid lg:gap-1">
          <li>
            <Link to="/admin/dashboard" className={tab}>
              {m['admin.page.home']()}
            </Link>
          </li>
          {groups.map((group) => {
            const pages = sections.filter((each) => each.group === group && each.may(user));
            const hasFigures = group === 'site' && canManageSynonyms(user);
            if (pages.length === 0) return null;
            return (
              // On a phone the whole menu is one line without room for headings.
              <li key={group} className="contents lg:grid lg:pt-3">
                <p className="hidden px-3 py-1 text-sm text-ink-soft lg:block">{groupNames[group]()}</p>
                <ul aria-label={groupNames[group]()} className="contents lg:grid lg:gap-1">
                  {pages.map((each) => (
                    <li key={each.to}>
                      <Link to={each.to} className={tab}>
                        {each.name()}
                      </Link>
                    </li>
                  ))}
                  {hasFigures && (
                    <li>
                      <Link to="/search" className={tab}>
                        {m['search.monitoring.title']()}
                      </Link>
                    </li>
                  )}
                </ul>
              </li>
            );
          })}
        </ul>
      </nav>
      <div id="desk" tabIndex={-1} className="min-w-0 lg:col-start-2">
        <Suspense fallback={<div aria-busy="true" className="h-96 animate-pulse rounded-lg bg-sunken" />}>
          {children}
        </Suspense>
      </div>
    </div>
  );
}
