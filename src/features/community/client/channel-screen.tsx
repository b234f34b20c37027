import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { ArrowLeft, Pin, Search, Users } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { herePath } from './here.ts';
import { CallBar } from '#features/calls/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { buttonClass } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { hasCalls } from '../access.ts';
import type { Channel, Message, Person } from '../contract.ts';
import { channelQuery, channelsKey, messagesQuery, sayRead } from './api.ts';
import { Composer } from './composer.tsx';
import { Face } from './face.tsx';
import { Floating } from './floating.tsx';
import { useLiveChannel, useViewer } from './live.ts';
import { MessageLog, type LogHandle } from './message-log.tsx';
import { withPush } from './message-window.ts';
import { NoChannel } from './no-channel.tsx';
import { useSending } from './sending.tsx';
import { TalkProvider, type Talk } from './talk-context.tsx';
import { nameOf, quoteOf } from './words.ts';

const PinsPanel = lazy(async () => ({ default: (await import('./pins-panel.tsx')).PinsPanel }));
const SearchPanel = lazy(async () => ({ default: (await import('./search-panel.tsx')).SearchPanel }));
const ThreadPanel = lazy(async () => ({ default: (await import('./thread-panel.tsx')).ThreadPanel }));

type Panel = { kind: 'pins' } | { kind: 'search' } | { kind: 'thread'; root: Message };

type Beside = (channel: Channel) => ReactNode;

/** Page of one channel. */
export function ChannelScreen(props: { slug: string; target: number | undefined; beside: Beside }) {
  const { slug, target, beside } = props;
  const { data: channel, error, refetch } = useQuery(channelQuery(slug));
  // A person who is banned while the page is open sees the reason instead of the channel.
  if (error instanceof ApiError && [403, 404].includes(error.status)) return <NoChannel error={error} />;
  if (channel) return <Loaded key={channel.id} channel={channel} target={target} beside={beside} />;
  if (error) {
    return (
      <div className="p-4">
        <LoadFailed retry={refetch}>{describeError(error)}</LoadFailed>
      </div>
    );
  }
  return <div aria-busy="true" className="m-4 flex-1 animate-pulse rounded-lg bg-sunken" />;
}

