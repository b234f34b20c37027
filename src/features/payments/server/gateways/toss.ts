import { z } from 'zod';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { beginningOf, codeUnits } from '#platform/shared/graphemes.ts';
import type { TossRequest } from '../../contract.ts';
import type { Attempt, Gateway, GatewayPayment, Outcome, PaymentMethod } from './gateway.ts';
import { callToss, fromTossBank, readTossTime, toTossBank, unreadable, type TossConfig } from './toss-api.ts';
import { tossPayouts } from './toss-payouts.ts';
import { readTossWebhook } from './toss-webhooks.ts';

/** Toss Payments: payments over `/v1`, payouts over `/v2`. */

const windowMethods = {
  card: 'CARD',
  // The window for cards includes easy payment.
  easy_pay: 'CARD',
  transfer: 'TRANSFER',
  virtual_account: 'VIRTUAL_ACCOUNT',
  mobile_phone: 'MOBILE_PHONE',
} as const satisfies Record<NonNullable<Attempt['method']>, TossRequest['method']>;

const methods = new Map<string, PaymentMethod>([
  ['카드', 'card'],
  ['간편결제', 'easy_pay'],
  ['계좌이체', 'transfer'],
  ['가상계좌', 'virtual_account'],
  ['휴대폰', 'mobile_phone'],
]);

const statuses = {
  READY: 'ready',
  IN_PROGRESS: 'in_progress',
  WAITING_FOR_DEPOSIT: 'waiting_deposit',
  DONE: 'done',
  CANCELED: 'cancelled',
  PARTIAL_CANCELED: 'partly_cancelled',
  ABORTED: 'aborted',
  EXPIRED: 'expired',
} as const;

const payment = z.object({
  paymentKey: z.string(),
  orderId: z.string(),
  status: z.enum(Object.keys(statuses) as (keyof typeof statuses)[]),
  currency: z.string(),
  totalAmount: z.int(),
  balanceAmount: z.int(),
  method: z.string().nullish(),
  approvedAt: z.string().nullish(),
  receipt: z.object({ url: z.string().nullish() }).nullish(),
  virtualAccount: z
    .object({
      accountNumber: z.string(),
      bankCode: z.string(),
      customerName: z.string().nullish(),
      dueDate: z.string().nullish(),
    })
    .nullish(),
  secret: z.string().nullish(),
  cancels: z
    .array(
      z.object({
        transactionKey: z.string(),
        cancelAmount: z.int(),
        cancelStatus: z.string().nullish(),
        canceledAt: z.string().nullish(),
      }),
    )
    .nullish(),
  failure: z.object({ code: z.string(), message: z.string() }).nullish(),
});

const cancelled = new Set<string>(['CANCELED', 'PARTIAL_CANCELED']);

function readPayment(body: unknown): Outcome<GatewayPayment> {
  const parsed = payment.safeParse(body);
  if (!parsed.success) return unreadable;
  const { data } = parsed;
  const { status, virtualAccount: account } = data;
  // Before the deposit, Toss reports the whole amount as the balance.
  const balanceAmount = status === 'DONE' || cancelled.has(status) ? data.balanceAmount : 0;
  return {
    kind: 'done',
    value: {
      paymentKey: data.paymentKey,
      ref: data.orderId,
      // Toss keeps PARTIAL_CANCELED after the last of several partial refunds.
      status: cancelled.has(status) && balanceAmount === 0 ? 'cancelled' : statuses[status],
      currency: data.currency,
      amount: data.totalAmount,
      balanceAmount,
      method: data.method ? (methods.get(data.method) ?? 'other') : null,
      approvedAt: readTossTime(data.approvedAt),
      receiptUrl: data.receipt?.url ?? null,
      deposit: account
        ? {
            bankCode: fromTossBank(account.bankCode),
            accountNumber: account.accountNumber,
            holder: account.customerName ?? '',
            dueAt: readTossTime(account.dueDate),
          }
        : null,
      secret: data.secret ?? null,
      cancels: (data.cancels ?? [])
        .filter(({ cancelStatus }) => (cancelStatus ?? 'DONE') === 'DONE')
        .map((cancel) => ({
          key: cancel.transactionKey,
          amount: cancel.cancelAmount,
          at: readTossTime(cancel.canceledAt),
        })),
      failure: data.failure ?? null,
    },
  };
}

const settlement = z.object({
  transactionKey: z.string(),
  paymentKey: z.string(),
  orderId: z.string(),
  amount: z.int(),
  payOutAmount: z.int(),
  paidOutDate: z.string().nullish(),
});
/** Toss lists by the day of the sale and settles days later; mobile phone payments take two months. */
const longestUntilPaidMs = 70 * 24 * 3_600_000;
const settlementsOfPage = 1000;

