import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, Outlet, redirect, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { m } from '#i18n/generated/messages.js';
import { currentUserQuery } from './api.ts';
import { ConsentsDue } from './consents-due.tsx';

export const Route = createFileRoute('/my')({
  beforeLoad: ({ location }) => {
    if (/^\/my\/?$/.test(location.pathname)) throw redirect({ to: '/my/resources' });
  },
  component: MyPage,
});

/** Personal pages in the order of the navigation. */
const sections = [
  { to: '/my/profile', name: () => m['accounts.my.profile']() },
  { to: '/my/resources', name: () => m['accounts.my.resources']() },
  { to: '/my/services', name: () => m['accounts.my.services']() },
  { to: '/my/conversations', name: () => m['accounts.my.conversations']() },
  { to: '/my/quotes', name: () => m['accounts.my.quotes']() },
  {
    to: '/my/collections',
    name: () => m['accounts.my.collections'](),
  },
  {
    to: '/my/following',
    name: () => m['accounts.my.following'](),
  },
  {
    to: '/my/orders',
    name: () => m['accounts.my.orders'](),
  },
  {
    to: '/my/things',
    name: () => m['accounts.my.things'](),
  },
  {
    to: '/my/auctions',
    name: () => m['accounts.my.auctions'](),
  },
  {
    to: '/my/jobs',
    name: () => m['accounts.my.jobs'](),
  },
  {
    to: '/my/wanted',
    name: () => m['accounts.my.wanted'](),
  },
  {
    to: '/my/permissions',
    name: () => m['accounts.my.permissions'](),
  },
  {
    to: '/my/support',
    name: () => m['accounts.my.support'](),
  },
  {
    to: '/my/transactions',
    name: () => m['accounts.my.transactions'](),
  },
  {
    to: '/my/sponsorships',
    name: () => m['accounts.my.sponsorships'](),
  },
  {
    to: '/my/earnings',
    name: () => m['accounts.my.earnings'](),
  },
  {
    to: '/my/moderation',
    name: () => m['accounts.my.moderation'](),
  },
  { to: '/my/notifications', name: () => m['accounts.my.notifications']() },
  { to: '/my/verification', name: () => m['accounts.my.verification']() },
  { to: '/my/privacy', name: () => m['accounts.my.privacy']() },
  { to: '/my/security', name: () => m['accounts.my.security']() },
] as const;

function MyPage() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const list = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();
  // On a narrow screen the navigation scrolls sideways: bring the current page into view.
  useEffect(() => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const section = pathname.split('/').slice(0, 3).join('/');
    const current = links.find((link) => link.pathname.endsWith(section));
    if (current) list.current?.scrollTo({ left: current.offsetLeft - 16 });
  }, [pathname]);
  return (
    <div className={user ? 'xl:grid xl:grid-cols-[14rem_minmax(0,1fr)] print:block' : ''}>
      {user && (
        <nav
          aria-label={m['accounts.my.title']()}
          className="border-b border-line bg-surface xl:border-b-0 xl:bg-transparent print:hidden"
        >
          <ul
            ref={list}
            className="page relative flex max-w-4xl overflow-x-auto xl:sticky xl:top-0 xl:grid xl:max-w-none xl:overflow-visible xl:py-8"
          >
            {sections.map(({ name, ...address }) => (
              <li key={name()}>
                <Link
                  {...address}
                  className="block border-b-2 border-transparent px-3 py-3 whitespace-nowrap hover:text-accent-strong data-[status=active]:border-accent data-[status=active]:font-semibold data-[status=active]:text-accent-strong xl:rounded-md xl:border-b-0 xl:py-2 xl:whitespace-normal xl:hover:bg-accent-soft xl:data-[status=active]:bg-accent-soft"
                >
                  {name()}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className="min-w-0">
        {user?.withdrawsAt && !/\/my\/privacy\/?$/.test(pathname) && <Leaving />}
        {user?.consentsDue && !user.withdrawsAt && <ConsentsDue />}
        <Outlet />
      </div>
    </div>
  );
}

/** Links to the page where a withdrawal can be cancelled. */
function Leaving() {
  return (
    <div className="page max-w-4xl pt-8">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-accent bg-surface px-6 py-4">
        {m['accounts.my.leaving']()}
        <Link to="/my/privacy" className="py-2 font-semibold text-accent-strong underline">
          {m['accounts.my.leaving_link']()}
        </Link>
      </p>
    </div>
  );
}
