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
import { orderIdOf, type PaymentDeps } from './commands.ts';
import type { Settlement } from './gateways/gateway.ts';
import { report, withdrawReport } from './findings.ts';

/** What was not booked on its day, because nobody could ask or had been told, is booked as long afterwards. */
const bookedDays = 30;

/** Books what the gateway has paid to us, once for each movement. */
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
  // One whose journal two people have reversed is booked anew, as the gateway tells it by then.
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
        // Before its balances, as everybody does.
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

/** Moves the fees that are ours out of the safeguarded account: never more than is there beyond what is owed. */
export async function sweepFees(db: Db): Promise<number> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      // Of two at once, the second would sweep what the first has swept. A lock that is the first statement comes before the picture.
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
