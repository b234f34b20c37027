import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { inBatches, type PersonalData } from '#platform/server/personal-data.ts';
import { rateSoon } from './commands.ts';

type Concealed = { reviews: string[] };

export function reviewsPersonalData({ db }: { db: Db }): PersonalData {
  async function setState(
    trx: Db,
    personId: string,
    ids: readonly string[] | null,
    from: 'shown' | 'concealed',
  ): Promise<string[]> {
    const changed = await trx
      .updateTable('review')
      .set({ state: from === 'shown' ? 'concealed' : 'shown' })
      .where('authorId', '=', personId)
      .where('state', '=', from)
      .$if(ids !== null, (query) => query.where(sql<boolean>`id = any (${ids}::uuid[])`))
      .returning(['id', 'serviceId'])
      .execute();
    await rateSoon(
      trx,
      changed.map(({ serviceId }) => serviceId),
    );
    return changed.map(({ id }) => id);
  }
  return {
    room: 'reviews',
    tables: ['review', 'review_photo'],
    lists: {
      reviews: inBatches((personId, after, limit) =>
        db
          .selectFrom('review')
          .select([
            'id',
            'orderId',
            'side',
            'rating',
            'text',
            'worked',
            'state',
            'shownAt',
            'createdAt',
            'editedAt',
          ])
          .where('authorId', '=', personId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
      review_answers: inBatches((personId, after, limit) =>
        db
          .selectFrom('review')
          .select(['id', 'orderId', 'answer', 'answeredAt'])
          .where('aboutId', '=', personId)
          .where('answer', 'is not', null)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
    },
    async conceal(trx, personId): Promise<Concealed> {
      return { reviews: await setState(trx, personId, null, 'shown') };
    },
    // Reviews that a moderator has hidden meanwhile stay hidden.
    async reveal(trx, personId, concealed) {
      await setState(trx, personId, (concealed as Concealed).reviews, 'concealed');
    },
    async erase(trx, { id }) {
      const gone = await trx
        .deleteFrom('review')
        .where((where) => where.or([where('authorId', '=', id), where('aboutId', '=', id)]))
        .returning('serviceId')
        .execute();
      await rateSoon(
        trx,
        gone.map(({ serviceId }) => serviceId),
      );
      return [];
    },
  };
}
