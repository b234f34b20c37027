import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import type { CurrentUser } from '#features/accounts/contract.ts';
import type { StaffPlace } from '#features/admin/client/public.tsx';
import { canManageSynonyms } from '#features/search/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { formatDay } from '#platform/client/local-time.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { dateFormat, numberFormat } from '#platform/shared/formats.ts';
import { DayChart } from '#ui/day-chart.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { overviewQuery } from '../overview/api.ts';
import type { Overview } from '../overview/contract.ts';
import { sections } from './sections.ts';

type Queue = Overview['queues'][number]['name'];
const queues: Record<
  Queue,
  { name(): string; to: StaffPlace; search?: { state: string } | { phase: string } }
> = {
  appeals: {
    name: () => m['app.admin.queue_appeals'](),
    to: '/admin/disputes',
    search: { phase: 'appealed' },
  },
  reports: { name: () => m['app.admin.queue_reports'](), to: '/admin/reports' },
  disputes: { name: () => m['app.admin.queue_disputes'](), to: '/admin/disputes' },
  payouts: {
    name: () => m['app.admin.queue_payouts'](),
    to: '/admin/payouts',
    search: { state: 'unknown' },
  },
  failedPayouts: {
    name: () => m['app.admin.queue_failed_payouts'](),
    to: '/admin/payouts',
    search: { state: 'failed' },
  },
  refunds: { name: () => m['app.admin.queue_refunds'](), to: '/admin/refunds', search: { state: 'failed' } },
  banners: { name: () => m['app.admin.queue_banners'](), to: '/admin/ads' },
  findings: { name: () => m['app.admin.queue_findings'](), to: '/admin/findings', search: { state: 'open' } },
  adjustments: {
    name: () => m['app.admin.queue_adjustments'](),
    to: '/admin/adjustments',
    search: { state: 'proposed' },
  },
  jobs: { name: () => m['app.admin.queue_jobs'](), to: '/admin/jobs', search: { state: 'failed' } },
};

const number = (value: number) => numberFormat(currentLocale()).format(value);
const won = (value: number) => formatMoney(value, 'KRW', currentLocale());
const dayOf = (day: string) =>
  dateFormat(currentLocale(), { month: 'numeric', day: 'numeric', timeZone: 'UTC' }).format(new Date(day));

/** Start page of staff: open tasks first, then the key figures, then links to all other pages. */
export function AdminScreen() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const { data, error, refetch } = useQuery(overviewQuery);
  if (!user) return null;
  return (
    <>
      <h1 className="text-3xl font-bold">{m['app.admin.title']()}</h1>
      <p className="mt-2 text-ink-soft">{m['app.admin.lead']()}</p>
      {error ? (
        <div className="mt-6">
          <LoadFailed retry={() => refetch()}>
            {m['admin.page.failed']()} {describeError(error, '')}
          </LoadFailed>
        </div>
      ) : data ? (
        <Figures data={data} user={user} />
      ) : (
        <div aria-busy="true" className="mt-6 h-96 animate-pulse rounded-lg bg-sunken" />
      )}
      <Part title={m['app.admin.pages']()}>
        <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {sections
            .filter(({ may }) => may(user))
            .map(({ to, title, text }) => (
              <Place key={to} to={to} title={title()} text={text()} />
            ))}
          {canManageSynonyms(user) && (
            <Place to="/search" title={m['search.monitoring.title']()} text={m['search.monitoring.lead']()} />
          )}
        </ul>
      </Part>
    </>
  );
}

function Place({ to, title, text }: { to: StaffPlace | '/search'; title: string; text: string }) {
  return (
    <li className="grid">
      <Link to={to} className="rounded-lg border border-line bg-surface p-4 hover:border-accent">
        <span className="font-semibold">{title}</span>
        <span className="mt-1 block text-sm text-ink-soft">{text}</span>
      </Link>
    </li>
  );
}

