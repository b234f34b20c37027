import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { sendKeptFile } from '#features/uploads/server/public.ts';
import { blobOfWidth } from '#platform/server/pictures.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { errorSchema, fileAnswer, pictureAnswer } from '#platform/server/openapi.ts';
import { pageHeaders } from '#platform/server/page-links.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import type { Realtime } from '#platform/server/realtime.ts';
import { sendPicture } from '#platform/server/send-picture.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import {
  channel,
  deleteInput,
  deviceQuery,
  edit,
  foundMessage,
  message,
  messageChange,
  messageInput,
  messagesQuery,
  peopleQuery,
  person,
  presence as presenceSchema,
  presenceInput,
  question,
  questionsQuery,
  reactionInput,
  reactionsAnswer,
  readInput,
  readState,
  searchQuery,
  tagCount,
  translateInput,
  translation,
  typingInput,
} from '../contract.ts';
import { findAttachment } from './attachments.ts';
import {
  getChannel,
  getReadable,
  listChannels,
  topicOf,
  writeDenialReason,
  type ChannelPolicies,
} from './channels.ts';
import {
  deleteMessage,
  editMessage,
  leaveChannel,
  markRead,
  react,
  setAccepted,
  setPinned,
} from './commands.ts';
import { moderationRoutes } from './moderation-routes.ts';
import { createPosting, type Posting } from './posting.ts';
import { createPresence } from './presence.ts';
import {
  getMessage,
  getNumbered,
  listEdits,
  listMessages,
  listPins,
  listQuestions,
  listTags,
  searchMessages,
  suggestPeople,
  type ReadingDeps,
} from './queries.ts';
import { createTranslations, type Translate } from './translating.ts';
import { createWordList } from './words.ts';

const tags = ['community'];
const idParams = z.object({ id: z.string().max(100) });
const read = { 400: errorSchema, 403: errorSchema, 404: errorSchema };
const refused = { ...read, 401: errorSchema, 409: errorSchema, 429: errorSchema };
const noStore = { 'cache-control': 'no-store' };

export type CommunityDeps = ReadingDeps & {
  storage: BlobStore;
  realtime: Realtime;
  rateLimits: RateLimits;
  sessions: Sessions;
  keepers: ChannelPolicies;
  /** Null if no model is configured. */
  translate: Translate | null;
};

