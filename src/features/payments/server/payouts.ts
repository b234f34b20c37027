import { sql, type Selectable } from 'kysely';
import { recordAudit } from '#features/admin/server/public.ts';
import { netted, payoutDone, payoutFailed, payoutSent, post, sumOf } from '#features/ledger/server/public.ts';
import { notify } from '#features/notifications/server/public.ts';
import { payoutAccountOf } from '#features/verification/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import { failpoint } from '#platform/server/failpoints.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { enqueue } from '#platform/server/jobs.ts';
import type { Database } from '#platform/server/schema.ts';
import { AppError } from '#platform/shared/errors.ts';
import { paymentsErrors } from '../contract.ts';
import { dayMs, hourMs, lastQueryMs, nextQueryMs, payoutTerms, refOf } from '../rules.ts';
import type { PaymentDeps } from './locking.ts';
import { movePayout, recordOpening, stepId } from './events.ts';
import { report } from './findings.ts';
import type { GatewayPayout, Outcome } from './gateways/gateway.ts';
import { payablesOf, providersDue } from './payables.ts';

export type Payout = Selectable<Database['payout']>;
export type Job = { orderId: string; buyerId: string; providerId: string };

/**
 * Requests a payout of everything due to one provider. Debts are netted first; less than the minimum waits, and a
 * phone and an account are required. Returns the payout's id, or null.
 */
export async function requestPayout(deps: PaymentDeps, providerId: string): Promise<string | null> {
  const { db, gateway } = deps;
  const account = await payoutAccountOf(db, deps.vault, providerId);
  return db.transaction().execute(async (trx) => {
    // Serializes concurrent runs per provider, so that the next one sees these writes.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`payout ${providerId}`}, 0))`.execute(trx);
    const now = await databaseTime(trx);
    const open = await trx
      .selectFrom('payout')
      .select('id')
      .where('providerId', '=', providerId)
      .where('state', 'in', ['requested', 'unknown'])
      .executeTakeFirst();
    if (open) return null;
    let parts = await payablesOf(trx, providerId);
    parts = await netDebts(trx, providerId, parts, now);
    const amount = sumOf(parts);
    if (account === null || !account.isReady || amount < payoutTerms.least) return null;
    const id = uuidv7(now.getTime());
    await trx
      .insertInto('payout')
      .values({
        id,
        providerId,
        gateway: gateway.name,
        state: 'requested',
        amount,
        ref: refOf('o', id),
        accountDigits: account.lastDigits,
        bankCode: account.bankCode,
        requestedAt: now,
      })
      .execute();
    await trx
      .insertInto('payoutPart')
      .values(
        parts.map(({ orderId, buyerId, amount: part }) => ({ payoutId: id, orderId, buyerId, amount: part })),
      )
      .execute();
    await trx
      .updateTable('payable')
      .set({ payoutId: id })
      .where(
        'orderId',
        'in',
        parts.map(({ orderId }) => orderId),
      )
      .execute();
    const commandId = stepId('payout', { id, version: 0 });
    await recordOpening(trx, 'payout', { id, state: 'requested' }, { commandId, detail: { amount } }, now);
    await post(
      trx,
      {
        ...payoutSent(
          { payoutId: id, providerId },
          parts.map(({ amount: part, ...job }) => ({ job, amount: part })),
        ),
        commandId,
      },
      now,
    );
    await enqueuePayout(trx, id, now);
    return id;
  });
}

/**
 * Requests payouts for everybody, each in its own transaction, so that one failure does not keep others from their
 * money. Errors are thrown at the end, so that the job is retried.
 */
