import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { inBatches, whole, type PersonalData } from '#platform/server/personal-data.ts';
import { waitsForMs } from '../rules.ts';

/**
 * Runs before that of the community room, which deletes the channel with its last member, and with it the session.
 */
export function supportPersonalData({ db }: { db: Db }): PersonalData {
  return {
    room: 'support',
    tables: ['volunteer', 'support_session', 'support_answer'],
    lists: {
      volunteer: whole((personId) =>
        db
          .selectFrom('volunteer')
          .select(['skills', 'tags', 'languages', 'availableUntil', 'seenAt', 'createdAt'])
          .where('personId', '=', personId)
          .execute(),
      ),
      sessions: inBatches((personId, after, limit) =>
        db
          .selectFrom('supportSession')
          .select(['id', 'state', 'askerId', 'helperId', 'problem', 'language', 'skill', 'printer'])
          .select([
            'serviceId',
            'resourceId',
            'step',
            'orderId',
            'questionId',
            'openedAt',
            'takenAt',
            'closedAt',
          ])
          .where((where) => where.or([where('askerId', '=', personId), where('helperId', '=', personId)]))
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
      answers: whole((personId) =>
        db
          .selectFrom('supportAnswer')
          .select(['sessionId', 'text', 'isAnonymous', 'publishedAt'])
          .where('proposerId', '=', personId)
          .execute(),
      ),
    },
    async erase(trx, { id }) {
      // Lock first, so that a concurrent action has finished or finds this person gone.
      await sql`select from channel where id in (select id from support_session where ${id} in (asker_id, helper_id))
        order by id for update`.execute(trx);
      await trx.deleteFrom('volunteer').where('personId', '=', id).execute();
      await sql`delete from support_answer a using support_session s where s.id = a.session_id
        and ${id} in (s.asker_id, s.helper_id) and a.published_at is null`.execute(trx);
      await trx.updateTable('supportAnswer').set({ text: '' }).where('proposerId', '=', id).execute();
      await sql`update channel set names = '{"ko": "", "en": "", "ja": ""}',
          state = case when s.state = 'solved' then channel.state else 'archived' end
        from support_session s where channel.id = s.id and s.asker_id = ${id}`.execute(trx);
      await sql`update support_session set problem = '', printer = '', waiting_since = null, expires_at = null,
          state = case when state = 'taken' then 'given_up' when state in ('asked', 'waiting') then 'cancelled' else state end,
          closed_at = coalesce(closed_at, now())
        where asker_id = ${id}`.execute(trx);
      await sql`update support_session set replaced_ids = array_remove(replaced_ids, ${id}::uuid)
        where ${id} = any (replaced_ids)`.execute(trx);
      // People they helped wait for another helper.
      await sql`update support_session set state = 'waiting', helper_id = null, waiting_since = now(),
          expires_at = now() + ${waitsForMs} * interval '1 millisecond'
        where helper_id = ${id} and state = 'taken'`.execute(trx);
      await sql`update support_session set state = 'waiting', invited_id = null, waiting_since = now(),
          expires_at = now() + ${waitsForMs} * interval '1 millisecond'
        where invited_id = ${id} and state = 'asked' and order_id is null`.execute(trx);
      return [];
    },
  };
}
