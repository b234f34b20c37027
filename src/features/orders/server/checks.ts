import { sql } from 'kysely';
import { balances, bookedFees, earnedBySubject, owedAccounts } from '#features/ledger/server/public.ts';
import type { FindingKind } from '#features/payments/contract.ts';
import { boundParts, report, withdrawReport } from '#features/payments/server/public.ts';
import { databaseTime, type Db } from '#platform/server/db.ts';
import { orderStatesWhere } from '#platform/shared/order-states.ts';

type Finding = { invariant: FindingKind; subject: string; detail: Record<string, unknown> };

type Invariant = Exclude<Extract<FindingKind, `I${string}`>, 'I7'>;
type Question = ReturnType<typeof sql<{ subject: string; detail: Record<string, unknown> }>>;
/** Invariants of the money of a room above, next to those of orders, and what waits for a ruling there. */
export type MoneyQuestions = Partial<Record<Invariant | 'ruling', Question>>;

/** Invariants of all money, each as a query for violations: docs/decisions/0035. */
const questions: Record<Invariant, Question> = {
  I1: sql`select journal_id::text as subject, jsonb_build_object('sum', sum(amount)) as detail
    from ledger_entry group by journal_id having sum(amount) <> 0`,
  I2: sql`select 'all' as subject, jsonb_build_object('sum', sum(amount)) as detail
    from ledger_entry having sum(amount) <> 0`,
  I3: sql`select account || ':' || subject_id as subject, jsonb_build_object('balance', balance) as detail
    from ledger_balance where balance > 0
      and account in ('buyer_clearing', 'escrow', 'provider_payable', 'payout_transit', 'refund_payable')
    union all
    -- Whatever comes is bound or goes back in the same transaction.
    select 'payment:' || subject_id, jsonb_build_object('clearing', balance) from ledger_balance
      where account = 'buyer_clearing' and balance < 0
    union all
    select 'order:' || orders.id, jsonb_build_object('escrow', balance) from ledger_balance
      join orders on orders.id = ledger_balance.subject_id
      where account = 'escrow' and balance <> 0 and orders.state = any(${orderStatesWhere(({ money }) => money === 'none')})
    union all
    -- What a sponsor paid is held for as long as they may take it back, whole.
    select 'contribution:' || contribution.id, jsonb_build_object('escrow', coalesce(balance, 0)) from contribution
      left join ledger_balance on account = 'escrow' and subject_id = contribution.id
      where -coalesce(balance, 0) <> case when state = 'paid' then amount else 0 end`,
  // Captured money that was not refunded is what the gateway holds of it.
  I4: sql`with given as (select payment_id, sum(amount) as given from refund
      where state = 'confirmed' and not taken_back group by 1)
    select 'payment:' || payment.id as subject,
      jsonb_build_object('ours', captured_amount - coalesce(given, 0), 'gateway', gateway_balance) as detail
    from payment left join given on given.payment_id = payment.id
    where payment.state = 'captured' and captured_amount - coalesce(given, 0) <> gateway_balance
      and not exists (select from refund where payment_id = payment.id and state in ('submitting', 'unknown'))
    union all
    -- The books say the same: before the gateway has paid us, all of that is to come from it.
    select 'payment:' || payment.id, jsonb_build_object('ours', coalesce(captured_amount - coalesce(given, 0), 0), 'booked', booked)
    from payment left join given on given.payment_id = payment.id
      left join (select entry.subject_id, sum(entry.amount) as booked from ledger_entry entry
        join ledger_journal journal on journal.id = entry.journal_id
        left join ledger_journal reversed on reversed.id = journal.reverses
        where entry.account = 'gateway_receivable' and coalesce(reversed.rules, journal.rules) <> 'M3'
        group by 1) as books on books.subject_id = payment.id
    where coalesce(captured_amount - coalesce(given, 0), 0) <> coalesce(booked, 0)`,
  I5: sql`select 'order:' || subject_id as subject, jsonb_build_object('bound', count(*)) as detail
    from payment where bound and subject_kind <> 'basket' group by subject_id having count(*) > 1
    union all
    select 'order:' || order_id, jsonb_build_object('bound', count(*)) from (${boundParts}) as part
      group by order_id having count(*) > 1
    union all
    select 'order:' || orders.id, jsonb_build_object('payment', payment_id) from orders
      where state = any(${orderStatesWhere(({ money }) => money === 'held')}) and not is_free
        and not exists (select from payment where payment.id = orders.payment_id and bound)
    union all
    -- What a payment is for adds up to what was captured, and its orders know of it.
    select 'payment:' || part.payment_id, jsonb_build_object('captured', captured_amount, 'parts', sum(amount))
      from (${boundParts}) as part
      left join orders on orders.id = order_id and orders.payment_id = part.payment_id and orders.total = amount
      group by part.payment_id, captured_amount having sum(amount) <> captured_amount or count(*) <> count(orders.id)
    union all
    select 'payment:' || payment.id, jsonb_build_object('subject', subject_id) from payment
      where bound and subject_kind <> 'pledge' and not exists (select from orders where orders.payment_id = payment.id)
        and not exists (select from contribution where contribution.payment_id = payment.id)
    union all
    select 'contribution:' || contribution.id, jsonb_build_object('payment', payment_id) from contribution
      where state in ('paid', 'kept') and not exists (select from payment where payment.id = contribution.payment_id and bound)`,
  // Claims refund parts of the kept amount and of its fee; the order already shows both.
  I6: sql`select 'fees' as subject, jsonb_build_object('booked', booked, 'kept', kept) as detail
    -- Those of bounties are asked about in their room.
    from (select ${bookedFees({ like: 'wanted:%', isLike: false })} as booked) as books,
      (select coalesce((select sum(floor(kept * fee_percent / 100)) from orders where kept is not null), 0)
        -- Of what sponsors give to people, our fee; of what they give to the house, the VAT inside.
        + coalesce((select sum(case when recipient_id is null then floor(amount / 11.0) else fee end)
          from contribution where kept_at is not null), 0) as kept) as fees
    where booked <> kept`,
  // Authors keep the same proportion of their shares as the provider of the principal, and the books say so.
  I11: sql`select 'order:' || share.order_id as subject, jsonb_build_object('share', share.id, 'kept', share.kept, 'booked', earned) as detail
    from order_share share join orders on orders.id = share.order_id
      left join (${earnedBySubject}) as books on books.subject_id = share.id
    where coalesce(share.kept, 0) <> coalesce(earned, 0)
      or share.returned_at is null and orders.payment_id is not null and orders.kept is not null
        and share.kept is distinct from floor(share.amount::numeric * orders.kept / orders.principal)`,
  I8: sql`select account || ':' || subject_id as subject, jsonb_build_object('kept', balance, 'folded', folded) as detail
    from (select account, subject_id, sum(amount) as folded from ledger_entry where subject_id is not null group by 1, 2) as entries
      full join ledger_balance using (account, subject_id)
    where balance is distinct from folded
    union all
    select 'fold:' || fold.account, jsonb_build_object('kept', fold.balance, 'folded', coalesce(sum(entry.amount), 0))
    from ledger_fold fold left join ledger_entry entry on entry.account = fold.account
      and entry.subject_id is null and entry.journal_id <= fold.journal_id
    group by fold.account, fold.balance having fold.balance <> coalesce(sum(entry.amount), 0)
    union all
    -- What is owed for refunds and payouts is of those that are not over.
    select coalesce(owed.account, booked.account) || ':' || coalesce(owed.id, booked.subject_id),
      jsonb_build_object('state', state, 'owed', owed.amount, 'booked', -balance)
    from (select 'refund_payable' as account, id, state, case when state = 'confirmed' then 0 else amount end as amount from refund
        union all
        select 'payout_transit', id, state, case when state in ('requested', 'unknown') then amount else 0 end from payout) as owed
      full join (select * from ledger_balance where account in ('refund_payable', 'payout_transit')) as booked
        on booked.account = owed.account and booked.subject_id = owed.id
    where coalesce(owed.amount, 0) <> -coalesce(balance, 0)
    union all
    select 'order:' || orders.id, jsonb_build_object('state', state, 'event', to_state) from orders
      left join order_event on order_event.order_id = orders.id and order_event.version = orders.version
      where to_state is distinct from state
    union all
    select row.kind || ':' || row.id, jsonb_build_object('state', row.state, 'event', to_state) from (
      select 'payment' as kind, id, state, version from payment
      union all select 'refund', id, state, version from refund
      union all select 'payout', id, state, version from payout) as row
      left join money_event step on step.kind = row.kind and step.subject_id = row.id and step.version = row.version
      where to_state is distinct from state`,
  I10: sql`select 'order:' || order_id as subject, jsonb_build_object('version', version) as detail from order_event
    where detail ? 'money' and not exists (select from ledger_journal where ledger_journal.command_id = order_event.command_id)
    union all
    select kind || ':' || subject_id, jsonb_build_object('version', version) from money_event
      where money_event.command_id is not null
        and not exists (select from ledger_journal where ledger_journal.command_id = money_event.command_id)
    union all
    select 'journal:' || id, jsonb_build_object('command', command_id) from ledger_journal
      where command_id like 'order:%' and not exists (select from order_event where order_event.command_id = ledger_journal.command_id)
        and command_id not like '%:claim:%'
    union all
    -- Having come, having stayed or gone back: each step of a contribution that moved money has its journal.
    select 'contribution:' || contribution.id, jsonb_build_object('state', state) from contribution
      where paid_at is not null and (select count(*) from ledger_journal
        where command_id like concat('contribution:', contribution.id, ':%')) <> version - 1`,
};

