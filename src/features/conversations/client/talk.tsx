import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { Fragment, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import { useFormatMoment, useTimeZone } from '#platform/client/local-time.ts';
import { describeError } from '#platform/client/fetcher.ts';
import { useTopic } from '#platform/client/realtime.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { LeaveWarning } from '#ui/leave-warning.tsx';
import type { ConversationDetail, Message } from '../contract.ts';
import { lastWithoutGap, notArrived } from '../rules.ts';
import {
  addMessages,
  conversationQuery,
  conversationsKey,
  loadAgain,
  loadOlder,
  pollMs,
  saySettled,
  sayRead,
  sendMessage,
  setConversation,
} from './api.ts';
import { Composer } from './composer.tsx';
import { Face } from './face.tsx';
import { formatDay, formatTime } from './words.ts';

/** Message that is being sent, or failed to arrive. */
type Outgoing = { clientId: string; text: string; problem: string | null };

/** Readers closer to the end than this are scrolled along with new messages. */
const nearEndPx = 80;

type Props = { conversation: ConversationDetail; personId: string; isStale: boolean };

export function Talk(props: Props) {
  const { subject, other, serviceId, resourceId } = props.conversation;
  return (
    <div className="grid gap-4">
      <Link
        to="/my/conversations"
        className="flex w-fit items-center gap-1 py-2 text-accent-strong underline"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {m['conversations.talk.back']()}
      </Link>
      <header className="flex items-center gap-3">
        <Face author={other} />
        <div className="grid min-w-0 gap-1">
          <h1 className="text-2xl font-bold break-words">
            {other ? (
              <Link to="/people/$username" params={{ username: other.username }} className="hover:underline">
                {other.fullName}
              </Link>
            ) : (
              m['conversations.list.gone']()
            )}
          </h1>
          <p className="flex flex-wrap gap-x-3 break-words text-ink-soft">
            {subject === '' ? m['conversations.talk.untitled']() : subject}
            {serviceId !== null && (
              <Link to="/services/$id" params={{ id: serviceId }} className="text-accent-strong underline">
                {m['conversations.talk.about']()}
              </Link>
            )}
            {resourceId !== null && (
              <Link to="/resources/$id" params={{ id: resourceId }} className="text-accent-strong underline">
                {m['conversations.talk.about_resource']()}
              </Link>
            )}
          </p>
        </div>
      </header>
      <Messages {...props} />
    </div>
  );
}

/** Messages of a conversation, with the composer. */
export function Messages({ conversation, personId, isStale }: Props) {
  const { id, can } = conversation;
  const client = useQueryClient();
  const [sent, setSent] = useState<Outgoing[]>([]);
  const outgoing = notArrived(sent, conversation.messages);
  // Send one at a time, so that messages arrive in the order they were written.
  const queue = useRef(Promise.resolve());
  useSayRead(conversation);
  useLive(id);
  // Unsent messages exist only in this component.
  const unsaved = useRef(false);
  useEffect(() => {
    unsaved.current = outgoing.length > 0;
  }, [outgoing.length]);

  function send(message: { clientId: string; text: string }): void {
    const entry: Outgoing = { ...message, problem: null };
    setSent((all) => [...all.filter(({ clientId }) => clientId !== message.clientId), entry]);
    const before = queue.current;
    queue.current = before.then(() => deliver(message));
  }
  async function deliver(message: { clientId: string; text: string }): Promise<void> {
    try {
      addMessages(client, id, [await sendMessage(id, message)]);
      forget(message.clientId);
      void client.invalidateQueries({ queryKey: conversationsKey });
    } catch (error) {
      const problem = describeError(error);
      setSent((all) => all.map((each) => (each.clientId === message.clientId ? { ...each, problem } : each)));
    }
  }
  function forget(name: string): void {
    setSent((all) => all.filter(({ clientId }) => clientId !== name));
  }
  return (
    <div className="grid gap-4">
      <LeaveWarning unsaved={unsaved} />
      <Log conversation={conversation} outgoing={outgoing.length}>
        {outgoing.map((message) => (
          <OutgoingBubble
            key={message.clientId}
            message={message}
            onAgain={() => send(message)}
            onDiscard={() => forget(message.clientId)}
          />
        ))}
      </Log>
      {isStale && (
        <p role="status" className="text-sm text-danger">
          {m['conversations.talk.stale']()}
        </p>
      )}
      {can.settle && <AnswerDue conversation={conversation} />}
      {can.write ? (
        <Composer
          conversationId={id}
          personId={personId}
          send={(text) => send({ text, clientId: crypto.randomUUID() })}
        />
      ) : (
        <p className="rounded-md bg-sunken px-4 py-3">{m['conversations.talk.over']()}</p>
      )}
    </div>
  );
}

/** Follows the channel: loads new messages at once, and reloads edited and deleted ones. */
function useLive(id: string): void {
  const client = useQueryClient();
  const loadNews = () => void client.invalidateQueries({ queryKey: conversationQuery(id).queryKey });
  useTopic(`channel:${id}`, {
    onEvent({ type, data }) {
      if (type === 'message' || type === 'read') loadNews();
      // A failure is corrected by the next visit.
      if (type === 'edited' || type === 'deleted' || type === 'restored')
        void loadAgain(client, id, Number(data['seq'])).catch(() => {});
    },
    onReset: loadNews,
    onAway: loadNews,
  });
}

/** Marks the shown messages as read while the page is visible. */
function useSayRead({ id, unread, messages }: ConversationDetail): void {
  const client = useQueryClient();
  const last = lastWithoutGap(messages);
  useEffect(() => {
    if (unread === 0) return undefined;
    let isOver = false;
    let again: ReturnType<typeof setTimeout> | undefined;
    async function say(): Promise<void> {
      if (document.visibilityState !== 'visible') return;
      setConversation(client, await sayRead(id, last));
      document.removeEventListener('visibilitychange', onVisible);
      for (const queryKey of [[...conversationsKey, 'list'], ['user-unread'], ['user-notifications']])
        void client.invalidateQueries({ queryKey });
    }
    // Retries, because until it succeeds the other person sees the message as unread, and mails are sent.
    const onVisible = () => {
      clearTimeout(again);
      void say().catch(() => {
        if (!isOver) again = setTimeout(onVisible, pollMs);
      });
    };
    document.addEventListener('visibilitychange', onVisible);
    onVisible();
    return () => {
      isOver = true;
      clearTimeout(again);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [client, id, last, unread]);
}

function Log(props: { conversation: ConversationDetail; outgoing: number; children: ReactNode }) {
  const timeZone = useTimeZone();
  const { conversation, outgoing, children } = props;
  const { id, messages, otherReadSeq } = conversation;
  const client = useQueryClient();
  const box = useRef<HTMLDivElement>(null);
  const [loading, setLoading] = useState(false);
  const first = messages[0]?.seq ?? 1;
  const lastRead = messages.findLast(({ mine, seq }) => mine && seq <= otherReadSeq)?.seq;

  // Older messages are inserted above the reader, whose position must not move; new ones below, where a reader at the
  // end is scrolled along.
  const place = useRef({ first, height: 0, atEnd: true, outgoing: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const before = place.current;
    // Scroll to a message that the reader has just sent.
    const hasWritten = outgoing > before.outgoing;
    if (first < before.first) element.scrollTop += element.scrollHeight - before.height;
    else if (before.atEnd || hasWritten) element.scrollTop = element.scrollHeight;
    place.current = { ...before, first, height: element.scrollHeight, outgoing };
  });

  async function showOlder(): Promise<void> {
    setLoading(true);
    try {
      await loadOlder(client, id, first);
    } catch (error) {
      toast('danger', m['conversations.talk.problem'](), describeError(error));
    } finally {
      setLoading(false);
    }
  }
  return (
    <div
      ref={box}
      role="region"
      tabIndex={0}
      aria-label={m['conversations.talk.log']()}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        place.current.atEnd = scrollHeight - scrollTop - clientHeight < nearEndPx;
      }}
      className="grid max-h-[max(16rem,52dvh)] content-start gap-3 overflow-y-auto rounded-lg border border-line bg-surface p-4"
    >
      {first > 1 && (
        <Button
          look="secondary"
          className="justify-self-center"
          disabled={loading}
          onClick={() => void showOlder()}
        >
          {loading ? m['conversations.talk.loading']() : m['conversations.talk.older']()}
        </Button>
      )}
      <div role="log" className="grid gap-3">
        {messages.map((message, index) => {
          const day = formatDay(message.createdAt, timeZone);
          const before = messages[index - 1];
          return (
            <Fragment key={message.seq}>
              {(!before || formatDay(before.createdAt, timeZone) !== day) && (
                <p className="mt-2 text-center text-sm text-ink-soft">{day}</p>
              )}
              <Bubble message={message} isRead={message.seq === lastRead} />
            </Fragment>
          );
        })}
        {children}
      </div>
    </div>
  );
}

const bubble = 'max-w-[min(36rem,85%)] rounded-lg px-4 py-2 break-words whitespace-pre-line';

function Bubble({ message, isRead }: { message: Message; isRead: boolean }) {
  const { mine, author, text, createdAt } = message;
  const timeZone = useTimeZone();
  const from = mine
    ? m['conversations.talk.from_me']()
    : m['conversations.talk.from']({ name: author?.fullName ?? m['conversations.list.gone']() });
  return (
    <article aria-label={from} className={`grid gap-1 ${mine ? 'justify-items-end' : 'justify-items-start'}`}>
      <p
        className={`${bubble} ${mine ? 'bg-accent-soft' : 'bg-sunken'} ${text === '' ? 'text-ink-soft italic' : ''}`}
      >
        {text === '' ? m['conversations.list.erased']() : text}
      </p>
      <p className="text-sm text-ink-soft">
        <time dateTime={createdAt}>{formatTime(createdAt, timeZone)}</time>
        {isRead && ` · ${m['conversations.talk.read']()}`}
      </p>
    </article>
  );
}

function OutgoingBubble(props: { message: Outgoing; onAgain(): void; onDiscard(): void }) {
  const { text, problem } = props.message;
  return (
    <article aria-label={m['conversations.talk.from_me']()} className="grid justify-items-end gap-1">
      <p className={`${bubble} bg-accent-soft ${problem === null ? 'opacity-70' : ''}`}>{text}</p>
      {problem === null ? (
        <p className="text-sm text-ink-soft">{m['conversations.talk.sending']()}</p>
      ) : (
        <div role="alert" className="flex flex-wrap items-center justify-end gap-x-3 text-sm text-danger">
          <p>
            {m['conversations.talk.failed']()} {problem}
          </p>
          <button type="button" className="min-h-9 underline" onClick={props.onAgain}>
            {m['conversations.talk.again']()}
          </button>
          <button type="button" className="min-h-9 underline" onClick={props.onDiscard}>
            {m['conversations.talk.discard']()}
          </button>
        </div>
      )}
    </article>
  );
}

/** Deadline of the answer to a customer, with a button to settle the message. */
function AnswerDue({ conversation: { id, answerBy, messages } }: { conversation: ConversationDetail }) {
  const formatMoment = useFormatMoment();
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  async function settle(): Promise<void> {
    setPending(true);
    try {
      const settled = await saySettled(id, lastWithoutGap(messages));
      setConversation(client, settled);
      // The customer's latest message has to be seen first.
      if (settled.waitingSince === null) toast('success', m['conversations.talk.settled']());
      void client.invalidateQueries({ queryKey: conversationsKey });
    } catch (error) {
      toast('danger', m['conversations.talk.problem'](), describeError(error));
    } finally {
      setPending(false);
    }
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-accent bg-surface px-4 py-3">
      <p>
        {answerBy === null
          ? m['conversations.talk.late']()
          : m['conversations.talk.answer_by']({ time: formatMoment(answerBy) })}
      </p>
      <Button look="secondary" disabled={pending} onClick={() => void settle()}>
        {m['conversations.talk.settle']()}
      </Button>
    </div>
  );
}
