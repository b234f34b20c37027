import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { materialName } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { describeError } from '#platform/client/fetcher.ts';
import { buttonClass } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Pagination } from '#ui/pagination.tsx';
import type { Quote, RequestCounts, RequestSummary, Thread } from '../contract.ts';
import { instantQuotesQuery, requestCountsQuery, requestsQuery } from './api.ts';
import { LoginNeeded } from './login-needed.tsx';
import { OwnWishes } from './own-wishes.tsx';
import { isMyTurn, stateWords, tabToOpen } from './request-words.ts';
import { formatCount, formatDay, priceOrFree, readyWords } from './words.ts';

const tabs = ['asked', 'received', 'instant', 'made', 'wishes'] as const;
type Tab = (typeof tabs)[number];

const tabNames: Record<Tab, () => string> = {
  asked: () => m['quotes.mine.asked'](),
  received: () => m['quotes.mine.received'](),
  instant: () => m['quotes.mine.instant'](),
  made: () => m['quotes.mine.made'](),
  wishes: () => m['quotes.wish.tab'](),
};

/** Requests that the reader has sent and received. */
export function MyQuotesScreen({ search }: { search: { tab?: unknown; page?: unknown } }) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const [tab, counts] = useTab(search.tab, user !== null);
  const wanted = Number(search.page);
  const page = Number.isSafeInteger(wanted) && wanted > 1 && wanted < 1e9 ? wanted : 1;
  return (
    <div className="page max-w-4xl py-8">
      {/* Set here instead of in the route's head, because every page carries all routes. */}
      <title>{m['app.title']({ page: m['quotes.mine.title']() })}</title>
      <meta name="robots" content="noindex" />
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl font-bold">{m['quotes.mine.title']()}</h1>
        {user && (
          <Link to="/quote-requests/$id" params={{ id: 'new' }} className={buttonClass('secondary')}>
            <Plus aria-hidden="true" className="size-4" />
            {m['quotes.mine.new']()}
          </Link>
        )}
      </div>
      {user ? (
        <>
          <nav
            aria-label={m['quotes.mine.tabs']()}
            className="mb-6 flex overflow-x-auto border-b border-line"
          >
            {tabs.map((each) => (
              <Link
                key={each}
                to="/my/quotes"
                search={{ tab: each }}
                activeOptions={{ exact: true, includeSearch: true }}
                aria-current={each === tab ? 'page' : undefined}
                className={`border-b-2 px-4 py-3 whitespace-nowrap ${each === tab ? 'border-accent font-semibold text-accent-strong' : 'border-transparent hover:text-accent-strong'}`}
              >
                {tabNames[each]()}
                {(each === 'asked' || each === 'received') && counts && (
                  <Waiting count={counts[each].waiting} />
                )}
              </Link>
            ))}
          </nav>
          {tab === null && <Loading />}
          {(tab === 'instant' || tab === 'made') && <InstantQuotes key={tab} tab={tab} page={page} />}
          {tab === 'wishes' && <OwnWishes />}
          {(tab === 'asked' || tab === 'received') && <Requests key={tab} side={tab} page={page} />}
        </>
      ) : (
        <LoginNeeded>{m['quotes.mine.login_needed']()}</LoginNeeded>
      )}
    </div>
  );
}

/**
 * Returns the tab of the address, or by default one where the reader has to act or something is open. The default
 * stays when that changes; null while it is unknown.
 */
function useTab(wanted: unknown, isLoggedIn: boolean): [Tab | null, RequestCounts | undefined] {
  const { data, isError } = useQuery({ ...requestCountsQuery, enabled: isLoggedIn });
  const [opened, setOpened] = useState<Tab | null>(null);
  if (opened === null && (data || isError)) setOpened(data ? tabToOpen(data) : 'asked');
  return [tabs.find((each) => each === wanted) ?? opened, data];
}

function Waiting({ count }: { count: number }) {
  return (
    <span
      className={`ml-2 rounded-full px-2 py-0.5 text-sm tabular-nums ${count > 0 ? 'bg-accent font-semibold text-on-accent' : 'bg-sunken text-ink-soft'}`}
    >
      <span aria-hidden="true">{formatCount(count)}</span>
      <span className="sr-only">{m['quotes.mine.waiting']({ count: formatCount(count) })}</span>
    </span>
  );
}

function Loading() {
  return <div aria-busy="true" className="h-40 animate-pulse rounded-lg bg-sunken" />;
}

function Requests({ side, page }: { side: 'asked' | 'received'; page: number }) {
  const found = useQuery(requestsQuery(side, page));
  return (
    <List
      found={found}
      tab={side}
      empty={
        side === 'asked' ? (
          <>
            <p>{m['quotes.mine.empty_asked']()}</p>
            <Link to="/services" className={buttonClass('secondary')}>
              {m['quotes.mine.find']()}
            </Link>
          </>
        ) : (
          <>
            <p>{m['quotes.mine.empty_received']()}</p>
            <Link to="/my/services" className={buttonClass('secondary')}>
              {m['quotes.mine.my_services']()}
            </Link>
          </>
        )
      }
      renderItem={(request) => <RequestRow request={request} />}
    />
  );
}

