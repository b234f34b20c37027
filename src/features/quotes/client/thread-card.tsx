import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MessageCircle, Star } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { distanceWords, typeName } from '#features/services/client/public.tsx';
import { inReadersLanguage } from '#platform/client/translated.ts';
import { m } from '#i18n/generated/messages.js';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { receivedOf } from '#platform/shared/fee.ts';
import { withoutErrorOf } from '#ui/field-errors.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import type { Fields } from '#ui/form-group.tsx';
import type { Offer, RequestDetail, Thread } from '../contract.ts';
import type { Side, ThreadAction } from '../negotiation.ts';
import { canTalk } from '../access.ts';
import { actOnThread, requestsKey, sayInThread } from './api.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { OfferForm, type Terms } from './offer-form.tsx';
import { isMyTurn, stateWords } from './request-words.ts';
import { countedWords, formatDay, priceOrFree } from './words.ts';

/** Loaded lazily, because most negotiations need no conversation. */
const TalkHere = lazy(async () => ({
  default: (await import('#features/conversations/client/public.tsx')).TalkHere,
}));

type Confirmed = 'accept' | 'decline' | 'withdraw';

const doneWords: Record<ThreadAction, () => string> = {
  offer: () => m['quotes.view.done_offer'](),
  counter: () => m['quotes.view.done_counter'](),
  accept: () => m['quotes.view.done_accept'](),
  decline: () => m['quotes.view.done_decline'](),
  withdraw: () => m['quotes.view.done_withdraw'](),
};

/** One negotiation: its latest offer, its history, and the actions of the reader. */
export function ThreadCard(props: { request: RequestDetail; thread: Thread; distance: number | null }) {
  const { request, thread, distance } = props;
  const { role } = request;
  const { can, offers } = thread;
  const last = offers.at(-1);
  const [asking, setAsking] = useState<Confirmed | null>(null);
  const [isWriting, setIsWriting] = useState(false);
  const [fields, setFields] = useState<Fields>({});
  const act = useAct(thread, {
    onDone: () => {
      setIsWriting(false);
      setFields({});
    },
    onRefused: setFields,
    onSettled: () => setAsking(null),
  });
  const offering = can.includes('offer') ? 'offer' : can.includes('counter') ? 'counter' : null;
  const isFormOpen = offering === 'offer' || (offering === 'counter' && isWriting);
  return (
    <article
      className={`grid grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border bg-surface p-5 ${thread.state === 'accepted' ? 'border-accent' : 'border-line'}`}
    >
      <Who thread={thread} role={role} distance={distance} />
      <p
        className={`w-fit rounded-sm px-2 font-semibold ${isMyTurn(thread) ? 'bg-accent text-on-accent' : 'bg-sunken'}`}
      >
        {stateWords(thread, role)}
      </p>
      {last && !last.isVoid && <LastOffer offer={last} request={request} />}
      <Until thread={thread} />
      {!thread.service.isActive && can.length > 0 && (
        <p className="text-sm text-danger">{m['quotes.view.paused']()}</p>
      )}
      {offering && isFormOpen && (
        <OfferForm
          request={request}
          before={last}
          action={offering}
          countersUsed={thread.counters}
          fields={fields}
          isBusy={act.isPending}
          onCorrected={(field) => setFields((all) => withoutErrorOf(all, field))}
          onSend={(terms) => act.mutate({ action: offering, terms })}
          {...(offering === 'counter' && { onClose: () => setIsWriting(false) })}
        />
      )}
      {role === 'provider' && act.error instanceof ApiError && act.error.code === 'verification_needed' && (
        <Link to="/my/verification" className="min-h-6 font-semibold text-accent-strong underline">
          {m['quotes.view.verify']()}
        </Link>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {can.includes('accept') && (
          <Button
            aria-label={m['quotes.view.accept_named']({ title: titleOf(thread) })}
            onClick={() => setAsking('accept')}
          >
            {m['quotes.view.accept']()}
          </Button>
        )}
        {role === 'customer' && thread.state === 'accepted' && thread.orderedAt === null && (
          <Link
            to="/payment/service/$id"
            params={{ id: thread.service.id }}
            search={{
              quoteId: thread.id,
              ...(request.replaces !== null && { replaces: request.replaces }),
            }}
            reloadDocument
            className={buttonClass()}
          >
            {m['quotes.view.order']()}
          </Link>
        )}
        {offering === 'counter' && !isWriting && (
          <Button look="secondary" onClick={() => setIsWriting(true)}>
            {m['quotes.view.counter']()}
          </Button>
        )}
        {can.includes('decline') && (
          <Button look="secondary" onClick={() => setAsking('decline')}>
            {m['quotes.view.decline']()}
          </Button>
        )}
        {can.includes('withdraw') && (
          <Button look="secondary" onClick={() => setAsking('withdraw')}>
            {m['quotes.view.withdraw']()}
          </Button>
        )}
      </div>
      <ThreadTalk thread={thread} role={role} />
      <History thread={thread} role={role} request={request} />
      {asking && (
        <Confirm
          what={asking}
          thread={thread}
          request={request}
          isBusy={act.isPending}
          onConfirm={() => act.mutate({ action: asking, terms: {} })}
          onClose={() => setAsking(null)}
        />
      )}
    </article>
  );
}

/** Conversation of the two about the service. */
function ThreadTalk({ thread, role }: { thread: Thread; role: Side }) {
  const { id, conversation } = thread;
  const client = useQueryClient();
  const { data: user } = useQuery(currentUserQuery);
  const [isOpen, setIsOpen] = useState(false);
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) region.current?.focus();
  }, [isOpen]);
  if (!user || !canTalk(thread)) return null;
  const begin = role === 'provider' ? m['quotes.view.ask_customer']() : m['quotes.view.ask_provider']();
  const unread = conversation?.unread ?? 0;
  // Stays open once opened: closing it would lose an unsent message.
  if (!isOpen) {
    return (
      <div className="border-t border-line pt-3">
        <Button look="secondary" onClick={() => setIsOpen(true)}>
          <MessageCircle aria-hidden="true" className="size-5" />
          {conversation ? m['quotes.view.talk']() : begin}
          {unread > 0 && (
            <span className="rounded-full bg-accent px-2 text-sm text-on-accent">
              {m['quotes.view.unread']({ count: unread })}
            </span>
          )}
        </Button>
      </div>
    );
  }
  return (
    <div
      ref={region}
      role="region"
      aria-label={m['quotes.view.talk']()}
      tabIndex={-1}
      className="border-t border-line pt-3"
    >
      <Suspense fallback={<div aria-busy="true" className="h-40 animate-pulse rounded-lg bg-sunken" />}>
        <TalkHere
          conversationId={conversation?.id ?? null}
          personId={user.id}
          about={`quote-thread:${id}`}
          open={async (message) => {
            await sayInThread(id, message);
            await client.invalidateQueries({ queryKey: requestsKey });
          }}
        />
      </Suspense>
    </div>
  );
}

