import { sql, type Selectable } from 'kysely';
import type { z } from 'zod';
import type { Locale } from '#i18n/languages.ts';
import { payoutAccountOf } from '#features/verification/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import { presentEach } from '#platform/server/present-each.ts';
import { pageOfRows, type Page } from '#platform/server/pages.ts';
import type { Database } from '#platform/server/schema.ts';
import type { Vault } from '#platform/server/sealed.ts';
import { AppError } from '#platform/shared/errors.ts';
import { orderStatesWhere } from '#platform/shared/order-states.ts';
import type { Terms } from '#platform/shared/order-terms.ts';
import { paymentsErrors, type Attempt, type Begun } from '../contract.ts';
import type {
  Earnings,
  OwnPayment,
  OwnRefund,
  payable as payableSchema,
  PayableWait,
  Transaction,
} from '../contract.ts';
import { dayMs, payoutTerms } from '../rules.ts';
import { transactionReasons } from '../words.ts';
import { sealedDeposit, type Payment } from './locking.ts';
import type { PayoutState } from '../states.ts';
import { isDue } from './payables.ts';

type Deposit = OwnPayment['deposit'];

export function presentDeposit(vault: Vault, payment: Pick<Payment, 'sealedDeposit' | 'state'>): Deposit {
  if (payment.sealedDeposit === null || payment.state !== 'waiting_deposit') return null;
  return JSON.parse(vault.open(sealedDeposit, payment.sealedDeposit)) as Deposit;
}

export function presentPayment(vault: Vault, row: Payment): OwnPayment {
  return {
    id: row.id,
    subjectKind: row.subjectKind,
    orderId: row.subjectId,
    gateway: row.gateway,
    state: row.state,
    bound: row.bound,
    amount: row.amount,
    currency: row.currency,
    orderName: row.orderName,
    method: row.method,
    receiptUrl: row.receiptUrl,
    failureCode: row.failureCode,
    capturedAt: row.capturedAt?.toISOString() ?? null,
    deposit: presentDeposit(vault, row),
    createdAt: row.createdAt.toISOString(),
  };
}

/** SQL of the orders that payments count for, with what was captured by the whole payment. */
export const boundParts = sql`select part.payment_id, part.order_id, part.amount, payment.captured_amount
  from payment_part part join payment on payment.id = part.payment_id where payment.bound`;

/** SQL of the orders that a payment is for. */
export const partsOfPayment = (paymentId: string) =>
  sql`select order_id from payment_part where payment_id = ${paymentId}`;

/** SQL of whether a payment counts for a subject. */
export const isBoundPayment = (payment: string, kind: Payment['subjectKind'], subject: string) =>
  sql`exists (select from payment where payment.id = ${sql.ref(payment)} and bound and subject_kind = ${kind}
    and subject_id = ${sql.ref(subject)})`;