const asked = Object.keys(questions) as Invariant[];

/** Returns all violations of the invariants, with those of rooms above. */
export async function checkMoney(db: Db, above: readonly MoneyQuestions[] = []): Promise<Finding[]> {
  const found: Finding[] = [];
  // All queries share one snapshot; rows written in between would look inconsistent.
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      for (const invariant of asked) {
        for (const question of [questions, ...above].flatMap((each) => each[invariant] ?? [])) {
          const { rows } = await question.execute(trx);
          found.push(...rows.map(({ subject, detail }) => ({ invariant, subject, detail })));
        }
      }
      const all = await balances(trx);
      const owed = owedAccounts.reduce((sum, account) => sum - (all[account] ?? 0), 0);
      const covering = (all['bank_safeguard'] ?? 0) + (all['gateway_receivable'] ?? 0);
      if (covering < owed) found.push({ invariant: 'I7', subject: 'cover', detail: { covering, owed } });
    });
  return found;
}

/** Returns things that need somebody's attention although the books are correct. */
async function findWaiting(db: Db, above: readonly MoneyQuestions[]): Promise<Finding[]> {
  const { rows } = await sql<Finding>`
    select 'unknown' as invariant, 'payment:' || id as subject, jsonb_build_object('since', unknown_since) as detail
      from payment where state = 'unknown' and unknown_since < now() - interval '15 minutes'
    union all
    select 'refund', 'refund:' || id, jsonb_build_object('state', state, 'code', failure_code)
      from refund where state in ('failed', 'needs_account')
        or state in ('decided', 'submitting', 'unknown') and decided_at < now() - interval '1 hour'
    union all
    select 'unknown', 'payout:' || id, jsonb_build_object('state', state, 'code', failure_code)
      from payout where state in ('requested', 'unknown') and requested_at < now() - interval '4 days'
    union all
    select 'ruling', 'order:' || order_id, jsonb_build_object('due', answer_by)
      from order_claim where state = 'open' and answer_by < now()
    union all
    select 'ruling', 'order:' || order_id, jsonb_build_object('due', at)
      from order_timer where kind = 'ruling_due' and left_ms is null and at < now()
    union all
    select 'late_payout', 'order:' || order_id, jsonb_build_object('released', released_at) from payable
      join ledger_balance balance on balance.account = 'provider_payable' and balance.subject_id = order_id
      where balance.balance < 0 and released_at < now() - interval '10 days' and frozen_reason is null and not claim_open
        -- Authors and receivers of bounties need no account, and small amounts wait for the least payout.
        and title is null`.execute(db);
  for (const { ruling } of above) {
    if (!ruling) continue;
    const { rows: late } = await ruling.execute(db);
    rows.push(...late.map((each) => ({ ...each, invariant: 'ruling' as const })));
  }
  return rows;
}

/** Runs the hourly check of all money: reports new findings and closes those that no longer hold. */
export async function auditMoney(db: Db, above: readonly MoneyQuestions[] = []): Promise<void> {
  const found = [...(await checkMoney(db, above)), ...(await findWaiting(db, above))];
  await db.transaction().execute(async (trx) => {
    const now = await databaseTime(trx);
    for (const finding of found) await report(trx, finding, now);
    const open = await trx
      .selectFrom('ledgerFinding')
      .select(['invariant', 'subject'])
      .where('resolvedAt', 'is', null)
      .where('invariant', 'in', [...asked, 'I7', 'unknown', 'refund', 'late_payout', 'ruling'])
      .execute();
    for (const one of open) {
      const isSo = found.some(
        ({ invariant, subject }) => invariant === one.invariant && subject === one.subject,
      );
      if (!isSo) await withdrawReport(trx, one, now);
    }
  });
}
