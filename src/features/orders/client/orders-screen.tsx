import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { ListFrame, readListSearch, StateLinks } from '#features/admin/client/public.tsx';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import {
  canHandleMoney,
  canSeeMoney,
  FreezeButton,
  payoutReason,
  StaffLink,
} from '#features/payments/client/public.tsx';
import { money } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { useFormatMoment } from '#platform/client/local-time.ts';
import type { StaffOrder } from '../contract.ts';
import { allOrdersQuery } from './list-api.ts';
import { OrderTitle } from './order-title.tsx';
import { stateWords, turnWords } from './order-words.ts';
import { priceOrFree } from './words.ts';

/** Below a route that takes any path: see src/app/admin. */
const ordersPlace: string = '/admin/orders';

export function OrdersScreen() {
  const formatMoment = useFormatMoment();
  const asked: Record<string, unknown> = useSearch({ strict: false });
  const search = readListSearch(asked);
  const states = [
    { state: '', name: m['orders.admin.all']() },
    { state: 'open', name: m['orders.list.open']() },
    { state: 'disputed', name: stateWords({ state: 'disputed', isFree: false }) },
    { state: 'ended', name: m['orders.list.ended']() },
  ];
  const state = states.find((each) => each.state === asked['state'])?.state ?? '';
  const { data: user = null } = useQuery(currentUserQuery);
  const query = useQuery(allOrdersQuery({ state, search: search.search ?? '', page: search.page ?? 1 }));
  return (
    <ListFrame
      path={ordersPlace}
      title={m['orders.admin.title']()}
      text={m['orders.admin.text']()}
      label={m['orders.admin.search']()}
      empty={m['orders.admin.empty']()}
      search={search}
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
            <OrderTitle order={order} />
            <span className="tabular-nums">{priceOrFree(order.amounts.total, order.amounts.currency)}</span>
          </p>
          <p className="flex flex-wrap gap-x-3">
            <span className="rounded-sm bg-sunken px-2">{stateWords(order)}</span>
            {turnWords(order, formatMoment)}
          </p>
          <p className="text-sm wrap-anywhere text-ink-soft">
            {m['orders.admin.parties']({ buyer: order.buyer.username, provider: order.provider.username })} ·{' '}
            {order.number} · {formatMoment(order.createdAt)}
          </p>
          {order.payout && <Payout order={order} payout={order.payout} />}
          {canSeeMoney(user) && <StaffLink to="books" id={order.id} />}
        </li>
      ))}
    </ListFrame>
  );
}

/** What the provider is owed, whether it waits and why, and the way to hold it. */
function Payout({ order, payout }: { order: StaffOrder; payout: NonNullable<StaffOrder['payout']> }) {
  const { amount, state, isFrozen, holdReason } = payout;
  const { data: user = null } = useQuery(currentUserQuery);
  return (
    <div className="mt-2 grid justify-items-start gap-2 rounded-md bg-sunken p-3">
      <p>
        <span className="font-semibold tabular-nums">
          {m['orders.admin.payout']({ amount: money(amount, order.amounts.currency) })}
        </span>{' '}
        · {payoutReason(payout)}
      </p>
      {isFrozen && (
        <p className="wrap-anywhere text-danger">
          {holdReason === null
            ? m['orders.admin.held']()
            : m['orders.admin.held_because']({ reason: holdReason })}
        </p>
      )}
      {state === 'held' && (!isFrozen || canHandleMoney(user)) && (
        <FreezeButton orderId={order.id} isFrozen={isFrozen} />
      )}
    </div>
  );
}
