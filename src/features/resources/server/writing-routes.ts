import { assertAgreed } from '#features/accounts/server/public.ts';
import { z } from 'zod';
import { takeUploads } from '#features/uploads/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Trx } from '#platform/server/db.ts';
import type { App } from '#platform/server/http.ts';
import { hashBody, idempotencyKey, once } from '#platform/server/idempotency.ts';
import { isUuid } from '#platform/server/ids.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { parseInput } from '#platform/shared/validation.ts';
import {
  attachments,
  attachInput,
  createInput,
  editInput,
  resourceDetail,
  resourceBody,
  resourcesErrors,
  stepPicture,
} from '../contract.ts';
import { maxPictures } from '../rules.ts';
import { createResource, editResource, removeResource } from './commands.ts';
import { addStepPicture } from './pictures.ts';
import { discard, readIncoming, readOnePicture, wroteNothing, type Incoming } from './incoming.ts';
import { getResource } from './queries.ts';
import type { ResourcesDeps } from './routes.ts';

const idParams = z.object({ id: z.string() });

/** Size limit of a resource's texts, parts, steps and code as JSON. */
const formLimitBytes = 1024 * 1024;

const readOptions = (
  { config, scanner }: Pick<ResourcesDeps, 'config' | 'scanner'>,
  person: { id: string },
) => ({
  files: { maxBytes: config.maxFileBytes, scanner, ownerId: person.id },
  pictures: { most: maxPictures, folder: 'images' },
});

const writeResponses = {
  400: errorSchema,
  401: errorSchema,
  403: errorSchema,
  404: errorSchema,
  409: errorSchema,
  413: errorSchema,
  415: errorSchema,
  422: errorSchema,
  429: errorSchema,
};

const bodyDescription =
  'JSON, or multipart form data with the same field names (`tags` comma separated, `details`, or parts of it ' +
  'as `details.billOfMaterials` and so on, `assemblyInstructions` and `translations` as JSON text) and the parts `downloadFile` and `image`.';

