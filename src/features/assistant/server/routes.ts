import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { findQuestionPaths } from '#features/community/server/public.ts';
import { searchPublished } from '#features/resources/server/public.ts';
import type { Sessions } from '#features/accounts/server/public.ts';
import { mediaTypeOf, sendKeptFile } from '#features/uploads/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import { cookieName, readCookie, setCookie } from '#platform/server/cookies.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { errorSchema, eventsAnswer, fileAnswer } from '#platform/server/openapi.ts';
import { pageHeaders } from '#platform/server/page-links.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { mayUseModel } from '../access.ts';
import {
  about,
  actionInput,
  document,
  documentInput,
  page as pageSchema,
  proposal,
  proposalInput,
  proposalState,
  score,
  refusalInput,
  conversation,
  conversationInput,
  conversationRow,
  guide,
  message,
  messageInput,
  progress,
  type AnswerEvent,
} from '../contract.ts';
import { assistantLimits, documentExtensions } from '../rules.ts';
import { runAction } from './actions.ts';
import { createAsking } from './asking.ts';
import {
  addDocument,
  getDocument,
  getDocumentFile,
  getPage,
  listDocuments,
  removeDocument,
} from './documents.ts';
import { measured } from './measured.ts';
import { createModel } from './model.ts';
import { acceptProposal, listProposals, listProposalsFor, propose, refuseProposal } from './proposals.ts';
import {
  claimConversations,
  beginConversation,
  keepProgress,
  moveToNewest,
  removeConversation,
  type Deps,
} from './commands.ts';
import {
  getConversation,
  getGuide,
  getMessage,
  listConversations,
  presentConversation,
  presentGuide,
  type Asker,
} from './queries.ts';
import { findSpent, spendingDay } from './spending.ts';

const tags = ['assistant'];
const idParams = z.object({ id: z.string().max(100) });
const messageParams = idParams.extend({ messageId: z.string().max(100) });
const refused = { 400: errorSchema, 401: errorSchema, 403: errorSchema, 404: errorSchema, 409: errorSchema };
const withGuide = { ...refused, 410: errorSchema, 429: errorSchema };
const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1e9).catch(1).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(32),
});
const noStore = { 'cache-control': 'no-store' };
const guestCookie = 'assistant';
const guestDays = 30;
const maxFound = 4;

export type AssistantDeps = Deps & {
  sessions: Sessions;
  rateLimits: RateLimits;
  /** Grace period for lost connections, for tests. */
  leaveMs?: number;
};

