import type { Db } from '#platform/server/db.ts';
import { pictureKeys } from '#platform/server/pictures.ts';
import { whole, type PersonalData } from '#platform/server/personal-data.ts';

export function adsPersonalData({ db }: { db: Db }): PersonalData {
  return {
    room: 'ads',
    // Counts are anonymous: banner, slot and day.
    tables: ['ad_banner', 'ad_count'],
    lists: {
      banners: whole((personId) =>
        db
          .selectFrom('adBanner')
          .select(['id', 'title', 'text', 'url', 'language', 'state', 'startsOn', 'endsOn', 'createdAt'])
          .where('ownerId', '=', personId)
          .orderBy('id')
          .execute(),
      ),
    },
    async erase(trx, { id }) {
      const own = trx
        .selectFrom('adBanner')
        .select('id')
        .where('ownerId', '=', id)
        .where('kind', '=', 'sponsor');
      await trx.deleteFrom('adCount').where('bannerId', 'in', own).execute();
      const gone = await trx
        .deleteFrom('adBanner')
        .where('ownerId', '=', id)
        .where('kind', '=', 'sponsor')
        .returning(['blobPrefix', 'widths'])
        .execute();
      return gone.flatMap(({ blobPrefix, widths }) =>
        blobPrefix === null ? [] : pictureKeys({ blobPrefix, widths: widths ?? [] }),
      );
    },
  };
}