function Figures({ data, user }: { data: Overview; user: CurrentUser }) {
  const waiting = data.queues.filter(({ count }) => count > 0);
  const seen = (place: StaffPlace) =>
    sections.some(({ to, may }) => to === place && may(user)) ? place : undefined;
  return (
    <>
      <Part title={m['app.admin.waiting']()}>
        {waiting.length === 0 ? (
          <p className="rounded-lg border border-dashed border-line-strong p-6 text-center text-ink-soft">
            {m['app.admin.nothing_waits']()}
          </p>
        ) : (
          <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
            {waiting.map(({ name, count }) => {
              const { to, search = {}, name: words } = queues[name];
              return (
                <li key={name} className="grid">
                  <Link
                    to={to}
                    search={search}
                    className="flex items-baseline justify-between gap-4 rounded-lg border border-danger bg-danger-soft p-4 text-danger hover:underline"
                  >
                    <span className="font-semibold">{words()}</span>
                    <span className="text-2xl font-bold tabular-nums">{number(count)}</span>
                  </Link>
                </li>
              );
            })}
          </ul>
        )}
      </Part>
      <Part title={m['app.admin.now']()}>
        <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
          <Figure name={m['app.admin.users']()} value={number(data.users)} to={seen('/admin/users')} />
          <Figure
            name={m['app.admin.resources']()}
            value={number(data.resources)}
            to={seen('/admin/resources')}
          />
          <Figure
            name={m['app.admin.services']()}
            value={number(data.services)}
            to={seen('/admin/services')}
          />
          <Figure
            name={m['app.admin.auctions']()}
            value={number(data.auctions)}
            to={seen('/admin/auctions')}
          />
          <Figure name={m['app.admin.orders']()} value={number(data.orders)} to={seen('/admin/orders')} />
          {data.money && (
            <Figure name={m['app.admin.escrow']()} value={won(data.money.escrow)} to={seen('/admin/money')} />
          )}
          {data.money && (
            <Figure
              name={m['app.admin.sponsors_held']()}
              value={won(data.money.sponsors)}
              to={seen('/admin/sponsors')}
            />
          )}
          {data.money && (
            <Figure
              name={m['app.admin.bounties_held']()}
              value={won(data.money.bounties)}
              to={seen('/admin/disputes')}
            />
          )}
          {data.money && (
            <Figure
              name={m['app.admin.payable']()}
              value={won(data.money.payable)}
              to={seen('/admin/payouts')}
            />
          )}
        </dl>
      </Part>
      <Part title={m['app.admin.trends']()}>
        <div className="grid gap-6 xl:grid-cols-2">
          <Chart title={m['app.admin.new_users']()} figures={data.trends.users} />
          <Chart title={m['app.admin.new_resources']()} figures={data.trends.resources} />
          <Chart title={m['app.admin.new_orders']()} figures={data.trends.orders} />
          {data.money && <Chart title={m['app.admin.paid']()} figures={data.money.paid} formatValue={won} />}
        </div>
      </Part>
      <div className="grid gap-x-8 xl:grid-cols-2">
        <Part title={m['app.admin.recent_users']()}>
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
            {data.recentUsers.map((person) => (
              <li key={person.id} className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2">
                <Link
                  to="/admin/users"
                  search={{ search: person.username, open: person.id }}
                  className="min-w-0 py-2 wrap-anywhere text-accent-strong hover:underline"
                >
                  {person.fullName} <span className="text-ink-soft">@{person.username}</span>
                </Link>
                <span className="text-sm text-ink-soft">{formatDay(person.createdAt)}</span>
              </li>
            ))}
          </ul>
        </Part>
        <Part title={m['app.admin.recent_resources']()}>
          {data.recentResources.length === 0 ? (
            <p className="text-ink-soft">{m['admin.table.empty']()}</p>
          ) : (
            <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
              {data.recentResources.map((resource) => (
                <li
                  key={resource.id}
                  className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2"
                >
                  <Link
                    {...(seen('/admin/resources')
                      ? { to: '/admin/resources', search: { search: resource.title, open: resource.id } }
                      : { to: '/resources/$id', params: { id: resource.id } })}
                    className="min-w-0 py-2 wrap-anywhere text-accent-strong hover:underline"
                  >
                    {resource.title} <span className="text-ink-soft">@{resource.owner}</span>
                  </Link>
                  <span className="text-sm text-ink-soft">{formatDay(resource.createdAt)}</span>
                </li>
              ))}
            </ul>
          )}
        </Part>
      </div>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-8 grid content-start gap-4">
      <h2 className="text-xl font-bold">{title}</h2>
      {children}
    </section>
  );
}

/** Count that links to the counted items for staff who may see them. */
function Figure({ name, value, to }: { name: string; value: string; to?: StaffPlace | undefined }) {
  return (
    <div className="rounded-lg border border-line bg-surface p-4">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="mt-1 text-2xl font-bold wrap-anywhere tabular-nums">
        {to === undefined ? (
          value
        ) : (
          <Link
            to={to}
            aria-label={`${name} ${value}`}
            className="inline-block min-h-8 underline-offset-4 hover:text-accent-strong hover:underline"
          >
            {value}
          </Link>
        )}
      </dd>
    </div>
  );
}

function Chart(props: {
  title: string;
  figures: { day: string; value: number }[];
  formatValue?: (value: number) => string;
}) {
  return (
    <div className="rounded-lg border border-line bg-surface p-4">
      <DayChart formatDay={dayOf} formatValue={number} {...props} />
    </div>
  );
}
