import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { localizePath } from '#i18n/languages.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { enqueue } from '#platform/server/jobs.ts';
import type { Database } from '#platform/server/schema.ts';
import { feeOf } from '#platform/shared/fee.ts';
import type { SandboxChoices } from '../../contract.ts';
import { sandboxActionsOf, sandboxDelay, type SandboxAction } from '../../sandbox.ts';
import type {
  BankAccount,
  Failure,
  Gateway,
  GatewayPayment,
  GatewayPayout,
  GatewaySeller,
  Outcome,
  Payouts,
} from './gateway.ts';
import { readJson } from './ask.ts';
import { isTimedSignature, signTimed } from './signatures.ts';

/**
 * Fake payment company that keeps its side in three tables. No money moves. A person chooses the outcome of each
 * payment on its page; the outcome of payouts depends on the last digits of the seller's account. See
 * docs/decisions/0036.
 */

type Row = Selectable<Database['sandboxPayment']>;
type PayoutRow = Selectable<Database['sandboxPayout']>;
export type SandboxDeps = {
  db: Db;
  /** Secret from which the key of webhook signatures is derived. */
  secret: string;
  publicOrigin: string;
  now?: () => Date;
};

const currencies: readonly string[] = ['KRW', 'JPY', 'USD'];
/** Time limits of Toss: for agreeing, then for confirming. */
const agreeMinutes = 30;
const confirmMinutes = 10;
const settleHours = 24;
const feePercent = 2.9;
const toleranceSeconds = 300;
const webhookTimeoutMs = 5_000;
/** Delay after which a failing payout fails at its bank. */
const payoutFailsSeconds = 60;

export const webhookJob = 'payments.deliver_sandbox_webhook';

const minutes = (count: number) => count * 60_000;
const later = (now: Date, ms: number) => new Date(now.getTime() + ms);
const clockOf = (deps: SandboxDeps) => deps.now?.() ?? currentTime();
const fail = (kind: Failure['kind'], code: string): Failure => ({ kind, code });
const newKey = (prefix: string) => `${prefix}_${randomBytes(24).toString('base64url')}`;

/** Returns the changes that are due to time alone. */
function timePassed(row: Row, now: Date): Partial<Row> | null {
  if (row.status === 'in_progress' && row.approveAt !== null) {
    return row.approveAt <= now
      ? { status: 'done', approvedAt: row.approveAt, balance: row.amount, approveAt: null }
      : null;
  }
  const until = row.status === 'waiting_deposit' ? row.depositDueAt : row.expiresAt;
  const waits = ['ready', 'in_progress', 'waiting_deposit'].includes(row.status);
  return waits && until !== null && until <= now ? { status: 'expired' } : null;
}

async function lockBy(trx: Trx, column: 'key' | 'ref', value: string, now: Date): Promise<Row | null> {
  const row = await trx
    .selectFrom('sandboxPayment')
    .selectAll()
    .where(column, '=', value)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const passed = timePassed(row, now);
  return passed ? change(trx, row, passed) : row;
}

async function change(trx: Trx, row: Row, set: Partial<Row>): Promise<Row> {
  if (Object.keys(set).length === 0) return row;
  await trx.updateTable('sandboxPayment').set(set).where('key', '=', row.key).execute();
  return { ...row, ...set };
}

/** Returns the account number in the payment and on its page; it belongs to no real account. */
function accountNumberOf(row: Row): string {
  const digits = createHmac('sha256', row.key).update('account').digest().readUInt32BE();
  return `X${String(digits).padStart(11, '0')}`;
}

export function depositOf(row: Row): GatewayPayment['deposit'] {
  if (row.method !== 'virtual_account' || row.depositDueAt === null) return null;
  return {
    bankCode: '004',
    accountNumber: accountNumberOf(row),
    holder: 'GONGBANG SANDBOX',
    dueAt: row.depositDueAt,
    page: `/payment/sandbox/${row.key}`,
  };
}

