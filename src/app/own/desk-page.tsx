import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { isPayment, myGroups } from '#features/accounts/client/public.tsx';
import { unreadQuery } from '#features/notifications/client/public.tsx';
import { payoutReason } from '#features/payments/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { formatDay, useTimeZone } from '#platform/client/local-time.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { buttonClass } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { deskQuery } from '../desk/api.ts';
import type { Desk as DeskData } from '../desk/contract.ts';
import { nearMoment, waitingActs } from '../desk/words.ts';
import { OwnPage } from './own-page.tsx';
import { ownRoute } from './own-route.ts';

export const Route = createFileRoute('/my/')({ ...ownRoute('desk'), component: DeskPage });

function DeskPage() {
  return (
    <OwnPage title={Route.useLoaderData().title}>
      <Desk />
    </OwnPage>
  );
}

function Desk() {
  const { data: desk, dataUpdatedAt, error, refetch } = useQuery(deskQuery);
  const { data: unread } = useQuery(unreadQuery);
  const counts: Record<string, number | undefined> = {
    '/my/conversations': unread?.messages,
    '/my/notifications': unread?.unread,
    '/payment/basket': desk?.basket,
  };
  const now = new Date(dataUpdatedAt);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-2">
      {myGroups.map(({ id, name, pages }) => (
        <Card
          key={id}
          id={id}
          title={name()}
          count={id === 'waiting' ? (desk?.waitingCount ?? 0) : 0}
          isWide={id === 'waiting'}
        >
          {id === 'waiting' &&
            (desk ? (
              <WaitingLines desk={desk} now={now} />
            ) : error ? (
              <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>
            ) : (
              <div aria-busy="true" className="h-40 animate-pulse rounded-lg bg-sunken" />
            ))}
          <ul
            className={
              id === 'waiting' ? 'mt-2 border-t border-line pt-2 md:grid md:grid-cols-2 md:gap-x-4' : ''
            }
          >
            {pages.map(({ to, name: pageName }) => (
              <li key={to}>
                <Link to={to} reloadDocument={isPayment(to)} className={`min-h-12 ${line}`}>
                  {pageName()}
                  <Count count={counts[to] ?? 0} />
                </Link>
              </li>
            ))}
          </ul>
          {id === 'selling' && desk && (
            <>
              {desk.queue.length > 0 && <Queue desk={desk} now={now} />}
              {desk.money && <Money money={desk.money} />}
            </>
          )}
        </Card>
      ))}
    </div>
  );
}

const line = 'flex items-center gap-3 rounded-md px-2 py-2 hover:bg-accent-soft hover:text-accent-strong';

function Card(props: { id: string; title: string; count?: number; isWide?: boolean; children: ReactNode }) {
  const { id, title, count = 0, isWide = false, children } = props;
  return (
    <section
      id={id}
      aria-labelledby={`desk-${id}`}
      className={`rounded-lg border border-line bg-surface p-3 md:p-4 ${isWide ? 'md:col-span-2' : ''}`}
    >
      <h2 id={`desk-${id}`} className="mb-1 flex items-center gap-2 px-2 text-lg font-bold">
        {title}
        {count > 0 && <Number count={count} />}
      </h2>
      {children}
    </section>
  );
}

/** What the person is waited for, in any room: the first deadline first. */
function WaitingLines({ desk: { waiting, waitingCount }, now }: { desk: DeskData; now: Date }) {
  const timeZone = useTimeZone();
  if (waiting.length === 0) {
    return (
      <div className="grid gap-3 px-2 py-3">
        <p className="text-ink-soft">{m['app.desk.nothing']()}</p>
        <p className="flex flex-wrap gap-2">
          <Link to="/resources" search={{}} className={buttonClass('secondary')}>
            {m['app.desk.find']()}
          </Link>
          <Link to="/services" search={{}} className={buttonClass('secondary')}>
            {m['app.desk.makers']()}
          </Link>
        </p>
      </div>
    );
  }
  return (
    <Lines
      items={waiting}
      total={waitingCount}
      render={({ kind, id, title, until }) => {
        const { name, page } = waitingActs[kind];
        const words = until && m['app.desk.until']({ moment: nearMoment(until, now, timeZone) });
        return (
          <Link {...page(id)} className={`min-h-14 ${line}`}>
            <Told deadline={until && <Deadline iso={until} now={now} words={words} />}>
              <span className="block font-semibold break-keep">{name()}</span>
              <span className="block truncate text-sm text-ink-soft">{title}</span>
            </Told>
            <End />
          </Link>
        );
      }}
    />
  );
}

