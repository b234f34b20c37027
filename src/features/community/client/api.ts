import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { ManyAnswer } from '#features/admin/contract.ts';
import type { Locale } from '#i18n/languages.ts';
import { callApi, getJson, sendJson } from '#platform/client/fetcher.ts';
import { getPage } from '#platform/client/get-page.ts';
import type {
  BannedWord,
  Channel,
  ChannelChange,
  ChannelInput,
  ChannelPresence,
  Edit,
  FoundMessage,
  Message,
  Person,
  Question,
  ReadState,
  Sanction,
  SanctionInput,
  Translation,
} from '../contract.ts';
import { foundPerPage, messagesPerPage, questionsPerPage } from '../rules.ts';
import { withNewer, withOlder, type MessageWindow } from './message-window.ts';

/** Time for which server-rendered data is not refetched: later changes are pushed. */
const freshMs = 5000;

const channelPath = (id: string) => `/api/channels/${encodeURIComponent(id)}`;
const messagePath = (id: string) => `/api/messages/${encodeURIComponent(id)}`;

export const channelsKey = ['community', 'channels'];

export const channelsQuery = queryOptions({
  queryKey: channelsKey,
  meta: { private: true },
  staleTime: freshMs,
  queryFn: ({ signal }) => getJson<Channel[]>('/api/channels', signal),
});

export const channelQuery = (slug: string) =>
  queryOptions({
    queryKey: ['community', 'channel', slug],
    meta: { private: true },
    staleTime: freshMs,
    queryFn: ({ signal }) => getJson<Channel>(channelPath(slug), signal),
  });

export const messagesKey = (channelId: string) => ['community', 'messages', channelId];

async function readMessages(
  channelId: string,
  asked: Record<string, string | number>,
  signal?: AbortSignal,
): Promise<Message[]> {
  const query = new URLSearchParams({ limit: String(messagesPerPage) });
  for (const [name, value] of Object.entries(asked)) query.set(name, String(value));
  return getJson<Message[]>(`${channelPath(channelId)}/messages?${query}`, signal);
}

/** Query of a channel's newest messages, or of those around one. */
export const messagesQuery = (channelId: string, around?: number) =>
  queryOptions({
    queryKey: messagesKey(channelId),
    meta: { private: true },
    // Pushed events keep the cached data up to date.
    staleTime: Infinity,
    gcTime: 5 * 60_000,
    queryFn: ({ signal }) => loadWindow(channelId, around, signal),
  });

export async function loadWindow(
  channelId: string,
  around?: number,
  signal?: AbortSignal,
): Promise<MessageWindow> {
  if (around === undefined) {
    const messages = await readMessages(channelId, {}, signal);
    return { messages, hasBefore: messages.length >= messagesPerPage, hasAfter: false };
  }
  const messages = await readMessages(channelId, { around }, signal);
  const isFull = messages.length >= messagesPerPage;
  const [first] = messages;
  // Near an end of the channel one side has fewer messages: only then can that end have been reached.
  const before = messages.filter(({ seq }) => seq < around).length;
  const after = messages.filter(({ seq }) => seq > around).length;
  return {
    messages,
    hasBefore: first !== undefined && first.seq > 1 && (isFull || before >= messagesPerPage / 2 - 1),
    hasAfter: after >= Math.floor(messagesPerPage / 2) - 1,
  };
}

export async function loadOlder(client: QueryClient, channelId: string): Promise<void> {
  const before = client.getQueryData<MessageWindow>(messagesKey(channelId))?.messages[0]?.seq;
  if (before === undefined) return;
  const older = await readMessages(channelId, { before });
  client.setQueryData<MessageWindow>(
    messagesKey(channelId),
    (window) => window && withOlder(window, older, older.length < messagesPerPage),
  );
}

export async function loadNewer(client: QueryClient, channelId: string): Promise<void> {
  const after = client.getQueryData<MessageWindow>(messagesKey(channelId))?.messages.at(-1)?.seq;
  if (after === undefined) return;
  const newer = await readMessages(channelId, { after });
  client.setQueryData<MessageWindow>(
    messagesKey(channelId),
    (window) => window && withNewer(window, newer, newer.length < messagesPerPage),
  );
}

export const threadKey = (threadId: string) => ['community', 'thread', threadId];

/** Query of a thread from its beginning; the rest of a long one is loaded on demand. */
export const threadQuery = (channelId: string, threadId: string) =>
  queryOptions({
    queryKey: threadKey(threadId),
    meta: { private: true },
    staleTime: freshMs,
    queryFn: async ({ client, signal }): Promise<MessageWindow> => {
      // Refetches all pages that were loaded, so that readers keep their position.
      const known = client.getQueryData<MessageWindow>(threadKey(threadId));
      const wanted = Math.max(threadPage, known?.messages.length ?? 0);
      let window: MessageWindow = { messages: [], hasBefore: false, hasAfter: true };
      while (window.hasAfter && window.messages.length < wanted)
        // oxlint-disable-next-line no-await-in-loop -- each page begins where the previous one ended
        window = await withNextPage(window, channelId, threadId, signal);
      return window;
    },
  });