/** Performs an action on the shown version, then reloads the negotiation after success and failure. */
function useAct(
  thread: Thread,
  told: { onDone(): void; onRefused(fields: Fields): void; onSettled(): void },
) {
  const client = useQueryClient();
  // Idempotency key, reused only after a missing response.
  const key = useRef('');
  return useMutation({
    mutationFn: ({ action, terms }: { action: ThreadAction; terms: Terms | object }) => {
      key.current ||= crypto.randomUUID();
      return actOnThread(thread, action, terms, key.current);
    },
    onSuccess: (_thread, { action }) => {
      key.current = '';
      toast('success', doneWords[action]());
      told.onDone();
    },
    onError: (error) => {
      if (!(error instanceof ApiError && error.code === 'network_error')) key.current = '';
      told.onRefused(error instanceof ApiError ? error.fields : {});
      toast('danger', m['quotes.view.problem'](), describeError(error));
    },
    onSettled: async () => {
      told.onSettled();
      await client.invalidateQueries({ queryKey: requestsKey });
    },
  });
}

function Who({ thread, role, distance }: { thread: Thread; role: Side; distance: number | null }) {
  const { service, provider } = thread;
  const facts = [
    ...(role === 'customer' ? [provider?.fullName ?? m['quotes.mine.somebody_gone']()] : []),
    typeName(service.serviceType),
    ...(distance === null ? [] : [distanceWords(distance)]),
    ...(service.location ? [service.location.address] : []),
  ];
  return (
    <header className="grid gap-1">
      <h3 className="text-lg font-bold break-words">
        {service.isActive ? (
          <Link to="/services/$id" params={{ id: service.id }} className="hover:underline">
            {titleOf(thread)}
          </Link>
        ) : (
          titleOf(thread)
        )}
      </h3>
      <p className="text-sm break-words text-ink-soft">{facts.join(' · ')}</p>
      {role === 'customer' && (
        <p className="flex items-center gap-1 text-sm text-ink-soft">
          <Star aria-hidden="true" className="size-4" />
          {service.rating === null
            ? m['quotes.view.no_rating']()
            : m['quotes.view.rating']({ rating: service.rating })}
        </p>
      )}
    </header>
  );
}

