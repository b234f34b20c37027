import { money } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import type { OrderDetail } from '../contract.ts';
import { formatCount, formatPercent, priceOrFree } from './words.ts';
import { byBought } from './order-words.ts';

type Line = OrderDetail['lines'][number];

/** Returns a line such as "시간당 요금 · ₩30,000 × 2". */
function lineWords({ label, count, each }: Line, currency: string): string {
  if (each === null || count === 1) return label;
  return m['orders.pay.line_count']({ label, each: money(each, currency), count: formatCount(count) });
}

/** Total of an order with the lines that lead to it. */
export function PriceSum(props: {
  lines: readonly Line[];
  amounts: OrderDetail['amounts'];
  feePercent: number;
  feeBearer: OrderDetail['feeBearer'];
  /** Subject of the sum: a service or a lot. */
  of: { serviceType?: string };
}) {
  const { lines, amounts, feePercent, feeBearer, of } = props;
  const { currency, total } = amounts;
  const row = 'flex justify-between gap-4 py-2 tabular-nums';
  const percent = formatPercent(feePercent);
  return (
    <div className="grid gap-2">
      <dl className="divide-y divide-line border-y border-line">
        {lines.map((line) => (
          <div key={line.code} className={row}>
            <dt>{lineWords(line, currency)}</dt>
            <dd className="shrink-0">{money(line.amount, currency)}</dd>
          </div>
        ))}
        {feeBearer === 'buyer' && amounts.fee > 0 && (
          <div className={row}>
            <dt>{m['orders.pay.fee']({ percent })}</dt>
            <dd className="shrink-0">{money(amounts.fee, currency)}</dd>
          </div>
        )}
        {amounts.delivery > 0 && (
          <div className={row}>
            <dt>{m['orders.line.shipping']()}</dt>
            <dd className="shrink-0">{money(amounts.delivery, currency)}</dd>
          </div>
        )}
        {amounts.share > 0 && (
          <div className={row}>
            <dt>{m['orders.pay.share']()}</dt>
            <dd className="shrink-0">{money(amounts.share, currency)}</dd>
          </div>
        )}
        <div className={`${row} text-lg font-bold`}>
          <dt>{m['orders.pay.total']()}</dt>
          <dd className="shrink-0">{priceOrFree(total, currency)}</dd>
        </div>
      </dl>
      {feeBearer === 'provider' && feePercent > 0 && total > 0 && (
        <p className="text-sm text-ink-soft">
          {byBought(of, m['orders.pay.fee_within'], m['orders.lot.fee_within'])({ percent })}
        </p>
      )}
    </div>
  );
}
