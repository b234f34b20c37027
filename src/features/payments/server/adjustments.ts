import { sql, type Selectable } from 'kysely';
import { m } from '#i18n/generated/messages.js';
import { maxExported, recordAudit, type StaffPage } from '#features/admin/server/public.ts';
import { balanceOf, goodwill, journalsOf, post, reverse } from '#features/ledger/server/public.ts';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import { presentEach } from '#platform/server/present-each.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { isNumbered } from '#platform/server/order-numbers.ts';
import { pageOfRows } from '#platform/server/pages.ts';
import type { Database } from '#platform/server/schema.ts';
import { AppError, refused, type ErrorKind } from '#platform/shared/errors.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { orderNumber, readOrderNumber } from '#platform/shared/order-number.ts';
import { likePattern } from '#platform/shared/search-text.ts';
import { momentColumn, type CsvColumn } from '#platform/shared/csv-table.ts';
import {
  paymentsErrors,
  type Adjustment,
  type AdjustmentInput,
  type AdjustmentsQuery,
  type AdjustedOrder,
  type OrderBooks,
} from '../contract.ts';
import { adjustmentTransitions, type AdjustmentDecision } from '../states.ts';
import { adjustmentKindNames, adjustmentStateOf } from '../words.ts';
import type { PaymentDeps } from './locking.ts';
import { decideRefund, refundableOf } from './refunds.ts';

type Row = Selectable<Database['adjustment']>;
type Wanted = Pick<Row, 'kind' | 'orderId' | 'amount' | 'commandId'>;
type Actor = { id: string; username: string };

/** Planned change, and the function that carries it out. */
type Plan = {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  apply(reason: string): Promise<void>;
};

const goodwillTooLarge = (left: number): ErrorKind => ({
  ...paymentsErrors.goodwill_too_large,
  words: (locale) =>
    `${paymentsErrors.goodwill_too_large.words(locale)} ${m['payments.error.goodwill_left']({ left: formatMoney(left, 'KRW', locale) }, { locale })}`,
});

/** Each plan throws its obstacle and locks what it reads; its order is locked already. */
const plans: Record<Row['kind'], (trx: Trx, wanted: Wanted, now: Date) => Promise<Plan>> = {
  async release_early(trx, { orderId }, now) {
    const payable = await trx
      .selectFrom('payable')
      .select(['payoutId', 'heldUntil'])
      .where('orderId', '=', orderId)
      .forUpdate()
      .executeTakeFirst();
    if (!payable || payable.payoutId !== null || payable.heldUntil <= now) {
      throw new AppError(paymentsErrors.nothing_held);
    }
    return {
      before: {
        heldUntil: payable.heldUntil.toISOString(),
        owed: -(await balanceOf(trx, 'provider_payable', orderId)),
      },
      after: { heldUntil: now.toISOString() },
      async apply() {
        await trx.updateTable('payable').set({ heldUntil: now }).where('orderId', '=', orderId).execute();
      },
    };
  },

  async goodwill(trx, { orderId, amount }, now) {
    const payment = await trx
      .selectFrom('payment')
      .innerJoin('paymentPart as part', 'part.paymentId', 'payment.id')
      .select(['payment.id', 'personId', 'currency'])
      .where('part.orderId', '=', orderId)
      .where('bound', '=', true)
      .forUpdate('payment')
      .executeTakeFirst();
    if (!payment) throw new AppError(paymentsErrors.payment_not_found);
    if (!(await isOver(trx, orderId))) throw new AppError(paymentsErrors.order_not_over);
    const given = amount ?? 0;
    const left = await refundableOf(trx, { paymentId: payment.id, orderId });
    if (given > left) throw refused(goodwillTooLarge(left), 'amount');
    return {
      before: { refundable: left },
      after: { refundable: left - given },
      async apply(reason) {
        const refundId = await decideRefund(
          trx,
          { payment, orderId, amount: given, reason: 'goodwill' },
          now,
        );
        await post(
          trx,
          {
            ...goodwill({ refundId, buyerId: payment.personId }, given),
            commandId: `goodwill:${refundId}`,
            orderId,
            paymentId: payment.id,
            reason,
          },
          now,
        );
      },
    };
  },

  async reversal(trx, { orderId, commandId }, now) {
    const of = commandId ?? '';
    const booked = (await journalsOf(trx, orderId)).find((journal) => journal.commandId === of);
    if (!booked || !isCorrectable(booked)) throw new AppError(paymentsErrors.not_correctable);
    return {
      before: { lines: booked.lines },
      after: { lines: [] },
      async apply(reason) {
        await reverse(trx, { of, commandId: `reversal:${of}`, reason }, now);
      },
    };
  },
};

