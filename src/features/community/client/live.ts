import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useTopic } from '#platform/client/realtime.ts';
import { onSignedOut } from '#platform/client/signed-out.ts';
import type { TopicEvent } from '#platform/shared/realtime.ts';
import type {
  Channel,
  ChannelPassing,
  ChannelPresence,
  ChannelPush,
  Message,
  Person,
  UserPush,
} from '../contract.ts';
import { presenceEveryMs, typingEveryMs } from '../rules.ts';
import {
  blocksQuery,
  channelQuery,
  channelsKey,
  listPresent,
  loadNewer,
  messagesKey,
  pinsQuery,
  questionsKey,
  sayPresence,
} from './api.ts';
import {
  seenBy,
  withAccepted,
  withMessage,
  withPush,
  type MessageWindow,
  type Viewer,
} from './message-window.ts';

type Typing = { person: Pick<Person, 'id' | 'fullName'>; threadId: string | null };

const pushTypes = new Set([
  'message',
  'edited',
  'deleted',
  'restored',
  'reaction',
  'pinned',
  'accepted',
  'channel',
  'read',
  'left',
]);

/** Returns the viewer with the people they have blocked. */
export function useViewer(personId: string | null): Viewer {
  const { data } = useQuery({ ...blocksQuery, enabled: personId !== null });
  return { id: personId, blocked: new Set((data ?? []).map(({ id }) => id)) };
}

/** Applies a pushed event to all cached data of its channel. */
export function putIn(client: QueryClient, channelId: string, push: ChannelPush, viewer: Viewer): void {
  const put = (key: readonly unknown[], threadId: string | null) =>
    client.setQueryData<MessageWindow>(key, (window) => window && withPush(window, push, viewer, threadId));
  put(messagesKey(channelId), null);
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: ['community', 'thread'] })) {
    put(queryKey, String(queryKey[2]));
  }
  for (const { queryKey } of client
    .getQueryCache()
    .findAll({ queryKey: ['community', 'question', channelId] })) {
    client.setQueryData<Message>(queryKey, (question) => {
      if (!question) return question;
      const window = { messages: [question], hasBefore: true, hasAfter: true };
      return withPush(window, push, viewer).messages[0] ?? question;
    });
  }
  const isOfQuestions =
    push.type === 'accepted' || push.type === 'deleted' || push.type === 'edited' || push.type === 'message';
  if (isOfQuestions) void client.invalidateQueries({ queryKey: questionsKey(channelId) });
  // The event has no text: people who can read the message fetch it.
  if (push.type === 'restored')
    for (const queryKey of [
      messagesKey(channelId),
      ['community', 'thread'],
      ['community', 'question', channelId],
    ])
      void client.invalidateQueries({ queryKey });
  if (push.type === 'pinned' || push.type === 'deleted')
    void client.invalidateQueries({ queryKey: pinsQuery(channelId).queryKey });
}

/** Shows a sent message before its event arrives. */
export function putSent(client: QueryClient, message: Message): void {
  const put = (key: readonly unknown[]) =>
    client.setQueryData<MessageWindow>(key, (window) => window && withMessage(window, message));
  if (message.threadId === null) put(messagesKey(message.channelId));
  else {
    put(['community', 'thread', message.threadId]);
    putIn(client, message.channelId, { type: 'message', data: message }, { id: null, blocked: new Set() });
  }
  void client.invalidateQueries({ queryKey: questionsKey(message.channelId) });
}

/** Applies a changed message from a response to all cached data. */
export function putChanged(client: QueryClient, changed: Message): void {
  const change = (message: Message) => {
    if (message.id === changed.id) return changed;
    return changed.question ? withAccepted(message, changed.id, changed.question.acceptedId) : message;
  };
  for (const kind of ['messages', 'thread']) {
    client.setQueriesData<MessageWindow>(
      { queryKey: ['community', kind] },
      (window) => window && { ...window, messages: window.messages.map(change) },
    );
  }
  client.setQueriesData<Message>(
    { queryKey: ['community', 'question', changed.channelId] },
    (question) => question && change(question),
  );
  void client.invalidateQueries({ queryKey: pinsQuery(changed.channelId).queryKey });
  void client.invalidateQueries({ queryKey: questionsKey(changed.channelId) });
}

const momentIn = (ms: number) => Date.now() + ms;

