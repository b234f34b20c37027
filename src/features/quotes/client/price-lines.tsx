import { money } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import type { Line } from '../rules.ts';
import { formatCount, formatPercent, lineWords, priceOrFree } from './words.ts';

/** Lines of a price with their total. */
export function PriceLines(props: {
  price: {
    lines: readonly Pick<Line, 'code' | 'count' | 'each' | 'amount'>[];
    grams: number;
    billedGrams: number;
    fee: number;
    total: number;
  };
  currency: string;
  feePercent: number;
}) {
  const { price, currency, feePercent } = props;
  const row = 'flex justify-between gap-4 py-2 tabular-nums';
  return (
    <dl className="divide-y divide-line border-y border-line">
      {price.lines.map((line) => (
        <div key={line.code} className={row}>
          <dt>{lineWords(line, currency)}</dt>
          <dd className="shrink-0">{money(line.amount, currency)}</dd>
        </div>
      ))}
      {price.fee > 0 && (
        <div className={row}>
          <dt>{m['quotes.sum.fee']({ percent: formatPercent(feePercent) })}</dt>
          <dd className="shrink-0">{money(price.fee, currency)}</dd>
        </div>
      )}
      <div className={`${row} text-lg font-bold`}>
        <dt>{m['quotes.sum.total']()}</dt>
        <dd className="shrink-0">{priceOrFree(price.total, currency)}</dd>
      </div>
      <div className={`${row} text-sm text-ink-soft`}>
        <dt>{m['quotes.sum.grams']()}</dt>
        <dd>
          {m['quotes.sum.grams_value']({
            grams: formatCount(price.grams),
            billed: formatCount(price.billedGrams),
          })}
        </dd>
      </div>
    </dl>
  );
}