/** Publication and changes of a resource. */
export function writingRoutes(app: App, deps: ResourcesDeps, forgetLists: () => void): void {
  const { db, rateLimits, sessions, storage } = deps;

  app.post(
    '/api/resources',
    {
      bodyLimit: formLimitBytes,
      config: { access: 'person', documentedBody: resourceBody },
      schema: {
        tags: ['resources'],
        summary: 'Publish a resource, or keep a draft',
        description: `${bodyDescription} Takes \`Idempotency-Key\`.`,
        consumes: ['application/json', 'multipart/form-data'],
        response: { 201: resourceDetail, ...writeResponses },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      await rateLimits.take('resources', person.id);
      const incoming = await readIncoming(request, storage, readOptions(deps, person));
      let result: { answer: z.output<typeof resourceDetail>; repeated: boolean };
      try {
        await sessions.confirm(request);
        const content = parseInput(createInput, incoming.fields);
        if (content.state === 'published') assertAgreed(person);
        const attached = parseInput(attachments, incoming.fields);
        result = await once(
          db,
          {
            personId: person.id,
            call: 'POST /api/resources',
            key: idempotencyKey(request),
            bodyHash: hashBody([
              incoming.fields,
              incoming.files.map((file) => [file.name, file.sha256]),
              incoming.pictureHashes,
            ]),
          },
          async (trx) => {
            const now = currentTime();
            const stored = await withUploads(trx, person, incoming, attached, now);
            return getResource(trx, person, await createResource(trx, person, content, stored, now));
          },
        );
      } catch (error) {
        if (wroteNothing(error)) await discard(storage, incoming);
        throw error;
      }
      if (result.repeated) await discard(storage, incoming);
      forgetLists();
      const created = result.answer;
      return reply.code(201).header('location', `/api/resources/${created.id}`).send(created);
    },
  );

  app.post(
    '/api/step-pictures',
    {
      config: { access: 'person' },
      schema: {
        tags: ['resources'],
        summary: 'Send a picture for a step',
        description:
          'Multipart form data with one part `image`: PNG, JPG or GIF, up to 5 MB. Name its `id` as `imageId` of a step ' +
          'within a day; a picture that no step shows is removed.',
        consumes: ['multipart/form-data'],
        response: { 201: stepPicture, ...writeResponses },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const picture = await readOnePicture(request, storage, 'images');
      try {
        await sessions.confirm(request);
        await addStepPicture(db, person, picture, currentTime());
      } catch (error) {
        if (wroteNothing(error)) await discard(storage, { files: [], pictures: [picture] });
        throw error;
      }
      const { id, width, height, widths } = picture;
      return reply.code(201).header('cache-control', 'no-store').send({ id, width, height, widths });
    },
  );

  app.patch(
    '/api/resources/:id',
    {
      bodyLimit: formLimitBytes,
      config: { access: 'person', documentedBody: resourceBody.partial() },
      schema: {
        tags: ['resources'],
        summary: 'Change a resource',
        description:
          `${bodyDescription} Files that come, or \`keptFiles\` that leaves one out, make a new version of what was published; ` +
          'files that are not spoken of stay. A new `image` replaces the pictures, unless `imageOrder` says which stay. ' +
          'Of `details`, each key that is sent replaces what there was; the others stay. `assemblyInstructions` replaces all steps.',
        consumes: ['application/json', 'multipart/form-data'],
        params: idParams,
        response: { 200: resourceDetail, ...writeResponses },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      // Check permission before reading the body.
      const { can } = await getResource(db, person, id);
      if (!can.edit) throw new AppError(platformErrors.forbidden);
      const incoming = await readIncoming(request, storage, readOptions(deps, person));
      try {
        await sessions.confirm(request);
        const edit = parseInput(editInput, numericVersion(incoming.fields));
        if (edit.state === 'published') assertAgreed(person);
        const attached = parseInput(attachments, incoming.fields);
        await db.transaction().execute(async (trx) => {
          const now = currentTime();
          const stored = await withUploads(trx, person, incoming, attached, now);
          await editResource(trx, person, id, edit, stored, now);
        });
      } catch (error) {
        if (wroteNothing(error)) await discard(storage, incoming);
        throw error;
      }
      forgetLists();
      return reply.send(await getResource(db, person, id));
    },
  );
}

/** Files that a version gains, and removal of a resource. */
export function fileRoutes(app: App, deps: ResourcesDeps, forgetLists: () => void): void {
  const { db, sessions } = deps;

  app.post(
    '/api/resources/:id/files',
    {
      config: { access: 'person' },
      schema: {
        tags: ['resources'],
        summary: 'Attach a finished upload: to a draft, or as a new version beside the files that stay',
        params: idParams,
        body: attachInput,
        response: { 201: resourceDetail, ...writeResponses },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      const { uploadId, keptFiles, changelog } = request.body;
      const { can } = await getResource(db, person, id);
      if (!can.edit) throw new AppError(platformErrors.forbidden);
      await db.transaction().execute(async (trx) => {
        const now = currentTime();
        const stored = await withUploads(
          trx,
          person,
          { files: [], pictures: [] },
          { uploads: [uploadId], keptFiles },
          now,
        );
        await editResource(trx, person, id, { ...(changelog !== undefined && { changelog }) }, stored, now);
      });
      forgetLists();
      return reply.code(201).send(await getResource(db, person, id));
    },
  );

  app.delete(
    '/api/resources/:id',
    {
      config: { access: 'person' },
      schema: {
        tags: ['resources'],
        summary: 'Remove a resource of one’s own',
        params: idParams,
        response: { 204: z.null(), ...writeResponses },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      if (!isUuid(id)) throw new AppError(resourcesErrors.resource_not_found);
      await db.transaction().execute((trx) => removeResource(trx, person, id, currentTime()));
      forgetLists();
      return reply.code(204).send(null);
    },
  );
}

/** Merges the files of the request with finished uploads and the lists of files that stay. */
async function withUploads(
  trx: Trx,
  person: { id: string },
  { files, pictures }: Pick<Incoming, 'files' | 'pictures'>,
  { uploads, ...kept }: z.output<typeof attachments>,
  now: Date,
) {
  return { files: [...files, ...(await takeUploads(trx, person, uploads, now))], pictures, ...kept };
}

/** Form fields are text; `version` is the only number among them. */
function numericVersion(fields: Record<string, unknown>): Record<string, unknown> {
  const { version } = fields;
  return typeof version === 'string' && /^\d{1,9}$/.test(version)
    ? { ...fields, version: Number(version) }
    : fields;
}