export function communityRoutes(app: App, given: CommunityDeps): { posting: Posting } {
  const words = createWordList(given.db);
  const deps = { ...given, words };
  const { db, rateLimits, realtime, sessions, storage } = deps;
  const posting = createPosting(deps);
  const presence = createPresence(realtime);
  const translations = createTranslations(deps);
  const translates = deps.translate !== null;
  app.addHook('preClose', async () => presence.close());
  moderationRoutes(app, deps);

  app.get(
    '/api/channels',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Channels: the public ones in their order, then those that I am a member of',
        querystring: deviceQuery,
        response: { 200: z.array(channel), 400: errorSchema },
      },
    },
    async (request, reply) => {
      const actor = await sessions.find(request);
      const locale = answerLocale(request);
      const { device } = request.query;
      return reply.headers(noStore).send(await listChannels(db, { actor, device, locale, translates }));
    },
  );

  app.get(
    '/api/channels/:id',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'A channel, by its id or its address',
        params: idParams,
        querystring: deviceQuery,
        response: { 200: channel, ...read },
      },
    },
    async (request, reply) => {
      const actor = await sessions.find(request);
      const locale = answerLocale(request);
      const { device } = request.query;
      return reply
        .headers(noStore)
        .send(await getChannel(db, { actor, device, locale, translates }, request.params.id));
    },
  );

  app.get(
    '/api/channels/:id/messages',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Messages of a channel, oldest first: the last ones, unless it is said which',
        params: idParams,
        querystring: messagesQuery,
        response: { 200: z.array(message), ...read },
      },
    },
    async (request, reply) => {
      const actor = await sessions.find(request);
      return reply.headers(noStore).send(await listMessages(deps, actor, request.params.id, request.query));
    },
  );

  app.get(
    '/api/channels/:id/messages/:seq',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'The message of a channel that has this number',
        params: idParams.extend({ seq: z.coerce.number().int().min(1).max(2_147_483_647) }),
        response: { 200: message, ...read },
      },
    },
    async (request, reply) => {
      const actor = await sessions.find(request);
      const { id, seq } = request.params;
      return reply.headers(noStore).send(await getNumbered(deps, actor, id, seq));
    },
  );

  app.post(
    '/api/channels/:id/messages',
    {
      config: { access: 'person', ownLimit: { person: 'messages', address: 'messagesPerAddress' } },
      schema: {
        tags,
        summary: 'Write a message',
        description: 'What is answered is stored. The same `clientId` again is the same message.',
        params: idParams,
        body: messageInput,
        response: { 201: message, ...refused },
      },
    },
    async (request, reply) => {
      const writer = await sessions.get(request);
      const made = await posting.post(writer, request.params.id, request.body);
      return reply.code(201).headers(noStore).send(made);
    },
  );

  app.get(
    '/api/messages',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Search messages in all channels that I may read, newest first',
        querystring: searchQuery,
        response: { 200: z.array(foundMessage), 400: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      const actor = await sessions.find(request);
      if (actor === null) await rateLimits.take('guestSearch', request.ip);
      else await rateLimits.take('signals', actor.id);
      const locale = answerLocale(request);
      return reply.headers(noStore).send(await searchMessages(deps, { actor, locale }, request.query));
    },
  );

  app.get(
    '/api/messages/:id',
    {
      config: { access: 'anyone' },
      schema: { tags, summary: 'A message', params: idParams, response: { 200: message, ...read } },
    },
    async (request, reply) => {
      const actor = await sessions.find(request);
      return reply.headers(noStore).send(await getMessage(deps, actor, request.params.id));
    },
  );

  app.patch(
    '/api/messages/:id',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Say something else: its writer. What it said before stays in its history',
        params: idParams,
        body: messageChange,
        response: { 200: message, ...refused },
      },
    },
    async (request, reply) => {
      const actor = await sessions.get(request);
      return reply.headers(noStore).send(await editMessage(deps, actor, request.params.id, request.body));
    },
  );

  app.delete(
    '/api/messages/:id',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Take a message away: its writer, or with a reason a moderator',
        params: idParams,
        body: deleteInput,
        response: { 204: z.null(), ...refused },
      },
    },
    async (request, reply) => {
      const actor = await sessions.get(request);
      await deleteMessage(deps, actor, request.params.id, request.body?.reason);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/api/messages/:id/history',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'What a message said, oldest first, and says now',
        params: idParams,
        response: { 200: z.array(edit), ...read },
      },
    },
    async (request, reply) => {
      const actor = await sessions.find(request);
      return reply.headers(noStore).send(await listEdits(db, actor, request.params.id));
    },
  );

  app.post(
    '/api/messages/:id/translate',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'A message in another language, by a machine',
        params: idParams,
        body: translateInput,
        response: { 200: translation, ...refused, 502: errorSchema, 504: errorSchema },
      },
    },
    async (request, reply) => {
      const reader = await sessions.get(request);
      const left = new AbortController();
      reply.raw.once('close', () => left.abort());
      const { params, body } = request;
      const made = await translations.translate(reader, params.id, body.to, left.signal);
      return reply.headers(noStore).send(made);
    },
  );

  for (const [method, isAdded] of [
    ['POST', true],
    ['DELETE', false],
  ] as const) {
    app.route({
      config: { access: 'person' },
      method,
      url: '/api/messages/:id/reactions',
      schema: {
        tags,
        summary: isAdded ? 'React to a message with an emoji' : 'Take my reaction away',
        params: idParams,
        body: reactionInput,
        response: { 200: reactionsAnswer, ...refused },
      },
      async handler(request, reply) {
        const actor = await sessions.get(request);
        const reactions = await react(deps, actor, request.params.id, request.body.emoji, isAdded);
        return reply.headers(noStore).send({ reactions });
      },
    });
    app.route({
      config: { access: 'person' },
      method,
      url: '/api/messages/:id/pin',
      schema: {
        tags,
        summary: isAdded ? 'Pin a message' : 'Unpin a message',
        params: idParams,
        response: { 204: z.null(), ...refused },
      },
      async handler(request, reply) {
        const actor = await sessions.get(request);
        await setPinned(deps, actor, request.params.id, isAdded);
        return reply.code(204).send(null);
      },
    });
    app.route({
      config: { access: 'person' },
      method,
      url: '/api/messages/:id/accept',
      schema: {
        tags,
        summary: isAdded
          ? 'Say that this answer helped: whoever asked. Answers the question, solved'
          : 'Say that it did not help after all',
        params: idParams,
        response: { 200: message, ...refused },
      },
      async handler(request, reply) {
        const actor = await sessions.get(request);
        return reply.headers(noStore).send(await setAccepted(deps, actor, request.params.id, isAdded));
      },
    });
  }

  app.get(
    '/api/channels/:id/pins',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Pinned messages, the last pinned first',
        params: idParams,
        response: { 200: z.array(message), ...read },
      },
    },
    async (request, reply) => {
      const actor = await sessions.find(request);
      return reply.headers(noStore).send(await listPins(deps, actor, request.params.id));
    },
  );

  app.get(
    '/api/channels/:id/questions',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Questions of a channel, newest first',
        params: idParams,
        querystring: questionsQuery,
        response: { 200: z.array(question), 409: errorSchema, ...read },
      },
    },
    async (request, reply) => {
      const actor = await sessions.find(request);
      const { items, ...found } = await listQuestions(db, actor, request.params.id, request.query);
      return reply.headers(noStore).headers(pageHeaders(request.url, found)).send(items);
    },
  );

  app.get(
    '/api/channels/:id/tags',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Tags of questions, the most used first',
        params: idParams,
        response: { 200: z.array(tagCount), 409: errorSchema, ...read },
      },
    },
    async (request, reply) => {
      const actor = await sessions.find(request);
      return reply.headers(noStore).send(await listTags(db, actor, request.params.id));
    },
  );

  app.get(
    '/api/channels/:id/people',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Who may be meant by the beginning of a name, to be mentioned',
        params: idParams,
        querystring: peopleQuery,
        response: { 200: z.array(person), ...refused },
      },
    },
    async (request, reply) => {
      const actor = await sessions.get(request);
      return reply
        .headers(noStore)
        .send(await suggestPeople(db, actor, request.params.id, request.query.search));
    },
  );

  app.put(
    '/api/channels/:id/read',
    {
      config: { access: 'person', ownLimit: { person: 'signals' } },
      schema: {
        tags,
        summary: 'Say that I have read up to a message, on one of my devices',
        params: idParams,
        body: readInput,
        response: { 200: readState, ...refused },
      },
    },
    async (request, reply) => {
      const actor = await sessions.get(request);
      return reply.headers(noStore).send(await markRead(deps, actor, request.params.id, request.body));
    },
  );

  app.post(
    '/api/channels/:id/typing',
    {
      config: { access: 'person', ownLimit: { person: 'signals' } },
      schema: {
        tags,
        summary: 'Say that I am typing, to whoever is there now',
        params: idParams,
        body: typingInput,
        response: { 204: z.null(), ...refused },
      },
    },
    async (request, reply) => {
      const actor = await sessions.get(request);
      const found = await getReadable(db, actor, request.params.id);
      const obstacle = writeDenialReason(actor, found.channel, found.standing);
      if (obstacle) throw obstacle;
      const { id, username, fullName } = actor;
      realtime.broadcast(topicOf(found.channel.id), 'typing', {
        person: { id, username, fullName },
        threadId: request.body?.threadId ?? null,
      });
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/channels/:id/presence',
    {
      config: { access: 'person', ownLimit: { person: 'signals' } },
      schema: {
        tags,
        summary: 'Say that I am here, away or gone, to whoever is there now',
        params: idParams,
        body: presenceInput,
        response: { 204: z.null(), ...refused },
      },
    },
    async (request, reply) => {
      const actor = await sessions.get(request);
      const found = await getReadable(db, actor, request.params.id);
      const { id, username, fullName, avatarUrl } = actor;
      const state = request.body?.state ?? 'here';
      presence.tell(found.channel.id, { id, username, fullName, avatarUrl, state });
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/api/channels/:id/presence',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Who said lately that they are here',
        params: idParams,
        response: { 200: presenceSchema, ...read },
      },
    },
    async (request, reply) => {
      const actor = await sessions.find(request);
      const found = await getReadable(db, actor, request.params.id);
      return reply.headers(noStore).send({ people: presence.list(found.channel.id) });
    },
  );

  app.delete(
    '/api/channels/:id/membership',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Leave a private channel',
        params: idParams,
        response: { 204: z.null(), ...refused },
      },
    },
    async (request, reply) => {
      const actor = await sessions.get(request);
      await leaveChannel(deps, actor, request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/api/message-files/:id',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'A file of a message',
        params: idParams,
        response: { 200: fileAnswer(), 404: errorSchema },
      },
    },
    async (request, reply) => {
      const file = await findAttachment(db, await sessions.find(request), request.params.id);
      if (!file) throw new AppError(platformErrors.not_found);
      return sendKeptFile(request, reply, storage, file);
    },
  );

  app.get(
    '/api/message-images/:id/:name',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'A picture of a message, in one of its widths',
        params: idParams.extend({ name: z.string().regex(/^\d{1,5}\.webp$/) }),
        response: { 200: pictureAnswer, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const { id, name } = request.params;
      const file = await findAttachment(db, await sessions.find(request), id);
      if (!file?.blobPrefix || !file.widths) throw new AppError(platformErrors.not_found);
      const { blobPrefix, widths } = file;
      // Short, because the file may be deleted.
      reply.header('cache-control', 'private, max-age=3600');
      const picture = blobOfWidth({ blobPrefix, widths }, Number.parseInt(name, 10));
      return sendPicture(request, reply, { db, storage }, { ...picture, etag: `${id}-${name}` });
    },
  );
  return { posting };
}
