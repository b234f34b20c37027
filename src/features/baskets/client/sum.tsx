import { formatPercent, priceOrFree } from '#features/orders/client/public.tsx';
import { m } from '#i18n/generated/messages.js';

export type Amounts = { principal: number; delivery: number; share: number; total: number };

/** Total of all orders of a basket, with what it is made up of. */
export function Sum({
  amounts,
  feePercent,
  isPlaced = false,
}: {
  amounts: Amounts;
  feePercent?: number | undefined;
  isPlaced?: boolean;
}) {
  const { principal, delivery, share, total } = amounts;
  const lines: [string, number][] = [
    [m['baskets.sum.principal'](), principal],
    [
      feePercent === undefined
        ? m['baskets.sum.fee']()
        : m['baskets.sum.fee_percent']({ percent: formatPercent(feePercent) }),
      // Without what the providers pay of it themselves.
      total - principal - delivery - share,
    ],
    [m['baskets.sum.delivery'](), delivery],
    [m['baskets.sum.share'](), share],
  ];
  return (
    <dl className="divide-y divide-line border-y border-line">
      {lines
        .filter(([, amount], index) => index === 0 || amount > 0)
        .map(([label, amount]) => (
          <div key={label} className="flex justify-between gap-4 py-2 tabular-nums">
            <dt>{label}</dt>
            <dd className="shrink-0">{priceOrFree(amount, 'KRW')}</dd>
          </div>
        ))}
      <div className="flex justify-between gap-4 py-2 text-lg font-bold tabular-nums">
        <dt>{isPlaced ? m['baskets.sum.placed']() : m['baskets.sum.total']()}</dt>
        <dd className="shrink-0">{priceOrFree(total, 'KRW')}</dd>
      </div>
    </dl>
  );
}
