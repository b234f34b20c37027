import { Link } from '@tanstack/react-router';
import {
  methodWords,
  payoutReason,
  ReceiptLink,
  refundStateNames,
} from '#features/payments/client/public.tsx';
import { money } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { buttonClass } from '#ui/button.tsx';
import type { OrderDetail } from '../contract.ts';
import { isTerminal } from '../states.ts';
import { Card } from './card.tsx';
import { Facts } from './facts.tsx';
import { partsOf } from './parts.ts';
import { PriceSum } from './price-sum.tsx';
import { byBought } from './order-words.ts';

/** Price of the order, state of its money, and what this side has paid or will receive. */
export function OrderMoney({ order }: { order: OrderDetail }) {
  const { amounts, isFree, payout } = order;
  return (
    <Card title={m['orders.page.money.title']()}>
      {isFree ? (
        <p>{m['orders.page.money.free']()}</p>
      ) : (
        <>
          <PriceSum
            lines={order.lines}
            amounts={amounts}
            feePercent={order.feePercent}
            feeBearer={order.feeBearer}
            of={order}
          />
          <h3 className="font-semibold">{m['orders.page.money.became']()}</h3>
          <Became order={order} />
          <Payment order={order} />
          <Refunds order={order} />
          {payout && <Payout order={order} payout={payout} />}
        </>
      )}
    </Card>
  );
}

/** Breakdown of the money; its parts add up to the amount paid. */
function Became({ order }: { order: OrderDetail }) {
  const { amounts, kept, state, payment, side } = order;
  const row = 'flex justify-between gap-4 py-2 tabular-nums';
  // A provider is not told how the buyer pays; an order visible to them in these states counts as paid.
  const isPaid =
    side === 'provider' ? state !== 'created' && state !== 'cancelled' : payment?.capturedAt != null;
  if (!isPaid || (isTerminal(state) && kept === null)) {
    return <p>{isTerminal(state) ? m['orders.page.money.none']() : m['orders.page.money.unpaid']()}</p>;
  }
  const part = isTerminal(state) && state !== 'cancelled' ? partsOf(order, kept ?? 0) : null;
  const rows: [string, number][] = part
    ? [
        [byBought(order, m['orders.page.money.released'], m['orders.lot.released'])(), part.provider],
        [m['orders.page.money.fee'](), part.fee],
        [m['orders.page.money.authors'](), part.authors.reduce((sum, amount) => sum + amount, 0)],
        [m['orders.page.money.refunded'](), part.buyer],
      ]
    : state === 'cancelled' || state === 'created'
      ? [[m['orders.page.money.refunded'](), amounts.total]]
      : [[m['orders.page.money.held'](), amounts.total]];
  return (
    <dl className="divide-y divide-line border-y border-line">
      <div className={row}>
        <dt>{m['orders.page.money.paid']()}</dt>
        <dd className="shrink-0">{money(amounts.total, amounts.currency)}</dd>
      </div>
      {rows
        .filter(([, amount]) => amount > 0)
        .map(([name, amount]) => (
          <div key={name} className={`${row} font-semibold`}>
            <dt>{name}</dt>
            <dd className="shrink-0">{money(amount, amounts.currency)}</dd>
          </div>
        ))}
    </dl>
  );
}

function Payment({ order }: { order: OrderDetail }) {
  const formatMoment = useFormatMoment();
  const { payment } = order;
  if (payment?.capturedAt == null) return null;
  const { method, capturedAt, gateway, receiptUrl } = payment;
  return (
    <>
      <h3 className="font-semibold">{m['orders.page.money.payment']()}</h3>
      <Facts
        facts={[
          [m['orders.result.paid_at'](), formatMoment(capturedAt)],
          ...(gateway === 'sandbox'
            ? [[m['orders.page.money.gateway'](), m['orders.page.money.gateway_sandbox']()] as const]
            : []),
          ...(method === null ? [] : [[m['orders.page.money.method'](), methodWords(method)] as const]),
        ]}
      />
      {receiptUrl !== null && (
        <ReceiptLink url={receiptUrl} className={buttonClass('secondary', 'justify-self-start print:hidden')}>
          {m['orders.result.receipt']()}
        </ReceiptLink>
      )}
    </>
  );
}

function Refunds({ order: { refunded, amounts } }: { order: OrderDetail }) {
  const formatMoment = useFormatMoment();
  if (refunded.length === 0) return null;
  return (
    <>
      <h3 className="font-semibold">{m['orders.page.money.refunds']()}</h3>
      <ul className="grid gap-2">
        {refunded.map(({ id, amount, state, isGoodwill, at }) => (
          <li key={id} className="rounded-md bg-sunken p-3">
            <p className="flex flex-wrap justify-between gap-x-4 font-semibold tabular-nums">
              <span>{money(amount, amounts.currency)}</span>
              <span>{refundStateNames[state]()}</span>
            </p>
            <p className="text-sm text-ink-soft">
              {isGoodwill && `${m['orders.page.money.goodwill']()} · `}
              {formatMoment(at)}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

function Payout(props: { order: OrderDetail; payout: NonNullable<OrderDetail['payout']> }) {
  const { order, payout } = props;
  const { currency } = order.amounts;
  const isOwn = order.side === 'provider';
  const isUnnamed = payout.because === 'no_account';
  return (
    <>
      <h3 className="font-semibold">{m['orders.page.money.payout']()}</h3>
      <p className="text-lg font-semibold tabular-nums">{money(payout.amount, currency)}</p>
      <p>
        {isUnnamed && !isOwn
          ? byBought(order, m['orders.page.money.no_account'], m['orders.lot.no_account'])()
          : payoutReason(payout)}
      </p>
      {isUnnamed && isOwn && (
        <Link to="/my/verification" className={buttonClass('secondary', 'w-fit print:hidden')}>
          {m['payments.statement.verify']()}
        </Link>
      )}
    </>
  );
}