export async function requestPayouts(deps: PaymentDeps): Promise<void> {
  const failures: Error[] = [];
  for (const providerId of await providersDue(deps.db)) {
    try {
      await requestPayout(deps, providerId);
    } catch (error) {
      failures.push(new Error(`payout to ${providerId}`, { cause: error }));
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'payouts could not be requested');
}

function enqueuePayout(trx: Trx, id: string, runAt: Date): Promise<void> {
  return enqueue(trx, 'payments.payout', { id }, { key: `payments.payout ${id}`, runAt });
}

/** Takes a provider's debts from what they are owed. */
async function netDebts(
  trx: Trx,
  providerId: string,
  parts: (Job & { amount: number })[],
  now: Date,
): Promise<(Job & { amount: number })[]> {
  const debts = await trx
    .selectFrom('ledgerBalance')
    .innerJoin('payable', 'payable.orderId', 'ledgerBalance.subjectId')
    .select(['subjectId as orderId', 'balance', 'payable.buyerId'])
    .where('account', '=', 'provider_debt')
    .where('ownerId', '=', providerId)
    .where('balance', '>', 0)
    .orderBy('subjectId')
    .execute();
  const left = parts.map((part) => ({ ...part }));
  for (const debt of debts) {
    let owing = debt.balance;
    for (const part of left) {
      const amount = Math.min(owing, part.amount);
      if (amount === 0) continue;
      const commandId = `netting:${part.orderId}:${debt.orderId}:${uuidv7(now.getTime())}`;
      const to = { orderId: debt.orderId, buyerId: debt.buyerId, providerId };
      await post(trx, { ...netted(part, to, amount), commandId, orderId: part.orderId }, now);
      part.amount -= amount;
      owing -= amount;
    }
  }
  return left.filter(({ amount }) => amount > 0);
}

/** Sends a payout, or queries its outcome; never sends the same money twice. */
export async function submitPayout(deps: PaymentDeps, id: string): Promise<void> {
  const { db, gateway } = deps;
  const payout = await db.selectFrom('payout').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  if (payout.state === 'completed' || payout.state === 'failed' || payout.gateway !== gateway.name) return;
  // Without payouts at the gateway, finance sends it and records that.
  if (gateway.payouts === null) return;
  if (payout.tries > 0) {
    const found = await gateway.payouts.find({
      ref: payout.ref,
      payoutKey: payout.payoutKey,
      sentAt: payout.requestedAt,
    });
    failpoint('payout queried');
    // A failed query tells nothing about the payout.
    if (found.kind !== 'done') return reconcilePayout(deps, id, { kind: 'unknown', code: found.code });
    if (found.value !== null) return reconcilePayout(deps, id, found);
  }
  const account = await payoutAccountOf(db, deps.vault, payout.providerId);
  if (payout.sellerKey === null && account !== null && account.registeredAt > payout.requestedAt) {
    // The account has changed since the request, and the new one has its own waiting period.
    return inPayout(db, id, (trx, row, now) => failPayout(trx, row, 'account_changed', now));
  }
  const sellerKey = payout.sellerKey ?? (await sellerKeyOf(deps, payout.providerId, account));
  await db
    .updateTable('payout')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1), sellerKey }))
    .where('id', '=', id)
    .execute();
  failpoint('payout stored');
  if (sellerKey === null) {
    return reconcilePayout(deps, id, { kind: 'unknown', code: 'seller_not_approved' });
  }
  const outcome = await gateway.payouts.send({
    ref: payout.ref,
    sellerKey,
    amount: payout.amount,
    currency: 'KRW',
    description: '공방정산',
  });
  failpoint('payout answered');
  await reconcilePayout(
    deps,
    id,
    outcome.kind === 'maybe_done' ? { kind: 'unknown', code: outcome.code } : outcome,
  );
}

