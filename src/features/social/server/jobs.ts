import { notifyAll } from '#features/notifications/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import type { Job } from '#platform/server/jobs.ts';
import { sweepOrphans } from '#platform/server/orphans.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { referencedMakePictures } from './makes.ts';

/** Maximum age of news: older publications come from an import with its own dates, or a stalled queue. */
const newsMs = 24 * 60 * 60_000;

export function socialJobs({ db, storage }: { db: Db; storage: BlobStore }) {
  /** Notifies followers of the authors of these resources, once for all of them. */
  const tellFollowers: Job<string[]> = (ids) =>
    db.transaction().execute(async (trx) => {
      const now = currentTime();
      const published = await trx
        .selectFrom('resource')
        .innerJoin('person', 'person.id', 'resource.ownerId')
        .select(['resource.id', 'ownerId', 'title', 'publishedAt', 'name', 'displayUsername'])
        .where('resource.id', 'in', ids)
        .where('state', '=', 'published')
        .where('publishedAt', '>', new Date(now.getTime() - newsMs))
        .orderBy('seq')
        .execute();
      const first = published[0];
      if (!first) return;
      const last = new Date(Math.max(...published.map(({ publishedAt }) => publishedAt?.getTime() ?? 0)));
      const path = published.length > 1 ? `/people/${first.displayUsername}` : `/resources/${first.id}`;
      const followers = await trx
        .selectFrom('follow')
        .innerJoin('person', 'person.id', 'follow.followerId')
        .select('followerId')
        .where('personId', '=', first.ownerId)
        .where('withdrawsAt', 'is', null)
        // A job may run twice, even hours later, so nobody is notified twice.
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('notification')
                .select('notification.id')
                .whereRef('notification.personId', '=', 'follow.followerId')
                .where('what', '=', 'followed_published')
                .where('path', '=', path)
                .where('notification.createdAt', '>', last),
            ),
          ),
        )
        .execute();
      await notifyAll(
        trx,
        followers.map(({ followerId }) => followerId),
        {
          what: 'followed_published',
          path,
          params: { name: first.name, title: first.title, more: published.length - 1 },
          people: [first.ownerId],
        },
        now,
      );
    });
  const sweepPictures: Job<unknown> = async () => {
    await sweepOrphans(
      storage,
      'make-images',
      (prefixes) => referencedMakePictures(db, prefixes),
      currentTime(),
    );
  };
  return { 'resources.published': tellFollowers, 'social.sweep_pictures': sweepPictures };
}
