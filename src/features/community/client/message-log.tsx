import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown } from 'lucide-react';
import {
  Fragment,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
} from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { useTimeZone } from '#platform/client/local-time.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import type { Message } from '../contract.ts';
import { loadNewer, loadOlder, loadWindow, messagesKey } from './api.ts';
import { useLogPlace } from './log-place.ts';
import { MessageItem } from './message-item.tsx';
import type { MessageWindow } from './message-window.ts';
import { OutgoingList } from './outgoing-list.tsx';
import { useTalk } from './talk-context.tsx';
import { formatDay, unreadWords } from './words.ts';

/** Messages of one person within this time are grouped. */
const continuedMs = 5 * 60_000;

export type LogHandle = {
  /** Scrolls to a message and loads the messages around it if necessary. */
  goTo(seq: number): Promise<void>;
  toEnd(): Promise<void>;
  focusLast(): void;
};

/** Scrollable log of a channel that keeps the reader's position. */
export function MessageLog(props: {
  window: MessageWindow;
  /** Read position at the time of arrival. */
  readSeq: number;
  unread: number;
  /** Message number from the address. */
  target: number | undefined;
  onSeen(isAtEnd: boolean): void;
  ref: Ref<LogHandle>;
}) {
  const { window: held, readSeq, unread, target, onSeen, ref } = props;
  const { channel, user } = useTalk();
  const client = useQueryClient();
  const timeZone = useTimeZone();
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const [loading, setLoading] = useState<'older' | 'newer' | null>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const messages = held.messages.filter(({ threadId }) => threadId === null);
  const place = useLogPlace(box, content, {
    reachesEnd: !held.hasAfter,
    onEnd: setAtEnd,
  });
  const firstUnread =
    unread === 0
      ? undefined
      : messages.find(({ seq, author }) => seq > readSeq && author?.id !== user?.id)?.id;
  const isUnreadHeld = firstUnread !== undefined && (messages[0]?.seq ?? 0) <= readSeq + 1;
  const currentId = messages.some(({ id }) => id === current) ? current : messages.at(-1)?.id;

  useEffect(() => onSeen(isAtEnd && !held.hasAfter), [isAtEnd, held.hasAfter, onSeen]);

  async function load(side: 'older' | 'newer'): Promise<void> {
    if (loading !== null) return;
    setLoading(side);
    try {
      await (side === 'older' ? loadOlder(client, channel.id) : loadNewer(client, channel.id));
    } catch (error) {
      toast('danger', m['community.talk.failed'](), describeError(error));
    } finally {
      setLoading(null);
    }
  }
  async function replaceBy(around: number | undefined): Promise<MessageWindow | null> {
    try {
      const window = await loadWindow(channel.id, around);
      client.setQueryData(messagesKey(channel.id), window);
      return window;
    } catch (error) {
      toast('danger', m['community.talk.failed'](), describeError(error));
      return null;
    }
  }
  /** Target of a scroll that waits for the next render. */
  const wanted = useRef<{ id: string } | 'end' | null>(null);
  function arrive(): void {
    const to = wanted.current;
    if (to === null || (to === 'end' && held.hasAfter)) return;
    if (to === 'end') place.toEnd();
    else if (!place.toItem(to.id)) return;
    else requestAnimationFrame(() => setShown(to.id));
    wanted.current = null;
  }
  useLayoutEffect(arrive);
  function go(to: { id: string } | 'end'): void {
    wanted.current = to;
    arrive();
  }
  async function goTo(seq: number): Promise<void> {
    const known = held.messages.find((message) => message.seq === seq && message.threadId === null);
    if (known) return go(known);
    const window = await replaceBy(seq);
    const found =
      window?.messages.find((message) => message.seq === seq) ??
      window?.messages.find((message) => message.seq >= seq);
    const root = found?.threadId ?? found?.id;
    if (root !== undefined) go({ id: root });
  }
  async function toEnd(): Promise<void> {
    if (held.hasAfter) await replaceBy(undefined);
    go('end');
  }
  function focusLast(): void {
    const last = messages.at(-1);
    if (last) place.toItem(last.id);
  }
  useImperativeHandle(ref, () => ({ goTo, toEnd, focusLast }));

  // Start at the message in the address, at the first unread one, or at the end.
  const began = useRef(false);
  useEffect(() => {
    if (began.current) return;
    began.current = true;
    if (target !== undefined) void goTo(target);
    else if (firstUnread !== undefined && isUnreadHeld) {
      box.current?.querySelector('[data-unread]')?.scrollIntoView({ block: 'center' });
      place.onScroll();
    } else place.toEnd();
  });

  function onKeyDown(event: KeyboardEvent): void {
    if (!(event.target instanceof HTMLElement) || event.target.dataset['key'] === undefined) return;
    const items = [...(box.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [])];
    const at = items.indexOf(event.target);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = items[Math.max(0, Math.min(to, items.length - 1))];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  }
  return (
    <div className="relative min-h-0 flex-1">
      {/* Arrow keys move between messages, as in an ARIA feed; each message is focusable. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        ref={box}
        onScroll={() => {
          place.onScroll();
          const element = box.current;
          if (!element) return;
          if (held.hasBefore && element.scrollTop < 300) void load('older');
          const below = element.scrollHeight - element.scrollTop - element.clientHeight;
          if (held.hasAfter && below < 300) void load('newer');
        }}
        onKeyDown={onKeyDown}
        className="relative h-full overflow-x-hidden overflow-y-auto [overflow-anchor:none]"
      >
        <div ref={content} className="flex min-h-full flex-col justify-end pb-4">
          {held.hasBefore ? (
            <Button
              look="quiet"
              className="mx-auto my-2 text-sm text-ink-soft"
              disabled={loading === 'older'}
              onClick={() => void load('older')}
            >
              {loading === 'older' ? m['community.talk.loading']() : m['community.talk.older']()}
            </Button>
          ) : (
            <Beginning isEmpty={messages.length === 0} />
          )}
          {/* A feed may contain only articles: the controls that load more are outside of it. */}
          <div
            role="feed"
            aria-label={m['community.talk.feed']({ channel: channel.name })}
            aria-busy={loading !== null}
          >
            {messages.map((message, index) => {
              const before = messages[index - 1];
              const day = formatDay(message.createdAt, timeZone);
              const isNewDay = !before || formatDay(before.createdAt, timeZone) !== day;
              const isUnread = message.id === firstUnread && isUnreadHeld;
              return (
                <Fragment key={message.id}>
                  {isNewDay && <Divider>{day}</Divider>}
                  {isUnread && <Divider unread>{m['community.talk.unread_here']()}</Divider>}
                  <div className={message.id === shown ? 'just-changed' : ''}>
                    <MessageItem
                      message={message}
                      place="channel"
                      isContinued={!isNewDay && !isUnread && isContinuing(before, message)}
                      isCurrent={message.id === currentId}
                      onFocus={setCurrent}
                    />
                  </div>
                </Fragment>
              );
            })}
            {!held.hasAfter && <OutgoingList threadId={null} known={held.messages} />}
          </div>
          {held.hasAfter && (
            <Button
              look="quiet"
              className="mx-auto my-2 text-sm text-ink-soft"
              disabled={loading === 'newer'}
              onClick={() => void load('newer')}
            >
              {loading === 'newer' ? m['community.talk.loading']() : m['community.talk.newer']()}
            </Button>
          )}
        </div>
      </div>
      {unread > 0 && !isUnreadHeld && readSeq > 0 && (messages[0]?.seq ?? 0) > readSeq + 1 && (
        <button
          type="button"
          onClick={() => void goTo(readSeq + 1)}
          className="absolute inset-x-4 top-2 mx-auto min-h-9 w-fit rounded-full bg-accent px-4 text-sm font-semibold text-on-accent shadow-md"
        >
          {m['community.talk.unread_above']({ count: unreadWords(unread) })}
        </button>
      )}
      {(!isAtEnd || held.hasAfter) && (
        <button
          type="button"
          onClick={() => void toEnd()}
          className="absolute right-4 bottom-3 flex min-h-11 items-center gap-2 rounded-full border border-line-strong bg-surface px-4 text-sm font-semibold shadow-md hover:border-accent hover:text-accent-strong"
        >
          <ArrowDown aria-hidden="true" className="size-4" />
          {m['community.talk.to_newest']()}
        </button>
      )}
    </div>
  );
}