/** Returns the provider's key at the gateway, and registers new or changed data; null until they are approved. */
async function sellerKeyOf(
  deps: PaymentDeps,
  providerId: string,
  account: Awaited<ReturnType<typeof payoutAccountOf>>,
): Promise<string | null> {
  const { db, gateway } = deps;
  if (gateway.payouts === null || account === null) return null;
  const known = await db
    .selectFrom('payoutSeller')
    .selectAll()
    .where('personId', '=', providerId)
    .where('gateway', '=', gateway.name)
    .executeTakeFirst();
  const ref = known?.ref ?? refOf('s', providerId).slice(0, 20);
  const bank = { bankCode: account.bankCode, accountNumber: account.accountNumber, holder: account.holder };
  const stamp = account.registeredAt.getTime();
  let outcome;
  if (known?.sellerKey == null) {
    const { fullName, email, phone } = account;
    outcome = await gateway.payouts.registerSeller({
      ref,
      name: fullName,
      email,
      phone,
      account: bank,
      business: null,
      // The gateway repeats a refusal for as long as it keeps the key, so changed data needs another one.
      idempotencyKey: `seller:${providerId}:${stamp}`,
    });
  } else if (known.accountRegisteredAt < account.registeredAt) {
    outcome = await gateway.payouts.updateSeller({
      sellerKey: known.sellerKey,
      account: bank,
      idempotencyKey: `seller:${providerId}:${stamp}`,
    });
  } else {
    outcome = await gateway.payouts.findSeller({ sellerKey: known.sellerKey });
  }
  if (outcome.kind !== 'done' || outcome.value === null) return null;
  const { sellerKey, status } = outcome.value;
  const row = {
    gateway: gateway.name,
    ref,
    sellerKey,
    status,
    accountRegisteredAt: account.registeredAt,
    updatedAt: currentTime(),
  };
  await db
    .insertInto('payoutSeller')
    .values({ ...row, personId: providerId })
    .onConflict((conflict) => conflict.column('personId').doUpdateSet(row))
    .execute();
  return status === 'approved' || status === 'partly_approved' ? sellerKey : null;
}

async function reconcilePayout(
  deps: PaymentDeps,
  id: string,
  outcome: Outcome<GatewayPayout | null>,
): Promise<void> {
  await inPayout(deps.db, id, async (trx, payout, now) => {
    if (outcome.kind === 'done' && outcome.value !== null) {
      const { payoutKey, status, failure } = outcome.value;
      await trx.updateTable('payout').set({ payoutKey }).where('id', '=', id).execute();
      if (status === 'completed') await completePayout(trx, payout, {}, now);
      else if (status === 'failed' || status === 'cancelled') {
        await failPayout(trx, payout, failure?.code ?? status, now);
      } else await askAgain(trx, payout, 'in_progress', now);
    } else if (outcome.kind === 'refused') await failPayout(trx, payout, outcome.code, now);
    else if (payout.sellerKey === null && isLate(payout, now)) {
      // It was never sent and would block everything after it: the next run requests a new one.
      await failPayout(trx, payout, 'seller_not_approved', now);
    } else {
      if (outcome.kind === 'our_fault') {
        await report(
          trx,
          { invariant: 'gateway', subject: `payout:${id}`, detail: { code: outcome.code } },
          now,
        );
      }
      await askAgain(trx, payout, 'code' in outcome ? outcome.code : 'not_found', now);
    }
  });
  failpoint('payout adopted');
}

async function completePayout(
  trx: Trx,
  payout: Payout,
  by: { actorId?: string; detail?: Record<string, unknown> },
  now: Date,
): Promise<void> {
  const commandId = stepId('payout', payout);
  const isNew = await movePayout(
    trx,
    payout,
    'complete',
    { completedAt: now, failureCode: null },
    { commandId, ...by },
    now,
  );
  if (!isNew) return;
  const { id, providerId, amount } = payout;
  await post(trx, { ...payoutDone({ payoutId: id, providerId }, amount), commandId }, now);
  const orders = await ordersOf(trx, id, providerId);
  await notify(
    trx,
    providerId,
    {
      what: 'payout_sent',
      path: orders.path ?? '/my/transactions',
      params: { amount, digits: payout.accountDigits, ...orders.params },
      people: orders.people,
    },
    now,
  );
}

/** Returns the orders of a payout, for its notification. */
async function ordersOf(trx: Trx, payoutId: string, providerId: string) {
  const orders = await trx
    .selectFrom('payoutPart')
    .innerJoin('orders', 'orders.id', 'payoutPart.orderId')
    .select(['orders.id', 'title', 'payoutPart.buyerId'])
    .where('payoutId', '=', payoutId)
    .orderBy('orders.id')
    .execute();
  const [first] = orders;
  return {
    path: first && orders.length === 1 ? `/orders/${first.id}` : null,
    params: first ? { title: first.title, more: orders.length - 1 } : {},
    people: first ? [providerId, first.buyerId] : [providerId],
  };
}

