import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { useTopic } from '#platform/client/realtime.ts';
import { buttonClass } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { Session } from '../contract.ts';
import { pollMs, sessionQuery } from './api.ts';
import { AnswerBox } from './answer-box.tsx';
import { EventButtons } from './event-buttons.tsx';
import { PersonLink } from './face.tsx';
import { HelpLink } from './help-link.tsx';
import { StepsPanel } from './steps-panel.tsx';
import { languageName, skillNames, stateName, waitWords } from './words.ts';

/** Panel next to the conversation: state, subject, guide and public answer. */
export function SessionPanel({ sessionId }: { sessionId: string }) {
  const client = useQueryClient();
  const {
    data: session,
    error,
    refetch,
  } = useQuery({
    ...sessionQuery(sessionId),
    // The position in the queue changes without an action of the asker.
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? pollMs : false),
  });
  const [isOpen, setOpen] = useState(false);
  const query = sessionQuery(sessionId);
  const reload = () => {
    void client.invalidateQueries({ queryKey: query.queryKey });
    void client.invalidateQueries({ queryKey: ['community', 'channel'] });
    void client.invalidateQueries({ queryKey: ['community', 'channels'] });
  };
  useTopic(session ? `support:${sessionId}` : null, {
    after: session?.eventSeq,
    onEvent(event) {
      if (event.type === 'step') {
        const { step } = event.data as { step: number };
        client.setQueryData<Session>(query.queryKey, (old) => old && { ...old, shownStep: step });
      } else reload();
    },
    onReset: reload,
    onAway: reload,
  });
  if (!session) {
    return (
      <aside className="order-first shrink-0 border-b border-line p-3 xl:order-none xl:w-96 xl:border-b-0 xl:border-l">
        {error ? (
          <LoadFailed retry={refetch}>{describeError(error)}</LoadFailed>
        ) : (
          <div aria-busy="true" className="h-11 animate-pulse rounded-md bg-sunken xl:h-64" />
        )}
      </aside>
    );
  }
  const Chevron = isOpen ? ChevronUp : ChevronDown;
  return (
    <aside
      aria-label={m['support.session.label']()}
      className={`order-first flex shrink-0 flex-col border-b border-line bg-surface xl:static xl:order-none xl:w-96 xl:border-b-0 xl:border-l ${
        isOpen ? 'absolute inset-0 z-20' : ''
      }`}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 items-center justify-between gap-3 px-4 py-2 text-left xl:hidden"
      >
        <span className="min-w-0 truncate">
          <span className="font-semibold">{stateName(session.state)}</span>
          {session.queue && (
            <span className="text-ink-soft">
              {' '}
              · {m['support.session.place']({ place: session.queue.place })}
            </span>
          )}
          {session.resource && session.step !== null && (
            <span className="text-ink-soft">
              {' '}
              · {m['support.session.step']({ number: (session.shownStep ?? session.step) + 1 })}
            </span>
          )}
        </span>
        <span className="flex shrink-0 items-center gap-1 text-sm text-accent-strong">
          {isOpen ? m['support.session.fold']() : m['support.session.unfold']()}
          <Chevron aria-hidden="true" className="size-5" />
        </span>
      </button>
      <div
        className={`min-h-0 grid-cols-[minmax(0,1fr)] content-start gap-5 overflow-y-auto p-4 xl:grid ${
          isOpen ? 'grid' : 'hidden'
        }`}
      >
        <State session={session} />
        <AnswerBox key={session.answer?.version ?? 0} session={session} />
        <About session={session} />
        {session.resource && <StepsPanel session={session} resourceId={session.resource.id} />}
      </div>
    </aside>
  );
}