function isContinuing(before: Message | undefined, message: Message): boolean {
  return (
    before?.author != null &&
    before.author.id === message.author?.id &&
    message.replyTo === null &&
    !message.isPinned &&
    before.state === 'shown' &&
    Date.parse(message.createdAt) - Date.parse(before.createdAt) < continuedMs
  );
}

function Divider({ unread = false, children }: { unread?: boolean; children: string }) {
  return (
    <p
      {...(unread && { 'data-unread': true })}
      className={`my-3 flex items-center gap-3 px-4 text-sm before:h-px before:flex-1 after:h-px after:flex-1 ${
        unread
          ? 'font-semibold text-accent-strong before:bg-accent after:bg-accent'
          : 'text-ink-soft before:bg-line after:bg-line'
      }`}
    >
      {children}
    </p>
  );
}

/** Shown above the very first message. */
function Beginning({ isEmpty }: { isEmpty: boolean }) {
  const { channel } = useTalk();
  const isStaffOnly = channel.kind === 'announcements' && !channel.can.write;
  return (
    <div className="mt-auto grid gap-1 px-4 pt-8 pb-4">
      <p className="text-xl font-bold wrap-anywhere">
        {channel.members === null
          ? m['community.talk.beginning']({ channel: channel.name })
          : m['community.talk.beginning_private']()}
      </p>
      {isEmpty && (channel.can.write || channel.obstacle?.code === 'not_signed_in' || isStaffOnly) && (
        <p className="text-ink-soft">
          {isStaffOnly ? m['community.talk.beginning_staff']() : m['community.talk.beginning_text']()}
        </p>
      )}
    </div>
  );
}