/**
 * Returns whether a journal can be reversed: only settlements. All others are corrected by an event of their own
 * state machine.
 */
export function isCorrectable({ rules, isReversed }: { rules: string; isReversed: boolean }): boolean {
  return rules === 'M3' && !isReversed;
}

/** Returns whether the escrow was emptied. */
async function isOver(trx: Trx, orderId: string): Promise<boolean> {
  const escrow = await trx
    .selectFrom('ledgerBalance')
    .select('balance')
    .where('account', '=', 'escrow')
    .where('subjectId', '=', orderId)
    .executeTakeFirst();
  return escrow?.balance === 0;
}

/**
 * Proposes an adjustment that a second person has to approve. Throws its obstacle, `own_money` and `adjustment_open`.
 */
export function proposeAdjustment(deps: PaymentDeps, actor: Actor, input: AdjustmentInput): Promise<string> {
  return deps.db.transaction().execute(async (trx) => {
    const now = await databaseTime(trx);
    const wanted: Wanted = {
      kind: input.kind,
      orderId: input.orderId,
      amount: input.kind === 'goodwill' ? input.amount : null,
      commandId: input.kind === 'reversal' ? input.commandId : null,
    };
    const parties = await deps.subjects.order.lock(trx, wanted.orderId);
    if (parties.includes(actor.id)) throw new AppError(paymentsErrors.own_money);
    const { before, after } = await plans[wanted.kind](trx, wanted, now);
    const id = uuidv7(now.getTime());
    const { numInsertedOrUpdatedRows: added } = await trx
      .insertInto('adjustment')
      .values({
        ...wanted,
        id,
        proposerId: actor.id,
        reason: input.reason,
        proposedAt: now,
        before: JSON.stringify(before),
        after: JSON.stringify(after),
      })
      .onConflict((conflict) =>
        // A literal, because PostgreSQL does not match the partial index with a parameter.
        conflict.columns(['orderId', 'kind']).where('state', '=', sql.lit('proposed')).doNothing(),
      )
      .executeTakeFirstOrThrow();
    if (added !== 1n) throw new AppError(paymentsErrors.adjustment_open);
    await recordAudit(
      trx,
      {
        actor,
        action: 'adjustment.propose',
        target: { type: 'adjustment', id },
        about: parties,
        reason: input.reason,
        before,
        after,
      },
      now,
    );
    return id;
  });
}

/**
 * Approves another person's adjustment if it is still possible, or refuses it, which its proposer may do too. Throws
 * `adjustment_not_found`, `adjustment_decided`, `second_person`, `own_money` and the current obstacle.
 */