export function assistantRoutes(app: App, deps: AssistantDeps): void {
  const { db, sessions, rateLimits, config } = deps;
  const model = createModel(config.assistant, db);
  const hasModel = model !== null;
  const asking = createAsking({
    ...deps,
    model,
    searchResources: (query) => searchPublished(db, query, maxFound),
    findAnswerPaths: findQuestionPaths,
    onError: (error) => app.log.error({ err: error }, 'an answer of the assistant failed'),
  });
  app.addHook('preClose', () => asking.close());

  const keyOf = (cookie: string) => createHash('sha256').update(`assistant ${cookie}`).digest('base64url');
  const cookieOf = ({ headers }: FastifyRequest) =>
    readCookie(headers.cookie, cookieName(config.publicOrigin, guestCookie));

  /** Returns the asker. Conversations of a guest move to the account that signs in with the same browser. */
  async function askerOf(request: FastifyRequest, reply: FastifyReply): Promise<Asker> {
    const person = await sessions.find(request);
    const cookie = cookieOf(request);
    const guestKey = cookie === undefined ? null : keyOf(cookie);
    if (person && guestKey !== null) {
      await claimConversations(db, person.id, guestKey);
      setCookie(reply, config.publicOrigin, { name: guestCookie, value: '', maxAgeSeconds: 0 });
    }
    return person ? { person, reader: person, guestKey: null } : { person: null, reader: null, guestKey };
  }

  async function writerOf(request: FastifyRequest, reply: FastifyReply): Promise<Asker> {
    const asker = await askerOf(request, reply);
    // Counts the write, and refuses people who cannot write.
    if (asker.person) await sessions.get(request);
    else await rateLimits.take('assistantPerAddress', request.ip);
    return asker;
  }

  /** Sets the cookie of a guest who begins something. */
  function withCookie(request: FastifyRequest, reply: FastifyReply, asker: Asker): Asker {
    if (asker.person) return asker;
    const value = cookieOf(request) ?? randomBytes(24).toString('base64url');
    setCookie(reply, config.publicOrigin, {
      name: guestCookie,
      value,
      maxAgeSeconds: guestDays * 24 * 60 * 60,
    });
    return { ...asker, guestKey: keyOf(value) };
  }

  app.get(
    '/api/assistant',
    {
      config: { access: 'anyone' },
      schema: { tags, summary: 'Who answers, and what is left of today', response: { 200: about } },
    },
    async (request, reply) => {
      const person = await sessions.find(request);
      const isAnswered = hasModel && mayUseModel({ person, guestKey: null });
      const now = currentTime();
      return reply.headers(noStore).send({
        mode: isAnswered ? 'model' : 'retrieval',
        model: config.assistant.model?.name ?? null,
        needsLogin: hasModel && person === null,
        budget:
          isAnswered && person
            ? {
                tokens: config.assistant.tokensPerDay,
                used: Math.min(await findSpent(db, person.id, now), config.assistant.tokensPerDay),
                resetsAt: spendingDay(now).endsAt.toISOString(),
              }
            : null,
        documents: {
          most: assistantLimits.documents,
          mb: assistantLimits.documentMb,
          extensions: [...documentExtensions],
        },
      });
    },
  );

  app.get(
    '/api/assistant/score',
    {
      config: { access: 'anyone' },
      schema: { tags, summary: 'How often retrieval is right, measured', response: { 200: score } },
    },
    async (_request, reply) => reply.header('cache-control', 'public, max-age=3600').send(measured),
  );

  app.get(
    '/api/assistant/conversations',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'My conversations, the last used first',
        querystring: pageQuery,
        response: { 200: z.array(conversationRow) },
      },
    },
    async (request, reply) => {
      const asker = await askerOf(request, reply);
      const { page, limit } = request.query;
      const { items, total } = await listConversations(db, asker, {
        page,
        limit,
        locale: answerLocale(request),
      });
      const pageCount = Math.max(1, Math.ceil(total / limit));
      return reply
        .headers({ ...noStore, ...pageHeaders(request.url, { total, page, pageCount }) })
        .send(items);
    },
  );

  app.post(
    '/api/assistant/conversations',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Begin with a resource, a document of my own, or a question',
        description:
          'Whoever has begun with it before goes on with that conversation. Guests are known by a cookie.',
        body: conversationInput,
        response: { 201: conversation, ...refused, 429: errorSchema },
      },
    },
    async (request, reply) => {
      const asker = withCookie(request, reply, await writerOf(request, reply));
      const begun = await beginConversation(deps, asker, request.body, currentTime());
      return reply
        .code(201)
        .headers(noStore)
        .send(await presentConversation(db, asker, begun, { hasModel, locale: answerLocale(request) }));
    },
  );

  app.get(
    '/api/assistant/conversations/:id',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'A conversation of mine, with its messages',
        params: idParams,
        response: { 200: conversation, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const asker = await askerOf(request, reply);
      const found = await getConversation(db, asker, request.params.id);
      return reply
        .headers(noStore)
        .send(await presentConversation(db, asker, found, { hasModel, locale: answerLocale(request) }));
    },
  );

  app.delete(
    '/api/assistant/conversations/:id',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Delete a conversation of mine',
        params: idParams,
        response: { 204: z.null(), ...refused, 429: errorSchema },
      },
    },
    async (request, reply) => {
      await removeConversation(db, await writerOf(request, reply), request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/api/assistant/conversations/:id/guide',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Parts and steps, as they were when it began',
        params: idParams,
        response: { 200: guide, ...withGuide },
      },
    },
    async (request, reply) => {
      const asker = await askerOf(request, reply);
      const found = await getConversation(db, asker, request.params.id);
      return reply
        .headers(noStore)
        .send(await presentGuide(db, await getGuide(db, asker, found), answerLocale(request)));
    },
  );

  app.post(
    '/api/assistant/conversations/:id/guide',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Go on with the resource as it is now',
        params: idParams,
        response: { 200: conversation, ...withGuide },
      },
    },
    async (request, reply) => {
      const asker = await writerOf(request, reply);
      const newest = await moveToNewest(deps, asker, request.params.id, currentTime());
      return reply
        .headers(noStore)
        .send(await presentConversation(db, asker, newest, { hasModel, locale: answerLocale(request) }));
    },
  );

  app.put(
    '/api/assistant/conversations/:id/progress',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Keep how far I am',
        params: idParams,
        body: progress,
        response: { 200: progress, ...withGuide },
      },
    },
    async (request, reply) => {
      const asker = await writerOf(request, reply);
      return reply
        .headers(noStore)
        .send(await keepProgress(db, asker, request.params.id, request.body, currentTime()));
    },
  );

  app.post(
    '/api/assistant/conversations/:id/messages',
    {
      config: { access: 'anyone', ownLimit: { person: 'assistant', guest: 'assistantPerAddress' } },
      schema: {
        tags,
        summary: 'Ask, and be answered as server-sent events',
        description:
          'The events `begin`, `sentence`, `action`, `restart`, `done` and `error`, each with JSON.',
        params: idParams,
        body: messageInput,
        response: { 200: eventsAnswer, ...withGuide, 422: errorSchema },
      },
    },
    async (request, reply) => {
      const asker = await askerOf(request, reply);
      // Refuses people who cannot write.
      if (asker.person) await sessions.get(request);
      else if (asker.guestKey !== null) await rateLimits.take('assistantGuest', asker.guestKey);
      const left = new AbortController();
      reply.raw.once('close', () => left.abort());
      const { id } = request.params;
      const events = await asking.ask(asker, id, request.body, answerLocale(request), left.signal);
      const stream = Readable.from(linesOf(events), { objectMode: false });
      return reply
        .type('text/event-stream; charset=utf-8')
        .headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' })
        .send(stream as never);
    },
  );

  app.get(
    '/api/assistant/conversations/:id/messages/:messageId',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'One message, as far as it is written',
        params: messageParams,
        response: { 200: message, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const asker = await askerOf(request, reply);
      const found = await getConversation(db, asker, request.params.id);
      return reply.headers(noStore).send(await getMessage(db, found.id, request.params.messageId));
    },
  );

  app.post(
    '/api/assistant/conversations/:id/messages/:messageId/stop',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'End an answer where it is',
        params: messageParams,
        response: { 204: z.null(), ...refused, 429: errorSchema },
      },
    },
    async (request, reply) => {
      const asker = await writerOf(request, reply);
      await asking.stop(asker, request.params.id, request.params.messageId);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/assistant/conversations/:id/actions/:actionId',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Press what the model suggested: it is done with my rights',
        description: 'Pressed again, it answers what came of the first time.',
        params: idParams.extend({ actionId: z.string().max(100) }),
        body: actionInput,
        response: { 201: message, ...withGuide, 422: errorSchema },
      },
    },
    async (request, reply) => {
      const asker = await writerOf(request, reply);
      const { id, actionId } = request.params;
      const callAs = async (path: string): Promise<unknown> => {
        const answer = await app.inject({
          method: 'GET',
          url: path,
          remoteAddress: request.ip,
          headers: {
            ...(request.headers.cookie !== undefined && { cookie: request.headers.cookie }),
            'accept-language': answerLocale(request),
          },
        });
        return answer.statusCode === 200 ? answer.json() : null;
      };
      const found = await runAction(
        { ...deps, callAs, locale: answerLocale(request) },
        asker,
        id,
        actionId,
        request.body,
      );
      return reply.code(201).headers(noStore).send(found);
    },
  );

  app.post(
    '/api/resources/:id/step-proposals',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Propose other words for a step to its author',
        params: idParams,
        body: proposalInput,
        response: { 201: proposal, ...refused, 422: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const made = await propose(db, person, request.params.id, request.body, currentTime());
      return reply.code(201).headers(noStore).send(made);
    },
  );

  app.get(
    '/api/resources/:id/step-proposals',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Proposals for a resource: all of them for its author, else my own',
        params: idParams,
        querystring: z.object({ state: proposalState.optional() }),
        response: { 200: z.array(proposal), ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const found = await listProposalsFor(db, person, request.params.id, request.query.state);
      return reply.headers(noStore).send(found);
    },
  );

  app.get(
    '/api/user/step-proposals',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Proposals that I made, or that were made for what is mine',
        querystring: pageQuery.extend({
          role: z.enum(['author', 'proposer']).optional(),
          state: proposalState.optional(),
        }),
        response: { 200: z.array(proposal), 401: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { page, limit, ...filter } = request.query;
      const { items, total } = await listProposals(
        db,
        person,
        { ...filter, locale: answerLocale(request) },
        { page, limit },
      );
      const pageCount = Math.max(1, Math.ceil(total / limit));
      return reply
        .headers({ ...noStore, ...pageHeaders(request.url, { total, page, pageCount }) })
        .send(items);
    },
  );

  app.post(
    '/api/step-proposals/:id/accept',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Make the proposed words the step’s',
        params: idParams,
        response: { 200: proposal, ...refused, 429: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      return reply.headers(noStore).send(await acceptProposal(db, person, request.params.id, currentTime()));
    },
  );

  app.post(
    '/api/step-proposals/:id/refuse',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Leave the step as it is',
        params: idParams,
        body: refusalInput,
        response: { 200: proposal, ...refused, 429: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { reason } = request.body;
      return reply
        .headers(noStore)
        .send(await refuseProposal(db, person, request.params.id, reason, currentTime()));
    },
  );

  app.post(
    '/api/assistant/documents',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Have finished uploads read as one document of mine',
        body: documentInput,
        response: { 202: document, ...refused, 413: errorSchema, 415: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { uploadIds } = request.body;
      const made = await addDocument(deps, person, uploadIds, answerLocale(request), currentTime());
      return reply.code(202).headers(noStore).send(made);
    },
  );

  app.get(
    '/api/assistant/documents',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'My documents, the newest first',
        response: { 200: z.array(document), 401: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      return reply.headers(noStore).send(await listDocuments(db, person, answerLocale(request)));
    },
  );

  app.get(
    '/api/assistant/documents/:id',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'A document of mine, and how far it is read',
        params: idParams,
        response: { 200: document, 401: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const found = await getDocument(db, person, request.params.id, answerLocale(request));
      return reply.headers(noStore).send(found);
    },
  );

  app.delete(
    '/api/assistant/documents/:id',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Delete a document of mine',
        params: idParams,
        response: { 204: z.null(), ...refused, 429: errorSchema },
      },
    },
    async (request, reply) => {
      await removeDocument(db, await sessions.get(request), request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/api/assistant/documents/:id/pages/:page',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'A page of a document of mine',
        params: idParams.extend({ page: z.coerce.number().int().min(1).max(100_000) }),
        response: { 200: pageSchema, 401: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      return reply.headers(noStore).send(await getPage(db, person, request.params.id, request.params.page));
    },
  );

  app.get(
    '/api/assistant/documents/:id/files/:position',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'A file of a document of mine',
        description: 'With `page`, what that page was read from, out of a ZIP too.',
        params: idParams.extend({ position: z.coerce.number().int().min(0).max(1000) }),
        querystring: z.object({ page: z.coerce.number().int().min(1).max(100_000).optional() }),
        response: { 200: fileAnswer(), 401: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id, position } = request.params;
      const found = await getDocumentFile(deps, person, id, { position, page: request.query.page });
      if ('file' in found) return sendKeptFile(request, reply, deps.storage, found.file);
      return reply
        .headers({ 'cache-control': 'private, max-age=3600', 'content-disposition': 'attachment' })
        .type(mediaTypeOf(found.name) ?? 'application/octet-stream')
        .send(found.bytes);
    },
  );
}

async function* linesOf(events: AsyncGenerator<AnswerEvent | null, void, void>): AsyncGenerator<string> {
  for await (const event of events)
    yield event === null ? ': here\n\n' : `event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`;
}