function Loaded(props: { channel: Channel; target: number | undefined; beside: Beside }) {
  const { channel, target, beside } = props;
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const { data: window, error, refetch } = useQuery(messagesQuery(channel.id));
  const viewer = useViewer(user?.id ?? null);
  const sending = useSending(user?.id ?? null);
  const fieldId = useId();
  const log = useRef<LogHandle>(null);
  const [panel, setPanel] = useState<Panel | null>(null);
  const [editing, setEditing] = useState<string | null>(null);
  const [replyTo, setReplyTo] = useState<Message | null>(null);
  const [heard, setHeard] = useState<readonly Message[]>([]);
  // Unread messages of the arrival stay marked until the next visit.
  const [arrived] = useState({ readSeq: channel.readSeq, unread: channel.unread });
  const { isAway, typing, present } = useLiveChannel(channel, viewer, {
    onMessage(message) {
      if (message.threadId !== null || message.author?.id === user?.id || message.isFolded) return;
      setHeard((all) => [...all.slice(-2), message]);
    },
    // Deleted messages are removed from the live region, too.
    onChange(push) {
      setHeard((all) => {
        const now = withPush({ messages: all, hasBefore: true, hasAfter: true }, push, viewer);
        return now.messages === all ? all : now.messages.filter(({ state }) => state === 'shown');
      });
    },
  });
  const onSeen = useSayRead(channel, user !== null, window?.messages.at(-1)?.seq ?? 0);

  const talk: Talk = {
    channel,
    user,
    sending,
    editing,
    setEditing,
    openThread: (root) => setPanel({ kind: 'thread', root }),
    reply: setReplyTo,
    goTo: (seq) => void log.current?.goTo(seq),
  };
  function editLast(): void {
    const own = window?.messages.findLast(
      ({ author, state, threadId, question }) =>
        user !== null && author?.id === user.id && state === 'shown' && threadId === null && !question,
    );
    if (own) setEditing(own.id);
  }
  const isTyping = typing.filter(({ threadId }) => threadId === null);
  return (
    <TalkProvider value={talk}>
      <div className="relative flex min-h-0 min-w-0 flex-1 flex-col xl:flex-row">
        <section aria-label={channel.name} className="flex min-h-0 min-w-0 flex-1 flex-col">
          <Header channel={channel} present={present} panel={panel?.kind ?? null} setPanel={setPanel} />
          {hasCalls(channel) && (
            <Suspense>
              <CallBar slug={channel.slug} channelId={channel.id} />
            </Suspense>
          )}
          {isAway && (
            <p role="status" className="bg-danger-soft px-4 py-2 text-sm text-danger">
              {m['community.talk.away']()}
            </p>
          )}
          {channel.can.write && <SkipLink to={fieldId} />}
          {window ? (
            <MessageLog
              ref={log}
              window={window}
              readSeq={arrived.readSeq}
              unread={arrived.unread}
              target={target}
              onSeen={onSeen}
            />
          ) : (
            <div className="min-h-0 flex-1 p-4">
              {error ? (
                <LoadFailed retry={refetch}>{describeError(error)}</LoadFailed>
              ) : (
                <div aria-busy="true" className="h-full animate-pulse rounded-lg bg-sunken" />
              )}
            </div>
          )}
          {/* Announce new messages here, politely and once: the feed itself also grows at its beginning. */}
          <div role="log" aria-label={m['community.talk.heard']()} className="sr-only">
            {heard.map((message) => (
              <p key={message.id}>
                {nameOf(message.author)}: {quoteOf(message.text)}
              </p>
            ))}
          </div>
          <p className="h-6 truncate px-4 text-sm text-ink-soft">
            {typingWords(isTyping.map(({ person }) => person))}
          </p>
          {channel.can.write ? (
            <Composer
              key={channel.id}
              threadId={null}
              fieldId={fieldId}
              label={
                channel.members === null
                  ? m['community.talk.write']({ channel: channel.name })
                  : m['community.talk.write_private']()
              }
              replyTo={replyTo}
              onReplyOver={() => setReplyTo(null)}
              onEditLast={editLast}
              onSent={() => void log.current?.toEnd()}
            />
          ) : (
            <Obstacle channel={channel} />
          )}
        </section>
        {beside(channel)}
        <Suspense>
          {panel?.kind === 'pins' && <PinsPanel onClose={() => setPanel(null)} />}
          {panel?.kind === 'search' && <SearchPanel onClose={() => setPanel(null)} />}
          {panel?.kind === 'thread' && (
            <ThreadPanel key={panel.root.id} root={panel.root} onClose={() => setPanel(null)} />
          )}
        </Suspense>
      </div>
    </TalkProvider>
  );
}

/** Link that skips the messages and goes to the composer. */
function SkipLink({ to }: { to: string }) {
  return (
    <a
      href={`#${to}`}
      onClick={(event) => {
        // Keep the address of the channel.
        event.preventDefault();
        document.getElementById(to)?.focus();
      }}
      className="sr-only rounded-md bg-accent font-semibold text-on-accent focus:not-sr-only focus:mx-3 focus:my-2 focus:w-fit focus:px-4 focus:py-3"
    >
      {m['community.talk.to_field']()}
    </a>
  );
}

function typingWords(people: readonly Pick<Person, 'fullName'>[]): string {
  const [first, second] = people;
  if (!first) return '';
  if (!second) return m['community.talk.typing']({ name: first.fullName });
  if (people.length === 2)
    return m['community.talk.typing_two']({ name: first.fullName, other: second.fullName });
  return m['community.talk.typing_many']({ count: people.length });
}

