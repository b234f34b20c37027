import { useQuery } from '@tanstack/react-query';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { Earnings } from '../contract.ts';
import { earningsQuery } from './money-api.ts';
import { formatMonth, won } from './money-words.ts';
import { Upcoming } from './upcoming.tsx';

/** Earnings of a provider, where they are and when they are paid out. */
export function MyEarnings() {
  const { data, error, refetch } = useQuery(earningsQuery);
  if (error && !data) return <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>;
  if (!data) return <div aria-busy="true" className="h-96 animate-pulse rounded-lg bg-sunken" />;
  const earned = data.months.reduce((sum, month) => sum + month.earned, 0);
  const sums: [string, number, string][] = [
    [m['payments.earnings.earned'](), earned, m['payments.earnings.earned_text']()],
    [m['payments.earnings.payable'](), data.payable, m['payments.earnings.payable_text']()],
    [m['payments.earnings.held'](), data.held, m['payments.earnings.held_text']()],
    [m['payments.earnings.on_its_way'](), data.onItsWay, m['payments.earnings.on_its_way_text']()],
    [m['payments.earnings.paid_out'](), data.paidOut, m['payments.earnings.paid_out_text']()],
    ...(data.debt > 0
      ? [
          [m['payments.earnings.debt'](), data.debt, m['payments.earnings.debt_text']()] as [
            string,
            number,
            string,
          ],
        ]
      : []),
  ];
  return (
    <div className="grid gap-8">
      <dl className="grid gap-3 sm:grid-cols-2 md:grid-cols-3">
        {sums.map(([name, amount, text]) => (
          <div key={name} className="grid content-start gap-1 rounded-lg border border-line bg-surface p-4">
            <dt className="font-semibold">{name}</dt>
            <dd className="text-2xl font-bold tabular-nums">{won(amount)}</dd>
            <dd className="text-sm text-ink-soft">{text}</dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="upcoming" className="grid gap-3">
        <h2 id="upcoming" className="text-xl font-bold">
          {m['payments.earnings.upcoming']()}
        </h2>
        {data.upcoming.length === 0 ? (
          <p className="rounded-lg border border-dashed border-line-strong p-6 text-ink-soft">
            {m['payments.earnings.none']()}
          </p>
        ) : (
          <Upcoming upcoming={data.upcoming} />
        )}
      </section>
      <Months months={data.months} />
    </div>
  );
}

const height = 120;
const step = 40;

/** Bar chart, hidden from screen readers because the table next to it has the same figures. */
function Months({ months }: { months: Earnings['months'] }) {
  const most = Math.max(1, ...months.flatMap(({ earned, paidOut }) => [earned, paidOut]));
  const isEmpty = months.every(({ earned, paidOut }) => earned === 0 && paidOut === 0);
  const tall = (amount: number) => (Math.max(0, amount) / most) * height;
  return (
    <section aria-labelledby="months" className="grid gap-4">
      <h2 id="months" className="text-xl font-bold">
        {m['payments.earnings.months']()}
      </h2>
      {!isEmpty && (
        <>
          <svg
            aria-hidden="true"
            viewBox={`0 0 ${months.length * step} ${height}`}
            className="w-full max-w-2xl border-b border-line-strong"
          >
            {months.map(({ month, earned, paidOut }, index) => (
              <g key={month}>
                <rect
                  x={index * step + 6}
                  y={height - tall(earned)}
                  width="14"
                  height={tall(earned)}
                  className="fill-accent"
                />
                <rect
                  x={index * step + 21}
                  y={height - tall(paidOut)}
                  width="14"
                  height={tall(paidOut)}
                  className="fill-line-strong"
                />
              </g>
            ))}
          </svg>
          <p aria-hidden="true" className="flex flex-wrap gap-x-6 text-sm">
            <span className="flex items-center gap-2">
              <span className="size-3 bg-accent" />
              {m['payments.earnings.earned_month']()}
            </span>
            <span className="flex items-center gap-2">
              <span className="size-3 bg-line-strong" />
              {m['payments.earnings.paid_out']()}
            </span>
          </p>
        </>
      )}
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-labelledby="months">
        <table className="w-full text-left tabular-nums">
          <thead className="border-b border-line-strong text-sm text-ink-soft">
            <tr>
              <th scope="col" className="py-2 pr-4 font-normal">
                {m['payments.earnings.month']()}
              </th>
              <th scope="col" className="py-2 pr-4 text-right font-normal">
                {m['payments.earnings.orders']()}
              </th>
              <th scope="col" className="py-2 pr-4 text-right font-normal">
                {m['payments.earnings.earned_month']()}
              </th>
              <th scope="col" className="py-2 text-right font-normal">
                {m['payments.earnings.paid_out']()}
              </th>
            </tr>
          </thead>
          <tbody>
            {months.toReversed().map(({ month, earned, paidOut, orders }) => (
              <tr key={month} className="border-b border-line">
                <th scope="row" className="py-2 pr-4 font-normal whitespace-nowrap">
                  {formatMonth(month)}
                </th>
                <td className="py-2 pr-4 text-right">{orders}</td>
                <td className="py-2 pr-4 text-right">{won(earned)}</td>
                <td className="py-2 text-right">{won(paidOut)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
