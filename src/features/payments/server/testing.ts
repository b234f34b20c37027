import type { Gateway, GatewayPayment, GatewayPayout, Outcome } from './gateways/gateway.ts';

/**
 * Outcome of a call: a lost one took effect (`lost_after`) or did not (`lost_before`), and the caller cannot tell.
 */
export type Luck = 'fine' | 'refused' | 'lost_before' | 'lost_after';

export type MemoryGateway = Gateway & {
  /** Outcome of the next call; `fine` afterwards. */
  luck: Luck;
  payments: Map<string, GatewayPayment>;
  sent: Map<string, GatewayPayout & { amount: number }>;
};

/**
 * Creates a gateway that keeps exact books in memory and loses responses on demand; fast enough for thousands of
 * sequences.
 */
export function memoryGateway(): MemoryGateway {
  const payments = new Map<string, GatewayPayment>();
  const payouts = new Map<string, GatewayPayout & { amount: number }>();
  const done = new Map<string, Outcome<GatewayPayment>>();

  /** Answers the same key with the same response; a lost one is known to later queries. */
  function withLuck<Value>(act: () => Outcome<Value>): Outcome<Value> {
    const { luck } = gateway;
    gateway.luck = 'fine';
    if (luck === 'lost_before') return { kind: 'unknown', code: 'timeout' };
    if (luck === 'refused') return { kind: 'refused', code: 'REJECT_CARD_PAYMENT' };
    const outcome = act();
    return luck === 'lost_after' ? { kind: 'unknown', code: 'timeout' } : outcome;
  }
  function once(key: string, act: () => Outcome<GatewayPayment>): Outcome<GatewayPayment> {
    const before = done.get(key);
    if (before) return before;
    const outcome = act();
    done.set(key, outcome);
    return outcome;
  }
  const copy = (payment: GatewayPayment): Outcome<GatewayPayment> => ({
    kind: 'done',
    value: { ...payment },
  });

  const gateway: MemoryGateway = {
    name: 'sandbox',
    canBeginAgain: true,
    currencies: ['KRW'],
    luck: 'fine',
    payments,
    sent: payouts,
    begin({ ref, amount, currency }) {
      const paymentKey = `key-${ref}`;
      if (!payments.has(paymentKey)) {
        payments.set(paymentKey, {
          paymentKey,
          ref,
          status: 'in_progress',
          currency,
          amount,
          balanceAmount: 0,
          method: 'card',
          approvedAt: null,
          receiptUrl: null,
          deposit: null,
          secret: null,
          cancels: [],
          failure: null,
        });
      }
      return Promise.resolve({
        kind: 'done',
        value: { kind: 'redirect', url: `http://gateway.test/${paymentKey}`, paymentKey },
      });
    },
    confirm({ paymentKey, idempotencyKey }) {
      return Promise.resolve(
        withLuck(() =>
          once(idempotencyKey, () => {
            const payment = payments.get(paymentKey);
            if (!payment) return { kind: 'refused', code: 'NOT_FOUND_PAYMENT' };
            payment.status = 'done';
            payment.balanceAmount = payment.amount;
            payment.approvedAt = new Date();
            return copy(payment);
          }),
        ),
      );
    },
    find({ ref, paymentKey }) {
      const payment =
        payments.get(paymentKey ?? '') ?? [...payments.values()].find((one) => one.ref === ref) ?? null;
      return Promise.resolve({ kind: 'done', value: payment && { ...payment } });
    },
    cancel({ paymentKey, amount, idempotencyKey }) {
      return Promise.resolve(
        withLuck(() =>
          once(idempotencyKey, () => {
            const payment = payments.get(paymentKey);
            if (!payment || payment.balanceAmount < amount)
              return { kind: 'maybe_done', code: 'NOT_CANCELABLE' };
            payment.balanceAmount -= amount;
            payment.cancels.push({ key: idempotencyKey, amount, at: new Date() });
            // Toss keeps the status of a partial refund even if nothing is left.
            payment.status =
              payment.cancels.length > 1 || payment.balanceAmount > 0 ? 'partly_cancelled' : 'cancelled';
            return copy(payment);
          }),
        ),
      );
    },
    listSettlements: () => Promise.resolve({ kind: 'done', value: [] }),
    readWebhook: () => Promise.resolve({ kind: 'ignored' }),
    payouts: {
      send({ ref, amount }) {
        return Promise.resolve(
          withLuck(() => {
            const known = payouts.get(ref);
            const payout = known ?? {
              payoutKey: `payout-${ref}`,
              ref,
              status: 'completed',
              failure: null,
              amount,
            };
            payouts.set(ref, payout);
            return { kind: 'done', value: { ...payout } };
          }),
        );
      },
      find: ({ ref }) => Promise.resolve({ kind: 'done', value: payouts.get(ref) ?? null }),
      registerSeller: ({ ref }) =>
        Promise.resolve({ kind: 'done', value: { sellerKey: `seller-${ref}`, ref, status: 'approved' } }),
      updateSeller: ({ sellerKey }) =>
        Promise.resolve({ kind: 'done', value: { sellerKey, ref: '', status: 'approved' } }),
      findSeller: ({ sellerKey }) =>
        Promise.resolve({ kind: 'done', value: { sellerKey, ref: '', status: 'approved' } }),
    },
  };
  return gateway;
}

export { abandonAttempt, addAttempt, beginAttempt, confirmAttempt, getOwnPayment } from './commands.ts';
export { query } from './reconciling.ts';
export { wakeForgotten } from './jobs.ts';
export { requestPayout, requestPayouts, submitPayout } from './payouts.ts';
export { retryRefund, submitRefund } from './refunds.ts';
export { bookSettlements, sweepFees } from './settlements.ts';
