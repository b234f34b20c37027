import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useHydrated } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { ReportButton } from '#features/moderation/client/public.tsx';
import { Gallery } from '#features/resources/client/public.tsx';
import { typeName } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { NotRead } from '#ui/load-failed.tsx';
import type { OwnPledge, WantedAnswer, WantedDetail } from '../contract.ts';
import {
  answerReportPath,
  readAnswers,
  readEvents,
  reportPath,
  wantedQuery,
  withdrawAnswer,
  withdrawWanted,
} from './api.ts';
import { mergeAnswers } from './merge-answers.ts';
import { useMore } from './use-more.ts';
import { useShown } from './use-shown.ts';
import {
  answerNames,
  eventWords,
  formatCount,
  formatDay,
  formatMm,
  kindNames,
  lastDayOf,
  pledgeNames,
  stateNames,
  timeWords,
  won,
} from './words.ts';

const AnswerForm = lazy(async () => ({ default: (await import('./answer-form.tsx')).AnswerForm }));
const PledgeForm = lazy(async () => ({ default: (await import('./pledge-form.tsx')).PledgeForm }));
const GiveDialog = lazy(async () => ({ default: (await import('./give-dialog.tsx')).GiveDialog }));
const ObjectDialog = lazy(async () => ({ default: (await import('./object-dialog.tsx')).ObjectDialog }));
const RulingForm = lazy(async () => ({ default: (await import('./ruling-form.tsx')).RulingForm }));

/** One thing wanted: what it is, its bounty, the answers, and what happened. */
export function PostScreen({ id }: { id: string }) {
  const { data: post, error, refetch } = useQuery(wantedQuery(id));
  return (
    <div className="page max-w-6xl py-8">
      {post && <Post post={post} />}
      {!post && !error && <div aria-busy="true" className="h-96 animate-pulse rounded-lg bg-sunken" />}
      {!post && error && (
        <NotRead error={error} retry={refetch}>
          <Link to="/wanted/{-$id}" params={{ id: undefined }} className={buttonClass()}>
            {m['wanted.post.back']()}
          </Link>
        </NotRead>
      )}
    </div>
  );
}

function Post({ post: begun }: { post: WantedDetail }) {
  const formatMoment = useFormatMoment();
  const further = useMore(begun.nextAnswer, (after) => readAnswers(begun.id, after));
  const post = { ...begun, answers: mergeAnswers(begun.answers, further.items) };
  const { title, state, kind, asker, createdAt, isMine, isHidden, images, description, can } = post;
  return (
    <>
      <Link
        to="/wanted/{-$id}"
        params={{ id: undefined }}
        className="mb-3 inline-block min-h-6 text-accent-strong underline"
      >
        {m['wanted.post.back']()}
      </Link>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <span
          className={`rounded-sm px-2 ${state === 'open' ? 'bg-accent font-semibold text-on-accent' : 'bg-sunken text-ink-soft'}`}
        >
          {stateNames[state]()}
        </span>
        {kind !== 'wanted' && <span className="text-ink-soft">{kindNames[kind]()}</span>}
      </p>
      <h1 className="mt-1 text-3xl font-bold break-words">{title}</h1>
      <p className="mt-1 flex flex-wrap gap-x-3 text-ink-soft">
        {asker && (
          <Link to="/people/$username" params={{ username: asker.username }} className="underline">
            {asker.fullName}
          </Link>
        )}
        <span>{formatMoment(createdAt)}</span>
      </p>
      {isHidden && (
        <p className="mt-4 rounded-md bg-danger-soft px-4 py-3 text-danger">{m['wanted.post.hidden']()}</p>
      )}
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {images.length > 0 && (
            <Gallery
              pictures={images.map((image) => ({ ...image, name: m['wanted.post.picture']() }))}
              folder="wanted-images"
              title={title}
              place="offer"
              whole
            />
          )}
          {description !== '' && <p className="break-words whitespace-pre-line">{description}</p>}
          <Facts post={post} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Panel post={post} more={<MoreButton {...further} label={m['wanted.post.more_answers']()} />} />
        </div>
      </div>
      <section aria-labelledby="answers" className="mt-10">
        <h2 id="answers" className="text-2xl font-bold">
          {m['wanted.post.answers']({ count: formatCount(Math.max(post.answerCount, post.answers.length)) })}
        </h2>
        {can.rule && (
          <Suspense>
            <RulingForm post={post} />
          </Suspense>
        )}
        {post.answers.length === 0 && <p className="mt-3 text-ink-soft">{m['wanted.post.no_answers']()}</p>}
        <ul className="mt-4 grid gap-4">
          {post.answers.map((answer) => (
            <li key={answer.id}>
              <Answer post={post} answer={answer} />
            </li>
          ))}
        </ul>
        <MoreButton {...further} label={m['wanted.post.more_answers']()} />
        <Answering post={post} />
      </section>
      <Timeline post={post} />
      {!isMine && (
        <p className="mt-6">
          <ReportButton kind="wanted" path={reportPath(post.id)} look="link" />
        </p>
      )}
    </>
  );
}

