import { money } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import type { Range } from '#platform/shared/models/print.ts';
import type { Amounts, Line } from '../rules.ts';
import {
  formatCount,
  formatGrams,
  formatHours,
  formatPercent,
  lineWords,
  priceOrFree,
  rangeWords,
} from './words.ts';

/** Lines of a price with their total, which is the most that it costs. */
export function PriceLines(props: {
  price: {
    lines: readonly Pick<Line, 'code' | 'count' | 'each' | 'amount' | 'material'>[];
    grams: Range;
    hours: Range | null;
    likely: Amounts | null;
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
    <>
      <dl className="divide-y divide-line border-y border-line">
        {price.lines.map((line) => (
          <div key={line.code + (line.material ?? '')} className={row}>
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
        {price.likely && price.likely.total !== price.total && (
          <div className={row}>
            <dt>{m['quotes.sum.likely']()}</dt>
            <dd className="shrink-0">
              {m['quotes.about']({ likely: priceOrFree(price.likely.total, currency) })}
            </dd>
          </div>
        )}
        <div className={`${row} text-sm text-ink-soft`}>
          <dt className="shrink-0">{m['quotes.sum.grams']()}</dt>
          <dd className="text-right">
            {m['quotes.sum.grams_value']({
              range: rangeWords(price.grams, formatGrams),
              billed: formatCount(price.billedGrams),
            })}
          </dd>
        </div>
        {price.hours && (
          <div className={`${row} text-sm text-ink-soft`}>
            <dt className="shrink-0">{m['quotes.sum.time']()}</dt>
            <dd className="text-right">{rangeWords(price.hours, formatHours)}</dd>
          </div>
        )}
      </dl>
      {price.total > 0 && <p className="pt-2 text-sm text-ink-soft">{m['quotes.sum.binds']()}</p>}
    </>
  );
}
