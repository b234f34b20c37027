import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { StaffPlace } from '#features/admin/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { LoadFailed } from '#ui/load-failed.tsx';
import { accountName } from '../words.ts';
import { moneyQuery } from './money-api.ts';
import { accountBalance, won } from './money-words.ts';
import { OrderBooks } from './order-books.tsx';

/** State of the books: what is owed, what covers it, and what needs attention. */
export function MoneyScreen() {
  const { data, error, refetch } = useQuery(moneyQuery);
  return (
    <>
      <h1 className="text-3xl font-bold">{m['payments.admin.money']()}</h1>
      <p className="mt-2 mb-6 text-ink-soft">{m['payments.admin.money_text']()}</p>
      {error && !data ? (
        <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>
      ) : !data ? (
        <div aria-busy="true" className="h-64 animate-pulse rounded-lg bg-sunken" />
      ) : (
        <div className="grid gap-8">
          <Cover owed={data.owed} cover={data.cover} />
          <Waiting findings={data.findings} adjustments={data.adjustments} />
          <OrderBooks />
          <section aria-labelledby="accounts" className="grid gap-3">
            <h2 id="accounts" className="text-xl font-bold">
              {m['payments.admin.accounts']()}
            </h2>
            <dl className="grid divide-y divide-line rounded-lg border border-line bg-surface">
              {Object.entries(data.accounts).map(([account, balance]) => (
                <div
                  key={account}
                  className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2"
                >
                  <dt>
                    <Link
                      to="/admin/journals"
                      search={{ account }}
                      className="inline-block py-1 text-accent-strong underline"
                    >
                      {accountName(account)}
                    </Link>
                  </dt>
                  <dd className="tabular-nums">{accountBalance(account, balance)}</dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
      )}
    </>
  );
}

function Cover({ owed, cover }: { owed: number; cover: number }) {
  const spare = cover - owed;
  return (
    <div className="grid gap-3 rounded-lg border border-line bg-surface p-5">
      <dl className="grid gap-3 sm:grid-cols-2">
        <div>
          <dt className="text-ink-soft">{m['payments.admin.owed']()}</dt>
          <dd className="text-2xl font-bold tabular-nums">{won(owed)}</dd>
        </div>
        <div>
          <dt className="text-ink-soft">{m['payments.admin.cover']()}</dt>
          <dd className="text-2xl font-bold tabular-nums">{won(cover)}</dd>
        </div>
      </dl>
      <p className={spare < 0 ? 'font-semibold text-danger' : ''}>
        {spare < 0
          ? m['payments.admin.uncovered']({ amount: won(-spare) })
          : m['payments.admin.covered']({ amount: won(spare) })}
      </p>
      {spare < 0 && (
        <p className="flex flex-wrap gap-x-6">
          <Link to="/admin/findings" search={{ state: 'open' }} className="py-1 text-accent-strong underline">
            {m['payments.admin.uncovered_findings']()}
          </Link>
          <Link
            to="/admin/journals"
            search={{ account: 'bank_safeguard' }}
            className="py-1 text-accent-strong underline"
          >
            {m['payments.admin.uncovered_journals']()}
          </Link>
        </p>
      )}
    </div>
  );
}

/** Counts of what waits for staff, with links. */
function Waiting({ findings, adjustments }: { findings: number; adjustments: number }) {
  const places: {
    to: StaffPlace;
    search: { state?: string };
    name: string;
    told: string;
    isBad: boolean;
  }[] = [
    {
      to: '/admin/findings',
      search: { state: 'open' },
      name: m['payments.findings.title'](),
      told:
        findings === 0
          ? m['payments.admin.no_findings']()
          : m['payments.findings.count']({ count: findings }),
      isBad: findings > 0,
    },
    {
      to: '/admin/adjustments',
      search: { state: 'proposed' },
      name: m['payments.adjust.title'](),
      told:
        adjustments === 0 ? m['payments.adjust.empty']() : m['payments.adjust.count']({ count: adjustments }),
      isBad: adjustments > 0,
    },
    {
      to: '/admin/journals',
      search: {},
      name: m['payments.books.title'](),
      told: m['payments.books.all'](),
      isBad: false,
    },
  ];
  return (
    <ul className="grid gap-3 md:grid-cols-3">
      {places.map(({ to, search, name, told, isBad }) => (
        <li key={to} className="grid">
          <Link
            to={to}
            search={search}
            className={`rounded-lg border p-4 hover:border-accent ${isBad ? 'border-danger bg-danger-soft' : 'border-line bg-surface'}`}
          >
            <span className="font-semibold">{name}</span>
            <span className={`mt-1 block text-sm ${isBad ? 'text-danger' : 'text-ink-soft'}`}>{told}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