async function present(db: Db, row: Row, publicOrigin: string): Promise<GatewayPayment> {
  const cancels = await db
    .selectFrom('sandboxCancel')
    .select(['key', 'amount', 'at'])
    .where('paymentKey', '=', row.key)
    .orderBy('at')
    .orderBy('key')
    .execute();
  return {
    paymentKey: row.key,
    ref: row.ref,
    status: row.status,
    currency: row.currency,
    amount: row.amount,
    balanceAmount: row.balance,
    method: row.method,
    approvedAt: row.approvedAt,
    receiptUrl: row.approvedAt === null ? null : `${publicOrigin}/payment/sandbox/${row.key}/receipt`,
    deposit: depositOf(row),
    secret: row.secret,
    cancels,
    failure: row.failureCode === null ? null : { code: row.failureCode, message: row.failureCode },
  };
}

export function sandboxGateway(deps: SandboxDeps): Gateway {
  const { db, publicOrigin } = deps;
  const shown = async (row: Row): Promise<Outcome<GatewayPayment>> => ({
    kind: 'done',
    value: await present(db, row, publicOrigin),
  });

  return {
    name: 'sandbox',
    canBeginAgain: true,
    currencies,

    async begin(attempt) {
      if (!currencies.includes(attempt.currency)) return fail('our_fault', 'NOT_SUPPORTED_CURRENCY');
      const now = clockOf(deps);
      await db
        .insertInto('sandboxPayment')
        .values({
          key: newKey('sandbox'),
          ref: attempt.ref,
          currency: attempt.currency,
          amount: attempt.amount,
          method: attempt.method,
          successUrl: attempt.successUrl,
          failUrl: attempt.failUrl,
          validHours: attempt.validHours,
          outcome: null,
          delaySeconds: null,
          confirmKey: null,
          approveAt: null,
          approvedAt: null,
          depositDueAt: null,
          secret: null,
          failureCode: null,
          begunAt: now,
          expiresAt: later(now, minutes(agreeMinutes)),
        })
        // An attempt that is begun again in another language leads back to the page in that language.
        .onConflict((conflict) =>
          conflict.column('ref').doUpdateSet({ successUrl: attempt.successUrl, failUrl: attempt.failUrl }),
        )
        .execute();
      const row = await db.transaction().execute((trx) => lockBy(trx, 'ref', attempt.ref, now));
      if (row?.status !== 'ready') return fail('maybe_done', 'DUPLICATED_ORDER_ID');
      return {
        kind: 'done',
        value: {
          kind: 'redirect',
          url: publicOrigin + localizePath(`/payment/sandbox/${row.key}`, attempt.locale),
          paymentKey: row.key,
        },
      };
    },

    async confirm({ paymentKey, ref, amount, currency, idempotencyKey }) {
      const now = clockOf(deps);
      const confirmed = await db.transaction().execute(async (trx) => {
        const row = await lockBy(trx, 'key', paymentKey, now);
        if (!row || row.ref !== ref) return fail('refused', 'NOT_FOUND_PAYMENT');
        if (row.amount !== amount || row.currency !== currency) return fail('our_fault', 'INVALID_REQUEST');
        if (row.confirmKey === idempotencyKey) return { row, isFirst: false };
        if (row.confirmKey !== null) return fail('maybe_done', 'ALREADY_PROCESSED_PAYMENT');
        if (row.status !== 'in_progress') return fail('refused', 'NOT_FOUND_PAYMENT_SESSION');
        const next = await change(trx, row, { confirmKey: idempotencyKey, ...confirmedAs(row, now) });
        if (!comesBefore(next)) await announce(trx, next, now);
        return { row: next, isFirst: true };
      });
      if ('kind' in confirmed) return confirmed;
      const { row, isFirst } = confirmed;
      if (isFirst && comesBefore(row)) await deliverSandboxWebhook(deps, eventOf(row)).catch(() => undefined);
      if (row.failureCode !== null) return fail('refused', row.failureCode);
      // Only the first response is lost: a retry gets one.
      const isLost = isFirst && row.outcome === 'charge_then_hang';
      if (isLost || row.approveAt !== null) return fail('unknown', 'PROVIDER_ERROR');
      return shown(row);
    },

    async find({ ref, paymentKey }) {
      const now = clockOf(deps);
      const row = await db
        .transaction()
        .execute((trx) =>
          paymentKey === null ? lockBy(trx, 'ref', ref, now) : lockBy(trx, 'key', paymentKey, now),
        );
      return row ? shown(row) : { kind: 'done', value: null };
    },

    async cancel({ paymentKey, amount, idempotencyKey, account }) {
      const now = clockOf(deps);
      const cancelled = await db.transaction().execute(async (trx) => {
        const row = await lockBy(trx, 'key', paymentKey, now);
        if (!row) return fail('refused', 'NOT_FOUND_PAYMENT');
        const first = await trx
          .selectFrom('sandboxCancel')
          .select('key')
          .where('paymentKey', '=', row.key)
          .where('idempotencyKey', '=', idempotencyKey)
          .executeTakeFirst();
        if (first) return { row, isFirst: false };
        const refusal = cancelRefusal(row, amount, account !== null);
        if (refusal) return refusal;
        const balance = row.status === 'waiting_deposit' ? 0 : row.balance - amount;
        const next = await change(trx, row, {
          balance,
          status: balance === 0 ? 'cancelled' : 'partly_cancelled',
        });
        await trx
          .insertInto('sandboxCancel')
          .values({ key: newKey('cancel'), paymentKey, idempotencyKey, amount, at: now })
          .execute();
        await announce(trx, next, now);
        return { row: next, isFirst: true };
      });
      if ('kind' in cancelled) return cancelled;
      if (cancelled.isFirst && cancelled.row.refunds === 'hang')
        return fail('unknown', 'FAILED_REFUND_PROCESS');
      return shown(cancelled.row);
    },

    async listSettlements({ from, to }) {
      const since = later(from, -settleHours * minutes(60));
      const before = later(to, -settleHours * minutes(60));
      const [sales, cancels] = await Promise.all([
        db
          .selectFrom('sandboxPayment')
          .select(['key', 'ref', 'amount', 'approvedAt as at'])
          .where('approvedAt', '>=', since)
          .where('approvedAt', '<', before)
          .execute(),
        db
          .selectFrom('sandboxCancel')
          .innerJoin('sandboxPayment', 'sandboxPayment.key', 'sandboxCancel.paymentKey')
          .select(['sandboxCancel.key', 'ref', 'paymentKey', 'sandboxCancel.amount', 'at'])
          // A virtual account that closed before its deposit moved no money.
          .where('approvedAt', 'is not', null)
          .where('at', '>=', since)
          .where('at', '<', before)
          .execute(),
      ]);
      const settlements = [
        ...sales.map(({ key, ref, amount, at }) => ({
          key,
          ref,
          paymentKey: key,
          amount,
          fee: feeOf(amount, feePercent),
          at,
        })),
        ...cancels.map((cancel) => ({ ...cancel, amount: -cancel.amount, fee: 0 })),
      ];
      return {
        kind: 'done',
        value: settlements
          .flatMap(({ at, ...rest }) =>
            at ? [{ ...rest, settledAt: later(at, settleHours * minutes(60)) }] : [],
          )
          .toSorted((one, other) => one.settledAt.getTime() - other.settledAt.getTime()),
      };
    },

    async readWebhook({ headers, rawBody, now }) {
      const header = String(headers['sandbox-webhook-signature'] ?? '');
      const secret = webhookSecret(deps.secret);
      if (!isTimedSignature(header, { secret, rawBody, now, toleranceSeconds })) return { kind: 'forged' };
      const event = webhookEvent.safeParse(readJson(rawBody));
      return event.success ? event.data : { kind: 'ignored' };
    },

    payouts: sandboxPayouts(deps),
  };
}