/** Returns the payment that counts for an order, else the newest attempt. */
export async function findPaymentOfOrder(db: Db, orderId: string): Promise<Payment | undefined> {
  return db
    .selectFrom('payment')
    .innerJoin('paymentPart as part', 'part.paymentId', 'payment.id')
    .selectAll('payment')
    .where('part.orderId', '=', orderId)
    .orderBy('bound', 'desc')
    .orderBy('payment.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns the payment that counts for each of these subjects, else its newest attempt. */
export async function findPaymentsOf(
  db: Db,
  subjectKind: Payment['subjectKind'],
  ids: readonly string[],
): Promise<Map<string, { state: string; method: string | null; receiptUrl: string | null }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('payment')
    .distinctOn('subjectId')
    .select(['subjectId', 'state', 'method', 'receiptUrl'])
    .where('subjectKind', '=', subjectKind)
    .where('subjectId', 'in', [...ids])
    .orderBy('subjectId')
    .orderBy('bound', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map(({ subjectId, ...payment }) => [subjectId, payment]));
}

/**
 * Presents an attempt to pay. A payment window that a script opens has no address of its own: `page` is where that is
 * done.
 */
export async function presentAttempt(db: Db, id: string, way: Begun, page: string): Promise<Attempt> {
  const row = await db
    .selectFrom('payment')
    .select(['gateway', 'amount', 'currency', 'expiresAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError(paymentsErrors.payment_not_found);
  return {
    id,
    redirectUrl: way.kind === 'redirect' ? way.url : page,
    ...row,
    expiresAt: row.expiresAt.toISOString(),
    begun: way,
  };
}

type RefundRow = Selectable<Database['refund']>;
export function presentRefund(row: RefundRow): OwnRefund {
  return {
    id: row.id,
    orderId: row.orderId,
    state: row.state,
    amount: row.amount,
    currency: 'KRW',
    reason: row.reason,
    decidedAt: row.decidedAt.toISOString(),
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
  };
}

/** Selects the lines of a statement: journal lines of a person's accounts, from that person's side. */
const lines = (personId: string) => sql`
  select entry.journal_id || ':' || entry.line as id, journal.posted_at as at, case when share.part_of is null then orders.id end as order_id, journal.reason,
    entry.journal_id, entry.line, coalesce(share.title, orders.title, nullif(payment.order_name, '')) as title,
    case
      when journal.reverses is not null then 'corrected'
      when entry.account = 'buyer_clearing' and entry.amount < 0 then 'paid'
      when entry.account = 'refund_payable' and entry.amount > 0 then 'refunded'
      when entry.account = 'provider_payable' and entry.amount < 0 and journal.rules = 'M7' then 'payout_returned'
      when entry.account = 'provider_payable' and entry.amount < 0 and share.part_of is not null then 'share_earned'
      when entry.account = 'provider_payable' and entry.amount < 0 and share.title is not null then 'bounty_earned'
      when entry.account = 'provider_payable' and entry.amount < 0 then 'earned'
      when entry.account = 'provider_payable' and journal.rules = 'M7' then 'paid_out'
      when entry.account = 'provider_payable' and journal.rules = 'M11' then 'netted'
      when entry.account = 'provider_payable' then 'refund_decided'
      else 'debt'
    end as kind,
    -- What somebody pays is less for them; what they are owed is more.
    (case when entry.account in ('buyer_clearing') then entry.amount
      when entry.account = 'refund_payable' then entry.amount
      else -entry.amount end)::bigint as amount,
    case when entry.account in ('buyer_clearing', 'refund_payable') then 'buyer' else 'provider' end as side
  from ledger_entry entry
  join ledger_journal journal on journal.id = entry.journal_id
  left join orders on orders.id = journal.order_id
  left join payment on payment.id = journal.payment_id
  -- An author cannot open the order that their share is of, and a bounty has none.
  left join payable share on share.order_id = entry.subject_id and share.title is not null
  where entry.owner_id = ${personId}
    and (entry.account = 'buyer_clearing' and entry.amount < 0
      or entry.account = 'refund_payable' and entry.amount > 0
      or entry.account in ('provider_payable', 'provider_debt'))`;

type Wanted = {
  side?: 'buyer' | 'provider' | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const chosen = ({ side, from, to }: Wanted) => sql`
  (${side ?? null}::text is null or side = ${side ?? null})
  and (${from ?? null}::date is null or at >= (${from ?? null}::date)::timestamp at time zone 'Asia/Seoul')
  and (${to ?? null}::date is null or at < (${to ?? null}::date + 1)::timestamp at time zone 'Asia/Seoul')`;

type Row = Omit<Transaction, 'at' | 'currency'> & { at: Date };
const presentLine = ({ at, ...row }: Row, locale: Locale): Transaction => ({
  id: row.id,
  kind: row.kind,
  amount: row.amount,
  currency: 'KRW',
  orderId: row.orderId,
  title: row.title,
  reason: row.reason || transactionReasons[row.kind]({}, { locale }),
  at: at.toISOString(),
});

/** Lists transactions, newest first. */
export async function listTransactions(
  db: Db,
  personId: string,
  wanted: Wanted & { page: number; limit: number },
  locale: Locale,
): Promise<Page<Transaction>> {
  const found = await pageOfRows<Row>(
    db,
    sql`select * from (${lines(personId)}) line where ${chosen(wanted)}`,
    sql`journal_id desc, line`,
    wanted,
  );
  return {
    ...found,
    items: presentEach('line of a statement', found.items, (row) => presentLine(row, locale)),
  };
}

/** Returns all transactions for a spreadsheet, oldest first. */
export async function allTransactions(
  db: Db,
  personId: string,
  wanted: Wanted,
  locale: Locale,
): Promise<Transaction[]> {
  const { rows } = await sql<Row>`
    select * from (${lines(personId)}) line where ${chosen(wanted)}
    order by journal_id, line limit 50000`.execute(db);
  return presentEach('line of a statement', rows, (row) => presentLine(row, locale));
}

type Payable = {
  orderId: string;
  title: string;
  amount: number;
  releasedAt: Date;
  heldUntil: Date;
  frozenReason: string | null;
  claimOpen: boolean;
  payoutId: string | null;
  payoutState: PayoutState | null;
  hasFailed: boolean;
};

async function payablesOf(db: Db, condition: ReturnType<typeof sql>): Promise<Payable[]> {
  const { rows } = await sql<Payable>`
    select payable.order_id, coalesce(payable.title, orders.title, payment.order_name, '') as title, coalesce(part.amount, -balance.balance, 0)::bigint as amount, released_at,
      held_until, frozen_reason, claim_open, payable.payout_id, payout.state as payout_state,
      exists (select from payout_part failed_part join payout failed on failed.id = failed_part.payout_id
        where failed_part.order_id = payable.order_id and failed.state = 'failed') as has_failed
    from payable left join orders on orders.id = payable.order_id
    left join payment on payment.subject_id = payable.order_id and payment.bound
    left join payout on payout.id = payable.payout_id
    left join payout_part part on part.payout_id = payable.payout_id and part.order_id = payable.order_id
    left join ledger_balance balance on balance.account = 'provider_payable' and balance.subject_id = payable.order_id
    where ${condition} order by payable.held_until limit 200`.execute(db);
  return rows;
}

/** Returns when a payable is paid out, and the reason for that time. */
function whenPaid(
  payable: Payable,
  account: { isReady: boolean; payoutsHeldUntil: Date | null } | null,
  due: number,
  terms: Terms,
): PayableWait {
  const wait = (because: PayableWait['because'], on: Date | null = null, holdDays: number | null = null) => ({
    payableOn: on?.toISOString() ?? null,
    because,
    holdDays,
  });
  if (payable.payoutId !== null) return wait('on_its_way');
  if (payable.claimOpen) return wait('claim');
  if (payable.frozenReason !== null) return wait('frozen');
  if (account === null) return wait('no_account');
  const changed = account.payoutsHeldUntil;
  const { heldUntil, releasedAt } = payable;
  if (changed !== null && changed > heldUntil && changed > currentTime())
    return wait('account_changed', changed);
  if (heldUntil > currentTime()) {
    if (payable.hasFailed) return wait('failed', heldUntil);
    const days = Math.round((heldUntil.getTime() - releasedAt.getTime()) / dayMs);
    return wait(days > terms.payoutHoldDays ? 'first_orders' : 'hold', heldUntil, days);
  }
  return wait(due < payoutTerms.least ? 'too_little' : 'next_run');
}

/** Presents the payable of one order for its page. */
export async function presentPayable(
  db: Db,
  vault: Vault,
  terms: Terms,
  orderId: string,
): Promise<(z.infer<typeof payableSchema> & { isFrozen: boolean }) | null> {
  const [payable] = await payablesOf(db, sql`payable.order_id = ${orderId}`);
  if (!payable) return null;
  const isFrozen = payable.frozenReason !== null;
  if (payable.payoutState === 'completed') {
    const done = { payableOn: null, because: 'on_its_way', holdDays: null } as const;
    return { amount: payable.amount, state: 'completed', ...done, isFrozen };
  }
  const owner = await db
    .selectFrom('payable')
    .select('providerId')
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow();
  const wait = whenPaid(
    payable,
    await payoutAccountOf(db, vault, owner.providerId),
    await dueTo(db, owner.providerId),
    terms,
  );
  return { amount: payable.amount, state: payable.payoutState ?? 'held', ...wait, isFrozen };
}

/** Returns the reason of staff's latest hold on an order's payable; null if there is none. */
export async function findHoldReason(db: Db, orderId: string): Promise<string | null> {
  const entry = await db
    .selectFrom('auditEntry')
    .select('reason')
    .where('targetId', '=', orderId)
    .where('targetType', '=', 'order')
    .where('action', '=', 'payable.freeze')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return entry?.reason ?? null;
}

/** Returns the amount that the next run would pay out: due and free payables, less debts. */
async function dueTo(db: Db, providerId: string): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select (coalesce((select -sum(balance.balance) from payable
        join ledger_balance balance on balance.account = 'provider_payable' and balance.subject_id = payable.order_id
        where payable.provider_id = ${providerId} and ${isDue} and balance.balance < 0), 0)
      - coalesce((select sum(balance) from ledger_balance
        where owner_id = ${providerId} and account = 'provider_debt'), 0))::bigint as due`.execute(db);
  return rows[0]?.due ?? 0;
}

/** Returns where the money of a provider is, and when it is paid out. */
export async function getOwnMoney(
  db: Db,
  vault: Vault,
  terms: Terms,
  personId: string,
): Promise<Omit<Earnings, 'months'>> {
  const account = await payoutAccountOf(db, vault, personId);
  const { rows: sums } = await sql<{
    held: number;
    payable: number;
    onItsWay: number;
    paidOut: number;
    debt: number;
  }>`
    select
      (select coalesce(sum(principal + delivery_price), 0) from orders where provider_id = ${personId} and payment_id is not null
        and state = any(${orderStatesWhere(({ money }) => money !== 'none')}))::bigint as held,
      (select coalesce(-sum(balance), 0) from ledger_balance where owner_id = ${personId} and account = 'provider_payable')::bigint
        as payable,
      (select coalesce(-sum(balance), 0) from ledger_balance where owner_id = ${personId} and account = 'payout_transit')::bigint
        as on_its_way,
      (select coalesce(sum(amount), 0) from payout where provider_id = ${personId} and state = 'completed')::bigint as paid_out,
      (select coalesce(sum(balance), 0) from ledger_balance where owner_id = ${personId} and account = 'provider_debt')::bigint
        as debt`.execute(db);
  const { held = 0, payable = 0, onItsWay = 0, paidOut = 0, debt = 0 } = sums[0] ?? {};
  const due = await dueTo(db, personId);
  const open = await payablesOf(
    db,
    sql`payable.provider_id = ${personId} and (payout.state is null or payout.state <> 'completed')
      and (balance.balance < 0 or part.amount is not null)`,
  );
  return {
    held,
    payable,
    onItsWay,
    paidOut,
    debt,
    currency: 'KRW',
    upcoming: presentEach(
      'payable',
      open.map((one) => ({ ...one, id: one.orderId })),
      (one) => ({
        orderId: one.orderId,
        title: one.title,
        amount: one.amount,
        ...whenPaid(one, account, due, terms),
      }),
    ),
  };
}

/** Returns what a provider has earned, its parts, and when they are paid out. */
export async function getEarnings(db: Db, vault: Vault, terms: Terms, personId: string): Promise<Earnings> {
  const { rows: months } = await sql<Earnings['months'][number]>`
    with month as (
      select to_char(month, 'YYYY-MM') as month from generate_series(
        date_trunc('month', now() at time zone 'Asia/Seoul') - interval '11 months',
        date_trunc('month', now() at time zone 'Asia/Seoul'), interval '1 month') as month
    ), line as (
      select to_char(at at time zone 'Asia/Seoul', 'YYYY-MM') as month, kind, amount, order_id
      from (${lines(personId)}) line where side = 'provider' and at > now() - interval '13 months'
    )
    select month.month,
      coalesce(sum(amount) filter (where kind in ('earned', 'share_earned', 'bounty_earned', 'refund_decided')), 0)::bigint as earned,
      coalesce(-sum(amount) filter (where kind in ('paid_out', 'payout_returned')), 0)::bigint as paid_out,
      count(distinct order_id) filter (where kind = 'earned')::int as orders
    from month left join line using (month) group by month.month order by month.month`.execute(db);
  return { ...(await getOwnMoney(db, vault, terms, personId)), months };
}

/** Counts open findings and undecided adjustments. */
export async function countWaiting(db: Db): Promise<{ findings: number; adjustments: number }> {
  const { rows } = await sql<{ findings: number; adjustments: number }>`
    select (select count(*)::integer from ledger_finding where resolved_at is null) as findings,
      (select count(*)::integer from adjustment where state = 'proposed') as adjustments`.execute(db);
  return rows[0] ?? { findings: 0, adjustments: 0 };
}

/** Counts the orders that a payment is for. */
export async function countParts(db: Db, paymentId: string): Promise<number> {
  const { count } = await db
    .selectFrom('paymentPart')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('paymentId', '=', paymentId)
    .executeTakeFirstOrThrow();
  return count;
}
