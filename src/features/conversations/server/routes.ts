import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import type { ReadStateDeps } from '#features/community/server/public.ts';
import type { App } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { pageHeaders } from '#platform/server/page-links.ts';
import {
  conversation,
  conversationDetail,
  conversationsQuery,
  inquiry,
  inquiryInput,
  message,
  messageInput,
  messagesQuery,
  readInput,
  settleInput,
} from '../contract.ts';
import { inquire, markRead, sendMessage, settle, type Inquired, type Talking } from './commands.ts';
import { getConversation, getConversationDetail, getMessage, listConversations } from './queries.ts';

const tags = ['conversations'];
const idParams = z.object({ id: z.string() });
const refused = { 400: errorSchema, 401: errorSchema, 404: errorSchema };
const refusedMessage = { ...refused, 403: errorSchema, 409: errorSchema, 429: errorSchema };

export function conversationsRoutes(
  app: App,
  deps: Talking & ReadStateDeps & { sessions: Sessions; inquired: Inquired },
): void {
  const { db, sessions } = deps;

  app.post(
    '/api/inquiries',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Ask about a service, an order of mine or a resource',
        description: 'Opens the conversation about it, or goes on with the one that there is.',
        body: inquiryInput,
        response: { 201: inquiry, ...refusedMessage },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { about, said } = request.body;
      const { conversationId, messageId } = await inquire(deps, person, about, said);
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({
          ...(await getConversation(db, person.id, conversationId)),
          message: await getMessage(db, person.id, messageId),
        });
    },
  );

  app.get(
    '/api/user/conversations',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'My conversations, as a customer and as a provider; the one with the last message first',
        querystring: conversationsQuery,
        response: { 200: z.array(conversation), 400: errorSchema, 401: errorSchema },
      },
    },
    async (request, reply) => {
      const { id } = await sessions.get(request);
      const { items, ...found } = await listConversations(db, id, request.query);
      return reply.header('cache-control', 'no-store').headers(pageHeaders(request.url, found)).send(items);
    },
  );

  app.get(
    '/api/conversations/:id',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'A conversation of mine with its last messages, oldest first',
        params: idParams,
        querystring: messagesQuery,
        response: { 200: conversationDetail, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const found = await getConversationDetail(db, person.id, request.params.id, request.query);
      return reply.header('cache-control', 'no-store').send(found);
    },
  );

  app.post(
    '/api/conversations/:id/messages',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Write a message',
        params: idParams,
        body: messageInput,
        response: { 201: message, ...refusedMessage },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { messageId } = await sendMessage(deps, person, request.params.id, request.body);
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send(await getMessage(db, person.id, messageId));
    },
  );

  app.post(
    '/api/conversations/:id/read',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Say that I have read the messages, up to one of them or all',
        params: idParams,
        body: readInput,
        response: { 200: conversation, ...refusedMessage },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      await markRead(deps, person, id, request.body?.seq);
      return reply.header('cache-control', 'no-store').send(await getConversation(db, person.id, id));
    },
  );

  app.post(
    '/api/conversations/:id/settle',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Say that the last message needs no answer: its provider',
        params: idParams,
        body: settleInput,
        response: { 200: conversation, ...refusedMessage },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      await settle(db, person, id, request.body.seq);
      return reply.header('cache-control', 'no-store').send(await getConversation(db, person.id, id));
    },
  );
}
