import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AuditLink, Badge, Details, StaffTable } from '#features/admin/client/public.tsx';
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
import { formatKoreanMoment } from '#platform/client/korean-moment.ts';
import { describeError } from '#platform/client/fetcher.ts';
import { formatDay } from '#platform/client/local-time.ts';
import { buttonClass } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { canListOrders, sideOf } from '../access.ts';
import type { StaffDispute, StaffOrder, StaffOrderDetail } from '../contract.ts';
import { orderStates, ordersTable } from '../states.ts';
import { staffOrderQuery } from './list-api.ts';
import { sideName, stateWords, turnWords } from './order-words.ts';
import { priceOrFree } from './words.ts';

const stateNames = {
  open: () => m['orders.list.open'](),
  ended: () => m['orders.list.ended'](),
  ...Object.fromEntries(orderStates.map((state) => [state, () => stateWords({ state, isFree: false })])),
};

/** Table of all orders for staff. Actions that move money are on the order's own page. */
export function OrdersScreen() {
  const { data: user = null } = useQuery(currentUserQuery);
  return (
    <StaffTable<StaffOrder>
      list="orders"
      to="/admin/orders"
      title={m['orders.admin.title']()}
      text={m['orders.admin.text']()}
      searchLabel={m['orders.admin.search']()}
      shape={ordersTable}
      choices={[
        {
          name: 'state',
          label: m['orders.admin.states'](),
          all: m['orders.admin.all'](),
          values: stateNames,
        },
        {
          name: 'price',
          label: m['orders.admin.price'](),
          all: m['orders.admin.all'](),
          values: { paid: () => m['orders.admin.paid'](), free: () => m['orders.admin.free']() },
        },
      ]}
      sorts={{
        newest: () => m['orders.admin.newest'](),
        oldest: () => m['orders.admin.oldest'](),
        total: () => m['orders.admin.by_total'](),
      }}
      columns={[
        { head: m['orders.admin.order_title'](), isUnbroken: true, cell: ({ number }) => number },
        {
          head: m['orders.page.buyer'](),
          isSecondary: true,
          isUnbroken: true,
          cell: ({ buyer }) => `@${buyer.username}`,
        },
        {
          head: m['orders.admin.provider'](),
          isSecondary: true,
          isUnbroken: true,
          cell: ({ provider }) => `@${provider.username}`,
        },
        {
          head: m['orders.admin.total'](),
          isNumber: true,
          isUnbroken: true,
          cell: ({ amounts }) => priceOrFree(amounts.total, amounts.currency),
        },
        {
          head: m['orders.admin.created'](),
          isSecondary: true,
          isUnbroken: true,
          cell: (row) => formatDay(row.createdAt),
        },
      ]}
      rowName={(row) => row.title}
      Badges={OrderBadges}
      Panel={OrderPanel}
      canExport={user !== null && canListOrders(user)}
    />
  );
}

const looks: Partial<Record<StaffOrder['state'], 'good' | 'bad'>> = { completed: 'good', disputed: 'bad' };

function OrderBadges({ row }: { row: StaffOrder }) {
  return (
    <>
      <Badge look={looks[row.state] ?? 'neutral'}>{stateWords(row)}</Badge>
      {row.isHeld && <Badge look="bad">{m['orders.admin.is_held']()}</Badge>}
    </>
  );
}

function OrderPanel({ row }: { row: StaffOrder }) {
  return (
    <>
      <Details
        rows={[
          [m['orders.admin.number'](), row.number],
          [m['orders.admin.states'](), stateWords(row)],
          ...partiesOf(row),
          [m['orders.admin.total'](), priceOrFree(row.amounts.total, row.amounts.currency)],
          [m['orders.admin.created'](), formatDay(row.createdAt)],
          [m['orders.admin.ended'](), row.endedAt === null ? '–' : formatDay(row.endedAt)],
        ]}
      />
      <OrderState id={row.id} />
    </>
  );
}

export function partiesOf(order: StaffOrder | StaffDispute) {
  const { buyer, provider } = order;
  return [
    [m['orders.page.buyer'](), `${buyer.fullName} (@${buyer.username})`],
    [sideName('provider', order), `${provider.fullName} (@${provider.username})`],
  ] as const;
}

/** Side panel of an order: whose turn it is, the payable, and links. */
export function OrderState({ id }: { id: string }) {
  const { data: user = null } = useQuery(currentUserQuery);
  const { data: order, error, refetch } = useQuery(staffOrderQuery(id));
  if (error) return <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>;
  if (!order) return <div aria-busy="true" className="h-32 animate-pulse rounded-lg bg-sunken" />;
  const turn = turnWords(order, formatKoreanMoment);
  const mayOpen =
    user !== null && sideOf(user, { buyerId: order.buyer.id, providerId: order.provider.id }) !== null;
  return (
    <>
      {turn !== '' && <p>{turn}</p>}
      {order.payout && <Payout order={order} payout={order.payout} />}
      <div className="grid gap-2">
        {mayOpen && (
          <Link to="/orders/$id" params={{ id }} className={buttonClass('secondary')}>
            {m['orders.admin.open']()}
          </Link>
        )}
        {canSeeMoney(user) && <StaffLink to="books" id={id} isButton />}
        <AuditLink id={id} />
      </div>
    </>
  );
}

/** Payable of the provider, the reason of its hold, and the form to hold it. */
function Payout(props: { order: StaffOrderDetail; payout: NonNullable<StaffOrderDetail['payout']> }) {
  const { order, payout } = props;
  const { amount, state, isFrozen, holdReason } = payout;
  const { data: user = null } = useQuery(currentUserQuery);
  return (
    <div className="grid justify-items-start gap-2 rounded-md bg-sunken p-3">
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
