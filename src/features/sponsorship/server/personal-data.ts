import { notify } from '#features/notifications/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { whole, type PersonalData } from '#platform/server/personal-data.ts';
import { end } from './locking.ts';

export function sponsorshipPersonalData({ db }: { db: Db }): PersonalData {
  return {
    room: 'sponsorship',
    tables: ['sponsorship', 'sponsorship_index', 'contribution', 'sponsor_spending'],
    lists: {
      sponsorships: whole((personId) =>
        db
          .selectFrom('sponsorship')
          .select([
            'id',
            'cadence',
            'amount',
            'tier',
            'isAnonymous',
            'message',
            'state',
            'createdAt',
            'endedAt',
          ])
          .where('personId', '=', personId)
          .orderBy('id')
          .execute(),
      ),
      contributions: whole((personId) =>
        db
          .selectFrom('contribution')
          .select(['id', 'sponsorshipId', 'amount', 'state', 'createdAt', 'paidAt', 'endedAt'])
          .where('personId', '=', personId)
          .orderBy('id')
          .execute(),
      ),
    },
    /** Payments are archived with the payment; words on the wall are erased. */
    async erase(trx, { id }, now) {
      // Sponsorships of this person end, and their sponsors are told.
      const promises = await trx
        .selectFrom('sponsorship')
        .selectAll()
        .where((where) => where.or([where('personId', '=', id), where('recipientId', '=', id)]))
        .where('state', '<>', 'ended')
        .orderBy('id')
        .forUpdate()
        .execute();
      for (const promise of promises) {
        await end(trx, promise, now);
        if (promise.personId === id || promise.cadence === 'once') continue;
        const path = `/my/sponsorships/${promise.id}`;
        await notify(trx, promise.personId, { what: 'sponsor_recipient_gone', path }, now);
      }
      await trx
        .updateTable('sponsorship')
        .set({ isAnonymous: true, message: '' })
        .where('personId', '=', id)
        .execute();
      return [];
    },
  };
}
