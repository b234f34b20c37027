import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { House, MessageCircle, Printer, Search, UserRound } from 'lucide-react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { Suspense } from 'react';
import { NewMessages } from './for-people.tsx';

/** Places at the bottom of phones (ui/styles.css says when it is hidden). */
export function TabBar() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  // Conversations are below the desk, and have a place of their own.
  const isTalking = useRouterState({ select: ({ location }) => location.pathname.includes('/my/conv') });
  const places = [
    { to: '/', name: m['app.bar.home'](), icon: House, exact: true },
    { to: '/resources', name: m['app.bar.find'](), icon: Search },
    { to: '/estimate', name: m['app.bar.make'](), icon: Printer },
    { to: '/my/conversations', name: m['accounts.my.conversations'](), icon: MessageCircle },
    user
      ? { to: '/my', name: m['app.bar.me'](), icon: UserRound, exact: isTalking }
      : { to: '/login', name: m['app.shell.login'](), icon: UserRound },
  ];
  return (
    <nav aria-label={m['app.bar.label']()} className="tab-bar">
      {places.map(({ to, name, icon: Icon, exact = false }) => (
        <Link key={to} to={to} activeOptions={{ exact, includeSearch: false }}>
          <Icon />
          {name}
          {user && Icon === MessageCircle && (
            <Suspense>
              <NewMessages />
            </Suspense>
          )}
        </Link>
      ))}
    </nav>
  );
}
