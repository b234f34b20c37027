import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { money } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { NotRead } from '#ui/load-failed.tsx';
import type { OrderDetail } from '../contract.ts';
import { orderQuery } from './api.ts';
import { DepositFacts } from './deposit.tsx';
import { Notice, Skeleton } from './frame.tsx';
import { SafePayment } from './offer-parts.tsx';
import { PriceSum } from './price-sum.tsx';
import { usePaying } from './use-paying.tsx';

const lookAgainMs = 5000;

/** Existing order that is not paid yet, however its buyer came back to it. */
export function GoOnScreen({ orderId }: { orderId: string }) {
  const { data: order, error, refetch } = useQuery({ ...orderQuery(orderId), refetchInterval: lookAgainMs });
  if (order) return <GoOn order={order} />;
  if (!error) return <Skeleton />;
  return (
    <NotRead error={error} retry={refetch}>
      <Link to="/my/orders" className={buttonClass()}>
        {m['orders.pay.my_orders']()}
      </Link>
    </NotRead>
  );
}

function GoOn({ order }: { order: OrderDetail }) {
  const formatMoment = useFormatMoment();
  const { amounts, payment } = order;
  const paying = usePaying();
  const isPayable = order.state === 'created' && !order.isFree && order.side === 'buyer';
  const isUnknown = payment?.state === 'unknown' || payment?.state === 'confirming';
  const deposit = payment?.state === 'waiting_deposit' ? payment.deposit : null;
  return (
    <>
      <section className="grid gap-5 rounded-lg border border-line bg-surface p-5 md:p-6">
        <div>
          <h2 className="text-xl font-bold break-words">{order.title}</h2>
          <p className="text-sm text-ink-soft">{m['orders.pay.for_order']({ number: order.number })}</p>
        </div>
        <p className="text-3xl font-bold text-accent-strong tabular-nums">
          {money(amounts.total, amounts.currency)}
        </p>
        <section aria-label={m['orders.pay.sum']()}>
          <PriceSum
            lines={order.lines}
            amounts={amounts}
            feePercent={order.feePercent}
            feeBearer={order.feeBearer}
            of={order}
          />
        </section>
        {isPayable && order.until !== null && !isUnknown && deposit === null && (
          <p>{m['orders.pay.pay_until']({ moment: formatMoment(order.until) })}</p>
        )}
      </section>
      {isPayable && isUnknown && (
        <Notice>
          <p className="font-bold">{m['orders.result.unknown']()}</p>
          <p>{m['orders.result.unknown_text']()}</p>
        </Notice>
      )}
      {isPayable && deposit && (
        <Notice>
          <p className="font-bold">{m['orders.result.waiting']()}</p>
          <p>{m['orders.result.waiting_text']({ total: money(amounts.total, amounts.currency) })}</p>
          <DepositFacts deposit={deposit} />
        </Notice>
      )}
      {!isPayable && (
        <Notice>
          <p>{m['orders.pay.not_payable_now']()}</p>
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        {isPayable && !isUnknown && deposit === null && (
          <Button disabled={paying.isBusy} onClick={() => paying.pay(order.id)}>
            {paying.isBusy
              ? m['orders.pay.leaving']()
              : m['orders.pay.pay']({ total: money(amounts.total, amounts.currency) })}
          </Button>
        )}
        <Link
          to="/orders/$id"
          params={{ id: order.id }}
          className={buttonClass(isPayable && !isUnknown && deposit === null ? 'secondary' : 'primary')}
        >
          {m['orders.pay.see_order']()}
        </Link>
      </div>
      {isPayable && <SafePayment of={order} />}
    </>
  );
}
