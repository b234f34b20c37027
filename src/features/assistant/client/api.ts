import { queryOptions } from '@tanstack/react-query';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { callApi, getJson, noAnswer, refusal, sendJson } from '#platform/client/fetcher.ts';
import { getPage } from '#platform/client/get-page.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import type { z } from 'zod';
import type {
  about,
  AnswerEvent,
  answerEvents,
  Conversation,
  ConversationRow,
  document,
  Guide,
  Message,
  messageInput,
  page,
  Progress,
  proposal,
  proposalInput,
  score,
} from '../contract.ts';

export type About = z.infer<typeof about>;
export type Score = z.infer<typeof score>;
export type ReadDocument = z.infer<typeof document>;
export type Proposal = z.infer<typeof proposal>;
type Question = z.input<typeof messageInput>;

const base = '/api/assistant';
const conversationPath = (id: string) => `${base}/conversations/${encodeURIComponent(id)}`;
const documentPath = (id: string) => `${base}/documents/${encodeURIComponent(id)}`;

export const assistantKey = ['assistant'];

export const aboutQuery = queryOptions({
  queryKey: [...assistantKey, 'about'],
  meta: { private: true },
  queryFn: ({ signal }) => getJson<About>(base, signal),
});

export const scoreQuery = queryOptions({
  queryKey: [...assistantKey, 'score'],
  staleTime: 60 * 60_000,
  queryFn: ({ signal }) => getJson<Score>(`${base}/score`, signal),
});

const conversationsShown = 6;
export const conversationsKey = [...assistantKey, 'conversations'];
/** Query of one's own conversations, last used first. */
export const conversationsQuery = (page: number) =>
  queryOptions({
    queryKey: [...conversationsKey, page],
    meta: { private: true },
    queryFn: ({ signal }) =>
      getPage<ConversationRow>(`${base}/conversations`, { page }, { limit: conversationsShown, signal }),
  });

export const conversationQuery = (id: string) =>
  queryOptions({
    queryKey: [...assistantKey, 'conversation', id],
    meta: { private: true },
    staleTime: 5000,
    queryFn: ({ signal }) => getJson<Conversation>(conversationPath(id), signal),
  });

export const guideQuery = (id: string) =>
  queryOptions({
    queryKey: [...assistantKey, 'guide', id],
    meta: { private: true },
    staleTime: Infinity,
    queryFn: ({ signal }) => getJson<Guide>(`${conversationPath(id)}/guide`, signal),
  });

export const documentsQuery = queryOptions({
  queryKey: [...assistantKey, 'documents'],
  meta: { private: true },
  queryFn: ({ signal }) => getJson<ReadDocument[]>(`${base}/documents`, signal),
  // Poll while a document is being read.
  refetchInterval: ({ state }) => (state.data?.some(isUnderway) ? 1000 : false),
});
export const isUnderway = ({ state }: ReadDocument) => state === 'waiting' || state === 'reading';

export const pageQuery = (documentId: string, number: number) =>
  queryOptions({
    queryKey: [...assistantKey, 'page', documentId, number],
    meta: { private: true },
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      getJson<z.infer<typeof page>>(`${documentPath(documentId)}/pages/${number}`, signal),
  });

/** Idempotent: a person who has begun with the same resource before continues that conversation. */
export const begin = (from: { resourceId?: string; documentId?: string } = {}) =>
  sendJson<Conversation>('POST', `${base}/conversations`, from);
export const removeConversation = (id: string) => sendJson<null>('DELETE', conversationPath(id));
export const renewGuide = (id: string) => sendJson<Conversation>('POST', `${conversationPath(id)}/guide`);
export const keepProgress = (id: string, progress: Progress) =>
  sendJson<Progress>('PUT', `${conversationPath(id)}/progress`, progress);
export const stopAnswer = (id: string, messageId: string) =>
  sendJson<null>('POST', `${conversationPath(id)}/messages/${messageId}/stop`);
/** Same from a page that is being closed, without reading the response. */
export function keepProgressOnLeaving(id: string, progress: Progress): void {
  void callApi(`${conversationPath(id)}/progress`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(progress),
    keepalive: true,
  }).catch(() => null);
}
export const runAction = (id: string, actionId: string, place: { lat?: number; long?: number }) =>
  sendJson<Message>('POST', `${conversationPath(id)}/actions/${actionId}`, place);
export const addDocument = (uploadIds: string[]) =>
  sendJson<ReadDocument>('POST', `${base}/documents`, { uploadIds });
export const removeDocument = (id: string) => sendJson<null>('DELETE', documentPath(id));
export const proposeFix = (resourceId: string, input: z.input<typeof proposalInput>) =>
  sendJson<Proposal>('POST', `/api/resources/${encodeURIComponent(resourceId)}/step-proposals`, input);

export const proposalsKey = [...assistantKey, 'proposals'];
export const proposalsQuery = (role: 'author' | 'proposer', page: number) =>
  queryOptions({
    queryKey: [...proposalsKey, role, page],
    meta: { private: true },
    queryFn: ({ signal }) =>
      getPage<Proposal>('/api/user/step-proposals', { role, page }, { limit: 20, signal }),
  });
export const decideProposal = (id: string, decision: 'accept' | 'refuse', reason: string) =>
  sendJson<Proposal>(
    'POST',
    `/api/step-proposals/${encodeURIComponent(id)}/${decision}`,
    decision === 'refuse' ? { reason } : undefined,
  );

/**
 * Asks a question and yields the events of the answer. The same `clientId` is the same question, so it can be
 * repeated after a lost connection. Throws a refusal that comes before the stream.
 */
export async function* ask(id: string, question: Question, signal: AbortSignal): AsyncGenerator<AnswerEvent> {
  const answer = await fetch(`${conversationPath(id)}/messages`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', 'accept-language': currentLocale() },
    body: JSON.stringify(question),
    signal,
  }).catch((error: unknown) => {
    throw signal.aborted ? error : noAnswer(false);
  });
  if (!answer.ok || !answer.body) throw refusal(answer.status, answer.statusText, await answer.text());
  const events = answer.body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>)
    .pipeThrough(new EventSourceParserStream());
  const reader = events.getReader();
  try {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- events are sequential
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw signal.aborted ? error : noAnswer(false);
      });
      if (done) return;
      yield {
        event: value.event as keyof typeof answerEvents,
        data: JSON.parse(value.data) as never,
      } as AnswerEvent;
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}
