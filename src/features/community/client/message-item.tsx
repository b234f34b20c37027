import { Link, useHydrated } from '@tanstack/react-router';
import { Box, CheckCircle2, CornerUpRight, MessagesSquare, Pin, Wrench } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { Prose } from '#features/resources/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { useFormatMoment, useTimeZone } from '#platform/client/local-time.ts';
import type { Card, Message } from '../contract.ts';
import { Attachments } from './attachments.tsx';
import { EditForm } from './edit-form.tsx';
import { Face } from './face.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { MessageActions } from './message-actions.tsx';
import { Reactions } from './reactions.tsx';
import { useTalk } from './talk-context.tsx';
import { Translated } from './translated.tsx';
import { emptyWords, formatShortTime, formatTime, isOnlyEmoji, nameOf, quoteOf } from './words.ts';

/** Context of a message: a channel, a thread, or the answers to a question. */
export type MessagePlace = 'channel' | 'thread' | 'answer';

type Props = {
  message: Message;
  place: MessagePlace;
  /** True if it follows shortly after a message of the same person: the name is not repeated. */
  isContinued?: boolean;
  /** True for the item that the arrow keys have reached. */
  isCurrent: boolean;
  onFocus(id: string): void;
};

/** One message with its actions, which appear on hover and focus. */
export const MessageItem = memo(function MessageItem(props: Props) {
  const { message, place, isContinued = false, isCurrent, onFocus } = props;
  const { user, editing, setEditing } = useTalk();
  const [isLookedAt, setLookedAt] = useState(false);
  const [isTranslated, setTranslated] = useState(false);
  const id = useId();
  const { author, state, createdAt } = message;
  // Roving tabindex: arrow keys move between messages and Tab enters one. Without scripts, Tab goes through
  // all.
  const isHydrated = useHydrated();
  const reach = isHydrated && place !== 'answer' && !isCurrent ? -1 : undefined;
  const isToMe =
    user !== null && (message.mentionsEveryone || message.mentions.some((each) => each.id === user.id));
  const isEditing = editing === message.id;
  return (
    // Articles of a feed are focusable, and hovering shows the actions.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      data-key={message.id}
      aria-labelledby={`${id}-who`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={isCurrent ? 0 : -1}
      onFocus={() => {
        setLookedAt(true);
        onFocus(message.id);
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover')) setLookedAt(false);
      }}
      onPointerMove={() => setLookedAt(true)}
      onPointerLeave={({ currentTarget }) => {
        if (!currentTarget.contains(document.activeElement)) setLookedAt(false);
      }}
      className={`group relative grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 px-4 py-1 focus-visible:-outline-offset-3 ${
        isContinued ? '' : 'mt-2'
      } ${isToMe ? 'border-l-3 border-accent bg-accent-soft/50 pl-3.25' : 'hover:bg-sunken/60'} ${
        message.isAccepted ? 'rounded-lg border border-accent bg-accent-soft/40 py-3' : ''
      }`}
    >
      <div className="pt-1">
        {isContinued ? (
          <Time
            iso={createdAt}
            form="margin"
            className="hidden text-xs text-ink-soft group-hover:inline group-focus-within:inline"
          />
        ) : (
          <Face person={author} />
        )}
      </div>
      <div className="min-w-0">
        <p id={`${id}-who`} className={isContinued ? 'sr-only' : 'flex flex-wrap items-baseline gap-x-2'}>
          <Author message={message} reach={reach} />
          {!isContinued && (
            <Time
              iso={createdAt}
              form={place === 'channel' ? 'time' : 'moment'}
              className="text-sm text-ink-soft"
            />
          )}
          {message.isPinned && (
            <span className="inline-flex items-center gap-1 text-sm text-accent-strong">
              <Pin aria-hidden="true" className="size-3.5" />
              {m['community.talk.pinned']()}
            </span>
          )}
          {message.isAccepted && (
            <span className="inline-flex items-center gap-1 text-sm font-semibold text-accent-strong">
              <CheckCircle2 aria-hidden="true" className="size-4" />
              {m['community.ask.accepted']()}
            </span>
          )}
        </p>
        {message.replyTo && <Quote quoted={message.replyTo} reach={reach} />}
        {isEditing ? (
          <EditForm message={message} onClose={() => setEditing(null)} />
        ) : state === 'shown' ? (
          <Said
            message={message}
            reach={reach}
            isTranslated={isTranslated}
            onOriginal={() => setTranslated(false)}
          />
        ) : (
          <p className="text-ink-soft italic">{emptyWords(state)}</p>
        )}
        {place === 'channel' && message.replies > 0 && <ThreadLine message={message} reach={reach} />}
      </div>
      {isLookedAt && !isEditing && (
        <MessageActions
          message={message}
          place={place}
          isTranslated={isTranslated}
          onTranslate={setTranslated}
        />
      )}
    </article>
  );
});

/** `reach` is the `tabIndex` of controls that are reached through their message. */
type Reach = { reach: number | undefined };

function Author({ message: { author }, reach }: { message: Message } & Reach) {
  if (!author) return <span className="font-semibold text-ink-soft">{nameOf(null)}</span>;
  return (
    <>
      <Link
        to="/people/$username"
        tabIndex={reach}
        params={{ username: author.username }}
        className="font-semibold wrap-anywhere hover:underline"
      >
        {author.fullName}
      </Link>
      {author.isStaff && (
        <span className="rounded-sm bg-accent-soft px-1.5 text-sm text-accent-strong">
          {m['community.talk.staff']()}
        </span>
      )}
    </>
  );
}

/** Time with its date; without one below a date heading, and shortest in the margin. */
function Time(props: { iso: string; form: 'moment' | 'time' | 'margin'; className: string }) {
  const { iso, form, className } = props;
  const timeZone = useTimeZone();
  const formatMoment = useFormatMoment();
  return (
    <time dateTime={iso} title={formatMoment(iso)} className={`whitespace-nowrap tabular-nums ${className}`}>
      {form === 'moment'
        ? formatMoment(iso)
        : (form === 'margin' ? formatShortTime : formatTime)(iso, timeZone)}
    </time>
  );
}

function Quote({ quoted, reach }: { quoted: NonNullable<Message['replyTo']> } & Reach) {
  const { goTo } = useTalk();
  return (
    <button
      type="button"
      tabIndex={reach}
      onClick={() => goTo(quoted.seq)}
      className="mb-0.5 flex min-h-6 max-w-full items-center gap-2 text-left text-sm text-ink-soft hover:text-accent-strong"
    >
      <CornerUpRight aria-hidden="true" className="size-4 shrink-0 rotate-180 -scale-y-100" />
      <span className="sr-only">{m['community.talk.replies_to']()}</span>
      <span className="shrink-0 font-semibold">{nameOf(quoted.author)}</span>
      <span className="truncate">{quoteOf(quoted.text)}</span>
    </button>
  );
}

function Said(props: { message: Message; isTranslated: boolean; onOriginal(): void } & Reach) {
  const { message, isTranslated, onOriginal, reach } = props;
  const { user, channel } = useTalk();
  const [isUnfolded, setUnfolded] = useState(false);
  const [isHistory, setHistory] = useState(false);
  if (message.isFolded && !isUnfolded) {
    return (
      <p className="text-ink-soft">
        {m['community.talk.folded']()}{' '}
        <button type="button" className="min-h-6 underline" onClick={() => setUnfolded(true)}>
          {m['community.talk.unfold']()}
        </button>
      </p>
    );
  }
  const { text, editedAt } = message;
  return (
    <>
      {isTranslated && <Translated message={message} onOriginal={onOriginal} />}
      {text !== '' && !isTranslated && (
        <div className={isOnlyEmoji(text) ? 'text-4xl leading-normal' : ''}>
          <Prose text={text} people={message.mentions} />
        </div>
      )}
      <Attachments attachments={message.attachments} />
      {message.cards.length > 0 && (
        <ul className="mt-2 grid max-w-md gap-2">
          {message.cards.map((card) => (
            <li key={card.id}>
              <LinkCard card={card} />
            </li>
          ))}
        </ul>
      )}
      {editedAt !== undefined && (
        <button
          type="button"
          tabIndex={reach}
          className="min-h-6 text-sm text-ink-soft hover:underline"
          onClick={() => setHistory(true)}
        >
          {m['community.talk.edited']()}
        </button>
      )}
      <Reactions
        message={message}
        reach={reach}
        canReact={user === null || channel.can.write || channel.kind === 'announcements'}
      />
      {isHistory && <HistoryDialog message={message} onClose={() => setHistory(false)} />}
    </>
  );
}

/** Card of an internal link in a message. */
function LinkCard({ card: { kind, title, path } }: { card: Card }) {
  const Icon = kind === 'resource' ? Box : Wrench;
  return (
    <Link
      to={path}
      className="flex items-center gap-3 rounded-md border border-line bg-surface p-3 hover:border-accent"
    >
      <span className="mat grid size-10 shrink-0 place-items-center rounded-sm">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <span className="min-w-0">
        <span className="block text-sm text-ink-soft">
          {kind === 'resource' ? m['community.talk.card_resource']() : m['community.talk.card_service']()}
        </span>
        <span className="block font-semibold wrap-anywhere">{title}</span>
      </span>
    </Link>
  );
}

function ThreadLine({ message, reach }: { message: Message } & Reach) {
  const { openThread } = useTalk();
  const formatMoment = useFormatMoment();
  const { replies, lastReplyAt } = message;
  return (
    <button
      type="button"
      tabIndex={reach}
      onClick={() => openThread(message)}
      className="mt-1 flex min-h-8 flex-wrap items-center gap-x-2 rounded-sm text-sm text-accent-strong hover:underline"
    >
      <MessagesSquare aria-hidden="true" className="size-4" />
      <span className="font-semibold">{m['community.talk.replies']({ count: replies })}</span>
      {lastReplyAt !== null && (
        <span className="text-ink-soft">
          {m['community.talk.last_reply']({ time: formatMoment(lastReplyAt) })}
        </span>
      )}
    </button>
  );
}