/** Returns the state of a payment at its confirmation. */
function confirmedAs(row: Row, now: Date): Partial<Row> {
  switch (row.outcome) {
    case 'decline':
      return { status: 'aborted', failureCode: 'REJECT_CARD_PAYMENT' };
    case 'delay':
      return { approveAt: later(now, (row.delaySeconds ?? sandboxDelay.usual) * 1000) };
    case 'virtual_account':
      return {
        status: 'waiting_deposit',
        depositDueAt: later(now, row.validHours * minutes(60)),
        secret: randomBytes(24).toString('base64url'),
      };
    default:
      return { status: 'done', approvedAt: now, balance: row.amount };
  }
}

function cancelRefusal(row: Row, amount: number, hasAccount: boolean): Failure | null {
  if (row.status === 'waiting_deposit') {
    return amount === row.amount ? null : fail('refused', 'NOT_ALLOWED_PARTIAL_REFUND');
  }
  if (row.status === 'cancelled') return fail('maybe_done', 'ALREADY_CANCELED_PAYMENT');
  if (row.status !== 'done' && row.status !== 'partly_cancelled')
    return fail('refused', 'NOT_CANCELABLE_PAYMENT');
  if (amount <= 0 || amount > row.balance) return fail('refused', 'NOT_CANCELABLE_AMOUNT');
  if (row.method === 'virtual_account' && !hasAccount)
    return fail('needs_account', 'INVALID_REFUND_ACCOUNT_INFO');
  return row.refunds === 'fail' ? fail('refused', 'REFUND_REJECTED') : null;
}

const webhookEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('payment'), id: z.string(), ref: z.string(), paymentKey: z.string() }),
  z.object({ kind: z.literal('payout'), id: z.string(), ref: z.string() }),
]);
export type SandboxEvent = z.infer<typeof webhookEvent>;

function webhookSecret(secret: string): string {
  return createHmac('sha256', secret).update('sandbox webhooks').digest('base64url');
}

function eventOf({ ref, key }: Row): SandboxEvent {
  return { kind: 'payment', id: randomUUID(), ref, paymentKey: key };
}

/** Returns whether the webhook is sent before the response to the confirmation; a delayed payment has none yet. */
function comesBefore(row: Row): boolean {
  return row.webhooks === 'before' && row.approveAt === null;
}

/** Enqueues the webhooks that were chosen for the payment. */
async function announce(trx: Trx, row: Row, now: Date): Promise<void> {
  const event = eventOf(row);
  const at = (row.approveAt ?? now).getTime();
  const times = { never: [], before: [at + 1000], after: [at + 1000], twice: [at + 1000, at + 3000] };
  for (const time of times[row.webhooks]) await enqueue(trx, webhookJob, event, { runAt: new Date(time) });
}

/** Posts one webhook to ourselves over HTTP, as another company would. Throws if it was not accepted. */
export async function deliverSandboxWebhook(deps: SandboxDeps, event: SandboxEvent): Promise<void> {
  const rawBody = Buffer.from(JSON.stringify(event));
  const answer = await fetch(`${deps.publicOrigin}/api/webhooks/sandbox`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'sandbox-webhook-signature': signTimed(webhookSecret(deps.secret), rawBody, clockOf(deps)),
    },
    body: rawBody,
    signal: AbortSignal.timeout(webhookTimeoutMs),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`the webhook was answered ${answer.status}`);
}

/** Payment as the page of the sandbox shows it. */
export type SandboxView = { row: Row; orderName: string; can: SandboxAction[] };

/** The name of the order is stored only with our own attempt, so that it is erased with its person. */
async function view(db: Db | Trx, row: Row, now: Date): Promise<SandboxView> {
  const attempt = await db
    .selectFrom('payment')
    .select('orderName')
    .where('ref', '=', row.ref)
    .executeTakeFirst();
  return { row, orderName: attempt?.orderName ?? '', can: actionsOf(row, now) };
}