/** Adds further items of a list; nothing once all are there. */
function MoreButton({
  more,
  isPending,
  label,
}: {
  more: (() => void) | null;
  isPending: boolean;
  label: string;
}) {
  const hydrated = useHydrated();
  if (more === null || !hydrated) return null;
  return (
    <Button look="secondary" className="mt-4 w-fit" disabled={isPending} onClick={more}>
      {label}
    </Button>
  );
}

function Facts({ post }: { post: WantedDetail }) {
  const { device, trade, place, measures, until } = post;
  const facts: [string, ReactNode][] = [
    ...(device === '' ? [] : ([[m['wanted.form.device'](), device]] as [string, string][])),
    ...(trade === null ? [] : ([[m['wanted.form.trade'](), typeName(trade)]] as [string, string][])),
    ...(place === null ? [] : ([[m['wanted.form.place'](), place.address]] as [string, string][])),
    ...measures.map(({ label, mm }) => [label, formatMm(mm)] as [string, string]),
    [m['wanted.form.until'](), lastDayOf(until)],
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 rounded-lg border border-line bg-surface p-5">
      {facts.map(([term, value]) => (
        <div key={term} className="min-w-0">
          <dt className="text-sm text-ink-soft">{term}</dt>
          <dd className="font-semibold break-words tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Bounty, the reader's own pledges, and what they may do. */
function Panel({ post, more }: { post: WantedDetail; more: ReactNode }) {
  const formatMoment = useFormatMoment();
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const hydrated = useHydrated();
  const show = useShown(post.id);
  const { bounty, giverCount, state, feePercent, graceUntil, can, pledges, isMine } = post;
  const [open, setOpen] = useState<'pledge' | 'give' | null>(null);
  const [now] = useState(() => new Date());
  const withdrawing = useMutation({
    mutationFn: () => withdrawWanted(post.id),
    onSuccess: (changed) => {
      show(changed);
      toast('success', m['wanted.post.withdrawn']());
    },
    onError: (error) => toast('danger', m['wanted.post.failed'](), describeError(error)),
  });
  return (
    <section
      aria-label={m['wanted.card.bounty']()}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border border-line bg-surface p-5"
    >
      <div>
        <p className="text-sm text-ink-soft">{m['wanted.card.bounty']()}</p>
        <p className="text-3xl font-bold text-accent-strong tabular-nums">
          {bounty > 0 ? won(bounty) : m['wanted.post.none']()}
        </p>
        {bounty > 0 && (
          <p className="text-sm text-ink-soft">
            {m['wanted.post.givers']({ count: formatCount(giverCount) })}
          </p>
        )}
      </div>
      <p className="font-semibold">{timeWords(post, now)}</p>
      {bounty > 0 && state !== 'solved' && (
        <p className="text-sm text-ink-soft">{m['wanted.post.escrow']({ percent: feePercent })}</p>
      )}
      {state === 'grace' && graceUntil !== null && (
        <p>{m['wanted.post.grace']({ moment: formatMoment(graceUntil) })}</p>
      )}
      {state === 'disputed' && <p>{m['wanted.post.disputed']()}</p>}
      {state === 'pending' && <p>{m['wanted.post.pending']()}</p>}
      <OwnPledges pledges={pledges} />
      {hydrated && can.give && (
        <Button onClick={() => setOpen('give')}>
          {bounty > 0 ? m['wanted.give.open']() : m['wanted.give.open_free']()}
        </Button>
      )}
      {hydrated && can.pledge && user && open !== 'pledge' && (
        <Button look="secondary" onClick={() => setOpen('pledge')}>
          {m['wanted.pledge.add']()}
        </Button>
      )}
      {can.pledge && !user && (
        <Link to="/login" search={{ next: `/wanted/${post.id}` }} className={buttonClass('secondary')}>
          {m['wanted.pledge.login']()}
        </Link>
      )}
      <Suspense>
        {open === 'pledge' && <PledgeForm post={post} onClose={() => setOpen(null)} />}
        {open === 'give' && <GiveDialog post={post} more={more} onClose={() => setOpen(null)} />}
      </Suspense>
      {hydrated && can.withdraw && (
        <Button look="danger" disabled={withdrawing.isPending} onClick={() => withdrawing.mutate()}>
          {m['wanted.post.withdraw']()}
        </Button>
      )}
      {isMine && state === 'open' && !can.withdraw && (
        <p className="text-sm text-ink-soft">{m['wanted.post.answered_stay']()}</p>
      )}
    </section>
  );
}

function OwnPledges({ pledges }: { pledges: readonly OwnPledge[] }) {
  const shown = pledges.filter(({ state }) => state !== 'expired');
  if (shown.length === 0) return null;
  return (
    <div className="grid gap-2">
      <h2 className="font-semibold">{m['wanted.pledge.mine']()}</h2>
      <ul className="grid gap-2">
        {shown.map(({ id, amount, state, payment }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold tabular-nums">{won(amount)}</span>
            <span className="text-sm text-ink-soft">{pledgeNames[state]()}</span>
            {state === 'open' && (
              <Link
                to="/payment/wanted/$id"
                params={{ id }}
                reloadDocument
                className="min-h-6 text-accent-strong underline"
              >
                {m['wanted.pledge.pay']()}
              </Link>
            )}
            {state !== 'open' && payment?.receiptUrl && (
              <a
                href={payment.receiptUrl}
                target="_blank"
                rel="noreferrer"
                className="min-h-6 text-accent-strong underline"
              >
                {m['wanted.pledge.receipt']()}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Answer({ post, answer }: { post: WantedDetail; answer: WantedAnswer }) {
  const formatMoment = useFormatMoment();
  const hydrated = useHydrated();
  const show = useShown(post.id);
  const [isObjecting, setIsObjecting] = useState(false);
  const withdrawing = useMutation({
    mutationFn: () => withdrawAnswer(post.id, answer.id),
    onSuccess: show,
    onError: (error) => toast('danger', m['wanted.post.failed'](), describeError(error)),
  });
  const { id, kind, author, text, resource, service, price, total, readyOn, createdAt, isMine, awarded } =
    answer;
  const canWithdraw = isMine && !answer.isObjecting && (post.state === 'open' || post.state === 'grace');
  return (
    <article
      className={`grid gap-3 rounded-lg border bg-surface p-5 ${awarded === null ? 'border-line' : 'border-accent'}`}
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
        <span className="rounded-sm bg-sunken px-2">{answerNames[kind]()}</span>
        {author ? (
          <Link to="/people/$username" params={{ username: author.username }} className="underline">
            {author.fullName}
          </Link>
        ) : (
          <span>{m['wanted.answer.left']()}</span>
        )}
        <span>{formatMoment(createdAt)}</span>
        {awarded !== null && (
          <span className="rounded-sm bg-accent px-2 font-semibold text-on-accent">
            {awarded > 0
              ? m['wanted.answer.awarded']({ amount: won(awarded) })
              : m['wanted.answer.accepted']()}
          </span>
        )}
      </p>
      {kind === 'resource' && (
        <p className="text-lg font-semibold">
          {resource ? (
            <Link to="/resources/$id" params={{ id: resource.id }} className="text-accent-strong underline">
              {resource.title}
            </Link>
          ) : (
            m['wanted.answer.gone']()
          )}
        </p>
      )}
      {kind === 'offer' && price !== null && total !== null && (
        <div className="grid justify-items-start gap-2">
          <p className="text-lg font-semibold tabular-nums">
            {won(total)}
            {total > price && (
              <span className="text-base font-normal text-ink-soft"> {m['wanted.answer.with_fee']()}</span>
            )}
            {readyOn !== null && (
              <span className="text-base font-normal text-ink-soft">
                {' '}
                · {m['wanted.answer.ready_on']({ day: formatDay(readyOn) })}
              </span>
            )}
          </p>
          {service ? (
            <Link to="/services/$id" params={{ id: service.id }} className={buttonClass('secondary')}>
              {m['wanted.answer.to_service']({ title: service.title })}
            </Link>
          ) : (
            <p className="text-ink-soft">{m['wanted.answer.gone']()}</p>
          )}
        </div>
      )}
      {text !== '' && <p className="break-words whitespace-pre-line">{text}</p>}
      {answer.isObjecting && (
        <div className="rounded-md bg-sunken px-4 py-3">
          <p className="text-sm font-semibold">{m['wanted.object.said']()}</p>
          {answer.objection !== '' && (
            <p className="mt-1 break-words whitespace-pre-line">{answer.objection}</p>
          )}
        </div>
      )}
      {hydrated && (
        <div className="flex flex-wrap gap-3 empty:hidden">
          {!isMine && <ReportButton kind="wanted_answer" path={answerReportPath(id)} look="link" />}
          {canWithdraw && (
            <Button look="secondary" disabled={withdrawing.isPending} onClick={() => withdrawing.mutate()}>
              {m['wanted.answer.withdraw']()}
            </Button>
          )}
          {isMine && post.can.object && post.bounty > 0 && !answer.isObjecting && (
            <Button look="secondary" onClick={() => setIsObjecting(true)}>
              {m['wanted.object.open']()}
            </Button>
          )}
        </div>
      )}
      {isObjecting && (
        <Suspense>
          <ObjectDialog post={post} answerId={id} onClose={() => setIsObjecting(false)} />
        </Suspense>
      )}
    </article>
  );
}

function Answering({ post }: { post: WantedDetail }) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const hydrated = useHydrated();
  if (!post.can.answer) return null;
  if (!user)
    return (
      <p className="mt-6">
        <Link to="/login" search={{ next: `/wanted/${post.id}` }} className={buttonClass()}>
          {m['wanted.answer.login']()}
        </Link>
      </p>
    );
  return (
    hydrated && (
      <Suspense fallback={<div aria-busy="true" className="mt-6 h-64 animate-pulse rounded-lg bg-sunken" />}>
        <AnswerForm post={post} />
      </Suspense>
    )
  );
}

function Timeline({ post }: { post: WantedDetail }) {
  const formatMoment = useFormatMoment();
  const earlier = useMore(post.earlierEvents, (before) => readEvents(post.id, before));
  // Each further page is older than the one before it.
  const known = new Set(post.events.map(({ id }) => id));
  const events = [
    ...earlier.items.filter(({ id }) => !known.has(id)).toSorted((a, b) => a.id - b.id),
    ...post.events,
  ];
  if (events.length === 0) return null;
  return (
    <section aria-labelledby="timeline" className="mt-10">
      <h2 id="timeline" className="text-2xl font-bold">
        {m['wanted.post.timeline']()}
      </h2>
      <MoreButton {...earlier} label={m['wanted.post.earlier']()} />
      <ol className="mt-4 grid gap-2 border-l-2 border-line pl-4">
        {events.map(({ id, kind, amount, at }) => (
          <li key={id} className="flex flex-wrap gap-x-3">
            <time dateTime={at} className="text-ink-soft">
              {formatMoment(at)}
            </time>
            <span>
              {eventWords({ kind, amount })}
              {amount !== null && amount > 0 && (
                <span className="font-semibold tabular-nums"> {won(amount)}</span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