/** Instant quotes that the reader has asked for, or that their services have made. */
function InstantQuotes({ tab, page }: { tab: 'instant' | 'made'; page: number }) {
  const found = useQuery(instantQuotesQuery(tab === 'instant' ? 'asked' : 'received', page));
  return (
    <List
      found={found}
      tab={tab}
      empty={
        tab === 'made' ? (
          <p>{m['quotes.mine.empty_made']()}</p>
        ) : (
          <>
            <p>{m['quotes.mine.empty_instant']()}</p>
            <Link to="/estimate" className={buttonClass('secondary')}>
              {m['quotes.mine.estimate']()}
            </Link>
          </>
        )
      }
      renderItem={(quote) => <InstantRow quote={quote} />}
    />
  );
}

function List<Item extends { id: string }>(props: {
  found: {
    data: { items: Item[]; page: number; pageCount: number } | undefined;
    error: Error | null;
    refetch(): Promise<unknown>;
  };
  tab: Tab;
  empty: ReactNode;
  renderItem(item: Item): ReactNode;
}) {
  const { found, tab, empty, renderItem } = props;
  const { data, error, refetch } = found;
  if (error && !data) return <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>;
  if (!data) return <Loading />;
  if (data.items.length === 0) {
    return (
      <div className="grid justify-items-center gap-4 rounded-lg border border-dashed border-line-strong p-8 text-center">
        {empty}
      </div>
    );
  }
  return (
    <>
      <ul className="grid divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
        {data.items.map((item) => (
          <li key={item.id}>{renderItem(item)}</li>
        ))}
      </ul>
      <Pagination
        page={data.page}
        pageCount={data.pageCount}
        words={{
          pages: m['quotes.mine.pages'](),
          previous: m['quotes.mine.previous'](),
          next: m['quotes.mine.next'](),
          page: (each) => m['quotes.mine.page']({ page: each }),
        }}
        renderLink={(each, { label, current, className, children }) => (
          <Link
            to="/my/quotes"
            search={{ tab, ...(each > 1 && { page: each }) }}
            aria-label={label}
            aria-current={current ? 'page' : undefined}
            className={className}
          >
            {children}
          </Link>
        )}
      />
    </>
  );
}

const row = 'grid gap-1 p-4 hover:bg-accent-soft focus-visible:-outline-offset-2';
const badge = 'rounded-sm px-2 text-sm';

function RequestRow({ request }: { request: RequestSummary }) {
  const formatMoment = useFormatMoment();
  const { id, title, role, quantity, createdAt, state, threads, wantedOn } = request;
  const facts = [
    role === 'provider'
      ? m['quotes.mine.from']({ name: request.customer?.fullName ?? m['quotes.mine.somebody_gone']() })
      : m['quotes.mine.of_providers']({ count: threads.length }),
    m['quotes.mine.pieces']({ count: formatCount(quantity) }),
    ...(wantedOn === null ? [] : [`~ ${formatDay(wantedOn)}`]),
  ];
  return (
    <Link to="/quote-requests/$id" params={{ id }} className={row}>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold break-words">{title}</span>
        {threads.some(isMyTurn) && (
          <span className={`${badge} bg-accent font-semibold text-on-accent`}>
            {m['quotes.mine.your_turn']()}
          </span>
        )}
        {state === 'closed' && (
          <span className={`${badge} bg-sunken text-ink-soft`}>{m['quotes.mine.closed']()}</span>
        )}
        <time dateTime={createdAt} className="text-sm text-ink-soft sm:ml-auto">
          {formatMoment(createdAt)}
        </time>
      </span>
      <span className="text-sm text-ink-soft">{facts.join(' · ')}</span>
      <span>{standing(request)}</span>
    </Link>
  );
}

/** Describes the state of the only negotiation, or a summary of several. */
function standing({ role, currency, threads }: RequestSummary): string {
  const agreed = threads.find(({ state }) => state === 'accepted');
  const only = agreed ?? (threads.length === 1 ? threads[0] : undefined);
  if (only) return [stateWords(only, role), priceOf(only, currency)].filter(Boolean).join(' · ');
  const offered = threads.filter(({ state }) => state === 'offered' || state === 'countered');
  if (offered.length === 0) return threads[0] ? stateWords(threads[0], role) : '';
  const totals = offered.flatMap(({ offers }) => offers.at(-1)?.total ?? []);
  return [
    m['quotes.mine.offers']({ count: offered.length }),
    m['quotes.mine.best']({ price: priceOrFree(Math.min(...totals), currency) }),
  ].join(' · ');
}

function priceOf({ offers }: Thread, currency: string): string {
  const last = offers.at(-1);
  return last && !last.isVoid ? priceOrFree(last.total, currency) : '';
}

function InstantRow({ quote }: { quote: Quote }) {
  const formatMoment = useFormatMoment();
  const { id, title, material, quantity, total, currency, readyOn, createdAt, expiresAt } = quote;
  return (
    <Link to="/quotes/$id" params={{ id }} className={row}>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold wrap-anywhere">{title}</span>
        <time dateTime={createdAt} className="text-sm text-ink-soft sm:ml-auto">
          {formatMoment(createdAt)}
        </time>
      </span>
      <span className="text-sm text-ink-soft">
        {[
          materialName(material),
          m['quotes.mine.pieces']({ count: formatCount(quantity) }),
          ...(readyOn === null ? [] : [readyWords(readyOn)]),
        ].join(' · ')}
      </span>
      <span>
        <span className="font-semibold tabular-nums">{priceOrFree(total, currency)}</span>{' '}
        <span className="text-sm text-ink-soft">
          {m['quotes.quote.valid_until']({ moment: formatMoment(expiresAt) })}
        </span>
      </span>
    </Link>
  );
}
