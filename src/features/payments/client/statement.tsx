import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import { formatKoreanMoment } from '#platform/client/korean-moment.ts';
import { describeError } from '#platform/client/fetcher.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { csvPath, earningsQuery, statementQuery, type StatementSearch } from './money-api.ts';
import { transactionNames } from '../words.ts';
import { won } from './money-words.ts';
import { Upcoming } from './upcoming.tsx';

function readSearch(raw: Record<string, unknown>): StatementSearch & { page: number } {
  const day = (value: unknown) =>
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
      ? value
      : undefined;
  const [from, to, page] = [day(raw['from']), day(raw['to']), Number(raw['page'])];
  return {
    ...((raw['side'] === 'buyer' || raw['side'] === 'provider') && { side: raw['side'] }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
  };
}

/** Statement of the reader's money, from the ledger. */
export function Statement() {
  const { page, ...chosen } = readSearch(useSearch({ strict: false }));
  const { data, error, refetch } = useQuery(statementQuery({ ...chosen, page }));
  const { data: earnings } = useQuery(earningsQuery);
  const navigate = useNavigate();
  return (
    <div className="grid gap-6">
      {earnings && earnings.upcoming.length > 0 && page === 1 && (
        <section aria-labelledby="upcoming" className="grid gap-3">
          <h2 id="upcoming" className="text-xl font-bold">
            {m['payments.earnings.upcoming']()}
          </h2>
          <Upcoming upcoming={earnings.upcoming} />
          <Link to="/my/earnings" className="w-fit py-1 text-accent-strong underline">
            {m['payments.statement.to_earnings']()}
          </Link>
        </section>
      )}
      <form
        key={JSON.stringify(chosen)}
        aria-label={m['payments.statement.filter']()}
        className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_1fr_auto]"
        onSubmit={(event) => {
          event.preventDefault();
          const { page: _first, ...wanted } = readSearch(
            Object.fromEntries(new FormData(event.currentTarget)),
          );
          void navigate({ to: '/my/transactions', search: wanted });
        }}
      >
        <SelectField label={m['payments.statement.side']()} name="side" defaultValue={chosen.side ?? ''}>
          <option value="">{m['payments.statement.both']()}</option>
          <option value="buyer">{m['payments.statement.buyer']()}</option>
          <option value="provider">{m['payments.statement.provider']()}</option>
        </SelectField>
        <TextField
          label={m['payments.statement.from']()}
          name="from"
          type="date"
          defaultValue={chosen.from ?? ''}
        />
        <TextField
          label={m['payments.statement.to']()}
          name="to"
          type="date"
          defaultValue={chosen.to ?? ''}
        />
        <Button type="submit" look="secondary">
          {m['payments.statement.show']()}
        </Button>
      </form>
      {error && !data ? (
        <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>
      ) : !data ? (
        <div aria-busy="true" className="h-40 animate-pulse rounded-lg bg-sunken" />
      ) : data.items.length === 0 ? (
        <div className="grid justify-items-center gap-4 rounded-lg border border-dashed border-line-strong p-8 text-center">
          <p className="text-lg font-semibold">{m['payments.statement.empty']()}</p>
          <p className="max-w-prose text-ink-soft">{m['payments.statement.empty_text']()}</p>
          <Link to="/my/verification" className={buttonClass('secondary')}>
            {m['payments.statement.verify']()}
          </Link>
        </div>
      ) : (
        <>
          <ul
            aria-label={m['payments.statement.title']()}
            className="grid divide-y divide-line rounded-lg border border-line bg-surface"
          >
            {data.items.map((line) => (
              <li key={line.id} className="p-4">
                <p className="flex justify-between gap-4 font-semibold">
                  <span>{transactionNames[line.kind]()}</span>
                  <span className={`shrink-0 tabular-nums ${line.amount > 0 ? 'text-accent-strong' : ''}`}>
                    {line.amount > 0 ? '+' : ''}
                    {won(line.amount)}
                  </span>
                </p>
                <p className="text-sm wrap-anywhere text-ink-soft">
                  {formatKoreanMoment(line.at)}
                  {line.title !== null && ` · ${line.title}`}
                </p>
                <p className="text-sm wrap-anywhere text-ink-soft">{line.reason}</p>
                {line.orderId !== null && (
                  <Link
                    to="/my/receipts/$id"
                    params={{ id: line.orderId }}
                    className="inline-block py-1 text-sm text-accent-strong underline"
                  >
                    {m['payments.statement.receipt']()}
                  </Link>
                )}
              </li>
            ))}
          </ul>
          <a href={csvPath(chosen)} download className={buttonClass('secondary', 'w-fit')}>
            <Download aria-hidden="true" className="size-5" />
            {m['payments.statement.csv']()}
          </a>
          <Pagination
            page={data.page}
            pageCount={data.pageCount}
            words={{
              pages: m['payments.statement.pages'](),
              previous: m['payments.statement.previous'](),
              next: m['payments.statement.next'](),
              page: (each) => m['payments.statement.page']({ page: each }),
            }}
            renderLink={(each, { label, current, className, children }) => (
              <Link
                to="/my/transactions"
                search={{ ...chosen, ...(each > 1 && { page: each }) }}
                aria-label={label}
                aria-current={current ? 'page' : undefined}
                activeOptions={{ exact: true }}
                className={className}
              >
                {children}
              </Link>
            )}
          />
        </>
      )}
    </div>
  );
}