export async function decideAdjustment(
  deps: PaymentDeps,
  id: string,
  { actor, decision, reason }: { actor: Actor; decision: AdjustmentDecision; reason: string },
): Promise<void> {
  const { db, subjects } = deps;
  const found = isUuid(id)
    ? await db.selectFrom('adjustment').select('orderId').where('id', '=', id).executeTakeFirst()
    : undefined;
  if (!found) throw new AppError(paymentsErrors.adjustment_not_found);
  await db.transaction().execute(async (trx) => {
    // Lock order: the order first, then everything that belongs to it.
    const parties = await subjects.order.lock(trx, found.orderId);
    const now = await databaseTime(trx);
    const row = await trx
      .selectFrom('adjustment')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const state = adjustmentTransitions[row.state][decision];
    if (!state) throw new AppError(paymentsErrors.adjustment_decided);
    let { before, after } = row;
    if (decision === 'approve') {
      if (row.proposerId === actor.id) throw new AppError(paymentsErrors.second_person);
      if (parties.includes(actor.id)) throw new AppError(paymentsErrors.own_money);
      const plan = await plans[row.kind](trx, row, now);
      await plan.apply(reason);
      ({ before, after } = plan);
    }
    await trx
      .updateTable('adjustment')
      .set({
        state,
        deciderId: actor.id,
        decisionReason: reason,
        decidedAt: now,
        before: JSON.stringify(before),
        after: JSON.stringify(after),
      })
      .where('id', '=', id)
      .execute();
    await recordAudit(
      trx,
      {
        actor,
        action: `adjustment.${decision}`,
        target: { type: 'adjustment', id },
        about: parties,
        reason,
        before: { ...before, state: row.state },
        after: { ...(decision === 'approve' ? after : before), state },
      },
      now,
    );
  });
}

type Named = Row & {
  proposer: string;
  decider: string | null;
  title: string;
  total: number;
  buyer: string;
  provider: string;
};

/** Few adjustments exist, so all of them are scanned. */
function adjustments({ search = '', state, kind }: Pick<AdjustmentsQuery, 'search' | 'state' | 'kind'>) {
  const number = readOrderNumber(search);
  const isSearched =
    search === ''
      ? sql`true`
      : number
        ? isNumbered(sql`orders.id`, number)
        : isUuid(search)
          ? sql`${search}::uuid in (adjustment.id, orders.id)`
          : sql`lower(concat_ws(E'\n', orders.title, buyer.display_username, provider.display_username, proposer.display_username,
              decider.display_username)) like ${likePattern(search.toLowerCase())}`;
  return sql`
    select adjustment.*, proposer.display_username as proposer, decider.display_username as decider,
      orders.title, orders.total, buyer.display_username as buyer, provider.display_username as provider
    from adjustment
    -- Each has one of these: only a left join is left out where rows are counted alone.
    left join person proposer on proposer.id = proposer_id left join person decider on decider.id = decider_id
    left join orders on orders.id = adjustment.order_id
    left join person buyer on buyer.id = orders.buyer_id left join person provider on provider.id = orders.provider_id
    where ${isSearched} and (${state ?? null}::text is null or adjustment.state = ${state ?? null})
      and (${kind ?? null}::text is null or adjustment.kind = ${kind ?? null})`;
}

const sorts = {
  newest: sql`state <> 'proposed', id desc`,
  oldest: sql`state <> 'proposed', id`,
};

/** Lists adjustments for a member of staff, open ones first. */
export async function listAdjustments(
  db: Db,
  actor: Actor,
  { sort, ...wanted }: AdjustmentsQuery,
): Promise<StaffPage<Adjustment>> {
  const found = await pageOfRows<Named>(db, adjustments(wanted), sorts[sort], wanted);
  return {
    ...found,
    totalIsExact: true,
    items: presentEach('adjustment', found.items, (row) => presentAdjustment(row, actor)),
  };
}

export async function exportAdjustments(
  db: Db,
  actor: Actor,
  wanted: AdjustmentsQuery,
): Promise<Adjustment[]> {
  return (await listAdjustments(db, actor, { ...wanted, page: 1, limit: maxExported })).items;
}

