import { sql } from 'kysely';
import { balanceOfSubject, bookedFees, journalsBySubject } from '#features/ledger/server/public.ts';
import type { MoneyQuestions } from '#features/orders/server/public.ts';
import { isBoundPayment } from '#features/payments/server/public.ts';

/** Command ids of the journals by which bounties are given. */
export const givenCommands = 'wanted:%';

/** What must hold of bounties, as queries for violations: docs/decisions/0079. */
export const bountyQuestions: MoneyQuestions = {
  // A pledge is in escrow, whole, for as long as it is neither given nor returned.
  I3: sql`select 'pledge:' || pledge.id as subject, jsonb_build_object('state', state, 'escrow', ${balanceOfSubject('escrow', 'pledge.id')}) as detail
    from pledge where -${balanceOfSubject('escrow', 'pledge.id')} <> case when state = 'held' then amount else 0 end
    union all
    select 'wanted:' || wanted.id, jsonb_build_object('state', wanted.state, 'escrow', sum(pledge.amount))
    from wanted join pledge on pledge.wanted_id = wanted.id and pledge.state = 'held'
    where wanted.state in ('pending', 'solved', 'ended', 'withdrawn') group by wanted.id`,
  I5: sql`select 'pledge:' || pledge.id as subject, jsonb_build_object('payment', payment_id) as detail from pledge
    where state in ('held', 'given') and not ${isBoundPayment('pledge.payment_id', 'pledge', 'pledge.id')}`,
  // What was given adds up: awards to the pledges that were given, parts to both.
  I6: sql`select 'fees' as subject, jsonb_build_object('booked', booked, 'kept', kept) as detail
    from (select ${bookedFees({ like: givenCommands })} as booked) as books,
      (select coalesce(sum(fee), 0) as kept from wanted_award) as fees where booked <> kept
    union all
    select 'wanted:' || wanted.id, jsonb_build_object('awards', awards, 'pledges', pledges)
    from wanted cross join lateral (select coalesce(sum(amount), 0) as awards from wanted_award where wanted_id = wanted.id) as one
      cross join lateral (select coalesce(sum(part.amount), 0) as pledges from wanted_award_part part
        join pledge on pledge.id = part.pledge_id where pledge.wanted_id = wanted.id) as other
    where awards <> pledges
    union all
    select 'pledge:' || pledge.id, jsonb_build_object('amount', pledge.amount, 'parts', coalesce(sum(part.amount), 0))
    from pledge left join wanted_award_part part on part.pledge_id = pledge.id
    group by pledge.id having coalesce(sum(part.amount), 0) <> case
      when pledge.state = 'given' or bool_or(part.pledge_id is not null) then pledge.amount else 0 end
    union all
    select 'award:' || award.id, jsonb_build_object('amount', award.amount, 'parts', coalesce(sum(part.amount), 0))
    from wanted_award award left join wanted_award_part part on part.award_id = award.id
    group by award.id having coalesce(sum(part.amount), 0) <> award.amount`,
  I10: sql`select 'pledge:' || pledge.id as subject, jsonb_build_object('state', state) as detail from pledge
      left join ${journalsBySubject('pledge')} as booked on booked.id = pledge.id::text
    where paid_at is not null and coalesce(journals, 0) <> version - 1
      - case when exists (select from wanted_award_part where pledge_id = pledge.id) then 1 else 0 end
    union all
    select 'wanted:' || wanted.id, jsonb_build_object('state', state) from wanted
      left join ${journalsBySubject('wanted')} as booked on booked.id = wanted.id::text
    where coalesce(journals, 0) <>
      case when exists (select from wanted_award where wanted_id = wanted.id and amount > 0) then 1 else 0 end`,
  // Objections have no clock of their own, and the money stays until staff have ruled.
  ruling: sql`select 'wanted:' || wanted.id as subject,
      jsonb_build_object('due', min(answer.objected_at) + interval '7 days') as detail
    from wanted join wanted_answer answer on answer.wanted_id = wanted.id
    where wanted.state = 'disputed' group by wanted.id having min(answer.objected_at) < now() - interval '7 days'`,
};