export function tossGateway(config: TossConfig): Gateway {
  const post = (path: string, body: object, idempotencyKey: string) =>
    callToss(config, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
      body: JSON.stringify(body),
    });

  async function find(p: {
    ref: string;
    paymentKey: string | null;
  }): Promise<Outcome<GatewayPayment | null>> {
    const answer = await callToss(
      config,
      p.paymentKey === null
        ? `/v1/payments/orders/${encodeURIComponent(p.ref)}`
        : `/v1/payments/${encodeURIComponent(p.paymentKey)}`,
    );
    if (answer.kind === 'json') return readPayment(answer.body);
    const isAbsent = answer.code === 'NOT_FOUND_PAYMENT' || answer.code === 'NOT_FOUND_PAYMENT_SESSION';
    return isAbsent ? { kind: 'done', value: null } : answer;
  }

  return {
    name: 'toss',
    canBeginAgain: true,
    currencies: ['KRW'],

    async begin(attempt) {
      if (attempt.currency !== 'KRW') return { kind: 'our_fault', code: 'NOT_SUPPORTED_CURRENCY' };
      return {
        kind: 'done',
        value: {
          kind: 'toss',
          clientKey: config.clientKey,
          customerKey: attempt.customer.key,
          method: windowMethods[attempt.method ?? 'card'],
          amount: attempt.amount,
          currency: attempt.currency,
          orderId: attempt.ref,
          orderName: beginningOf(attempt.orderName, 100, codeUnits),
          customerName: attempt.customer.name ? beginningOf(attempt.customer.name, 100, codeUnits) : null,
          customerEmail: attempt.customer.email,
          successUrl: attempt.successUrl,
          failUrl: attempt.failUrl,
          validHours: attempt.validHours,
        },
      };
    },

    async confirm({ paymentKey, ref, amount, idempotencyKey }) {
      const answer = await post('/v1/payments/confirm', { paymentKey, orderId: ref, amount }, idempotencyKey);
      return answer.kind === 'json' ? readPayment(answer.body) : answer;
    },

    find,

    async cancel({ paymentKey, amount, reason, idempotencyKey, account }) {
      if (account === null) {
        // A repeated confirmation has an undocumented response, so query first.
        const found = await find({ ref: '', paymentKey });
        if (found.kind !== 'done') return found;
        if (found.value?.method === 'virtual_account' && found.value.balanceAmount > 0)
          return { kind: 'needs_account', code: 'INVALID_REFUND_ACCOUNT_INFO' };
      }
      const answer = await post(
        `/v1/payments/${encodeURIComponent(paymentKey)}/cancel`,
        {
          cancelReason: beginningOf(reason, 200, codeUnits),
          cancelAmount: amount,
          ...(account && {
            refundReceiveAccount: {
              bank: toTossBank(account.bankCode),
              accountNumber: account.accountNumber,
              holderName: account.holder,
            },
          }),
        },
        idempotencyKey,
      );
      return answer.kind === 'json' ? readPayment(answer.body) : answer;
    },

    async listSettlements({ from, to }) {
      const days = new URLSearchParams({
        startDate: koreanDay(new Date(from.getTime() - longestUntilPaidMs)),
        endDate: koreanDay(to),
        size: String(settlementsOfPage),
      });
      const rows: z.output<typeof settlement>[] = [];
      for (let page = 1; ; page += 1) {
        const answer = await callToss(config, `/v1/settlements?${days}&page=${page}`);
        if (answer.kind !== 'json') return answer;
        const parsed = z.array(settlement).safeParse(answer.body);
        if (!parsed.success) return unreadable;
        rows.push(...parsed.data);
        if (parsed.data.length < settlementsOfPage) break;
      }
      return {
        kind: 'done',
        value: rows.flatMap((row) => {
          const settledAt = readTossTime(row.paidOutDate && `${row.paidOutDate}T00:00:00`);
          if (settledAt === null || settledAt < from || settledAt >= to) return [];
          return [
            {
              key: row.transactionKey,
              ref: row.orderId,
              paymentKey: row.paymentKey,
              amount: row.amount,
              // The fee is everything that did not reach us, under any name at Toss.
              fee: row.amount - row.payOutAmount,
              settledAt,
            },
          ];
        }),
      };
    },

    readWebhook: (webhook) => readTossWebhook(config.securityKey, webhook),
    payouts: config.securityKey === undefined ? null : tossPayouts(config, config.securityKey),
  };
}
