import { sql } from 'kysely';
import type { IncomingFile } from '#features/uploads/server/public.ts';
import { notifyAll } from '#features/notifications/server/public.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { onlyRow, type Db, type Trx } from '#platform/server/db.ts';
import { excerptOf } from '#platform/shared/plain-text.ts';
import { refused } from '#platform/shared/errors.ts';
import { resourcesErrors, type ResourceContent } from '../contract.ts';
import { maxFiles } from '../rules.ts';
import { nextFiles, newestFirst } from '../version-files.ts';
import { removeDrawing, awaitMeasuring } from './drawings.ts';
import type { Stored } from './pictures.ts';
import { modelFormatOf } from '#platform/shared/models/mesh.ts';

/** Enqueues an event for features above this one: the public files have changed. */
export async function announceFiles(trx: Trx, id: string): Promise<void> {
  await enqueue(trx, 'resources.files_published', [id], { key: `files published of ${id}` });
}

/** Maximum length of the changelog in a notification, in letters. */
const quotedLetters = 200;

/**
 * Notifies everyone who has an earlier version of a published resource about its latest one, once. Returns
 * their number.
 */
export async function tellOfVersion(db: Db, resourceId: string, now: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const latest = await trx
      .selectFrom('resourceVersion as version')
      .innerJoin('resource', 'resource.id', 'version.resourceId')
      .select(['version.number', 'version.changelog', 'resource.title', 'resource.ownerId'])
      .where('resource.id', '=', resourceId)
      .where('resource.state', '=', 'published')
      .orderBy('version.number', 'desc')
      .executeTakeFirst();
    if (!latest) return 0;
    const { rows } = await sql<{ personId: string }>`
      update resource_taken taken set told = ${latest.number} from person
      where taken.resource_id = ${resourceId} and told < ${latest.number}
        and person.id = taken.person_id and person.withdraws_at is null
      returning taken.person_id`.execute(trx);
    await notifyAll(
      trx,
      rows.map(({ personId }) => personId),
      {
        what: 'new_version',
        path: `/resources/${resourceId}`,
        params: {
          title: latest.title,
          number: latest.number,
          changes: excerptOf(latest.changelog, quotedLetters),
        },
        people: [latest.ownerId],
      },
      now,
    );
    return rows.length;
  });
}

export async function nextSeq(trx: Trx): Promise<number> {
  const { seq } = await onlyRow(sql<{ seq: number }>`select nextval('resource_seq') as seq`, trx);
  return seq;
}

/** Delay before people are notified of a version, because mistakes are often corrected within minutes. */
const tellAfterMs = 10 * 60_000;

type NewFiles = Pick<Stored, 'files' | 'keptFiles'> & { resourceId: string; changelog: string; now: Date };
export type FileRow = IncomingFile & { createdAt: Date; needed?: number | null };

export function addedNow(files: readonly IncomingFile[], now: Date): FileRow[] {
  return files.map((file) => ({ ...file, createdAt: now }));
}

/**
 * Adds files and replaces those of the same name. A resource that was published gets a new version; others
 * change their only version. Throws `unknown_file`, `too_many_files`, `last_file`.
 */
export async function writeFiles(trx: Trx, written: NewFiles, wasPublished: boolean): Promise<void> {
  const { resourceId, changelog, files, keptFiles, now } = written;
  const version = await trx
    .selectFrom('resourceVersion')
    .select(['id', 'number'])
    .where('resourceId', '=', resourceId)
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow();
  const current = await trx
    .selectFrom('resourceFile')
    .select(['id', 'name', 'size', 'sha256', 'mediaType', 'blobKey', 'createdAt', 'needed'])
    .where('versionId', '=', version.id)
    .orderBy('position')
    .execute();
  const isThere = new Set(current.map(({ id }) => id));
  for (const [index, id] of keptFiles?.entries() ?? [])
    if (!isThere.has(id)) throw refused(resourcesErrors.unknown_file, `keptFiles[${index}]`);
  // As many are needed of a file that replaces one as of that one.
  const neededBefore = new Map(
    current.map(({ name, needed }) => [name.normalize('NFC').toLowerCase(), needed]),
  );
  const next = nextFiles(current, addedNow(files, now), keptFiles && new Set(keptFiles)).map((file) => ({
    ...file,
    needed: file.needed ?? neededBefore.get(file.name.normalize('NFC').toLowerCase()) ?? null,
  }));
  if (next.length > maxFiles) throw refused(resourcesErrors.too_many_files, 'uploads');
  if (files.length === 0 && next.length === current.length) return;
  if (next.length === 0 && (wasPublished || version.number > 1))
    throw refused(resourcesErrors.last_file, 'keptFiles');

  const drawn = newestModel(current);
  const toDraw = newestModel(next);
  if (drawn && !toDraw) await removeDrawing(trx, resourceId);
  // The picture shows the newest model. If that changes, the model is measured again to be drawn.
  const isDone = ({ id }: FileRow) => isThere.has(id) && (id !== toDraw?.id || id === drawn?.id);
  if (!wasPublished) {
    await putInPlace(trx, { resourceId, versionId: version.id, changelog, now }, next, current);
    await awaitMeasuring(
      trx,
      next.filter((file) => !isDone(file)),
      now,
    );
    return;
  }
  const copies = next.map((file) => (isThere.has(file.id) ? { ...file, id: uuidv7(now.getTime()) } : file));
  await addVersion(trx, {
    resourceId,
    number: version.number + 1,
    changelog,
    files: copies,
    measuredAs: new Map(
      next.flatMap((file, position) => (isDone(file) ? [[copies[position]!.id, file.id]] : [])),
    ),
    now,
  });
  // Debounced: one notification for all that is added meanwhile.
  await enqueue(
    trx,
    'resources.tell_of_version',
    { id: resourceId },
    { key: `resources.tell_of_version ${resourceId}`, runAt: new Date(now.getTime() + tellAfterMs) },
  );
}

