import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { methodWords, ReceiptLink } from '#features/payments/client/public.tsx';
import { PartList } from '#features/quotes/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { NotRead } from '#ui/load-failed.tsx';
import type { OrderDetail } from '../contract.ts';
import { receiptQuery } from './list-api.ts';
import { byBought, stateWords } from './order-words.ts';
import { piecesOf } from '../rules.ts';
import { formatDay, formatPercent } from './words.ts';

/** Printable receipt on one sheet. */
export function Receipt({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(receiptQuery(id));
  if (error && !data) {
    return (
      <NotRead error={error} retry={refetch}>
        <Link to="/my/orders" className={buttonClass()}>
          {m['orders.pay.my_orders']()}
        </Link>
      </NotRead>
    );
  }
  if (!data) return <div aria-busy="true" className="h-96 animate-pulse rounded-lg bg-sunken" />;
  return <Sheet order={data} />;
}

function Sheet({ order }: { order: OrderDetail }) {
  const formatMoment = useFormatMoment();
  const { amounts, payment, refunded, lines } = order;
  const won = (amount: number) => formatMoney(amount, amounts.currency, currentLocale());
  const method = payment?.method ?? null;
  const facts: [string, ReactNode][] = [
    [m['orders.receipt.number'](), order.number],
    [m['orders.receipt.ordered'](), formatDay(order.createdAt)],
    [
      byBought(order, m['orders.receipt.provider'], m['orders.lot.seller'])(),
      `${order.provider.fullName} (@${order.provider.username})`,
    ],
    ...(order.serviceTitle === null
      ? []
      : [[m['orders.receipt.service'](), order.serviceTitle] as [string, ReactNode]]),
    [m['orders.receipt.buyer'](), `${order.buyer.fullName} (@${order.buyer.username})`],
    [m['orders.receipt.state'](), stateWords(order)],
    ...(method === null
      ? []
      : [[m['orders.receipt.paid_with'](), methodWords(method)] as [string, ReactNode]]),
    ...(payment?.capturedAt
      ? [[m['orders.receipt.paid_at'](), formatMoment(payment.capturedAt)] as [string, ReactNode]]
      : []),
  ];
  const back = refunded.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <div className="grid gap-4">
      <article className="grid gap-6 rounded-lg border border-line bg-surface p-6 print:border-0 print:p-0">
        <h2 className="text-xl font-bold wrap-anywhere">{order.title}</h2>
        <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt className="text-sm text-ink-soft">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
        {order.parts.length > 0 && <PartList parts={order.parts} />}
        <table className="w-full text-left">
          <caption className="sr-only">{m['orders.receipt.lines']()}</caption>
          <thead className="border-b border-line-strong text-sm text-ink-soft">
            <tr>
              <th scope="col" className="py-2 font-normal">
                {m['orders.receipt.item']()}
              </th>
              <th scope="col" className="py-2 text-right font-normal">
                {m['orders.receipt.count']()}
              </th>
              <th scope="col" className="py-2 text-right font-normal">
                {m['orders.receipt.amount']()}
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.code} className="border-b border-line">
                <th scope="row" className="py-2 font-normal wrap-anywhere">
                  {line.label}
                </th>
                <td className="py-2 text-right tabular-nums">{piecesOf(line, order)}</td>
                <td className="py-2 text-right tabular-nums">{won(line.amount)}</td>
              </tr>
            ))}
            <tr className="border-b border-line">
              <th scope="row" colSpan={2} className="py-2 font-normal">
                {m['orders.pay.fee']({ percent: formatPercent(order.feePercent) })}
                {order.feeBearer === 'provider' &&
                  ` · ${byBought(order, m['orders.receipt.fee_provider'], m['orders.lot.fee_provider'])()}`}
              </th>
              <td className="py-2 text-right tabular-nums">{won(amounts.fee)}</td>
            </tr>
            {[
              [m['orders.line.shipping'](), amounts.delivery] as const,
              [m['orders.pay.share'](), amounts.share] as const,
            ]
              .filter(([, amount]) => amount > 0)
              .map(([name, amount]) => (
                <tr key={name} className="border-b border-line">
                  <th scope="row" colSpan={2} className="py-2 font-normal">
                    {name}
                  </th>
                  <td className="py-2 text-right tabular-nums">{won(amount)}</td>
                </tr>
              ))}
          </tbody>
          <tfoot>
            <tr className="text-lg font-bold">
              <th scope="row" colSpan={2} className="py-3">
                {m['orders.receipt.total']()}
              </th>
              <td className="py-3 text-right tabular-nums">{won(amounts.total)}</td>
            </tr>
            {refunded.map((refund) => (
              <tr key={refund.id}>
                <th scope="row" colSpan={2} className="py-2 font-normal">
                  {m['orders.receipt.refund']({ day: formatDay(refund.at) })}
                </th>
                <td className="py-2 text-right tabular-nums">{won(-refund.amount)}</td>
              </tr>
            ))}
            {back > 0 && (
              <tr className="font-semibold">
                <th scope="row" colSpan={2} className="py-2">
                  {m['orders.receipt.after_refunds']()}
                </th>
                <td className="py-2 text-right tabular-nums">{won(amounts.total - back)}</td>
              </tr>
            )}
          </tfoot>
        </table>
        <p className="text-sm text-ink-soft">{m['orders.receipt.note']()}</p>
      </article>
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-5" />
          {m['orders.receipt.print']()}
        </Button>
        {payment?.receiptUrl && (
          <ReceiptLink
            url={payment.receiptUrl}
            className="inline-flex min-h-11 items-center text-accent-strong underline"
          >
            {m['orders.receipt.gateway']()}
          </ReceiptLink>
        )}
      </div>
    </div>
  );
}
