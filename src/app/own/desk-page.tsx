import { useQueries, useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { isPayment, myGroups } from '#features/accounts/client/public.tsx';
import { basketQuery } from '#features/baskets/client/public.tsx';
import { unreadQuery } from '#features/notifications/client/public.tsx';
import { ordersInQuery } from '#features/orders/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { OwnPage } from './own-page.tsx';
import { ownRoute } from './own-route.ts';

export const Route = createFileRoute('/my/')({ ...ownRoute('desk'), component: DeskPage });

function DeskPage() {
  return (
    <OwnPage title={Route.useLoaderData().title}>
      <Desk />
    </OwnPage>
  );
}

/** What orders wait for. The rows are always there, because one that came later would move others under the finger. */
const steps = [
  { side: 'provider', state: 'paid', name: () => m['accounts.my.wait.accept']() },
  { side: 'buyer', state: 'created', name: () => m['accounts.my.wait.pay']() },
  { side: 'buyer', state: 'delivered', name: () => m['accounts.my.wait.confirm']() },
] as const;

function Desk() {
  const orders = useQueries({ queries: steps.map(({ side, state }) => ordersInQuery({ side, state })) });
  const { data: unread } = useQuery(unreadQuery);
  const { data: basket } = useQuery({ ...basketQuery(), retry: false });
  const counts: Record<string, number | undefined> = {
    '/my/conversations': unread?.messages,
    '/my/notifications': unread?.unread,
    '/payment/basket': basket?.items.length,
  };
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      {myGroups.map(({ id, name, pages }) => (
        <section
          key={id}
          id={id}
          aria-labelledby={`desk-${id}`}
          className={`rounded-lg border border-line bg-surface p-3 md:p-4 ${id === 'waiting' ? 'md:col-span-2' : ''}`}
        >
          <h2 id={`desk-${id}`} className="px-2 text-lg font-bold">
            {name()}
          </h2>
          <ul className={`mt-1 ${id === 'waiting' ? 'md:grid md:grid-cols-2 md:gap-x-4' : ''}`}>
            {id === 'waiting' &&
              steps.map(({ side, state, name: stepName }, index) => {
                const { total = 0, items: [order] = [] } = orders[index]?.data ?? {};
                const address =
                  order && total === 1
                    ? ({ to: '/orders/$id', params: { id: order.id } } as const)
                    : ({ to: '/my/orders', search: { side } } as const);
                return (
                  <li key={state}>
                    <Link {...address} className={total > 0 ? `${line} bg-accent-soft font-semibold` : line}>
                      {stepName()}
                      <Count count={total} />
                    </Link>
                  </li>
                );
              })}
            {pages.map(({ to, name: pageName }) => (
              <li key={to}>
                <Link to={to} reloadDocument={isPayment(to)} className={line}>
                  {pageName()}
                  <Count count={counts[to] ?? 0} />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const line = 'flex min-h-12 items-center gap-3 rounded-md px-2 hover:bg-accent-soft hover:text-accent-strong';

function Count({ count }: { count: number }) {
  return (
    <span className="ml-auto flex items-center gap-2">
      {count > 0 && (
        <span className="rounded-full bg-accent px-2 text-sm font-semibold text-on-accent">{count}</span>
      )}
      <ArrowRight aria-hidden="true" className="size-4 text-ink-soft" />
    </span>
  );
}
