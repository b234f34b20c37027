import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { whole, type PersonalData } from '#platform/server/personal-data.ts';
import { allTransactions } from './queries.ts';

export function paymentsPersonalData({ db }: { db: Db }): PersonalData {
  return {
    room: 'payments',
    tables: [
      'payment',
      'refund',
      'refund_index',
      'payable',
      'payout',
      'payout_index',
      'payout_part',
      'payout_seller',
      'money_event',
      'payment_part',
      'payment_webhook',
      // Adjustments and findings that a member of staff decided are kept with the books.
      'adjustment',
      'ledger_finding',
    ],
    lists: {
      transactions: whole((personId) => allTransactions(db, personId, {}, 'ko')),
      payments: whole((personId) =>
        db
          .selectFrom('payment')
          .select(['id', 'subjectId', 'state', 'amount', 'currency', 'method', 'capturedAt', 'createdAt'])
          .where('personId', '=', personId)
          .orderBy('id')
          .execute(),
      ),
      payouts: whole((personId) =>
        db
          .selectFrom('payout')
          .select(['id', 'state', 'amount', 'bankCode', 'accountDigits', 'requestedAt', 'completedAt'])
          .where('providerId', '=', personId)
          .orderBy('id')
          .execute(),
      ),
    },
    async archive(trx, { id, name, email }) {
      const payments = await trx
        .selectFrom('payment')
        .select([
          'id',
          'subjectId',
          'gateway',
          'paymentKey',
          'state',
          'amount',
          'method',
          'capturedAt',
          'createdAt',
        ])
        .where('personId', '=', id)
        .where('capturedAt', 'is not', null)
        .execute();
      const payouts = await trx
        .selectFrom('payout')
        .select(['id', 'gateway', 'payoutKey', 'state', 'amount', 'bankCode', 'accountDigits', 'requestedAt'])
        .where('providerId', '=', id)
        .execute();
      return [
        ...payments.map((record) => ({
          kind: 'payment' as const,
          at: record.capturedAt ?? record.createdAt,
          record: { ...record, name, email },
        })),
        ...payouts.map((record) => ({
          kind: 'payment' as const,
          at: record.requestedAt,
          record: { ...record, name, email },
        })),
      ];
    },
    async erase(trx, { id }) {
      await trx
        .updateTable('payment')
        .set({ begun: null, sealedDeposit: null, sealedSecret: null, receiptUrl: null, orderName: '' })
        .where('personId', '=', id)
        .execute();
      // Payments of others also contain the titles of what this person sold.
      await sql`update payment set order_name = '' from orders
        where orders.id = payment.subject_id and orders.provider_id = ${id}`.execute(trx);
      await trx.updateTable('refund').set({ sealedAccount: null }).where('personId', '=', id).execute();
      await trx
        .updateTable('payout')
        .set({ accountDigits: '', bankCode: '' })
        .where('providerId', '=', id)
        .execute();
      await trx
        .updateTable('payable')
        .set({ title: '' })
        .where('providerId', '=', id)
        .where('title', 'is not', null)
        .execute();
      await trx.deleteFrom('payoutSeller').where('personId', '=', id).execute();
      return [];
    },
  };
}
