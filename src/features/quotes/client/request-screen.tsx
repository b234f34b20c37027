import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { distanceKm, useAround } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { RequestDetail, Thread } from '../contract.ts';
import { missingOf } from '../missing.ts';
import { closeRequest, requestQuery, requestsKey } from './api.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { DimensionList } from './dimensions-field.tsx';
import { LoginNeeded } from './login-needed.tsx';
import { RequestFiles } from './request-files.tsx';
import { needNames } from './request-words.ts';
import { ThreadCard } from './thread-card.tsx';
import { formatCount, formatDay, priceOrFree } from './words.ts';

/** Request for quotes: the customer compares the offers, a provider sees the request and their own negotiation. */
export function RequestScreen({ id }: { id: string }) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  return (
    <div className="page max-w-6xl py-8">
      {/* Set here instead of in the route's head, because every page carries all routes. */}
      <meta name="robots" content="noindex" />
      {user ? (
        <Loaded id={id} />
      ) : (
        <>
          <Title>{m['quotes.request.title']()}</Title>
          <LoginNeeded>{m['quotes.mine.login_needed']()}</LoginNeeded>
        </>
      )}
    </div>
  );
}

function Title({ children }: { children: string }) {
  return (
    <>
      <title>{m['app.title']({ page: children })}</title>
      <h1 className="mb-2 text-3xl font-bold break-words">{children}</h1>
    </>
  );
}

function Loaded({ id }: { id: string }) {
  const { data: request, error, refetch } = useQuery(requestQuery(id));
  if (request) return <Request request={request} />;
  return (
    <>
      <Title>{m['quotes.request.title']()}</Title>
      {!error && <div aria-busy="true" className="h-96 animate-pulse rounded-lg bg-sunken" />}
      {error && !(error instanceof ApiError && error.status === 404) && (
        <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>
      )}
      {error instanceof ApiError && error.status === 404 && (
        <div
          role="alert"
          className="grid justify-items-start gap-4 rounded-lg border border-line bg-surface p-6"
        >
          <p>{describeError(error)}</p>
          <Link to="/my/quotes" className={buttonClass()}>
            {m['quotes.view.back']()}
          </Link>
        </div>
      )}
    </>
  );
}

function Request({ request }: { request: RequestDetail }) {
  const formatMoment = useFormatMoment();
  const { title, role, createdAt, state } = request;
  return (
    <>
      <Link
        to="/my/quotes"
        search={role === 'provider' ? { tab: 'received' } : {}}
        className="mb-3 inline-block min-h-6 text-accent-strong underline"
      >
        {m['quotes.view.back']()}
      </Link>
      <Title>{title}</Title>
      <p className="text-ink-soft">
        {m['quotes.view.asked_on']({ moment: formatMoment(createdAt) })}
        {state === 'closed' && ` · ${m['quotes.view.closed']()}`}
      </p>
      {/* Customers look for the offers first, providers for the request. */}
      {role === 'customer' ? (
        <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Threads request={request} />
          <Wanted request={request} />
        </div>
      ) : (
        <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <Wanted request={request} />
          <Threads request={request} />
        </div>
      )}
    </>
  );
}

function Wanted({ request }: { request: RequestDetail }) {
  const { role, quantity, wantedOn, budget, currency, customer } = request;
  const said = (value: string) => value || m['quotes.view.none']();
  const facts: [string, string][] = [
    ...(role === 'provider'
      ? [
          [m['quotes.view.from'](), customer?.fullName ?? m['quotes.mine.somebody_gone']()] as [
            string,
            string,
          ],
        ]
      : []),
    [m['quotes.request.quantity'](), formatCount(quantity)],
    [m['quotes.request.wanted_on'](), said(wantedOn === null ? '' : formatDay(wantedOn))],
    [m['quotes.request.budget']({ currency }), said(budget === null ? '' : priceOrFree(budget, currency))],
    [m['quotes.request.material'](), said(request.material)],
    [m['quotes.request.colour'](), said(request.colour)],
    [m['quotes.request.tolerance'](), said(request.tolerance)],
    [m['quotes.request.finish'](), said(request.finish)],
  ];
  return (
    <section className="grid gap-5 rounded-lg border border-line bg-surface p-5 md:p-6">
      <h2 className="text-xl font-bold">{m['quotes.view.what']()}</h2>
      <p className="break-words whitespace-pre-line">{request.description}</p>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3">
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt className="text-sm text-ink-soft">{term}</dt>
            <dd className="font-semibold break-words tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {request.dimensions.length > 0 && (
        <div className="grid gap-1">
          <h3 className="text-sm text-ink-soft">{m['quotes.dimensions.title']()}</h3>
          <DimensionList dimensions={request.dimensions} />
        </div>
      )}
      {role === 'provider' && <StillUnsaid request={request} />}
      <RequestFiles request={request} />
      {request.can.close && <Close request={request} />}
    </section>
  );
}

