import { enqueue } from '#platform/server/jobs.ts';
import { arrangePictures } from '#platform/server/pictures.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { AppError } from '#platform/shared/errors.ts';
import { resourcesErrors, type ResourceContent } from '../contract.ts';
import { maxPictures } from '../rules.ts';
import type { IncomingPicture } from './incoming.ts';

import { awaitMeasuring, modelToDraw } from './drawings.ts';
import type { IncomingFile } from '#features/uploads/server/public.ts';

/** Maximum number of uploaded pictures that a person has not used yet. */
const maxUnusedPictures = 200;

/** Stores a picture for a step that is being written. */
export async function addStepPicture(
  db: Db,
  person: { id: string },
  { id, width, height, widths, blobPrefix }: IncomingPicture,
  now: Date,
): Promise<void> {
  const { unused } = await db
    .selectFrom('resourceStepPicture')
    .select((eb) => eb.fn.countAll<number>().as('unused'))
    .where('personId', '=', person.id)
    .executeTakeFirstOrThrow();
  if (unused >= maxUnusedPictures)
    throw new AppError(resourcesErrors.too_many_step_pictures, { retryAfterSeconds: 3600 });
  const picture = { id, width, height, widths, blobPrefix };
  await db
    .insertInto('resourceStepPicture')
    .values({ ...picture, personId: person.id, resourceId: null, createdAt: now })
    .execute();
}

/** Attaches the pictures that steps show to the resource, and deletes those that no step shows any more. */
export async function keepStepPictures(
  trx: Trx,
  resourceId: string,
  actorId: string,
  steps: ResourceContent['assemblyInstructions'],
): Promise<void> {
  const ids = steps.flatMap(({ imageId }) => imageId ?? []);
  const kept =
    ids.length === 0
      ? []
      : await trx
          .updateTable('resourceStepPicture')
          .set({ resourceId, personId: null })
          .where('id', 'in', ids)
          .where((eb) => eb.or([eb('resourceId', '=', resourceId), eb('personId', '=', actorId)]))
          .returning('id')
          .execute();
  const found = new Set(kept.map(({ id }) => id));
  const { words } = resourcesErrors.step_picture_not_found;
  const absent = steps.flatMap(({ imageId }, index) =>
    imageId === undefined || found.has(imageId) ? [] : [[`assemblyInstructions[${index}].imageId`, words]],
  );
  if (absent.length > 0)
    throw new AppError(resourcesErrors.step_picture_not_found, { fields: Object.fromEntries(absent) });
  const gone = await trx
    .deleteFrom('resourceStepPicture')
    .where('resourceId', '=', resourceId)
    .$if(ids.length > 0, (query) => query.where('id', 'not in', ids))
    .returning(['blobPrefix', 'widths'])
    .execute();
  if (gone.length > 0) await enqueue(trx, 'resources.remove_pictures', { pictures: gone });
}

/** Deletes step pictures that are a day old and unused. Their bytes are swept with other orphans. */
export async function forgetUnusedStepPictures(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('resourceStepPicture')
    .where('resourceId', 'is', null)
    .where('createdAt', '<', new Date(now.getTime() - 24 * 60 * 60 * 1000))
    .execute();
}

/**
 * Writes the pictures in the requested order. Drawings are only a fallback: they are dropped once there are
 * uploaded pictures.
 */
export async function writePictures(
  trx: Trx,
  resourceId: string,
  { pictures, imageOrder }: Pick<Stored, 'pictures' | 'imageOrder'>,
  now: Date,
): Promise<void> {
  if (pictures.length === 0 && !imageOrder) return;
  const old = await trx
    .selectFrom('resourceImage')
    .selectAll()
    .where('resourceId', '=', resourceId)
    .orderBy('position')
    .execute();
  const arranged = arrangePictures(old, pictures, imageOrder, { field: 'imageOrder', most: maxPictures });
  const next = arranged.length > 0 ? arranged : old.filter(({ drawn }) => drawn);
  await trx.deleteFrom('resourceImage').where('resourceId', '=', resourceId).execute();
  if (next.length > 0)
    await trx
      .insertInto('resourceImage')
      .values(next.map((picture, position) => ({ createdAt: now, ...picture, resourceId, position })))
      .execute();
  // The last uploaded picture is gone: draw the model again.
  if (old.length > 0 && next.length === 0)
    await awaitMeasuring(trx, (await modelToDraw(resourceId).execute(trx)).rows, now);
  const gone = old.filter((picture) => !next.includes(picture));
  // Enqueued with the commit and retried: the old bytes are deleted only when no row refers to them.
  if (gone.length > 0)
    await enqueue(trx, 'resources.remove_pictures', {
      pictures: gone.map(({ blobPrefix, widths }) => ({ blobPrefix, widths })),
    });
}

/** New files, and existing ones that stay: see `attachments` in contract.ts. */
export type Stored = {
  files: readonly IncomingFile[];
  pictures: readonly IncomingPicture[];
  keptFiles?: readonly string[] | undefined;
  imageOrder?: readonly string[] | undefined;
};