/** What a line is about; its deadline stands below that on phones and next to it on wider screens. */
function Told({ deadline, children }: { deadline: ReactNode; children: ReactNode }) {
  return (
    <span className="grid min-w-0 grow md:flex md:items-center md:justify-between md:gap-4">
      <span className="min-w-0">{children}</span>
      {deadline}
    </span>
  );
}

/** Accepted orders of a provider, those that are due first on top. */
function Queue({ desk: { queue, queueCount }, now }: { desk: DeskData; now: Date }) {
  return (
    <Below id="queue" title={m['app.desk.queue']()} count={queueCount}>
      <Lines
        items={queue}
        total={queueCount}
        render={({ id, title, dueAt }) => (
          <Link to="/orders/$id" params={{ id }} className={`min-h-12 ${line}`}>
            <Told
              deadline={
                dueAt && (
                  <Deadline iso={dueAt} now={now} words={m['app.desk.due']({ day: formatDay(dueAt) })} />
                )
              }
            >
              <span className="block truncate">{title}</span>
            </Told>
            <End />
          </Link>
        )}
      />
    </Below>
  );
}

/** Where the person's money is, and what comes next. */
function Money({
  money: { held, payable, onItsWay, currency, next },
}: {
  money: NonNullable<DeskData['money']>;
}) {
  const amount = (value: number) => formatMoney(value, currency, currentLocale());
  const sums: [string, number][] = [
    [m['payments.earnings.held'](), held],
    [m['payments.earnings.payable'](), payable],
    [m['payments.earnings.on_its_way'](), onItsWay],
  ];
  return (
    <Below id="money" title={m['app.desk.money']()}>
      <dl className="px-2">
        {sums.map(([name, value]) => (
          <div key={name} className="flex min-h-10 items-center justify-between gap-4">
            <dt>{name}</dt>
            <dd className="font-semibold tabular-nums">{amount(value)}</dd>
          </div>
        ))}
      </dl>
      {next && (
        <p className="px-2 pt-1 break-keep">
          <span className="font-semibold tabular-nums">
            {m['app.desk.next']({ amount: amount(next.amount) })}
          </span>{' '}
          <span className="text-ink-soft">{payoutReason(next)}</span>
        </p>
      )}
    </Below>
  );
}

/** Part of a card below its pages. */
function Below(props: { id: string; title: string; count?: number; children: ReactNode }) {
  const { id, title, count = 0, children } = props;
  return (
    <section aria-labelledby={`desk-${id}`} className="mt-2 border-t border-line pt-3">
      <h3 id={`desk-${id}`} className="flex items-center gap-2 px-2 font-bold">
        {title}
        {count > 0 && <Number count={count} />}
      </h3>
      {children}
    </section>
  );
}

const firstLines = 5;

/** The first lines of a list; the others open on a press, and those that were not sent are counted. */
function Lines<Item extends { id: string }>(props: {
  items: readonly Item[];
  total: number;
  render: (item: Item) => ReactNode;
}) {
  const { items, total, render } = props;
  const lineOf = (item: Item, index: number) => <li key={`${item.id}${index}`}>{render(item)}</li>;
  const others = items.slice(firstLines);
  return (
    <>
      <ul>{items.slice(0, firstLines).map(lineOf)}</ul>
      {others.length > 0 && (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center px-2 font-semibold text-accent-strong">
            {m['app.desk.others']({ count: total - firstLines })}
          </summary>
          <ul>{others.map(lineOf)}</ul>
          {total > items.length && (
            <p className="px-2 py-2 text-sm text-ink-soft">
              {m['app.desk.more']({ count: total - items.length })}
            </p>
          )}
        </details>
      )}
    </>
  );
}

const dayMs = 24 * 60 * 60_000;

/** Deadline, which stands out in its last day and when it is over. */
function Deadline({ iso, now, words }: { iso: string; now: Date; words: ReactNode }) {
  const left = Date.parse(iso) - now.getTime();
  return (
    <time
      dateTime={iso}
      className={`shrink-0 text-sm break-keep ${left < 0 ? 'font-semibold text-danger' : left < dayMs ? 'font-semibold text-accent-strong' : 'text-ink-soft'}`}
    >
      {words}
    </time>
  );
}

function End({ children }: { children?: ReactNode }) {
  return (
    <span className="ml-auto flex shrink-0 items-center gap-2">
      {children}
      <ArrowRight aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
    </span>
  );
}

function Count({ count }: { count: number }) {
  return <End>{count > 0 && <Number count={count} />}</End>;
}

function Number({ count }: { count: number }) {
  return <span className="rounded-full bg-accent px-2 text-sm font-semibold text-on-accent">{count}</span>;
}
