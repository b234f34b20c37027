import { avatarWidths } from '#features/accounts/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import type { Job } from '#platform/server/jobs.ts';
import { sweepOrphans } from '#platform/server/orphans.ts';
import { removePicture } from '#platform/server/pictures.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { referencedAvatars } from './queries.ts';

export function peopleJobs(deps: { db: Db; storage: BlobStore }) {
  const { db, storage } = deps;
  const removeAvatar: Job<{ id: string }> = ({ id }) =>
    removePicture(storage, { blobPrefix: `avatars/${id}`, widths: avatarWidths });
  const sweepAvatars: Job<unknown> = async () => {
    await sweepOrphans(storage, 'avatars', (prefixes) => referencedAvatars(db, prefixes), currentTime());
  };
  return { 'people.remove_avatar': removeAvatar, 'people.sweep_avatars': sweepAvatars };
}
