import { create as contentDisposition } from 'content-disposition';
import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { databaseTime } from '#platform/server/db.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { errorSchema, fileAnswer } from '#platform/server/openapi.ts';
import { sendBlob } from '#platform/server/send-blob.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { AppError } from '#platform/shared/errors.ts';
import { modelLimits } from '#platform/shared/models/mesh.ts';
import { safeFileName } from '#platform/shared/file-name.ts';
import { canInvite, canJoin, canModerate, canShowFiles } from '../access.ts';
import {
  call,
  callsErrors,
  frameInput,
  guestJoinInput,
  iceServers,
  joined,
  joinInput,
  link,
  linkState,
  modelChoices,
} from '../contract.ts';
import { callLimits, seatsOf } from '../rules.ts';
import {
  freeze,
  getChannel,
  join,
  joinAsGuest,
  leave,
  makeLink,
  modeOf,
  openLink,
  removePeer,
  type Deps,
} from './commands.ts';
import { iceServersFor } from './ice.ts';
import { findFrame, findPeer, findStage, findStagedModel, getPeer, listPeople } from './queries.ts';

const tags = ['calls'];
const channelParams = z.object({ channel: z.string().max(100).describe('Its id, or its slug.') });
const tokenParams = z.object({ token: z.string().max(100) });
const refused = { 400: errorSchema, 401: errorSchema, 403: errorSchema, 404: errorSchema };
const refusedEntry = { ...refused, 409: errorSchema, 429: errorSchema };
const keyOf = (headers: Record<string, string | string[] | undefined>) => {
  const key = headers['x-call-key'];
  return typeof key === 'string' ? key : undefined;
};

