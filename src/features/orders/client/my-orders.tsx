import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { describeError } from '#platform/client/fetcher.ts';
import { HelpLink } from '#ui/help-link.tsx';
import { buttonClass } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Pagination } from '#ui/pagination.tsx';
import type { OrderSummary } from '../contract.ts';
import { myOrdersQuery } from './list-api.ts';
import { stateWords, turnWords } from './order-words.ts';
import { formatDay, priceOrFree } from './words.ts';

const tab =
  'block min-h-11 border-b-2 border-transparent px-4 py-2 aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-accent-strong';
const pill =
  'inline-block rounded-full border border-line-strong px-4 py-2 aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:text-accent-strong';

/** Orders of the reader as buyer and as provider, open and ended. */
export function MyOrders() {
  const asked: Record<string, unknown> = useSearch({ strict: false });
  const side = asked['side'] === 'provider' ? 'provider' : 'buyer';
  const state = asked['state'] === 'ended' ? 'ended' : 'open';
  const wantedPage = Number(asked['page']);
  const page = Number.isSafeInteger(wantedPage) && wantedPage > 1 ? wantedPage : 1;
  const { data, error, refetch } = useQuery(myOrdersQuery({ side, state, page }));
  const searchOf = (wanted: { side?: string; state?: string; page?: number }) => {
    const next = { side, state, ...wanted };
    return {
      ...(next.side === 'provider' && { side: next.side }),
      ...(next.state === 'ended' && { state: next.state }),
      ...(wanted.page !== undefined && wanted.page > 1 && { page: wanted.page }),
    };
  };
  return (
    <div className="grid gap-4">
      <nav aria-label={m['orders.list.sides']()} className="border-b border-line">
        <ul className="flex">
          {(['buyer', 'provider'] as const).map((each) => (
            <li key={each}>
              <Link
                to="/my/orders"
                search={searchOf({ side: each })}
                aria-current={each === side ? 'true' : undefined}
                activeOptions={{ exact: true }}
                className={tab}
              >
                {each === 'buyer' ? m['orders.list.bought']() : m['orders.list.received']()}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <nav aria-label={m['orders.list.states']()}>
        <ul className="flex flex-wrap gap-2">
          {(['open', 'ended'] as const).map((each) => (
            <li key={each}>
              <Link
                to="/my/orders"
                search={searchOf({ state: each })}
                aria-current={each === state ? 'true' : undefined}
                activeOptions={{ exact: true }}
                className={pill}
              >
                {each === 'open' ? m['orders.list.open']() : m['orders.list.ended']()}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {error && !data ? (
        <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>
      ) : !data ? (
        <div aria-busy="true" className="h-40 animate-pulse rounded-lg bg-sunken" />
      ) : data.items.length === 0 ? (
        <Empty side={side} state={state} />
      ) : (
        <>
          <ul className="grid gap-3">
            {data.items.map((order) => (
              <Row key={order.id} order={order} />
            ))}
          </ul>
          <Pagination
            page={data.page}
            pageCount={data.pageCount}
            words={{
              pages: m['orders.list.pages'](),
              previous: m['orders.list.previous'](),
              next: m['orders.list.next'](),
              page: (each) => m['orders.list.page']({ page: each }),
            }}
            renderLink={(each, { label, current, className, children }) => (
              <Link
                to="/my/orders"
                search={searchOf({ page: each })}
                aria-label={label}
                aria-current={current ? 'page' : undefined}
                activeOptions={{ exact: true }}
                className={className}
              >
                {children}
              </Link>
            )}
          />
        </>
      )}
    </div>
  );
}

function Row({ order }: { order: OrderSummary }) {
  const other = order.side === 'buyer' ? order.provider : order.buyer;
  const turn = turnWords(order, useFormatMoment());
  return (
    <li className="grid gap-1 rounded-lg border border-line bg-surface p-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <Link
          to="/orders/$id"
          params={{ id: order.id }}
          className="py-1 text-lg font-semibold wrap-anywhere text-accent-strong underline"
        >
          {order.title}
        </Link>
        <span className="font-semibold tabular-nums">
          {priceOrFree(order.amounts.total, order.amounts.currency)}
        </span>
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="rounded-sm bg-accent-soft px-2 text-accent-strong">{stateWords(order)}</span>
        {turn !== '' && <span>{turn}</span>}
      </p>
      <p className="text-sm wrap-anywhere text-ink-soft">
        {other.fullName} · {formatDay(order.createdAt)} · {order.number}
      </p>
      {!order.isFree && !['created', 'cancelled'].includes(order.state) && (
        <Link
          to="/my/receipts/$id"
          params={{ id: order.id }}
          className="w-fit py-1 text-sm text-accent-strong underline"
        >
          {m['orders.receipt.title']()}
        </Link>
      )}
    </li>
  );
}

function Empty({ side, state }: { side: 'buyer' | 'provider'; state: 'open' | 'ended' }) {
  return (
    <div className="grid justify-items-center gap-4 rounded-lg border border-dashed border-line-strong p-8 text-center">
      <p className="text-lg font-semibold">
        {state === 'open' ? m['orders.list.empty_open']() : m['orders.list.empty_ended']()}
      </p>
      <p className="max-w-prose text-ink-soft">
        {side === 'buyer' ? m['orders.list.empty_buyer']() : m['orders.list.empty_provider']()}{' '}
        <HelpLink about={side === 'buyer' ? 'order' : 'payouts'} />
      </p>
      {side === 'buyer' ? (
        <Link to="/services" search={{}} className={buttonClass()}>
          {m['orders.list.find']()}
        </Link>
      ) : (
        <Link to="/my/services" className={buttonClass()}>
          {m['orders.list.own_services']()}
        </Link>
      )}
    </div>
  );
}
