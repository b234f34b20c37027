import { sql } from 'kysely';
import { m } from '#i18n/generated/messages.js';
import { forgetNames } from '#features/payments/server/public.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { inBatches, whole, type PersonalData } from '#platform/server/personal-data.ts';
import { pictureKeys } from '#platform/server/pictures.ts';
import { AppError } from '#platform/shared/errors.ts';
import { wantedErrors } from '../contract.ts';
import { endWanted } from './deciding.ts';
import { isShownAnswer, lockWanted, noteEvent, returnPledge } from './pledges.ts';

export function wantedPersonalData({ db }: { db: Db }): PersonalData {
  return {
    room: 'wanted',
    tables: [
      'wanted',
      'wanted_image',
      'pledge',
      'wanted_answer',
      'wanted_award',
      'wanted_award_part',
      'wanted_ruling',
      'wanted_event',
    ],
    lists: {
      wanted: inBatches((personId, after, limit) =>
        db
          .selectFrom('wanted')
          .select(['id', 'kind', 'state', 'title', 'description', 'device', 'measures', 'address'])
          .select(['trade', 'category', 'until', 'createdAt', 'endedAt'])
          .where('askerId', '=', personId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
      pledges: whole((personId) =>
        db
          .selectFrom('pledge')
          .select(['id', 'wantedId', 'amount', 'state', 'createdAt', 'paidAt', 'endedAt'])
          .where('personId', '=', personId)
          .orderBy('id')
          .execute(),
      ),
      answers: whole((personId) =>
        db
          .selectFrom('wantedAnswer')
          .select(['id', 'wantedId', 'kind', 'text', 'resourceId', 'serviceId', 'price', 'state'])
          .select(['createdAt', 'objection'])
          .where('personId', '=', personId)
          .orderBy('id')
          .execute(),
      ),
      received: whole((personId) =>
        db
          .selectFrom('wantedAward')
          .select(['id', 'wantedId', 'amount', 'fee', 'createdAt'])
          .where('receiverId', '=', personId)
          .orderBy('id')
          .execute(),
      ),
      rulings: whole((personId) =>
        db
          .selectFrom('wantedRuling')
          .select(['wantedId', 'reason', 'ruledAt'])
          .where('staffId', '=', personId)
          .execute(),
      ),
    },
    async *files(personId) {
      const pictures = await db
        .selectFrom('wantedImage')
        .innerJoin('wanted', 'wanted.id', 'wantedImage.wantedId')
        .select(['wantedImage.id', 'blobPrefix', 'widths'])
        .where('askerId', '=', personId)
        .execute();
      for (const { id, blobPrefix, widths } of pictures)
        yield { name: `wanted/${id}.webp`, key: `${blobPrefix}/${Math.max(...widths)}.webp` };
    },
    /** A bounty that somebody has answered for is decided first; hiding an answer does not decide its objection. */
    async assertMayLeave(trx, personId) {
      const { rows } = await sql<{ title: string }>`
        select title from wanted w where asker_id = ${personId} and state in ('open', 'grace', 'disputed')
          and exists (select from pledge p where p.wanted_id = w.id and p.state = 'held')
          and exists (select from wanted_answer a where a.wanted_id = w.id and (${isShownAnswer} or a.objected_at is not null))
        order by id`.execute(trx);
      if (rows.length === 0) return;
      const titles = rows.map(({ title }) => `‘${title}’`).join(', ');
      throw new AppError({
        ...wantedErrors.bounties_open,
        words: (locale) => m['wanted.error.bounties_open_named']({ titles }, { locale }),
      });
    },
    /** Money goes back first; what was given stays with the books, without anybody's words. */
    async erase(trx, { id }) {
      await returnMoney(trx, id);
      const own = await trx.selectFrom('wanted').select('id').where('askerId', '=', id).execute();
      const ids = own.map((row) => row.id);
      const keys: string[] = [];
      if (ids.length > 0) {
        const [pledges, awards, images] = await Promise.all([
          trx.selectFrom('pledge').select('id').where('wantedId', 'in', ids).execute(),
          trx.selectFrom('wantedAward').select('id').where('wantedId', 'in', ids).execute(),
          trx
            .deleteFrom('wantedImage')
            .where('wantedId', 'in', ids)
            .returning(['blobPrefix', 'widths'])
            .execute(),
        ]);
        await forgetNames(trx, {
          payments: pledges.map((row) => row.id),
          payables: awards.map((row) => row.id),
        });
        keys.push(...images.flatMap(pictureKeys));
      }
      await trx
        .updateTable('wanted')
        .set({
          title: '',
          description: '',
          device: '',
          measures: '[]',
          address: '',
          city: '',
          lat: null,
          long: null,
          searchText: '',
        })
        .where('askerId', '=', id)
        .execute();
      await trx
        .updateTable('wantedAnswer')
        .set({ text: '', resourceId: null, serviceId: null })
        .where('personId', '=', id)
        .execute();
      await trx
        .updateTable('wantedAnswer')
        .set({ objection: '—' })
        .where('personId', '=', id)
        .where('objectedAt', 'is not', null)
        .execute();
      return keys;
    },
  };
}

/** Ends what a person asks for, and returns what they have pledged to others that is not decided. */
async function returnMoney(trx: Trx, personId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from wanted w where state in ('pending', 'open', 'grace', 'disputed')
      and (asker_id = ${personId} or exists (select from pledge p where p.wanted_id = w.id and p.person_id = ${personId}))
    order by id`.execute(trx);
  for (const { id } of rows) {
    const held = await lockWanted(trx, id);
    if (!held) continue;
    const { wanted, pledges, now } = held;
    if (wanted.askerId === personId) {
      await endWanted(trx, held, wanted.state === 'disputed' ? 'end' : 'withdraw');
      continue;
    }
    // What staff are to decide about stays until they have.
    if (wanted.state === 'disputed') continue;
    for (const pledge of pledges.filter((each) => each.personId === personId && each.state === 'held')) {
      await returnPledge(trx, held, pledge);
      await noteEvent(trx, id, 'pledge_lost', now, { amount: pledge.amount });
    }
  }
}
