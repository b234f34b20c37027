import { storeShown } from '#features/resources/server/public.ts';
import { keepUploads } from '#features/uploads/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { readPicture, removePicture } from '#platform/server/pictures.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { AppError, isAppError } from '#platform/shared/errors.ts';
import type { Actor } from '../access.ts';
import { getReadable } from './channels.ts';
import type { FileRow } from './queries.ts';

/** File to be attached to a message, with its preview if it is a picture. */
export type AttachedFile = FileRow & { blobPrefix: string | null };

const pictureTypes = new Set(['image/png', 'image/jpeg', 'image/gif']);

/**
 * Moves uploads to kept files for a message that is about to be written; they are swept if it fails. Pictures
 * are decoded before the lock, because that is slow; one that cannot be decoded is treated as a file.
 */
export async function prepareAttachments(
  { db, storage }: { db: Db; storage: BlobStore },
  owner: { id: string },
  ids: readonly string[],
): Promise<AttachedFile[]> {
  const now = currentTime();
  const files: AttachedFile[] = [];
  for (const [index, uploadId] of ids.entries()) {
    const kept = await db.transaction().execute(async (trx) => {
      try {
        return await keepUploads(trx, owner, [uploadId], now);
      } catch (error) {
        if (!isAppError(error)) throw error;
        throw new AppError(error.kind, { fields: { [`attachments[${index}]`]: error.kind.words } });
      }
    });
    for (const { id, name, size, sha256, mediaType, blobKey } of kept) {
      const picture = pictureTypes.has(mediaType) ? await drawPicture(storage, blobKey) : null;
      files.push({
        id,
        name,
        size,
        sha256,
        mediaType,
        width: picture?.width ?? null,
        height: picture?.height ?? null,
        widths: picture?.widths ?? null,
        placeholder: picture?.placeholder ?? null,
        blobPrefix: picture?.blobPrefix ?? null,
      });
    }
  }
  return files;
}

async function drawPicture(storage: BlobStore, blobKey: string) {
  try {
    const bytes = await readPicture(storage.read(blobKey) as AsyncIterable<Buffer>, 'attachments');
    return await storeShown(storage, `channel-images/${uuidv7()}`, bytes, 'attachments');
  } catch (error) {
    if (isAppError(error)) return null;
    throw error;
  }
}

/** Deletes the previews of files whose message failed. */
export async function dropPictures(storage: BlobStore, files: readonly AttachedFile[]): Promise<void> {
  for (const { blobPrefix, widths } of files) {
    if (blobPrefix !== null && widths !== null) await removePicture(storage, { blobPrefix, widths });
  }
}

/** Deletes a message's files; their bytes are deleted after the commit, with the next sweep. */
export async function removeAttachments(trx: Trx, channelId: string, seq: number): Promise<void> {
  const gone = await trx
    .deleteFrom('channelAttachment')
    .where('channelId', '=', channelId)
    .where('seq', '=', seq)
    .returning(['blobPrefix', 'widths'])
    .execute();
  const pictures = gone.flatMap(({ blobPrefix, widths }) =>
    blobPrefix !== null && widths !== null ? [{ blobPrefix, widths }] : [],
  );
  if (pictures.length > 0) await enqueue(trx, 'resources.remove_pictures', { pictures });
}

/** Returns a file of a readable message, with the prefix of its preview. */
export async function findAttachment(db: Db, actor: Actor, fileId: string) {
  if (!isUuid(fileId)) return undefined;
  const rows = await db
    .selectFrom('channelAttachment as a')
    .innerJoin('channelMessage as m', (join) =>
      join.onRef('m.channelId', '=', 'a.channelId').onRef('m.seq', '=', 'a.seq'),
    )
    .innerJoin('keptFile as file', 'file.id', 'a.fileId')
    .select(['a.channelId', 'a.widths', 'a.blobPrefix'])
    .select(['file.name', 'file.size', 'file.sha256', 'file.mediaType', 'file.blobKey'])
    .where('a.fileId', '=', fileId)
    .where('m.state', '=', 'shown')
    .orderBy('m.id')
    .limit(20)
    .execute();
  for (const row of rows) {
    try {
      await getReadable(db, actor, row.channelId);
      return row;
    } catch (error) {
      if (!isAppError(error)) throw error;
    }
  }
  return undefined;
}

/** Returns the files of a channel's visible messages, newest first; only one if `id` is given. */
export async function listChannelFiles(
  db: Db,
  channelId: string,
  { fileId, limit }: { fileId?: string; limit: number },
) {
  return db
    .selectFrom('channelAttachment as a')
    .innerJoin('channelMessage as m', (join) =>
      join.onRef('m.channelId', '=', 'a.channelId').onRef('m.seq', '=', 'a.seq'),
    )
    .innerJoin('keptFile as file', 'file.id', 'a.fileId')
    .select(['file.id', 'file.name', 'file.size', 'file.sha256', 'file.mediaType', 'file.blobKey'])
    .where('a.channelId', '=', channelId)
    .where('m.state', '=', 'shown')
    .$if(fileId !== undefined, (query) => query.where('a.fileId', '=', fileId ?? ''))
    .orderBy('a.seq', 'desc')
    .orderBy('a.position')
    .limit(limit)
    .execute();
}
