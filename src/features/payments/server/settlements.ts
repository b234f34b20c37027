import {
  balanceOf,
  balances,
  lockHouseAccounts,
  owedAccounts,
  post,
  postedOf,
  settledByGateway,
  swept,
} from '#features/ledger/server/public.ts';
import { databaseTime, type Db } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { dayMs } from '../rules.ts';
import { orderIdOf, type PaymentDeps } from './locking.ts';
import type { Settlement } from './gateways/gateway.ts';
import { report, withdrawReport } from './findings.ts';

/** Days after which a missed settlement, due to an outage or a late report, can still be booked. */
const bookedDays = 30;

/** Books settlements of the gateway, once for each movement. */
export async function bookSettlements(
  { db, gateway }: Pick<PaymentDeps, 'db' | 'gateway'>,
  now: Date,
): Promise<void> {
  const from = new Date(now.getTime() - bookedDays * dayMs);
  const found = await gateway.listSettlements({ from, to: now });
  if (found.kind !== 'done') {
    await report(db, { invariant: 'settlement', subject: gateway.name, detail: { code: found.code } }, now);
    return;
  }
  await withdrawReport(db, { invariant: 'settlement', subject: gateway.name }, now);
  // A settlement whose journal was reversed is booked again with the gateway's current figures.
  const commandsOf = ({ key }: Settlement) =>
    ['', ':2', ':3'].map((again) => `settlement:${gateway.name}:${key}${again}`);
  const booked = await postedOf(db, found.value.flatMap(commandsOf));
  for (const movement of found.value) {
    const commands = commandsOf(movement);
    const commandId = commands.find((id) => !booked.has(id));
    if (commandId === undefined || commands.some((id) => booked.get(id)?.isReversed === false)) continue;
    await db.transaction().execute(async (trx) => {
      const payment = await trx
        .selectFrom('payment')
        .select(['id', 'personId', 'subjectKind', 'subjectId'])
        .where('gateway', '=', gateway.name)
        .where((where) =>
          where.or([
            where('ref', '=', movement.ref),
            ...(movement.paymentKey === null ? [] : [where('paymentKey', '=', movement.paymentKey)]),
          ]),
        )
        // Lock order: before its balances.
        .forUpdate()
        .executeTakeFirst();
      if (!payment) {
        await report(
          trx,
          {
            invariant: 'settlement',
            subject: `${gateway.name}:${movement.key}`,
            detail: { amount: movement.amount },
          },
          now,
        );
        return;
      }
      await post(
        trx,
        {
          ...settledByGateway(
            { paymentId: payment.id, buyerId: payment.personId },
            movement.amount,
            movement.fee,
          ),
          commandId,
          paymentId: payment.id,
          orderId: orderIdOf(payment),
        },
        movement.settledAt,
      );
      if (movement.amount > 0) {
        await trx
          .updateTable('payment')
          .set({ settledAt: movement.settledAt })
          .where('id', '=', payment.id)
          .execute();
      }
    });
  }
}

/** Sweeps our fees out of the safeguarded account, never more than exceeds what is owed. */
export async function sweepFees(db: Db): Promise<number> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      // Without the lock a concurrent run would sweep the same fees. It is the first statement, so that the snapshot
      // is taken after it.
      await lockHouseAccounts(trx);
      const now = await databaseTime(trx);
      const all = await balances(trx);
      const owed = owedAccounts.reduce((sum, account) => sum - (all[account] ?? 0), 0);
      const safe = await balanceOf(trx, 'bank_safeguard');
      const amount = Math.min(safe, safe + (all['gateway_receivable'] ?? 0) - owed);
      if (amount <= 0) return 0;
      await post(trx, { ...swept(amount), commandId: `sweep:${uuidv7(now.getTime())}` }, now);
      return amount;
    });
}
