import { z } from 'zod';
import { answerLocale, type App } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { pageHeaders } from '#platform/server/page-links.ts';
import { canManageChannels } from '../access.ts';
import {
  bannedWord,
  bannedWordInput,
  channel,
  channelChange,
  channelInput,
  orderInput,
  person,
  reasonInput,
  sanction as sanctionSchema,
  sanctionInput,
  sanctionsQuery,
} from '../contract.ts';
import { getChannel, listChannels } from './channels.ts';
import { addChannel, changeChannel, orderChannels } from './managing.ts';
import {
  allowWord,
  banWord,
  block,
  getSanction,
  liftSanction,
  listBannedWords,
  listBlocked,
  listSanctions,
  sanction,
  unblock,
} from './moderating.ts';
import type { CommunityDeps } from './routes.ts';
import { staffRoutes } from './staff-routes.ts';
import type { WordList } from './words.ts';

const tags = ['community'];
const idParams = z.object({ id: z.string().max(100) });
const usernameParams = z.object({ username: z.string().max(100) });
const refused = {
  400: errorSchema,
  401: errorSchema,
  403: errorSchema,
  404: errorSchema,
  409: errorSchema,
  429: errorSchema,
};
const noStore = { 'cache-control': 'no-store' };

export function moderationRoutes(app: App, deps: CommunityDeps & { words: WordList }): void {
  const { db, sessions } = deps;
  const translates = deps.translate !== null;
  staffRoutes(app, deps);

  app.post(
    '/api/channels',
    {
      config: { access: canManageChannels },
      schema: {
        tags,
        summary: 'Add a channel; for admins',
        body: channelInput,
        response: { 201: channel, ...refused },
      },
    },
    async (request, reply) => {
      const actor = await sessions.get(request);
      const id = await addChannel(deps, actor, request.body);
      const made = await getChannel(db, { actor, device: '', locale: answerLocale(request), translates }, id);
      return reply.code(201).headers(noStore).send(made);
    },
  );

  app.patch(
    '/api/channels/:id',
    {
      config: { access: canManageChannels },
      schema: {
        tags,
        summary: 'Rename a channel, archive it, or slow it down; for admins',
        params: idParams,
        body: channelChange,
        response: { 200: channel, ...refused },
      },
    },
    async (request, reply) => {
      const actor = await sessions.get(request);
      const id = await changeChannel(deps, actor, request.params.id, request.body);
      return reply
        .headers(noStore)
        .send(await getChannel(db, { actor, device: '', locale: answerLocale(request), translates }, id));
    },
  );

  app.put(
    '/api/channel-order',
    {
      config: { access: canManageChannels },
      schema: {
        tags,
        summary: 'Put the channels in an order; for admins',
        body: orderInput,
        response: { 200: z.array(channel), ...refused },
      },
    },
    async (request, reply) => {
      const actor = await sessions.get(request);
      await orderChannels(deps, actor, request.body);
      return reply
        .headers(noStore)
        .send(await listChannels(db, { actor, device: '', locale: answerLocale(request), translates }));
    },
  );

  app.get(
    '/api/sanctions',
    {
      config: { access: canManageChannels },
      schema: {
        tags,
        summary: 'Who may not write or read now, newest first; for admins',
        querystring: sanctionsQuery,
        response: { 200: z.array(sanctionSchema), ...refused },
      },
    },
    async (request, reply) => {
      await sessions.get(request);
      const { items, ...found } = await listSanctions(db, answerLocale(request), request.query);
      return reply.headers(noStore).headers(pageHeaders(request.url, found)).send(items);
    },
  );

  app.post(
    '/api/sanctions',
    {
      config: { access: canManageChannels },
      schema: {
        tags,
        summary: 'Mute or ban somebody, in a channel or in all; for admins',
        description: 'Takes the place of one of the same kind and place.',
        body: sanctionInput,
        response: { 201: sanctionSchema, ...refused },
      },
    },
    async (request, reply) => {
      const actor = await sessions.get(request);
      const id = await sanction(deps, actor, request.body);
      return reply
        .code(201)
        .headers(noStore)
        .send(await getSanction(db, answerLocale(request), id));
    },
  );

  app.delete(
    '/api/sanctions/:id',
    {
      config: { access: canManageChannels },
      schema: {
        tags,
        summary: 'Let somebody write and read again; for admins',
        params: idParams,
        body: reasonInput,
        response: { 204: z.null(), ...refused },
      },
    },
    async (request, reply) => {
      const actor = await sessions.get(request);
      await liftSanction(deps, actor, request.params.id, request.body.reason);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/api/banned-words',
    {
      config: { access: canManageChannels },
      schema: {
        tags,
        summary: 'Words that no message may have; for admins',
        response: { 200: z.array(bannedWord), ...refused },
      },
    },
    async (request, reply) => {
      await sessions.get(request);
      return reply.headers(noStore).send(await listBannedWords(db));
    },
  );

  app.post(
    '/api/banned-words',
    {
      config: { access: canManageChannels },
      schema: {
        tags,
        summary: 'Ban a word; for admins',
        body: bannedWordInput,
        response: { 201: bannedWord, ...refused },
      },
    },
    async (request, reply) => {
      const actor = await sessions.get(request);
      return reply
        .code(201)
        .headers(noStore)
        .send(await banWord(deps, actor, request.body));
    },
  );

  app.delete(
    '/api/banned-words/:id',
    {
      config: { access: canManageChannels },
      schema: {
        tags,
        summary: 'Allow a word again; for admins',
        params: idParams,
        body: reasonInput,
        response: { 204: z.null(), ...refused },
      },
    },
    async (request, reply) => {
      const actor = await sessions.get(request);
      await allowWord(deps, actor, request.params.id, request.body.reason);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/api/user/blocks',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Whom I have blocked, the last one first',
        response: { 200: z.array(person), 401: errorSchema },
      },
    },
    async (request, reply) => {
      const { id } = await sessions.get(request);
      return reply.headers(noStore).send(await listBlocked(db, id));
    },
  );

  app.put(
    '/api/user/blocks/:username',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Block somebody: their messages are folded for me, and they cannot mention or write to me',
        params: usernameParams,
        response: { 204: z.null(), ...refused },
      },
    },
    async (request, reply) => {
      const { id } = await sessions.get(request);
      await block(db, id, request.params.username);
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/api/user/blocks/:username',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Hear of somebody again',
        params: usernameParams,
        response: { 204: z.null(), ...refused },
      },
    },
    async (request, reply) => {
      const { id } = await sessions.get(request);
      await unblock(db, id, request.params.username);
      return reply.code(204).send(null);
    },
  );
}
