import { sql, type RawBuilder } from 'kysely';
import { enqueue } from '#platform/server/jobs.ts';
import type { Trx } from '#platform/server/db.ts';
import type { IncomingPicture } from './incoming.ts';
import { reindex } from './indexing.ts';
import { mayHoldModel, modelFormatOf } from '#platform/shared/models/mesh.ts';
import { tensorFormatOf } from '#platform/shared/tensors.ts';

/**
 * Sets a drawing of the model as the picture, in place of an earlier drawing. Returns false if someone has
 * uploaded a picture meanwhile.
 */
export async function replaceDrawing(
  trx: Trx,
  id: string,
  drawing: IncomingPicture,
  now: Date,
): Promise<boolean> {
  const resource = await trx
    .selectFrom('resource')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const sent = await trx
    .selectFrom('resourceImage')
    .select('id')
    .where('resourceId', '=', id)
    .where('drawn', '=', false)
    .executeTakeFirst();
  if (!resource || sent) return false;
  const old = await trx
    .deleteFrom('resourceImage')
    .where('resourceId', '=', id)
    .returning(['blobPrefix', 'widths'])
    .execute();
  if (old.length > 0) await enqueue(trx, 'resources.remove_pictures', { pictures: old });
  await trx
    .insertInto('resourceImage')
    .values({ ...drawing, resourceId: id, position: 0, drawn: true, createdAt: now })
    .execute();
  await reindex(trx, id);
  return true;
}

export async function removeDrawing(trx: Trx, resourceId: string): Promise<void> {
  const pictures = await trx
    .deleteFrom('resourceImage')
    .where('resourceId', '=', resourceId)
    .where('drawn', '=', true)
    .returning(['blobPrefix', 'widths'])
    .execute();
  if (pictures.length > 0) await enqueue(trx, 'resources.remove_pictures', { pictures });
}

/**
 * SQL of the model that a resource is drawn from: the newest readable one of its latest version, no archive: whether that
 * holds one is known late.
 */
export function modelToDraw(resourceId: string): RawBuilder<{ id: string; name: string }> {
  return sql<{ id: string; name: string }>`
    select f.id, f.name from resource_file f
    join resource_version v on v.id = f.version_id
    join resource_model m on m.file_id = f.id
    where f.resource_id = ${resourceId} and m.problem is null and m.header is null
      and v.number = (select max(number) from resource_version where resource_id = ${resourceId})
      and f.name !~* '\\.(safetensors|gguf|onnx|keras|zip)$'
    order by f.created_at desc, f.position limit 1`;
}

/**
 * Queues models for measuring and headers for reading after the upload, so that the uploader does not wait.
 */
export async function awaitMeasuring(
  trx: Trx,
  files: readonly { id: string; name: string }[],
  now: Date,
): Promise<void> {
  const models = files.filter(
    ({ name }) => modelFormatOf(name) !== null || tensorFormatOf(name) !== null || mayHoldModel(name),
  );
  if (models.length === 0) return;
  await trx
    .insertInto('resourceModel')
    .values(models.map(({ id }) => ({ fileId: id, storedAt: now })))
    .onConflict((conflict) =>
      conflict
        .column('fileId')
        .doUpdateSet({ storedAt: now, beganAt: null, figures: null, problem: null, tries: 0 }),
    )
    .execute();
  await enqueue(trx, 'resources.measure_models', {}, { key: 'resources.measure_models' });
}