const threadPage = 100;

async function withNextPage(
  window: MessageWindow,
  channelId: string,
  thread: string,
  signal?: AbortSignal,
): Promise<MessageWindow> {
  const after = window.messages.at(-1)?.seq ?? 0;
  const page = await readMessages(channelId, { thread, after, limit: threadPage }, signal);
  const known = new Set(window.messages.map(({ id }) => id));
  return {
    messages: [...window.messages, ...page.filter(({ id }) => !known.has(id))],
    hasBefore: false,
    hasAfter: page.length === threadPage,
  };
}

/** Loads more of a thread: one page, up to a message, or to its end. */
export async function readOn(
  client: QueryClient,
  channelId: string,
  threadId: string,
  upTo: number | 'next' = 'next',
): Promise<void> {
  for (;;) {
    const window = client.getQueryData<MessageWindow>(threadKey(threadId));
    if (!window?.hasAfter) return;
    if (upTo !== 'next' && (window.messages.at(-1)?.seq ?? 0) >= upTo) return;
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the previous one ended
    const next = await withNextPage(window, channelId, threadId);
    client.setQueryData<MessageWindow>(threadKey(threadId), next);
    if (upTo === 'next') return;
  }
}

export const messageQuery = (id: string) =>
  queryOptions({
    queryKey: ['community', 'message', id],
    meta: { private: true },
    staleTime: freshMs,
    queryFn: ({ signal }) => getJson<Message>(messagePath(id), signal),
  });

export const questionQuery = (channelId: string, seq: number) =>
  queryOptions({
    queryKey: ['community', 'question', channelId, String(seq)],
    meta: { private: true },
    staleTime: freshMs,
    queryFn: async ({ signal }): Promise<Message> => {
      const found = await getJson<Message>(`${channelPath(channelId)}/messages/${seq}`, signal);
      // An answer redirects to its question.
      return found.threadId === null ? found : getJson<Message>(messagePath(found.threadId), signal);
    },
  });

export const pinsQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['community', 'pins', channelId],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) => getJson<Message[]>(`${channelPath(channelId)}/pins`, signal),
  });

/** Filter of the questions on the community's home page. */
export const openQuestions: QuestionSearch = { search: '', tag: '', solved: 'false', page: 1 };
export const openQuestionsShown = 5;

export type QuestionSearch = { search: string; tag: string; solved: '' | 'true' | 'false'; page: number };

export function readQuestionSearch(search: {
  search?: unknown;
  tag?: unknown;
  solved?: unknown;
  page?: unknown;
}): QuestionSearch {
  const page = Number(search.page);
  const solved = String(search.solved ?? '');
  return {
    search: String(search.search ?? '').slice(0, 100),
    tag: String(search.tag ?? '').slice(0, 30),
    solved: solved === 'true' || solved === 'false' ? solved : '',
    page: Number.isSafeInteger(page) && page > 1 && page < 1e9 ? page : 1,
  };
}

export const questionsKey = (channelId: string) => ['community', 'questions', channelId];

export function questionsQuery(channelId: string, wanted: QuestionSearch, limit = questionsPerPage) {
  const { page, ...filters } = wanted;
  const asked = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
  return queryOptions({
    queryKey: [...questionsKey(channelId), JSON.stringify({ ...wanted, limit })],
    meta: { private: true },
    staleTime: freshMs,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      getPage<Question>(`${channelPath(channelId)}/questions`, { ...asked, page }, { limit, signal }),
  });
}

export const tagsQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['community', 'tags', channelId],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      getJson<{ tag: string; count: number }[]>(`${channelPath(channelId)}/tags`, signal),
  });

export const searchQuery = (search: string, channelId: string) =>
  queryOptions({
    queryKey: ['community', 'search', channelId, search],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) => searchMessages(search, channelId, undefined, signal),
  });

export function searchMessages(
  search: string,
  channelId: string,
  before?: string,
  signal?: AbortSignal,
): Promise<FoundMessage[]> {
  const asked = new URLSearchParams({ search, limit: String(foundPerPage) });
  if (channelId !== '') asked.set('channel', channelId);
  if (before !== undefined) asked.set('before', before);
  return getJson<FoundMessage[]>(`/api/messages?${asked}`, signal);
}

export const findPeople = (channelId: string, search: string, signal?: AbortSignal) =>
  getJson<Person[]>(`${channelPath(channelId)}/people?search=${encodeURIComponent(search)}`, signal);

/** Body of a message as it is sent. */
export type MessageBody = {
  text: string;
  replyTo: string | null;
  threadId: string | null;
  attachments: string[];
  title?: string;
  tags?: string[];
};

