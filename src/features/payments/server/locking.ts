import type { Selectable } from 'kysely';
import { type Db, type Trx, databaseTime } from '#platform/server/db.ts';
import type { Database } from '#platform/server/schema.ts';
import type { Vault } from '#platform/server/sealed.ts';
import type { Gateway } from './gateways/gateway.ts';

/**
 * Subject of a payment, implemented by the rooms that sell. Its row is locked before the payment's, which rules out
 * deadlocks.
 */
export type PaymentTarget = {
  /** Locks the row and returns the ids of its parties. */
  lock(trx: Trx, id: string): Promise<readonly string[]>;
  /** Returns whether the subject still accepts this amount. Otherwise nothing is charged. */
  isWaiting(trx: Trx, id: string, amount: number, parts: readonly PaymentPart[]): Promise<boolean>;
  /** Accepts captured money and returns true; false means that it is refunded. */
  captured(
    trx: Trx,
    paid: {
      subjectId: string;
      paymentId: string;
      buyerId: string;
      amount: number;
      parts: readonly PaymentPart[];
    },
    now: Date,
  ): Promise<boolean>;
  /** Called when a deposit is waited for. */
  awaitsDeposit(trx: Trx, subjectId: string): Promise<void>;
  /** Called when the gateway took back accepted money; posts the journal for it. */
  reversed(
    trx: Trx,
    taken: { subjectId: string; paymentId: string; buyerId: string; parts: readonly TakenPart[] } & Taken,
    now: Date,
  ): Promise<void>;
};

/** Order that a payment is for, and its amount. */
export type PaymentPart = { orderId: string; amount: number };
/** Amount that is gone; `given` is goodwill that was paid before and is lost as well. */
export type Taken = { amount: number; given: number };
export type TakenPart = Taken & { orderId: string };

export type PaymentDeps = {
  db: Db;
  vault: Vault;
  gateway: Gateway;
  publicOrigin: string;
  subjects: Record<Payment['subjectKind'], PaymentTarget>;
};
export type Payment = Selectable<Database['payment']>;

/** Purposes under which the vault seals data. */
export const sealedDeposit = 'deposit account';
export const sealedSecret = 'payment secret';

/** Locks a payment for a refund of it, after the lock of its subject. */
export async function lockPayment(trx: Trx, id: string): Promise<Payment> {
  return trx.selectFrom('payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

/** Returns the orders that a payment is for; none for a sponsor's contribution. */
export async function partsOf(db: Db, paymentId: string): Promise<PaymentPart[]> {
  return db
    .selectFrom('paymentPart')
    .select(['orderId', 'amount'])
    .where('paymentId', '=', paymentId)
    .orderBy('orderId')
    .execute();
}

/** Returns the order of a payment, if it is for one: the books name orders only. */
export function orderIdOf({
  subjectKind,
  subjectId,
}: Pick<Payment, 'subjectKind' | 'subjectId'>): string | null {
  return subjectKind === 'order' ? subjectId : null;
}

/** Runs a transaction that locks the subject and then the payment. The time is the database's. */
export async function inPayment<Result>(
  { db, subjects }: Pick<PaymentDeps, 'db' | 'subjects'>,
  id: string,
  act: (trx: Trx, payment: Payment, now: Date) => Promise<Result>,
): Promise<Result> {
  const { subjectKind, subjectId } = await db
    .selectFrom('payment')
    .select(['subjectKind', 'subjectId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return db.transaction().execute(async (trx) => {
    await subjects[subjectKind].lock(trx, subjectId);
    const payment = await trx
      .selectFrom('payment')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    return act(trx, payment, await databaseTime(trx));
  });
}