/** Returns the money to the provider's payables, on hold, because somebody has to look at the account. */
async function failPayout(
  trx: Trx,
  payout: Payout,
  code: string,
  now: Date,
  by: { actorId?: string; detail?: Record<string, unknown> } = {},
): Promise<void> {
  const commandId = stepId('payout', payout);
  const isNew = await movePayout(
    trx,
    payout,
    'fail',
    { failureCode: code },
    { commandId, ...by, detail: { code, ...by.detail } },
    now,
  );
  if (!isNew) return;
  const { id, providerId } = payout;
  // Lock order: payables before their balances, as when a payout is requested.
  await trx
    .updateTable('payable')
    .set({ payoutId: null, heldUntil: new Date(now.getTime() + payoutTerms.failedHoldHours * hourMs) })
    .where('payoutId', '=', id)
    .execute();
  const parts = await trx.selectFrom('payoutPart').selectAll().where('payoutId', '=', id).execute();
  await post(
    trx,
    {
      ...payoutFailed(
        { payoutId: id, providerId },
        parts.map(({ orderId, buyerId, amount }) => ({ job: { orderId, buyerId, providerId }, amount })),
      ),
      commandId,
    },
    now,
  );
  await report(trx, { invariant: 'payout', subject: `payout:${id}`, detail: { code } }, now);
  const orders = await ordersOf(trx, id, providerId);
  await notify(
    trx,
    providerId,
    {
      what: 'payout_failed',
      path: '/my/verification',
      params: { amount: payout.amount, ...orders.params },
      people: orders.people,
    },
    now,
  );
}

async function askAgain(trx: Trx, payout: Payout, code: string, now: Date): Promise<void> {
  const since = payout.unknownSince ?? now;
  if (code !== 'in_progress') {
    await movePayout(
      trx,
      payout,
      'lose',
      { unknownSince: since, failureCode: code },
      { detail: { code } },
      now,
    );
  }
  const waited = now.getTime() - payout.requestedAt.getTime();
  if (waited > lastQueryMs) {
    await report(trx, { invariant: 'unknown', subject: `payout:${payout.id}`, detail: { code } }, now);
  }
  // Banks take days, so query until the outcome is known.
  const next = isLate(payout, now) ? dayMs : nextQueryMs(payout.tries);
  await enqueuePayout(trx, payout.id, new Date(now.getTime() + next));
}

/** Returns whether the payout takes longer than expected. */
function isLate({ requestedAt }: Pick<Payout, 'requestedAt'>, now: Date): boolean {
  return now.getTime() - requestedAt.getTime() >= payoutTerms.alertDays * dayMs;
}

/**
 * Returns whether finance has to record the outcome: this gateway makes no payouts, or has not reported it for days.
 */
export function isByHand(
  payout: Pick<Payout, 'gateway' | 'requestedAt'>,
  gateway: PaymentDeps['gateway'],
  now: Date,
): boolean {
  return gateway.payouts === null || payout.gateway !== gateway.name || isLate(payout, now);
}

/** Records the outcome of a payout that finance has sent, where no gateway does. Throws `own_money`. */
export async function settleByHand(
  { db, gateway }: Pick<PaymentDeps, 'db' | 'gateway'>,
  id: string,
  said: { actor: { id: string; username: string }; outcome: 'completed' | 'failed'; reason: string },
): Promise<boolean> {
  return inPayout(db, id, async (trx, payout, now) => {
    const { actor, outcome, reason } = said;
    if (payout.providerId === actor.id) throw new AppError(paymentsErrors.own_money);
    if (payout.state !== 'requested' && payout.state !== 'unknown') return false;
    if (!isByHand(payout, gateway, now)) return false;
    const by = { actorId: actor.id, detail: { reason } };
    if (outcome === 'completed') await completePayout(trx, payout, by, now);
    else await failPayout(trx, payout, 'by_hand', now, by);
    await recordAudit(
      trx,
      {
        actor,
        action: 'payout.settle',
        target: { type: 'payout', id },
        about: [payout.providerId],
        reason,
        before: { state: payout.state },
        after: { state: outcome },
      },
      now,
    );
    return true;
  });
}

function inPayout<Result>(
  db: Db,
  id: string,
  act: (trx: Trx, payout: Payout, now: Date) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    const payout = await trx
      .selectFrom('payout')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    return act(trx, payout, await databaseTime(trx));
  });
}