export const adjustmentColumns: readonly CsvColumn<Adjustment>[] = [
  [m['payments.adjust.id'], (row) => row.id],
  [m['payments.adjust.kind_name'], (row) => adjustmentKindNames[row.kind]],
  [m['payments.admin.states'], adjustmentStateOf],
  [m['payments.adjust.order_id'], (row) => row.order.number],
  [m['payments.adjust.fact.amount'], (row) => row.amount ?? row.owed],
  [m['payments.adjust.proposer'], (row) => row.proposedBy.username],
  [m['payments.adjust.fact.reason'], (row) => row.reason],
  momentColumn(m['payments.adjust.proposed_at'], (row) => row.proposedAt),
  [m['payments.adjust.decider'], (row) => row.decidedBy?.username ?? null],
  [m['payments.adjust.decision_reason'], (row) => row.decisionReason],
  momentColumn(m['payments.adjust.decided_at'], (row) => row.decidedAt),
];

function presentAdjustment(row: Named, actor: Actor): Adjustment {
  const decisions = Object.keys(adjustmentTransitions[row.state]) as AdjustmentDecision[];
  return {
    id: row.id,
    kind: row.kind,
    orderId: row.orderId,
    order: presentOrder(row.orderId, row),
    amount: row.amount,
    owed: (row.before['owed'] as number | undefined) ?? null,
    lines: row.kind === 'reversal' ? (row.before['lines'] as Adjustment['lines']) : [],
    commandId: row.commandId,
    state: row.state,
    proposedBy: { id: row.proposerId, username: row.proposer },
    reason: row.reason,
    proposedAt: row.proposedAt.toISOString(),
    decidedBy: row.deciderId === null ? null : { id: row.deciderId, username: row.decider ?? '' },
    decisionReason: row.decisionReason,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    before: row.before,
    after: row.after,
    can: decisions.filter((decision) => decision === 'refuse' || row.proposerId !== actor.id),
  };
}

function presentOrder(
  id: string,
  { title, total, buyer, provider }: Pick<Named, 'title' | 'total' | 'buyer' | 'provider'>,
): AdjustedOrder {
  return { id, number: orderNumber(id), title, total, buyer, provider };
}

/** Returns the journals of an order, by its id or number, and which of them can be corrected. */
export async function readBooks(db: Db, typed: string): Promise<OrderBooks> {
  const order = await findOrder(db, typed.trim());
  if (!order) return { order: null, journals: [], waiting: [] };
  const booked = await journalsOf(db, order.id);
  const journals = booked.map(({ isReversed, postedAt, ...journal }) => ({
    ...journal,
    postedAt: postedAt.toISOString(),
    isCorrectable: isCorrectable({ rules: journal.rules, isReversed }),
  }));
  const waiting = await db
    .selectFrom('adjustment')
    .innerJoin('person', 'person.id', 'proposerId')
    .select(['adjustment.id', 'kind', 'proposerId', 'displayUsername'])
    .where('orderId', '=', order.id)
    .where('state', '=', 'proposed')
    .orderBy('adjustment.id')
    .execute();
  return {
    order,
    journals,
    waiting: waiting.map(({ id, kind, proposerId, displayUsername }) => ({
      id,
      kind,
      proposedBy: { id: proposerId, username: displayUsername },
    })),
  };
}

async function findOrder(db: Db, typed: string): Promise<AdjustedOrder | null> {
  const number = readOrderNumber(typed);
  if (!number && !isUuid(typed)) return null;
  const isIt = number ? isNumbered(sql`orders.id`, number) : sql`orders.id = ${typed}`;
  const { rows } = await sql<{ id: string } & Pick<Named, 'title' | 'total' | 'buyer' | 'provider'>>`
    select orders.id, orders.title, orders.total, buyer.display_username as buyer, provider.display_username as provider
    from orders join person buyer on buyer.id = orders.buyer_id join person provider on provider.id = orders.provider_id
    where ${isIt} limit 1`.execute(db);
  const [row] = rows;
  return row ? presentOrder(row.id, row) : null;
}
