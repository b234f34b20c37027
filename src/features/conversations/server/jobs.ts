import { sql } from 'kysely';
import { notify } from '#features/notifications/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import type { Job } from '#platform/server/jobs.ts';
import { responseWindowMs } from '../rules.ts';
import { measureResponses, pathOf, type Inquired } from './commands.ts';
import { isWaitedFor } from './queries.ts';

type Due = {
  id: string;
  serviceId: string | null;
  providerId: string;
  subject: string;
  secondsLeft: number;
  isReal: boolean;
};

type Deps = { db: Db; inquired: Inquired };

export function conversationsJobs(deps: Deps) {
  const { db } = deps;
  const measure: Job<{ providerId: string }> = ({ providerId }) => measureResponses(deps, providerId);
  /** Measures everybody again, because answers expire and services are added without any message. */
  const measureAll: Job<unknown> = async () => {
    const { rows } = await sql<{ id: string }>`
      select distinct provider_id as id from conversation_response where answered_at > now() - ${responseWindowMs} * interval '1 millisecond'
      union select owner_id from service where response_minutes is not null`.execute(db);
    for (const { id } of rows) await measureResponses(deps, id);
  };
  const processDeadlines: Job<unknown> = async () => {
    // Pause first, so that nobody is reminded of a deadline that passed while no jobs ran.
    while (await pauseOne(deps));
    while (await remindOne(deps));
  };
  return {
    'conversations.measure_responses': measure,
    'conversations.measure_all': measureAll,
    'conversations.mind_deadlines': processDeadlines,
  };
}

/** Reminds one provider; false if nobody is left. */
function remindOne({ db, inquired }: Deps): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const due = await takeDue(trx, 'remind_at');
    if (!due) return false;
    await trx.updateTable('conversation').set({ remindAt: null }).where('id', '=', due.id).execute();
    // A paused service has nothing to lose, so no reminder is sent.
    if (due.isReal && due.serviceId !== null && (await inquired.isActive(trx, due.serviceId))) {
      await notify(
        trx,
        due.providerId,
        {
          what: 'answer_due',
          path: pathOf(due.id),
          params: { title: due.subject, hours: Math.max(1, Math.ceil(due.secondsLeft / 3600)) },
        },
        currentTime(),
      );
    }
    return true;
  });
}

/** Pauses one service whose provider has not answered; false if none is left. */
function pauseOne({ db, inquired }: Deps): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const due = await takeDue(trx, 'answer_by');
    if (!due) return false;
    // Once per wait: a provider may resume the service without answering.
    await trx
      .updateTable('conversation')
      .set({ answerBy: null, remindAt: null })
      .where('id', '=', due.id)
      .execute();
    const now = currentTime();
    const paused =
      due.isReal && due.serviceId !== null ? await inquired.pause(trx, due.serviceId, now) : null;
    if (paused) {
      await notify(
        trx,
        due.providerId,
        { what: 'service_paused', path: '/my/services', params: { title: paused.title } },
        now,
      );
    }
    return true;
  });
}

/**
 * Locks the conversation that was due first until the transaction ends; other workers skip it. `isReal` is false if
 * the customer was suspended, is leaving, or deleted the question, so that no answer is needed.
 */
async function takeDue(trx: Trx, what: 'remind_at' | 'answer_by'): Promise<Due | undefined> {
  const column = sql.ref(`c.${what}`);
  const { rows } = await sql<Due>`
    select c.id, c.service_id, c.provider_id, c.subject,
      coalesce(extract(epoch from c.answer_by - now()), 0)::float8 as seconds_left,
      ${isWaitedFor} as is_real
    from conversation c join person customer on customer.id = c.customer_id
    where ${column} <= now()
    order by ${column} limit 1 for update of c skip locked`.execute(trx);
  return rows[0];
}