/** Details that a provider may want to ask about before making an offer. */
function StillUnsaid({ request }: { request: RequestDetail }) {
  const missing = missingOf(
    request.threads.map(({ service }) => service.serviceType),
    { ...request, files: request.files.map(({ name }) => name) },
  );
  if (missing.length === 0) return null;
  return (
    <p className="rounded-md bg-sunken px-4 py-3 text-sm">
      {m['quotes.view.ask_for']({ needs: missing.map(({ code }) => needNames[code]()).join(', ') })}
    </p>
  );
}

function Close({ request }: { request: RequestDetail }) {
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const closing = useMutation({
    mutationFn: () => closeRequest(request.id),
    onSuccess: (closed) => {
      client.setQueryData(requestQuery(request.id).queryKey, closed);
      void client.invalidateQueries({ queryKey: requestsKey });
      toast('success', m['quotes.view.done_close']());
    },
    onError: (error) => toast('danger', m['quotes.view.problem'](), describeError(error)),
    onSettled: () => setIsAsking(false),
  });
  return (
    <>
      <Button look="danger" className="justify-self-start" onClick={() => setIsAsking(true)}>
        {m['quotes.view.close']()}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={m['quotes.view.close_title']()}
          action={m['quotes.view.close']()}
          look="danger"
          isBusy={closing.isPending}
          onConfirm={() => closing.mutate()}
          onClose={() => setIsAsking(false)}
        >
          {m['quotes.view.close_text']()}
        </ConfirmDialog>
      )}
    </>
  );
}

function Threads({ request }: { request: RequestDetail }) {
  const { location } = useAround({ city: undefined, radius: undefined });
  const here = location.state === 'available' ? location.point : null;
  const isCustomer = request.role === 'customer';
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h2 className="text-xl font-bold">
          {isCustomer ? m['quotes.view.compare']() : m['quotes.view.mine']()}
        </h2>
        {isCustomer && <p className="mt-1 text-sm text-ink-soft">{m['quotes.view.compare_hint']()}</p>}
      </div>
      {isCustomer && request.threads.every(({ state }) => ranks[state] === lastRank) && (
        <Link
          to="/wanted/{-$id}"
          params={{ id: 'new' }}
          search={{
            what: request.title,
            about: request.description,
            trade: request.threads[0]?.service.serviceType ?? '',
          }}
          className={buttonClass('secondary', 'justify-self-start')}
        >
          {m['quotes.view.post_wanted']()}
        </Link>
      )}
      <ul
        className={`grid grid-cols-[minmax(0,1fr)] items-start gap-4 ${request.threads.length > 1 ? 'md:grid-cols-2' : ''}`}
      >
        {request.threads.toSorted(byPrice).map((thread) => (
          <li key={thread.id} className="grid grid-cols-[minmax(0,1fr)]">
            <ThreadCard
              request={request}
              thread={thread}
              distance={here && thread.service.location ? distanceKm(here, thread.service.location) : null}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Sorts open offers first, cheapest on top. */
function byPrice(a: Thread, b: Thread): number {
  return rankOf(a) - rankOf(b) || lastTotal(a) - lastTotal(b);
}

/** Rank of negotiations that are over without an agreement. */
const lastRank = 3;
const ranks: Record<Thread['state'], number> = {
  accepted: 0,
  offered: 1,
  countered: 1,
  void: 2,
  asked: 2,
  declined: lastRank,
  withdrawn: lastRank,
  expired: lastRank,
};
const rankOf = ({ state }: Thread) => ranks[state];
const lastTotal = ({ offers }: Thread) => offers.at(-1)?.total ?? Number.MAX_SAFE_INTEGER;