function actionsOf(row: Row, now: Date): SandboxAction[] {
  const settledAt = row.approvedAt && later(row.approvedAt, settleHours * minutes(60));
  return sandboxActionsOf({
    status: row.status,
    isDeposit: row.method === 'virtual_account',
    isSettled: settledAt !== null && settledAt <= now,
  });
}

export async function findSandboxPayment(deps: SandboxDeps, key: string): Promise<SandboxView | null> {
  const now = clockOf(deps);
  const row = await deps.db.transaction().execute((trx) => lockBy(trx, 'key', key, now));
  return row && view(deps.db, row, now);
}

/** Carries out a choice; null for an unknown payment, `too_late` if it is no longer possible. */
export async function chooseInSandbox(
  deps: SandboxDeps,
  key: string,
  action: SandboxAction,
  { webhooks, refunds, delaySeconds }: SandboxChoices,
): Promise<(SandboxView & { redirect: string | null }) | 'too_late' | null> {
  const now = clockOf(deps);
  return deps.db.transaction().execute(async (trx) => {
    const row = await lockBy(trx, 'key', key, now);
    if (!row) return null;
    if (!actionsOf(row, now).includes(action)) return 'too_late';
    const next = await change(trx, row, {
      ...(webhooks && { webhooks }),
      ...(refunds && { refunds }),
      ...(delaySeconds && { delaySeconds }),
      ...chosen(row, action, now),
    });
    if (action === 'deposit' || action === 'reverse-deposit') await announce(trx, next, now);
    return { ...(await view(trx, next, now)), redirect: redirectOf(next, action) };
  });
}

function chosen(row: Row, action: SandboxAction, now: Date): Partial<Row> {
  const agreed = {
    status: 'in_progress' as const,
    method: row.method === null || row.method === 'virtual_account' ? ('card' as const) : row.method,
    expiresAt: later(now, minutes(confirmMinutes)),
  };
  switch (action) {
    case 'approve':
    case 'decline':
    case 'delay':
      return { ...agreed, outcome: action };
    case 'charge-then-hang':
      return { ...agreed, outcome: 'charge_then_hang' };
    case 'virtual-account':
      return { ...agreed, outcome: 'virtual_account', method: 'virtual_account' };
    case 'refuse':
      return { status: 'aborted', failureCode: 'REJECT_CARD_COMPANY' };
    case 'deposit':
      return { status: 'done', approvedAt: now, balance: row.amount };
    case 'reverse-deposit':
      return { status: 'waiting_deposit', approvedAt: null, balance: 0 };
    // The person may come back: only the window was closed.
    case 'abandon':
    case 'settings':
      return {};
  }
}

/** Returns the redirect, always to an address that came with the attempt. */
function redirectOf(row: Row, action: SandboxAction): string | null {
  const lead = (address: string, query: Record<string, string>) => {
    const url = new URL(address);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.href;
  };
  switch (action) {
    case 'refuse':
      return lead(row.failUrl, {
        code: row.failureCode ?? '',
        message: row.failureCode ?? '',
        orderId: row.ref,
      });
    case 'abandon':
      return lead(row.failUrl, {
        code: 'PAY_PROCESS_CANCELED',
        message: 'PAY_PROCESS_CANCELED',
        orderId: row.ref,
      });
    case 'deposit':
    case 'reverse-deposit':
    case 'settings':
      return null;
    default:
      return lead(row.successUrl, { paymentKey: row.key, orderId: row.ref, amount: String(row.amount) });
  }
}

type SellerRow = Selectable<Database['sandboxSeller']>;

/** Modes by the last digits of the seller's account number. */
const payoutModes: Record<string, SellerRow['mode']> = {
  '0001': 'hang',
  '0002': 'fail',
  '0003': 'late',
  '0004': 'unapproved',
};
const modeOf = (account: BankAccount) => payoutModes[account.accountNumber.slice(-4)] ?? 'done';