function State({ session }: { session: Session }) {
  const { state, role, asker, helper, invited, queue, expiresAt } = session;
  const formatMoment = useFormatMoment();
  const until = expiresAt === null ? '' : formatMoment(expiresAt);
  return (
    <section className="grid gap-3">
      <h2 className="text-lg font-bold">{stateName(state)}</h2>
      <div aria-live="polite" className="grid gap-1">
        {state === 'asked' && (
          <p>{m['support.session.asked']({ name: invited?.fullName ?? m['support.gone'](), until })}</p>
        )}
        {state === 'waiting' && queue && (
          <>
            <p className="font-semibold">{m['support.session.place']({ place: queue.place })}</p>
            <p>{waitWords(queue.wait)}</p>
            <p>
              {queue.available > 0
                ? m['support.session.available']({ count: queue.available })
                : m['support.session.none_available']()}
            </p>
            <p className="text-sm text-ink-soft">{m['support.session.until']({ until })}</p>
          </>
        )}
        {state === 'taken' && (
          <p>
            {role === 'asker' ? m['support.session.helper']() : m['support.session.asker']()}{' '}
            <PersonLink person={role === 'asker' ? helper : asker} />
          </p>
        )}
        {state === 'solved' && role === 'asker' && (
          <p>{m['support.session.thanks']({ name: helper?.fullName ?? m['support.gone']() })}</p>
        )}
        {state === 'solved' && role === 'helper' && <p>{m['support.session.thanked']()}</p>}
      </div>
      <EventButtons session={session} />
      {role === 'asker' && ['given_up', 'declined', 'expired'].includes(state) && (
        <WhatElse session={session} />
      )}
    </section>
  );
}

/** Alternatives if nobody could help. */
function WhatElse({ session: { resource, step } }: { session: Session }) {
  const about = {
    ...(resource && { resource: resource.id }),
    ...(resource && step !== null && { step: step + 1 }),
  };
  return (
    <div className="grid gap-2 rounded-md bg-sunken p-3">
      <p>{m['support.session.what_else']()}</p>
      <div className="flex flex-wrap gap-2">
        <Link
          to="/remote-support/{-$channel}/{-$id}"
          params={{ channel: 'questions', id: 'ask' }}
          className={buttonClass('secondary')}
        >
          {m['support.session.ask_public']()}
        </Link>
        <Link to="/engineers" search={{ kind: 'paid' }} className={buttonClass('secondary')}>
          {m['support.session.ask_paid']()}
        </Link>
        <HelpLink about={about} className={buttonClass('quiet')}>
          {m['support.session.again']()}
        </HelpLink>
      </div>
    </div>
  );
}

function About({ session }: { session: Session }) {
  const { problem, skill, language, printer, service, resource, step, order, isAboutOrder, question } =
    session;
  const link = 'text-accent-strong underline';
  const rows: [string, ReactNode][] = [];
  if (resource) {
    rows.push([
      m['support.about.resource'](),
      <Link
        key="resource"
        to="/resources/$id"
        params={{ id: resource.id }}
        {...(step !== null && { hash: `step-${step + 1}` })}
        className={link}
      >
        {step === null
          ? resource.title
          : m['support.about.step']({ title: resource.title, number: step + 1 })}
      </Link>,
    ]);
  }
  if (question)
    rows.push([
      m['support.about.question_label'](),
      <Link key="question" to={question.path} className={link}>
        {question.title}
      </Link>,
    ]);
  if (order)
    rows.push([
      m['support.about.order'](),
      <Link key="order" to="/orders/$id" params={{ id: order.id }} className={link}>
        {order.title}
      </Link>,
    ]);
  else if (isAboutOrder) rows.push([m['support.about.order'](), m['support.about.order_private']()]);
  if (printer !== '')
    rows.push([
      m['support.about.printer'](),
      service ? (
        <Link key="printer" to="/services/$id" params={{ id: service.id }} className={link}>
          {printer}
        </Link>
      ) : (
        printer
      ),
    ]);
  rows.push([
    m['support.about.with'](),
    [skill === '' ? '' : skillNames[skill](), languageName(language)].filter(Boolean).join(' · '),
  ]);
  return (
    <section aria-label={m['support.about.label']()} className="grid gap-3 border-t border-line pt-4">
      <p className="line-clamp-6 break-words whitespace-pre-line">{problem}</p>
      <dl className="grid gap-2 text-sm">
        {rows.map(([label, value]) => (
          <div key={label} className="grid grid-cols-[5rem_minmax(0,1fr)] gap-2">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
