import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, Outlet, useLocation } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import { currentUserQuery } from './api.ts';
import { ConsentsDue } from './consents-due.tsx';
import { isPayment, isUnder, myGroups } from './my-groups.ts';

export const Route = createFileRoute('/my')({ component: MyPage });

function MyPage() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const { pathname } = useLocation();
  const isDesk = /^\/my\/?$/.test(pathname);
  return (
    <div className={user && !isDesk ? 'xl:grid xl:grid-cols-[14rem_minmax(0,1fr)] print:block' : ''}>
      {user && !isDesk && <Navigation pathname={pathname} />}
      <div className="min-w-0">
        {user?.withdrawsAt && !/\/my\/privacy\/?$/.test(pathname) && <Leaving />}
        {user?.consentsDue && !user.withdrawsAt && <ConsentsDue />}
        <Outlet />
      </div>
    </div>
  );
}

/** All groups at the side of a wide screen; below that, the way back to the desk and the pages of the same group. */
function Navigation({ pathname }: { pathname: string }) {
  return (
    <nav
      aria-label={m['accounts.my.title']()}
      className="border-b border-line bg-surface xl:border-b-0 xl:bg-transparent print:hidden"
    >
      <div className="page flex max-w-4xl flex-wrap items-center gap-x-2 py-1 xl:sticky xl:top-0 xl:grid xl:max-w-none xl:gap-5 xl:py-8">
        <Link
          to="/my"
          activeOptions={{ exact: true }}
          className="-ml-2 flex min-h-11 items-center gap-1 rounded-md px-2 font-semibold hover:text-accent-strong"
        >
          <ChevronLeft aria-hidden="true" className="size-5 xl:hidden" />
          {m['accounts.my.title']()}
        </Link>
        {myGroups.map(({ id, name, pages }) => (
          <section
            key={id}
            aria-labelledby={`my-${id}`}
            className={
              pages.some(({ to }) => isUnder(pathname, to))
                ? 'max-md:hidden md:flex xl:block'
                : 'hidden xl:block'
            }
          >
            <h2 id={`my-${id}`} className="px-1 text-sm font-semibold text-ink-soft max-xl:sr-only">
              {name()}
            </h2>
            <ul className="flex flex-wrap xl:block xl:pt-1">
              {pages.map(({ to, name: pageName }) => (
                <li key={to}>
                  <Link
                    to={to}
                    reloadDocument={isPayment(to)}
                    className="block rounded-md px-3 py-2 hover:bg-accent-soft data-[status=active]:bg-accent-soft data-[status=active]:font-semibold data-[status=active]:text-accent-strong"
                  >
                    {pageName()}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
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