/** Reports the read position while the end of the log is visible. */
function useSayRead({ id, readSeq }: Channel, isSomebody: boolean, newest: number) {
  const client = useQueryClient();
  const said = useRef(readSeq);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!isSomebody || !isSeen || newest <= said.current) return undefined;
    const say = () => {
      if (document.visibilityState !== 'visible' || newest <= said.current) return;
      said.current = newest;
      sayRead(id, newest).then(
        (state) =>
          client.setQueryData<Channel[]>(channelsKey, (channels) =>
            channels?.map((each) => (each.id === id ? { ...each, ...state } : each)),
          ),
        () => {
          said.current = readSeq;
        },
      );
    };
    const timer = setTimeout(say, 400);
    document.addEventListener('visibilitychange', say);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', say);
    };
  }, [client, id, isSomebody, isSeen, newest, readSeq]);
  return useCallback((isAtEnd: boolean) => setSeen(isAtEnd), []);
}

function Header(props: {
  channel: Channel;
  present: readonly Person[];
  panel: Panel['kind'] | null;
  setPanel(panel: Panel | null): void;
}) {
  const { channel, present, panel, setPanel } = props;
  const description = channel.descriptions[currentLocale()];
  const toggle = (kind: 'pins' | 'search') => setPanel(panel === kind ? null : { kind });
  const icon =
    'grid size-11 place-items-center rounded-md hover:bg-accent-soft aria-pressed:bg-accent-soft aria-pressed:text-accent-strong';
  return (
    <header className="flex items-center gap-1 border-b border-line px-3 py-2">
      <Link
        to="/remote-support/{-$channel}/{-$id}"
        params={{ channel: undefined, id: undefined }}
        aria-label={m['community.list.back']()}
        data-tooltip={m['community.list.back']()}
        className={`${icon} shrink-0 lg:hidden`}
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
      </Link>
      <div className="mr-auto min-w-0 px-1">
        <h1 className="truncate text-lg font-bold">{channel.name}</h1>
        {description !== '' && <p className="truncate text-sm text-ink-soft">{description}</p>}
      </div>
      {present.length > 0 && (
        <Floating
          label={m['community.talk.present']({ count: present.length })}
          role="dialog"
          className={`${icon} w-auto grid-flow-col gap-1 px-2 text-sm`}
          panelClass="w-60 p-3"
          icon={
            <>
              <Users aria-hidden="true" className="size-5" />
              <span
                aria-hidden="true"
                data-count={present.length}
                className="tabular-nums after:content-[attr(data-count)]"
              />
            </>
          }
        >
          <ul className="grid gap-2">
            {present.map((person) => (
              <li key={person.id}>
                <Link
                  to="/people/$username"
                  params={{ username: person.username }}
                  className="flex min-h-9 items-center gap-2 hover:underline"
                >
                  <Face person={person} small />
                  <span className="truncate">{person.fullName}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Floating>
      )}
      <button
        type="button"
        aria-label={m['community.talk.pins']()}
        data-tooltip={m['community.talk.pins']()}
        aria-pressed={panel === 'pins'}
        onClick={() => toggle('pins')}
        className={icon}
      >
        <Pin aria-hidden="true" className="size-5" />
      </button>
      <button
        type="button"
        aria-label={m['community.search.title']()}
        data-tooltip={m['community.search.title']()}
        aria-pressed={panel === 'search'}
        onClick={() => toggle('search')}
        className={icon}
      >
        <Search aria-hidden="true" className="size-5" />
      </button>
    </header>
  );
}

/** Replaces the composer with the reason why the viewer cannot write, and a way to resolve it. */
export function Obstacle({ channel: { obstacle } }: { channel: Channel }) {
  const here = useLocation();
  const formatMoment = useFormatMoment();
  if (obstacle?.code === 'not_signed_in') {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line bg-sunken px-4 py-3">
        <p>{m['community.talk.login']()}</p>
        <Link to="/login" search={{ next: herePath(here) }} className={buttonClass('primary')}>
          {m['community.talk.login_button']()}
        </Link>
      </div>
    );
  }
  return (
    <p className="border-t border-line bg-sunken px-4 py-4">
      {obstacle?.message ?? m['community.talk.cannot']()}
      {obstacle?.until != null && ` ${m['community.talk.until']({ time: formatMoment(obstacle.until) })}`}
    </p>
  );
}
