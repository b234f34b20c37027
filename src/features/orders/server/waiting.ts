import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import type { OrderState } from '#platform/shared/order-states.ts';
import { nextStepOf, terminalStates, turnOf, type NextStep } from '../states.ts';
import { standingOf } from './course.ts';

/** Orders read for one person; more than anybody works on at once. */
const maxRead = 500;

export type WaitingOrder = {
  id: string;
  title: string;
  side: 'buyer' | 'provider';
  step: NextStep;
  /** Deadline after which the order goes on by itself. */
  until: Date | null;
  dueAt: Date | null;
};

type Row = Parameters<typeof standingOf>[0] & Omit<WaitingOrder, 'step'>;

/** Lists the orders in which a person has to act, with the step, the most urgent first. */
export async function listWaitingOrders(db: Db, personId: string): Promise<WaitingOrder[]> {
  const over = [...terminalStates];
  const { rows } = await sql<Row>`
    with own as (
      (select * from orders where buyer_id = ${personId} and state <> all(${over}) order by id desc limit ${maxRead})
      union all
      (select * from orders where provider_id = ${personId} and state <> all(${over}) order by id desc limit ${maxRead})
      union all
      -- A claim is made when the order has ended, and its provider answers.
      (select ended.* from orders ended join order_claim open on open.order_id = ended.id and open.state = 'open'
        where ended.provider_id = ${personId} and ended.state = any(${over}) limit ${maxRead})
    )
    select own.id, own.title, case when own.buyer_id = ${personId} then 'buyer' else 'provider' end as side, own.state,
      own.is_free, own.arrived_at, own.due_at,
      (select min(timer.at) from order_timer timer where timer.order_id = own.id and timer.left_ms is null
        and timer.kind not like 'remind%') as until,
      proposal.kind as proposal_kind, proposal.side as proposal_side, dispute.phase, dispute.opened_by,
      claim.id as claim_id, claim.answered_at
    from own
    left join order_proposal proposal on proposal.order_id = own.id and proposal.state = 'open'
    left join order_dispute dispute on dispute.order_id = own.id and dispute.ended_at is null
    left join order_claim claim on claim.order_id = own.id and claim.state = 'open'
    order by until nulls last, own.due_at nulls last, own.id`.execute(db);
  return rows.flatMap((row) => {
    const { id, title, side, until, dueAt } = row;
    const standing = standingOf(row);
    const turn = turnOf(standing);
    const step = nextStepOf(standing);
    if (step === null || (turn !== side && turn !== 'both')) return [];
    return [{ id, title, side, step, until, dueAt }];
  });
}

/** Lists what a person bought or made and what has ended since, which can be reviewed; newest first. */
export async function listEndedOrders(
  db: Db,
  personId: string,
  since: Date,
): Promise<
  {
    id: string;
    title: string;
    buyerId: string;
    providerId: string;
    state: OrderState;
    isFree: boolean;
    startedAt: Date | null;
  }[]
> {
  return db
    .selectFrom('orders')
    .select(['id', 'title', 'buyerId', 'providerId', 'state', 'isFree', 'startedAt'])
    .where((where) => where.or([where('buyerId', '=', personId), where('providerId', '=', personId)]))
    .where('state', 'in', [...terminalStates])
    .where('endedAt', '>=', since)
    .orderBy('id', 'desc')
    .limit(maxRead)
    .execute();
}
