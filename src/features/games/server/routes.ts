import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { getDownloadSource } from '#features/resources/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import { CoalescingCache } from '#platform/server/coalescing-cache.ts';
import type { Config } from '#platform/server/config.ts';
import type { Db } from '#platform/server/db.ts';
import type { App } from '#platform/server/http.ts';
import { isUuid } from '#platform/server/ids.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { game, saves, savesInput, type Game } from '../contract.ts';
import { maxSaveBytes } from '../rules.ts';
import type { Bundle } from './bundle.ts';
import { keepSaves } from './commands.ts';
import { frameScriptText } from './frame-script.ts';
import {
  filmName,
  filmPage,
  frameHeaders,
  frameScriptName,
  makeTicket,
  mediaTypeOf,
  pageOfCode,
  readTicket,
  ruffleFolder,
  rufflePath,
  withFrameScript,
} from './frame.ts';
import { codeSource, findBundle, findSource, getGameResource, getSaves, type Actor } from './queries.ts';

const tags = ['games'];
const idParams = z.object({ id: z.string() });

/** Maximum size of a game's page, which is read into memory to insert our script. */
const maxPageBytes = 5 * 1024 * 1024;

const everybody = 'all';

export async function gamesRoutes(
  app: App,
  deps: { config: Config; db: Db; secret: string; sessions: Sessions; storage: BlobStore },
): Promise<void> {
  const { config, db, secret, sessions, storage } = deps;
  const bundles = new CoalescingCache<Bundle | null>({ lifetimeMs: 10 * 60_000, most: 20 });
  const files = { db, storage, bundles };

  await app.register(fastifyStatic, {
    root: ruffleFolder,
    prefix: rufflePath,
    decorateReply: false,
    index: false,
    wildcard: true,
    preCompressed: true,
    cacheControl: false,
    allowedPath: (path) => /\.(?:js|wasm)$/.test(path),
    setHeaders(response) {
      response.header('cache-control', 'public, max-age=31536000, immutable');
      // Frames have an opaque origin, so this resource is cross-origin to them.
      response.header('cross-origin-resource-policy', 'cross-origin');
      response.header('access-control-allow-origin', '*');
    },
  });

  app.get(
    '/api/play/:id',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'A game, and where its frame is',
        description:
          'The address holds until the end of the next day (UTC). `play` is null for a game that is only linked or downloaded.',
        params: idParams,
        response: { 200: game, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const actor = await sessions.find(request);
      const resource = await getGameResource(db, actor, request.params.id);
      const found = await findSource(files, actor, resource);
      const isPublic = resource.state === 'published';
      let play: Game['play'] = null;
      if (found) {
        const { source, kind } = found;
        const reader = isPublic ? everybody : resource.owner.id;
        const ticket = makeTicket(secret, { resourceId: resource.id, source, reader }, currentTime());
        play = { kind, frameUrl: `${config.gamesOrigin}${folderOf(resource.id, source, ticket)}index.html` };
      }
      const { id, title, description, language, translations, author, createdAt, updatedAt } = resource;
      const about = { id, title, description, language, translations, author, createdAt, updatedAt };
      const answer: Game = { ...about, controls: resource.gameControls, isPublic, play };
      return reply.header('cache-control', 'no-store').send(answer);
    },
  );

  app.get(
    '/api/play/:id/saves',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'What a game keeps for me',
        params: idParams,
        response: { 200: saves, 401: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = await getGameResource(db, person, request.params.id);
      return reply.header('cache-control', 'no-store').send(await getSaves(db, person.id, id));
    },
  );

  app.put(
    '/api/play/:id/saves',
    {
      bodyLimit: 4 * maxSaveBytes,
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Keep something for me in a game',
        description:
          'All slots at once, each with JSON as a text. `revision` is the one that was read, 0 for none; another one answers 409.',
        params: idParams,
        body: savesInput,
        response: {
          200: saves,
          400: errorSchema,
          401: errorSchema,
          404: errorSchema,
          409: errorSchema,
          429: errorSchema,
        },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const resource = await getGameResource(db, person, request.params.id);
      const who = { personId: person.id, resourceId: resource.id };
      return reply
        .header('cache-control', 'no-store')
        .send(await keepSaves(db, who, request.body, currentTime()));
    },
  );

  app.get(
    '/api/play/:id/files/:source/:ticket/*',
    {
      config: { access: 'anyone' },
      schema: {
        // Only frames use these routes, so they are not documented.
        hide: true,
        params: z.object({ id: z.string(), source: z.string(), ticket: z.string(), '*': z.string() }),
      },
    },
    async (request, reply) => {
      const { id, source, ticket, '*': name } = request.params;
      const reader = isUuid(id)
        ? readTicket(secret, { resourceId: id, source, ticket }, currentTime())
        : null;
      if (reader === null) throw new AppError(platformErrors.not_found);
      const isPublic = reader === everybody;
      // A resource that was hidden since then is gone for everybody; a draft is its owner's.
      const actor: Actor = isPublic ? null : { id: reader, isAdmin: false };
      const file = await findFile(actor, { id, source, name });
      if (!file) throw new AppError(platformErrors.not_found);
      frameHeaders(reply, config, folderOf(id, source, ticket));
      reply.header('cache-control', isPublic ? 'public, no-cache' : 'private, no-cache').type(file.type);
      return sendFile(request, reply, file);
    },
  );

  /** Returns a file of a game: one of ours, the page, or one of its bundle. */
  async function findFile(
    actor: Actor,
    { id, source, name }: { id: string; source: string; name: string },
  ): Promise<GameFile | null> {
    const resource = await getGameResource(db, actor, id);
    if (name === frameScriptName) return { type: mediaTypeOf(name), body: Buffer.from(frameScriptText) };
    if (source === codeSource) {
      return name === 'index.html' ? page(pageOfCode(resource.gameCode, resource.language)) : null;
    }
    const { file } = await getDownloadSource(db, actor, id, { file: source });
    if (!file) return null;
    if (/\.swf$/i.test(file.name)) {
      if (name === 'index.html') return page(filmPage(config.gamesOrigin, resource.language));
      if (name !== filmName) return null;
      const open = async () => storage.read(file.blobKey);
      return { type: mediaTypeOf(name), open, size: file.size, etag: file.sha256 };
    }
    if (/\.html$/i.test(file.name)) {
      if (name !== 'index.html' || file.size > maxPageBytes) return null;
      return page(await buffer(storage.read(file.blobKey)));
    }
    const bundle = await findBundle(files, file);
    const entry = bundle?.find(name);
    if (!bundle || !entry) return null;
    if (name === 'index.html') {
      if (entry.uncompressedSize > maxPageBytes) return null;
      return page(await buffer(await bundle.open(entry)));
    }
    return {
      type: mediaTypeOf(name),
      open: () => bundle.open(entry),
      size: entry.uncompressedSize,
      etag: `${file.sha256}-${entry.crc32.toString(16)}-${entry.relativeOffsetOfLocalHeader}`,
    };
  }
}

type GameFile =
  | { type: string; body: Buffer }
  | { type: string; open(): Promise<NodeJS.ReadableStream>; size: number; etag: string };

function page(html: Buffer): GameFile {
  return withFrameScript(html);
}

function folderOf(id: string, source: string, ticket: string): string {
  return `/api/play/${id}/files/${source}/${ticket}/`;
}

async function sendFile(request: FastifyRequest, reply: FastifyReply, file: GameFile): Promise<FastifyReply> {
  const etag = 'body' in file ? createHash('sha256').update(file.body).digest('base64url') : file.etag;
  reply.header('etag', `"${etag}"`);
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  if ('body' in file) return reply.send(file.body);
  return reply.header('content-length', file.size).send(await file.open());
}
