import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleHelp, Hand, Hash, Lock, Megaphone, Volume2, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { Channel } from '../contract.ts';
import type { ChannelKind } from '../rules.ts';
import { channelsQuery } from './api.ts';
import { useUnread } from './live.ts';
import type { Viewer } from './message-window.ts';
import { groupOf, unreadWords } from './words.ts';

const icons: Record<ChannelKind, LucideIcon> = {
  announcements: Megaphone,
  introductions: Hand,
  questions: CircleHelp,
  text: Hash,
  voice: Volume2,
  inquiry: Lock,
  support: Lock,
};

/** List of all channels with their unread counts. */
export function ChannelList({ slug, viewer }: { slug: string | undefined; viewer: Viewer }) {
  const { data: channels, error, refetch } = useQuery(channelsQuery);
  if (error && !channels) return <LoadFailed retry={refetch}>{describeError(error)}</LoadFailed>;
  if (!channels) return <div aria-busy="true" className="h-64 animate-pulse rounded-md bg-sunken" />;
  const groups = [
    {
      name: m['community.list.channels'](),
      channels: channels.filter(({ kind }) => groupOf(kind) === 'text'),
    },
    { name: m['community.list.voice'](), channels: channels.filter(({ kind }) => groupOf(kind) === 'voice') },
    {
      name: m['community.list.private'](),
      channels: channels.filter(({ kind }) => kind === 'support'),
    },
  ].filter((group) => group.channels.length > 0);
  return (
    <nav aria-label={m['community.list.label']()} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {groups.map((group) => (
        <Group key={group.name} {...group} slug={slug} viewer={viewer} />
      ))}
    </nav>
  );
}

function Group(props: {
  name: string;
  channels: readonly Channel[];
  slug: string | undefined;
  viewer: Viewer;
}) {
  const id = useId();
  return (
    <div>
      <h2 id={id} className="px-2 pb-1 text-sm font-semibold text-ink-soft">
        {props.name}
      </h2>
      <ul aria-labelledby={id}>
        {props.channels.map((channel) => (
          <li key={channel.id}>
            <ChannelLink channel={channel} isOpen={channel.slug === props.slug} viewer={props.viewer} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function ChannelLink({ channel, isOpen, viewer }: { channel: Channel; isOpen: boolean; viewer: Viewer }) {
  useUnread(channel, viewer, isOpen);
  const { slug, name, kind, state, unread, mentions } = channel;
  const Icon = icons[kind];
  const isNew = unread > 0 && !isOpen;
  return (
    <Link
      to="/remote-support/{-$channel}/{-$id}"
      params={{ channel: slug, id: undefined }}
      aria-current={isOpen ? 'page' : undefined}
      className={`flex min-h-11 items-center gap-2 rounded-md px-2 hover:bg-accent-soft aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-accent-strong ${
        isNew ? 'font-bold' : ''
      } ${state === 'archived' ? 'text-ink-soft' : ''}`}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {isNew && (
        <span
          className={`rounded-full px-2 text-sm tabular-nums ${
            mentions > 0 ? 'bg-accent font-semibold text-on-accent' : 'bg-sunken text-ink-soft'
          }`}
        >
          <span aria-hidden="true">
            {mentions > 0 && '@'}
            {unreadWords(unread)}
          </span>
          <span className="sr-only">
            {mentions > 0
              ? m['community.list.mentions']({ count: unreadWords(mentions) })
              : m['community.list.unread']({ count: unreadWords(unread) })}
          </span>
        </span>
      )}
    </Link>
  );
}