function LastOffer({ offer, request }: { offer: Offer; request: RequestDetail }) {
  const { total, fee, principal, readyOn, readyInDays, daysOff, note } = offer;
  const { currency } = request;
  const isCustomer = request.role === 'customer';
  const received = receivedOf({ ...request, principal });
  // The customer does not see the fee that the provider pays.
  const isOtherSumShown = !isCustomer || received === principal;
  const feeNote = fee > 0 && (
    <dd className="text-sm text-ink-soft tabular-nums">
      {m['quotes.view.of_which_fee']({ fee: priceOrFree(fee, currency) })}
    </dd>
  );
  return (
    <dl className="grid gap-3 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <dt className="text-sm text-ink-soft">
          {isCustomer ? m['quotes.view.total']() : m['quotes.view.receives_mine']()}
        </dt>
        <dd className="text-3xl font-bold text-accent-strong tabular-nums">
          {priceOrFree(isCustomer ? total : received, currency)}
        </dd>
        {isCustomer && feeNote}
      </div>
      {isOtherSumShown && (
        <div>
          <dt className="text-sm text-ink-soft">
            {isCustomer ? m['quotes.view.receives']() : m['quotes.view.total_customer']()}
          </dt>
          <dd className="font-semibold tabular-nums">
            {priceOrFree(isCustomer ? received : total, currency)}
          </dd>
        </div>
      )}
      <div>
        <dt className="text-sm text-ink-soft">{m['quotes.view.ready']()}</dt>
        <dd className="font-semibold tabular-nums">{readyWords(readyOn, readyInDays)}</dd>
        <dd className="text-sm text-ink-soft">{countedWords(daysOff)}</dd>
      </div>
      {note !== '' && (
        <div className="sm:col-span-2">
          <dt className="text-sm text-ink-soft">{m['quotes.view.note']()}</dt>
          <dd className="break-words whitespace-pre-line">{note}</dd>
        </div>
      )}
    </dl>
  );
}

const titleOf = ({ service }: Thread) => inReadersLanguage({ ...service, description: '' }).title;

function readyWords(readyOn: string | null, days: number): string {
  return readyOn === null
    ? m['quotes.view.ready_days']({ days })
    : m['quotes.view.ready_value']({ day: formatDay(readyOn), days });
}

/** Deadline of an open negotiation. */
function Until({ thread: { state, expiresAt, orderedAt } }: { thread: Thread }) {
  const formatMoment = useFormatMoment();
  const moment = formatMoment(expiresAt);
  if (orderedAt !== null) return null;
  switch (state) {
    case 'offered':
    case 'countered':
      return <p className="text-sm text-ink-soft">{m['quotes.view.valid_until']({ moment })}</p>;
    case 'asked':
    case 'void':
      return <p className="text-sm text-ink-soft">{m['quotes.view.answer_by']({ moment })}</p>;
    case 'accepted':
      return <p className="text-sm text-ink-soft">{m['quotes.view.order_by']({ moment })}</p>;
    default:
      return null;
  }
}

function History({ thread, role, request }: { thread: Thread; role: Side; request: RequestDetail }) {
  const formatMoment = useFormatMoment();
  const { offers, provider } = thread;
  if (offers.length === 0) return null;
  const other = (role === 'customer' ? provider : request.customer)?.fullName;
  return (
    <details className="border-t border-line pt-3">
      <summary className="min-h-6 cursor-pointer font-semibold text-accent-strong">
        {m['quotes.view.history']({ count: offers.length })}
      </summary>
      <ol className="mt-3 grid gap-3">
        {offers.map(({ number, by, total, readyInDays, note, madeAt, isVoid }) => (
          <li key={number} className="grid gap-1 border-l-2 border-line-strong pl-3">
            <p className="text-sm text-ink-soft">
              {by === role
                ? m['quotes.view.by_me']()
                : m['quotes.view.by_other']({ name: other ?? m['quotes.mine.somebody_gone']() })}{' '}
              · <time dateTime={madeAt}>{formatMoment(madeAt)}</time>
            </p>
            <p className="tabular-nums">
              <span className={isVoid ? 'line-through' : 'font-semibold'}>
                {priceOrFree(total, request.currency)}
              </span>{' '}
              · {m['quotes.view.ready_days']({ days: readyInDays })}
              {isVoid && <span className="ml-2 text-sm text-danger">{m['quotes.view.void']()}</span>}
            </p>
            {note !== '' && <p className="text-sm break-words whitespace-pre-line">{note}</p>}
          </li>
        ))}
      </ol>
    </details>
  );
}

function Confirm(props: {
  what: Confirmed;
  thread: Thread;
  request: RequestDetail;
  isBusy: boolean;
  onConfirm(): void;
  onClose(): void;
}) {
  const { what, thread, request, ...rest } = props;
  const { role, currency } = request;
  const last = thread.offers.at(-1);
  if (what === 'accept' && last) {
    return (
      <ConfirmDialog
        title={m['quotes.view.accept_title']()}
        action={m['quotes.view.accept']()}
        look="primary"
        {...rest}
      >
        {role === 'customer'
          ? m['quotes.view.accept_text_customer']({
              title: titleOf(thread),
              total: priceOrFree(last.total, currency),
            })
          : m['quotes.view.accept_text_provider']({
              received: priceOrFree(receivedOf({ ...request, principal: last.principal }), currency),
            })}
      </ConfirmDialog>
    );
  }
  const isDecline = what === 'decline';
  return (
    <ConfirmDialog
      title={isDecline ? m['quotes.view.decline_title']() : m['quotes.view.withdraw_title']()}
      action={isDecline ? m['quotes.view.decline']() : m['quotes.view.withdraw']()}
      look="danger"
      {...rest}
    >
      {isDecline ? m['quotes.view.decline_text']() : m['quotes.view.withdraw_text']()}
    </ConfirmDialog>
  );
}