function presentSeller({ key, ref, mode }: SellerRow): GatewaySeller {
  return { sellerKey: key, ref, status: mode === 'unapproved' ? 'approval_required' : 'approved' };
}

function sandboxPayouts(deps: SandboxDeps): Payouts {
  const { db } = deps;
  async function lock(trx: Trx, column: 'key' | 'ref', value: string, now: Date): Promise<PayoutRow | null> {
    const row = await trx
      .selectFrom('sandboxPayout')
      .selectAll()
      .where(column, '=', value)
      .forUpdate()
      .executeTakeFirst();
    if (!row || row.failAt === null || row.failAt > now) return row ?? null;
    const failed = { status: 'failed' as const, failAt: null };
    await trx.updateTable('sandboxPayout').set(failed).where('key', '=', row.key).execute();
    return { ...row, ...failed };
  }
  const findSellerRow = (key: string) =>
    db.selectFrom('sandboxSeller').selectAll().where('key', '=', key).executeTakeFirst();
  const shown = (row: PayoutRow): GatewayPayout => ({
    payoutKey: row.key,
    ref: row.ref,
    status: row.status,
    failure: row.status === 'failed' ? { code: 'BANK_REJECTED', message: 'BANK_REJECTED' } : null,
  });

  return {
    async send({ ref, sellerKey, amount, currency }) {
      const now = clockOf(deps);
      const seller = await findSellerRow(sellerKey);
      if (!seller) return fail('our_fault', 'NOT_FOUND_SELLER');
      const { mode } = seller;
      if (mode === 'unapproved') return fail('refused', 'SELLER_NOT_APPROVED');
      const failAt = mode === 'late' ? later(now, payoutFailsSeconds * 1000) : null;
      const status = mode === 'late' ? 'in_progress' : mode === 'fail' ? 'failed' : 'completed';
      const { row, isFirst } = await db.transaction().execute(async (trx) => {
        const inserted = await trx
          .insertInto('sandboxPayout')
          .values({
            key: newKey('payout'),
            ref,
            sellerKey,
            currency,
            amount,
            status,
            failAt,
            requestedAt: now,
          })
          .onConflict((conflict) => conflict.column('ref').doNothing())
          .returning('key')
          .executeTakeFirst();
        if (inserted) {
          const event: SandboxEvent = { kind: 'payout', id: randomUUID(), ref };
          await enqueue(trx, webhookJob, event, { runAt: later(failAt ?? now, 1000) });
        }
        return { row: await lock(trx, 'ref', ref, now), isFirst: inserted !== undefined };
      });
      if (!row || (isFirst && mode === 'hang')) return fail('unknown', 'PROVIDER_ERROR');
      return { kind: 'done', value: shown(row) };
    },
    async find({ ref }) {
      const now = clockOf(deps);
      const row = await db.transaction().execute((trx) => lock(trx, 'ref', ref, now));
      return { kind: 'done', value: row && shown(row) };
    },
    async registerSeller({ ref, account }) {
      const row = await db
        .insertInto('sandboxSeller')
        .values({ key: newKey('seller'), ref, mode: modeOf(account) })
        .onConflict((conflict) => conflict.column('ref').doUpdateSet({ mode: modeOf(account) }))
        .returningAll()
        .executeTakeFirstOrThrow();
      return { kind: 'done', value: presentSeller(row) };
    },
    async updateSeller({ sellerKey, account }) {
      const row = await db
        .updateTable('sandboxSeller')
        .set({ mode: modeOf(account) })
        .where('key', '=', sellerKey)
        .returningAll()
        .executeTakeFirst();
      return row ? { kind: 'done', value: presentSeller(row) } : fail('refused', 'NOT_FOUND_SELLER');
    },
    async findSeller({ sellerKey }) {
      const row = await findSellerRow(sellerKey);
      return { kind: 'done', value: row ? presentSeller(row) : null };
    },
  };
}