/** Writes how many of each file of the newest version are needed, by name; null says nothing. */
export async function writeNeeded(
  trx: Trx,
  resourceId: string,
  needed: ResourceContent['needed'],
): Promise<void> {
  const counts = Object.entries(needed).map(([name, count]) => ({ name: name.normalize('NFC'), count }));
  if (counts.length === 0) return;
  await sql`
    update resource_file file set needed = said.count
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as said (name text, count integer)
    where file.resource_id = ${resourceId} and normalize(file.name, nfc) = said.name
      and file.version_id = (select id from resource_version where resource_id = ${resourceId} order by number desc limit 1)`.execute(
    trx,
  );
}

/** Replaces the files of a version. Files that stay keep their rows, and with them their measurements. */
async function putInPlace(
  trx: Trx,
  version: { resourceId: string; versionId: string; changelog: string; now: Date },
  next: readonly FileRow[],
  current: readonly FileRow[],
): Promise<void> {
  const { changelog, versionId } = version;
  if (changelog !== '')
    await trx.updateTable('resourceVersion').set({ changelog }).where('id', '=', versionId).execute();
  const stays = new Set(next.map(({ id }) => id));
  const gone = current.filter(({ id }) => !stays.has(id)).map(({ id }) => id);
  if (gone.length > 0) await trx.deleteFrom('resourceFile').where('id', 'in', gone).execute();
  const wasThere = new Set(current.map(({ id }) => id));
  const placed = next.map((file, position) => ({ ...file, position }));
  for (const { id, position } of placed)
    if (wasThere.has(id))
      await trx.updateTable('resourceFile').set({ position }).where('id', '=', id).execute();
  await insertFiles(
    trx,
    version,
    placed.filter(({ id }) => !wasThere.has(id)),
  );
}

type NewVersion = {
  resourceId: string;
  number: number;
  changelog: string;
  files: readonly FileRow[];
  /** Maps a copied file to its original, whose measurements are valid for it too. */
  measuredAs?: ReadonlyMap<string, string>;
  now: Date;
};

export async function addVersion(
  trx: Trx,
  { files, measuredAs = new Map(), ...version }: NewVersion,
): Promise<void> {
  const { resourceId, now } = version;
  const { id: versionId } = await trx
    .insertInto('resourceVersion')
    .values({
      id: uuidv7(now.getTime()),
      resourceId,
      number: version.number,
      changelog: version.changelog,
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertFiles(
    trx,
    { resourceId, versionId },
    files.map((file, position) => ({ ...file, position })),
  );
  await awaitMeasuring(
    trx,
    files.filter(({ id }) => !measuredAs.has(id)),
    now,
  );
  for (const [id, original] of measuredAs) {
    await sql`
      insert into resource_model (file_id, stored_at, figures, header, tensors, problem, tries)
      select ${id}, stored_at, figures, header, tensors, problem, tries
      from resource_model where file_id = ${original}`.execute(trx);
  }
}

async function insertFiles(
  trx: Trx,
  { resourceId, versionId }: { resourceId: string; versionId: string },
  files: readonly (FileRow & { position: number })[],
): Promise<void> {
  if (files.length === 0) return;
  await trx
    .insertInto('resourceFile')
    .values(files.map((file) => ({ ...file, resourceId, versionId })))
    .execute();
}

export function newestModel(files: readonly FileRow[]): FileRow | undefined {
  return newestFirst(files).find(({ name }) => modelFormatOf(name) !== null);
}