/** Makes one attempt to send a message from the outbox, which retries by itself. */
export async function deliverMessage(
  channelId: string,
  clientId: string,
  body: MessageBody,
  signal: AbortSignal,
): Promise<Message> {
  const answer = await callApi<Message>(`${channelPath(channelId)}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId, ...body }),
    signal,
  });
  return answer.body;
}

/** Idempotent: the server identifies a message by its `clientId`. */
export const postMessage = (channelId: string, clientId: string, body: MessageBody) =>
  sendJson<Message>(
    'POST',
    `${channelPath(channelId)}/messages`,
    { clientId, ...body },
    { idempotencyKey: clientId },
  );

export const editMessage = (id: string, change: { text?: string; title?: string; tags?: string[] }) =>
  sendJson<Message>('PATCH', messagePath(id), change);

/** Requested only by a click, because it costs money. An edit makes another translation necessary. */
export const translationQuery = ({ id, editedAt }: Message, to: Locale) =>
  queryOptions({
    queryKey: ['community', 'translation', id, editedAt ?? '', to],
    meta: { private: true },
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: async ({ signal }): Promise<Translation> => {
      const answer = await callApi<Translation>(`${messagePath(id)}/translate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ to }),
        signal,
      });
      return answer.body;
    },
  });

export const deleteMessage = (id: string, reason?: string) =>
  sendJson<null>('DELETE', messagePath(id), reason === undefined ? undefined : { reason });

export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: ['community', 'history', id],
    staleTime: 0,
    queryFn: ({ signal }) => getJson<Edit[]>(`${messagePath(id)}/history`, signal),
  });

export const setReaction = (id: string, emoji: string, isAdded: boolean) =>
  sendJson<{ reactions: Message['reactions'] }>(isAdded ? 'POST' : 'DELETE', `${messagePath(id)}/reactions`, {
    emoji,
  });

export const setPinned = (id: string, isPinned: boolean) =>
  sendJson<null>(isPinned ? 'POST' : 'DELETE', `${messagePath(id)}/pin`);

export const setAccepted = (id: string, isAccepted: boolean) =>
  sendJson<Message>(isAccepted ? 'POST' : 'DELETE', `${messagePath(id)}/accept`);

export const reportPath = (id: string) => `${messagePath(id)}/reports`;

export const sayRead = (channelId: string, seq: number) =>
  sendJson<ReadState>('PUT', `${channelPath(channelId)}/read`, { seq, device: ownDevice() });

/** Best effort: a missed event does no harm. */
export async function sayTyping(channelId: string, threadId: string | null): Promise<void> {
  await whisper(`${channelPath(channelId)}/typing`, { threadId });
}
export async function sayPresence(channelId: string, state: 'here' | 'away' | 'gone'): Promise<void> {
  await whisper(`${channelPath(channelId)}/presence`, { state });
}

/** Returns the people present when a page is opened; later changes are pushed. */
export const listPresent = (channelId: string) =>
  getJson<ChannelPresence>(`${channelPath(channelId)}/presence`);

async function whisper(path: string, body: object): Promise<void> {
  if (!navigator.onLine) return;
  await callApi(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    keepalive: true,
  }).catch(() => null);
}

/** Returns this browser's id, under which read positions are stored. */
function ownDevice(): string {
  const key = 'gongbang-device';
  try {
    const kept = localStorage.getItem(key) ?? crypto.randomUUID();
    localStorage.setItem(key, kept);
    return kept;
  } catch {
    return '';
  }
}

export const blocksQuery = queryOptions({
  queryKey: ['community', 'blocks'],
  meta: { private: true },
  staleTime: 60_000,
  queryFn: ({ signal }) => getJson<Person[]>('/api/user/blocks', signal),
});

export const setBlocked = (username: string, isBlocked: boolean) =>
  sendJson<null>(isBlocked ? 'PUT' : 'DELETE', `/api/user/blocks/${encodeURIComponent(username)}`);

export const addSanction = (input: SanctionInput) => sendJson<Sanction>('POST', '/api/sanctions', input);
export const liftSanction = (id: string, reason: string) =>
  sendJson<null>('DELETE', `/api/sanctions/${id}`, { reason });

export const liftMany = (ids: string[], reason: string) =>
  sendJson<ManyAnswer>('POST', '/api/admin/sanctions/many', { ids, reason });

export const bannedWordsKey = ['community', 'banned-words'];
export const bannedWordsQuery = queryOptions({
  queryKey: bannedWordsKey,
  meta: { private: true },
  staleTime: 0,
  queryFn: ({ signal }) => getJson<BannedWord[]>('/api/banned-words', signal),
});
export const addBannedWord = (word: string, reason: string) =>
  sendJson<BannedWord>('POST', '/api/banned-words', { word, reason });
export const removeBannedWord = (id: string, reason: string) =>
  sendJson<null>('DELETE', `/api/banned-words/${id}`, { reason });

export const addChannel = (input: ChannelInput) => sendJson<Channel>('POST', '/api/channels', input);
export const changeChannel = (id: string, change: ChannelChange) =>
  sendJson<Channel>('PATCH', channelPath(id), change);
export const orderChannels = (ids: string[], reason: string) =>
  sendJson<Channel[]>('PUT', '/api/channel-order', { ids, reason });
export const setStates = (ids: string[], state: Channel['state'], reason: string) =>
  sendJson<ManyAnswer>('POST', '/api/admin/channels/many', { ids, state, reason });