export function callsRoutes(app: App, deps: Deps & { sessions: Sessions; storage: BlobStore }): void {
  const { db, sessions, config, models, storage } = deps;

  app.get(
    '/api/calls/:channel',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Who is in the call of a channel',
        params: channelParams,
        response: { 200: call, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const viewer = await sessions.find(request);
      const channel = await getChannel(deps, viewer, request.params.channel, answerLocale(request));
      const people = await listPeople(db, channel.id);
      const stage = await findStage(db, channel.id);
      const isSeen = stage?.kind === 'screen' || people.some(({ hasVideo }) => hasVideo);
      return reply.header('cache-control', 'no-store').send({
        channelId: channel.id,
        slug: channel.slug,
        name: channel.name,
        people,
        seats: seatsOf(modeOf(config), isSeen),
        can: {
          join: canJoin(channel),
          moderate: canModerate(viewer, channel),
          invite: canInvite(viewer, channel),
        },
      });
    },
  );

  app.post(
    '/api/calls/:channel/join',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Enter a call',
        description:
          'Follow `peer:{key}` from `seq` on, and send `beat` there every three seconds: whoever is silent for ten is gone.',
        params: channelParams,
        body: joinInput,
        response: { 201: joined, ...refusedEntry },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { channel } = request.params;
      const seat = await join(deps, person, channel, request.body, answerLocale(request));
      return reply.code(201).header('cache-control', 'no-store').send(seat);
    },
  );

  app.post(
    '/api/calls/:channel/leave',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Leave a call, with the key in `x-call-key`',
        params: channelParams,
        response: { 204: z.null(), 400: errorSchema },
      },
    },
    async (request, reply) => {
      // A page that closes does not read the response, and may send this twice.
      const peer = await findPeer(db, keyOf(request.headers) ?? '');
      if (peer) await leave(deps, peer);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/calls/:channel/ice',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'New credentials for relays, with the key in `x-call-key`',
        params: channelParams,
        response: { 200: iceServers, 400: errorSchema, 403: errorSchema },
      },
    },
    async (request, reply) => {
      const peer = await getPeer(db, request.params.channel, keyOf(request.headers));
      return reply
        .header('cache-control', 'no-store')
        .send(iceServersFor(config.calls, peer.id, await databaseTime(db)));
    },
  );

  app.put(
    '/api/calls/:channel/frame',
    {
      bodyLimit: 2 * callLimits.frameChars,
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Let a picture stand still in the place of what all look at, with the key in `x-call-key`',
        params: channelParams,
        body: frameInput,
        response: { 204: z.null(), 400: errorSchema, 403: errorSchema, 409: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      await freeze(deps, request.params.channel, keyOf(request.headers), request.body.picture);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/api/calls/:channel/frames/:id',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'That picture, with the key in `x-call-key`',
        params: channelParams.extend({ id: z.string() }),
        response: { 200: fileAnswer('image/webp'), 403: errorSchema, 409: errorSchema },
      },
    },
    async (request, reply) => {
      const { channel, id } = request.params;
      await getPeer(db, channel, keyOf(request.headers));
      const bytes = await findFrame(db, channel, id);
      if (!bytes) throw new AppError(callsErrors.no_stage);
      return reply
        .header('cache-control', 'private, no-store')
        .type('image/webp')
        .send(bytes as never);
    },
  );

  app.get(
    '/api/calls/:channel/models',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Which 3D models can be shown, with the key in `x-call-key`',
        description:
          'Those of what the channel is about and of its messages, or of the resource that is named. Guests with a link are not told of messages.',
        params: channelParams,
        querystring: z.object({ resource: z.uuid().optional() }),
        response: { 200: modelChoices, 400: errorSchema, 403: errorSchema },
      },
    },
    async (request, reply) => {
      const { channel } = request.params;
      const { resource } = request.query;
      const peer = await getPeer(db, channel, keyOf(request.headers));
      const found =
        resource === undefined
          ? await models.listIn(channel, { withFiles: canShowFiles(peer) })
          : await models.listOf(resource);
      const fit = found.filter(({ size }) => size <= modelLimits.bytes);
      return reply.header('cache-control', 'no-store').send({ models: fit });
    },
  );

  app.get(
    '/api/calls/:channel/models/:stageId',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'The 3D model that all look at, with the key in `x-call-key`',
        params: channelParams.extend({ stageId: z.string() }),
        response: { 200: fileAnswer(), 403: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const { channel, stageId } = request.params;
      await getPeer(db, channel, keyOf(request.headers));
      const staged = await findStagedModel(db, channel, stageId);
      // Its source may have been deleted meanwhile.
      const file = staged && (await models.find(channel, staged.source));
      if (!file) throw new AppError(callsErrors.no_model);
      reply
        .header('content-disposition', contentDisposition(safeFileName(file.name)))
        .header('cache-control', 'private, no-store')
        .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'");
      const { blobKey: key, size, sha256: etag, mediaType } = file;
      return sendBlob(request, reply, storage, { key, size, etag, mediaType });
    },
  );

  app.delete(
    '/api/calls/:channel/people/:peerId',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Put somebody out of a call: whoever moderates the channel',
        params: channelParams.extend({ peerId: z.string() }),
        response: { 204: z.null(), ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { channel, peerId } = request.params;
      await removePeer(deps, person, channel, peerId, answerLocale(request));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/calls/:channel/links',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'A link that lets one guest in, once',
        params: channelParams,
        response: { 201: link, ...refusedEntry },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { channel } = request.params;
      const { token, expiresAt } = await makeLink(deps, person, channel, answerLocale(request));
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({ path: `/call/${token}`, expiresAt: expiresAt.toISOString() });
    },
  );

  app.get(
    '/api/call-links/:token',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Where a link leads, without using it',
        params: tokenParams,
        response: { 200: linkState, 403: errorSchema, 404: errorSchema, 410: errorSchema },
      },
    },
    async (request, reply) => {
      const found = await openLink(deps, request.params.token, answerLocale(request));
      return reply
        .header('cache-control', 'no-store')
        .send({ name: found.channel.name, isUsed: found.link.usedAt !== null });
    },
  );

  app.post(
    '/api/call-links/:token/join',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Enter a call as a guest',
        params: tokenParams,
        body: guestJoinInput,
        response: { 201: joined, ...refusedEntry, 410: errorSchema },
      },
    },
    async (request, reply) => {
      const { token } = request.params;
      const seat = await joinAsGuest(deps, token, request.body, answerLocale(request), request.ip);
      return reply.code(201).header('cache-control', 'no-store').send(seat);
    },
  );
}
