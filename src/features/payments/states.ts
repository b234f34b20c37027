import { accounts, journalRules } from '#features/ledger/contract.ts';
import { findingKinds } from './rules.ts';

/** State machines of payments, refunds, payouts and adjustments. */

export const paymentStates = [
  'new',
  'authenticated',
  'confirming',
  'waiting_deposit',
  'captured',
  'failed',
  'expired',
  'unknown',
] as const;
export type PaymentState = (typeof paymentStates)[number];
export type PaymentEvent =
  | 'authenticated'
  | 'confirm'
  | 'capture'
  | 'await_deposit'
  | 'reverse'
  | 'fail'
  | 'expire'
  | 'lose';

/** Only `capture` moves money, and even an abandoned payment may turn out to be captured. */
const captures = { capture: 'captured', await_deposit: 'waiting_deposit' } as const;

export const paymentTransitions: Record<PaymentState, Partial<Record<PaymentEvent, PaymentState>>> = {
  new: {
    authenticated: 'authenticated',
    confirm: 'confirming',
    ...captures,
    fail: 'failed',
    expire: 'expired',
  },
  authenticated: { confirm: 'confirming', ...captures, fail: 'failed', expire: 'expired' },
  confirming: { ...captures, fail: 'failed', expire: 'expired', lose: 'unknown' },
  unknown: { confirm: 'confirming', ...captures, fail: 'failed', expire: 'expired' },
  waiting_deposit: { capture: 'captured', fail: 'failed', expire: 'expired' },
  captured: { reverse: 'waiting_deposit' },
  failed: { ...captures },
  expired: { ...captures },
};

export const refundStates = [
  'decided',
  'submitting',
  'confirmed',
  'unknown',
  'needs_account',
  'failed',
] as const;
export type RefundState = (typeof refundStates)[number];
export type RefundEvent = 'submit' | 'confirm' | 'lose' | 'need_account' | 'fail' | 'retry';

export const refundTransitions: Record<RefundState, Partial<Record<RefundEvent, RefundState>>> = {
  // A bank that takes a deposit back has thereby made the refunds that were still to be sent.
  decided: { submit: 'submitting', confirm: 'confirmed' },
  submitting: { confirm: 'confirmed', lose: 'unknown', need_account: 'needs_account', fail: 'failed' },
  // Staff can retry a refund whose outcome was unknown for days; it is queried before it is sent again.
  unknown: { submit: 'submitting', confirm: 'confirmed', fail: 'failed', retry: 'decided' },
  needs_account: { retry: 'decided', confirm: 'confirmed' },
  failed: { retry: 'decided', confirm: 'confirmed' },
  confirmed: {},
};

export const payoutStates = ['requested', 'completed', 'failed', 'unknown'] as const;
export type PayoutState = (typeof payoutStates)[number];
export type PayoutEvent = 'complete' | 'fail' | 'lose';

export const payoutTransitions: Record<PayoutState, Partial<Record<PayoutEvent, PayoutState>>> = {
  requested: { complete: 'completed', fail: 'failed', lose: 'unknown' },
  unknown: { complete: 'completed', fail: 'failed' },
  completed: {},
  failed: {},
};

export const adjustmentKinds = ['release_early', 'goodwill', 'reversal'] as const;
export const adjustmentStates = ['proposed', 'applied', 'refused'] as const;
export type AdjustmentState = (typeof adjustmentStates)[number];
export const adjustmentDecisions = ['approve', 'refuse'] as const;
export type AdjustmentDecision = (typeof adjustmentDecisions)[number];

export const adjustmentTransitions: Record<
  AdjustmentState,
  Partial<Record<AdjustmentDecision, AdjustmentState>>
> = {
  proposed: { approve: 'applied', refuse: 'refused' },
  applied: {},
  refused: {},
};

/** Filters of the staff tables. */
export const refundsTable = {
  filters: { state: refundStates },
  sorts: ['newest', 'oldest', 'amount'],
} as const;
export const payoutsTable = {
  filters: { state: payoutStates },
  sorts: ['newest', 'oldest', 'amount'],
} as const;
export const journalsTable = {
  filters: { rule: journalRules, account: accounts },
  sorts: ['newest', 'oldest', 'amount'],
} as const;
/** Both tables list open rows first. */
export const findingsTable = {
  filters: { state: ['open', 'resolved'], kind: findingKinds },
  sorts: ['newest', 'oldest'],
} as const;
export const adjustmentsTable = {
  filters: { state: adjustmentStates, kind: adjustmentKinds },
  sorts: ['newest', 'oldest'],
} as const;
