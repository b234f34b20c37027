import { useQuery } from '@tanstack/react-query';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { BookMonth } from '../contract.ts';
import { booksQuery } from './api.ts';
import { formatDate, formatMonth, won } from './words.ts';

const columns: { of: keyof BookMonth; name: () => string }[] = [
  { of: 'income', name: () => m['sponsorship.books.income']() },
  { of: 'passedOn', name: () => m['sponsorship.books.passed_on']() },
  { of: 'vat', name: () => m['sponsorship.books.vat']() },
  { of: 'gatewayFees', name: () => m['sponsorship.books.gateway_fees']() },
  { of: 'spending', name: () => m['sponsorship.books.spending']() },
];

/** Income and spending: a bar per month, with the same data as a table. */
export function BooksPart() {
  const { data, error, refetch } = useQuery(booksQuery);
  return (
    <section aria-labelledby="books-title" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-1">
        <h2 id="books-title" className="text-xl font-bold">
          {m['sponsorship.books.title']()}
        </h2>
        <p className="max-w-prose text-ink-soft">{m['sponsorship.books.text']()}</p>
      </div>
      {!data && error && (
        <LoadFailed retry={() => refetch()}>
          {m['sponsorship.books.failed']()} {describeError(error, '')}
        </LoadFailed>
      )}
      {!data && !error && <div aria-busy="true" className="h-48 animate-pulse rounded-lg bg-sunken" />}
      {data?.months.length === 0 && (
        <p className="rounded-lg border border-dashed border-line-strong p-8 text-center">
          {m['sponsorship.books.empty']()}
        </p>
      )}
      {data && data.months.length > 0 && (
        <>
          <p className="text-2xl font-bold tabular-nums">
            {m['sponsorship.books.left']({ amount: won(data.left) })}
          </p>
          <Months months={data.months} />
          {data.spendings.length > 0 && (
            <div className="grid gap-2">
              <h3 className="font-semibold">{m['sponsorship.books.spent_on']()}</h3>
              <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface">
                {data.spendings.map(({ id, amount, spentOn, purpose }) => (
                  <li key={id} className="flex flex-wrap justify-between gap-x-4 gap-y-1 p-4">
                    <span className="wrap-anywhere">
                      {purpose} <span className="text-sm text-ink-soft">{formatDate(spentOn)}</span>
                    </span>
                    <span className="tabular-nums">{won(amount)}</span>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </>
      )}
    </section>
  );
}

const comeIn = ({ income, passedOn }: BookMonth) => Math.max(0, income + passedOn);

function Months({ months }: { months: readonly BookMonth[] }) {
  const most = Math.max(1, ...months.map(comeIn));
  const cell = 'px-3 py-2 text-right whitespace-nowrap';
  return (
    <div
      className="overflow-x-auto rounded-lg border border-line bg-surface"
      tabIndex={0}
      role="region"
      aria-label={m['sponsorship.books.by_month']()}
    >
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{m['sponsorship.books.by_month']()}</caption>
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className="px-3 py-2 text-left">
              {m['sponsorship.books.month']()}
            </th>
            {columns.map(({ of, name }) => (
              <th key={of} scope="col" className={cell}>
                {name()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <tr key={month.month} className="border-b border-line last:border-0">
              <th scope="row" className="min-w-32 px-3 py-2 text-left font-normal whitespace-nowrap">
                {formatMonth(month.month)}
                <svg
                  aria-hidden="true"
                  viewBox="0 0 100 1"
                  preserveAspectRatio="none"
                  className="mt-1 h-2 w-full rounded-full bg-sunken text-accent"
                >
                  <rect width={(comeIn(month) / most) * 100} height="1" fill="currentColor" />
                </svg>
              </th>
              {columns.map(({ of }) => (
                <td key={of} className={cell}>
                  {won(Number(month[of]))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