/** Keeps a channel up to date, and returns the people who are present and typing. */
export function useLiveChannel(
  channel: Channel,
  viewer: Viewer,
  on: { onMessage(message: Message): void; onChange?(push: ChannelPush): void },
): { isAway: boolean; typing: readonly Typing[]; present: readonly Person[] } {
  const client = useQueryClient();
  const { id, slug } = channel;
  const [typing, setTyping] = useState<readonly (Typing & { until: number })[]>([]);
  const [present, setPresent] = useState<readonly (Person & { until: number })[]>([]);

  function hear(event: TopicEvent): void {
    if (pushTypes.has(event.type)) {
      const push = event as unknown as ChannelPush;
      putIn(client, id, push, viewer);
      if (push.type === 'channel') void client.invalidateQueries({ queryKey: ['community', 'channel'] });
      if (push.type !== 'message') return on.onChange?.(push);
      const message = seenBy(push.data, viewer);
      setTyping((all) => all.filter(({ person }) => person.id !== message.author?.id));
      on.onMessage(message);
      return;
    }
    const passing = event as unknown as ChannelPassing;
    if (passing.type === 'typing') {
      const { person, threadId } = passing.data;
      if (person.id === viewer.id || viewer.blocked.has(person.id)) return;
      setTyping((all) => [
        ...all.filter((each) => each.person.id !== person.id),
        { person, threadId, until: momentIn(2 * typingEveryMs) },
      ]);
    } else if (passing.type === 'presence') hearPresence(passing.data);
  }
  const hearPresence = useCallback(({ people }: ChannelPresence) => {
    const now = Date.now();
    const told = new Set(people.map((person) => person.id));
    setPresent((all) => [
      ...all.filter((person) => !told.has(person.id)),
      ...people
        .filter(({ state }) => state === 'here')
        .map((person) => ({ ...person, until: now + 2.5 * presenceEveryMs })),
    ]);
  }, []);
  useEffect(() => {
    // A person who is missing here is announced within a minute.
    listPresent(id).then(hearPresence, () => {});
  }, [id, hearPresence]);
  const reload = () => {
    // The refetch tells a person who lost access why.
    void client.invalidateQueries({ queryKey: channelQuery(slug).queryKey });
    void client.invalidateQueries({ queryKey: ['community', 'thread'] });
    void client.invalidateQueries({ queryKey: ['community', 'question', id] });
    const window = client.getQueryData<MessageWindow>(messagesKey(id));
    // Someone who reads old messages is not moved to the end.
    if (window?.hasAfter === false) void client.invalidateQueries({ queryKey: messagesKey(id) });
  };
  const { state } = useTopic(`channel:${id}`, {
    after: channel.eventSeq,
    onEvent: hear,
    onReset: reload,
    onAway: () => {
      void client.invalidateQueries({ queryKey: channelQuery(slug).queryKey });
      const window = client.getQueryData<MessageWindow>(messagesKey(id));
      if (window?.hasAfter === false) void loadNewer(client, id).catch(() => null);
    },
  });

  // People without a recent sign of presence have left.
  const isAnybody = typing.length > 0 || present.length > 0;
  useEffect(() => {
    if (!isAnybody) return undefined;
    const timer = setInterval(() => {
      const now = Date.now();
      const left = <Item extends { until: number }>(all: readonly Item[]) =>
        all.some(({ until }) => until <= now) ? all.filter(({ until }) => until > now) : all;
      setTyping(left);
      setPresent(left);
    }, 1000);
    return () => clearInterval(timer);
  }, [isAnybody]);

  useSayPresence(id, viewer.id !== null);
  return { isAway: state === 'away', typing, present };
}

/** Reports the viewer's presence regularly while the page is visible. */
function useSayPresence(channelId: string, isSomebody: boolean): void {
  useEffect(() => {
    if (!isSomebody) return undefined;
    const say = () => void sayPresence(channelId, document.visibilityState === 'visible' ? 'here' : 'away');
    say();
    const timer = setInterval(say, presenceEveryMs);
    document.addEventListener('visibilitychange', say);
    // Stop after signing out.
    let isOut = false;
    const stop = onSignedOut(() => (isOut = true));
    return () => {
      stop();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', say);
      if (!isOut) void sayPresence(channelId, 'gone');
    };
  }, [channelId, isSomebody]);
}

/** Counts new messages of a listed channel that is not open. */
export function useUnread(channel: Channel, viewer: Viewer, isOpen: boolean): void {
  const client = useQueryClient();
  const { id } = channel;
  const recount = () => void client.invalidateQueries({ queryKey: channelsKey });
  useTopic(viewer.id === null || isOpen ? null : `channel:${id}`, {
    after: channel.eventSeq,
    onEvent(event) {
      if (event.type === 'channel') recount();
      if (event.type !== 'message') return;
      const message = event.data as unknown as Message;
      if (message.author?.id === viewer.id || seenBy(message, viewer).isFolded) return;
      const isToMe = message.mentionsEveryone || message.mentions.some((person) => person.id === viewer.id);
      client.setQueryData<Channel[]>(channelsKey, (channels) =>
        channels?.map((each) =>
          each.id === id && each.lastSeq < message.seq
            ? {
                ...each,
                lastSeq: message.seq,
                lastMessageAt: message.createdAt,
                unread: each.unread + 1,
                mentions: each.mentions + (isToMe ? 1 : 0),
              }
            : each,
        ),
      );
    },
    onReset: recount,
    onAway: recount,
  });
}

/** Applies the read positions of the viewer's other devices. */
export function useReadElsewhere(viewer: Viewer): void {
  const client = useQueryClient();
  useTopic(viewer.id === null ? null : 'user', {
    onEvent(event) {
      if (event.type !== 'channel_read') return;
      const { channelId, ...state } = (event as unknown as UserPush).data;
      client.setQueryData<Channel[]>(channelsKey, (channels) =>
        channels?.map((each) => (each.id === channelId ? { ...each, ...state } : each)),
      );
    },
  });
}
