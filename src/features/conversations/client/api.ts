import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { m } from '#i18n/generated/messages.js';
import { ApiError, callApi, getJson, sendJson } from '#platform/client/fetcher.ts';
import type { About, Conversation, ConversationDetail, Inquiry, Message } from '../contract.ts';
import { conversationsPerPage, lastWithoutGap, mergeMessages, messagesPerPage } from '../rules.ts';

/** Polling interval of an open conversation, in milliseconds. */
export const pollMs = 10_000;

/** Parsed here instead of in the route, because every page carries the routes. */
export function readPage(search: { page?: unknown }): number {
  const page = Number(search.page);
  return Number.isSafeInteger(page) && page > 1 && page < 1e9 ? page : 1;
}

export const conversationsKey = ['conversations'];

export const conversationsQuery = (page: number) =>
  queryOptions({
    queryKey: [...conversationsKey, 'list', String(page)],
    meta: { private: true },
    staleTime: 0,
    refetchInterval: 3 * pollMs,
    queryFn: async ({ signal }) => {
      const { body, headers } = await callApi<unknown>(
        `/api/user/conversations?page=${page}&limit=${conversationsPerPage}`,
        { signal },
      );
      if (!Array.isArray(body)) throw new ApiError(200, 'wrong_format', m['platform.client.wrong_format']());
      const total = Number(headers.get('x-total-count') ?? body.length);
      return {
        items: body as Conversation[],
        page: Number(headers.get('x-page') ?? 1),
        pageCount: Math.max(1, Math.ceil(total / conversationsPerPage)),
      };
    },
  });

const pathOf = (id: string) => `/api/conversations/${encodeURIComponent(id)}`;
const conversationKey = (id: string) => [...conversationsKey, id];

/** Conversation with the messages loaded so far; polled for new ones. */
export const conversationQuery = (id: string) =>
  queryOptions({
    queryKey: conversationKey(id),
    meta: { private: true },
    staleTime: 0,
    refetchInterval: pollMs,
    queryFn: async ({ client, signal }): Promise<ConversationDetail> => {
      const known = () => client.getQueryData<ConversationDetail>(conversationKey(id))?.messages ?? [];
      if (known().length === 0)
        return getJson<ConversationDetail>(`${pathOf(id)}?limit=${messagesPerPage}`, signal);
      for (let last = lastWithoutGap(known()); ;) {
        const found = await getJson<ConversationDetail>(`${pathOf(id)}?after=${last}&limit=100`, signal);
        // Merge with messages that were sent or loaded while this request was in flight.
        const messages = mergeMessages(known(), found.messages);
        if (found.messages.length < 100) return { ...found, messages };
        last = lastWithoutGap(found.messages);
        client.setQueryData<ConversationDetail>(conversationKey(id), { ...found, messages });
      }
    },
  });

/** Adds messages to the cached conversation. */
export function addMessages(client: QueryClient, id: string, more: readonly Message[]): void {
  client.setQueryData<ConversationDetail>(
    conversationKey(id),
    (old) => old && { ...old, messages: mergeMessages(old.messages, more) },
  );
}

/** Updates the cached conversation without changing its messages. */
export function setConversation(client: QueryClient, changed: Conversation): void {
  client.setQueryData<ConversationDetail>(
    conversationKey(changed.id),
    (old) => old && { ...old, ...changed },
  );
}

export async function loadOlder(client: QueryClient, id: string, before: number): Promise<void> {
  const { messages } = await getJson<ConversationDetail>(
    `${pathOf(id)}?before=${before}&limit=${messagesPerPage}`,
  );
  addMessages(client, id, messages);
}

/** Reloads a message that was edited or deleted. */
export async function loadAgain(client: QueryClient, id: string, seq: number): Promise<void> {
  const { messages } = await getJson<ConversationDetail>(`${pathOf(id)}?after=${seq - 1}&limit=1`);
  addMessages(client, id, messages);
}

/** Idempotent: the server deduplicates messages by their `clientId`. */
export const sendMessage = (id: string, message: { text: string; clientId: string }) =>
  sendJson<Message>('POST', `${pathOf(id)}/messages`, message, { idempotencyKey: message.clientId });

export const sendInquiry = (about: About, message: { text: string; clientId: string }) =>
  sendJson<Inquiry>(
    'POST',
    '/api/inquiries',
    { ...about, ...message },
    {
      idempotencyKey: message.clientId,
    },
  );

export const sayRead = (id: string, seq: number) =>
  sendJson<Conversation>('POST', `${pathOf(id)}/read`, { seq });

export const saySettled = (id: string, seq: number) =>
  sendJson<Conversation>('POST', `${pathOf(id)}/settle`, { seq });
