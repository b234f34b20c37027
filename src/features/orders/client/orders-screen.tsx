import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { ListFrame, readListSearch, StateLinks } from '#features/admin/client/public.tsx';
import { FreezeButtons } from '#features/payments/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { allOrdersQuery } from './list-api.ts';
import { amountWords, formatMoment, stateNames, turnWords } from './list-words.ts';

/** Below a route that takes any path: see src/app/admin. */
const ordersPlace: string = '/admin/orders';
const orderPlace: string = '/orders/$id';

export function OrdersScreen() {
  const asked: Record<string, unknown> = useSearch({ strict: false });
  const search = readListSearch(asked);
  const states = [
    { state: '', name: m['orders.admin.all']() },
    { state: 'open', name: m['orders.list.open']() },
    { state: 'disputed', name: m['orders.list.state.disputed']() },
    { state: 'ended', name: m['orders.list.ended']() },
  ];
  const state = states.find((each) => each.state === asked['state'])?.state ?? '';
  const query = useQuery(allOrdersQuery({ state, page: search.page ?? 1 }));
  return (
    <ListFrame
      path={ordersPlace}
      title={m['orders.admin.title']()}
      text={m['orders.admin.text']()}
      empty={m['orders.admin.empty']()}
      search={search.page === undefined ? {} : { page: search.page }}
      kept={state === '' ? {} : { state }}
      count={(count) => m['orders.admin.count']({ count })}
      query={query}
      above={
        <StateLinks path={ordersPlace} label={m['orders.admin.states']()} chosen={state} states={states} />
      }
    >
      {query.data?.items.map((order) => (
        <li key={order.id} className="grid gap-1 p-4">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <Link
              to={orderPlace}
              params={{ id: order.id } as never}
              className="py-1 font-semibold wrap-anywhere text-accent-strong underline"
            >
              {order.title}
            </Link>
            <span className="tabular-nums">{amountWords(order)}</span>
          </p>
          <p className="flex flex-wrap gap-x-3">
            <span className="rounded-sm bg-sunken px-2">{stateNames[order.state]()}</span>
            {turnWords(order)}
          </p>
          <p className="text-sm wrap-anywhere text-ink-soft">
            {m['orders.admin.parties']({ buyer: order.buyer.username, provider: order.provider.username })} ·{' '}
            {order.number} · {formatMoment(order.createdAt)}
          </p>
          {!order.isFree && ['completed', 'settled'].includes(order.state) && (
            <FreezeButtons orderId={order.id} />
          )}
        </li>
      ))}
    </ListFrame>
  );
}
