import { m } from '#i18n/generated/messages.js';
import type { Told, Words } from '#platform/shared/words.ts';
import type { Account, Rule } from '#features/ledger/contract.ts';
import type { Adjustment, FindingKind, Transaction } from './contract.ts';
import type { PayoutState, RefundState } from './states.ts';

export const transactionNames: Record<Transaction['kind'], Words> = {
  paid: m['payments.kind.paid'],
  refund_decided: m['payments.kind.refund_decided'],
  refunded: m['payments.kind.refunded'],
  earned: m['payments.kind.earned'],
  share_earned: m['payments.kind.share_earned'],
  bounty_earned: m['payments.kind.bounty_earned'],
  paid_out: m['payments.kind.paid_out'],
  payout_returned: m['payments.kind.payout_returned'],
  debt: m['payments.kind.debt'],
  netted: m['payments.kind.netted'],
  corrected: m['payments.kind.corrected'],
};

/** Default reasons of transactions without a written one. */
export const transactionReasons: Record<Transaction['kind'], Words> = {
  paid: m['payments.reason.paid'],
  refund_decided: m['payments.reason.refund_decided'],
  refunded: m['payments.reason.refunded'],
  earned: m['payments.reason.earned'],
  share_earned: m['payments.reason.share_earned'],
  bounty_earned: m['payments.reason.bounty_earned'],
  paid_out: m['payments.reason.paid_out'],
  payout_returned: m['payments.reason.payout_returned'],
  debt: m['payments.reason.debt'],
  netted: m['payments.reason.netted'],
  corrected: m['payments.reason.corrected'],
};

/** State names for staff, who have to look into it. */
export const staffRefundStateNames: Record<RefundState, Words> = {
  decided: m['payments.admin.refund_state.decided'],
  submitting: m['payments.admin.refund_state.submitting'],
  confirmed: m['payments.admin.refund_state.confirmed'],
  unknown: m['payments.admin.refund_state.unknown'],
  needs_account: m['payments.admin.refund_state.needs_account'],
  failed: m['payments.admin.refund_state.failed'],
};

const refundCauses: readonly [RegExp, Words][] = [
  [/^not_found$/, m['payments.admin.refund_cause.not_found']],
  [/REJECTED|declined/i, m['payments.admin.refund_cause.rejected']],
  [/ACCOUNT|BANK/i, m['payments.admin.refund_cause.account']],
  [/AMOUNT|EXCEED|insufficient/i, m['payments.admin.refund_cause.amount']],
  [/ALREADY/i, m['payments.admin.refund_cause.already']],
];
/** Explains why a refund failed, with the gateway's code, which its support asks for. */
export function refundCause(code: string, told: Told = {}): string {
  const words =
    refundCauses.find(([pattern]) => pattern.test(code))?.[1] ?? m['payments.admin.refund_cause.other'];
  return `${words({}, told)} (${code})`;
}

/** Our own codes; the others come from the payment company. */
const payoutCauses: Record<string, Words> = {
  account_changed: m['payments.admin.payout_cause.account_changed'],
  seller_not_approved: m['payments.admin.payout_cause.seller_not_approved'],
  by_hand: m['payments.admin.payout_cause.by_hand'],
};
/** Explains why a payout failed, as {@link refundCause} does for a refund. */
export function payoutCause(code: string, told: Told = {}): string {
  return payoutCauses[code]?.({}, told) ?? `${m['payments.admin.refund_cause.other']({}, told)} (${code})`;
}

export const payoutStateNames: Record<PayoutState, Words> = {
  requested: m['payments.payout.state.requested'],
  completed: m['payments.payout.state.completed'],
  failed: m['payments.payout.state.failed'],
  unknown: m['payments.payout.state.unknown'],
};

/** Title of each kind of finding, and what to do about it. */
export const findingWords: Record<FindingKind, { title: Words; text: Words }> = {
  I1: {
    title: m['payments.found.i1.title'],
    text: m['payments.found.i1.text'],
  },
  I2: {
    title: m['payments.found.i2.title'],
    text: m['payments.found.i2.text'],
  },
  I3: {
    title: m['payments.found.i3.title'],
    text: m['payments.found.i3.text'],
  },
  I4: {
    title: m['payments.found.i4.title'],
    text: m['payments.found.i4.text'],
  },
  I5: {
    title: m['payments.found.i5.title'],
    text: m['payments.found.i5.text'],
  },
  I6: {
    title: m['payments.found.i6.title'],
    text: m['payments.found.i6.text'],
  },
  I7: {
    title: m['payments.found.i7.title'],
    text: m['payments.found.i7.text'],
  },
  I8: {
    title: m['payments.found.i8.title'],
    text: m['payments.found.i8.text'],
  },
  I10: {
    title: m['payments.found.i10.title'],
    text: m['payments.found.i10.text'],
  },
  I11: {
    title: m['payments.found.i11.title'],
    text: m['payments.found.i11.text'],
  },
  currency: {
    title: m['payments.found.currency.title'],
    text: m['payments.found.currency.text'],
  },
  gateway: {
    title: m['payments.found.gateway.title'],
    text: m['payments.found.gateway.text'],
  },
  late_payout: {
    title: m['payments.found.late_payout.title'],
    text: m['payments.found.late_payout.text'],
  },
  payout: {
    title: m['payments.found.payout.title'],
    text: m['payments.found.payout.text'],
  },
  refund: {
    title: m['payments.found.refund.title'],
    text: m['payments.found.refund.text'],
  },
  reversed: {
    title: m['payments.found.reversed.title'],
    text: m['payments.found.reversed.text'],
  },
  ruling: {
    title: m['payments.found.ruling.title'],
    text: m['payments.found.ruling.text'],
  },
  settlement: {
    title: m['payments.found.settlement.title'],
    text: m['payments.found.settlement.text'],
  },
  unknown: {
    title: m['payments.found.unknown.title'],
    text: m['payments.found.unknown.text'],
  },
};

export const ruleNames: Record<Rule, Words> = {
  M1: m['payments.rule.m1'],
  M2: m['payments.rule.m2'],
  M3: m['payments.rule.m3'],
  M4: m['payments.rule.m4'],
  M5: m['payments.rule.m5'],
  M6: m['payments.rule.m6'],
  M7: m['payments.rule.m7'],
  M8: m['payments.rule.m8'],
  M9: m['payments.rule.m9'],
  M10: m['payments.rule.m10'],
  M11: m['payments.rule.m11'],
  M12: m['payments.rule.m12'],
  M13: m['payments.rule.m13'],
  reversal: m['payments.rule.reversal'],
};

/** Describes a journal by its posting rules; docs/decisions/0035 lists the codes. */
export function ruleWords(rules: string, told: Told = {}): string {
  return rules
    .split('+')
    .map((rule) => ruleNames[rule as Rule]?.({}, told) ?? rule)
    .join(' · ');
}

export const accountNames: Record<Account, Words> = {
  gateway_receivable: m['payments.account.gateway_receivable'],
  bank_safeguard: m['payments.account.bank_safeguard'],
  bank_operating: m['payments.account.bank_operating'],
  provider_debt: m['payments.account.provider_debt'],
  buyer_clearing: m['payments.account.buyer_clearing'],
  escrow: m['payments.account.escrow'],
  provider_payable: m['payments.account.provider_payable'],
  payout_transit: m['payments.account.payout_transit'],
  refund_payable: m['payments.account.refund_payable'],
  vat_payable: m['payments.account.vat_payable'],
  fee_revenue: m['payments.account.fee_revenue'],
  gateway_fees: m['payments.account.gateway_fees'],
  losses: m['payments.account.losses'],
  sponsor_income: m['payments.account.sponsor_income'],
  sponsor_spending: m['payments.account.sponsor_spending'],
};

/** Returns the name of an account, or its code if it has none. */
export function accountName(account: string, told: Told = {}): string {
  return accountNames[account as Account]?.({}, told) ?? account;
}

export const adjustmentKindNames: Record<Adjustment['kind'], Words> = {
  release_early: m['payments.adjust.kind.release_early'],
  goodwill: m['payments.adjust.kind.goodwill'],
  reversal: m['payments.adjust.kind.reversal'],
};

export const adjustmentStateNames: Record<Adjustment['state'], Words> = {
  proposed: m['payments.adjust.state.proposed'],
  applied: m['payments.adjust.state.applied'],
  refused: m['payments.adjust.state.refused'],
};

export const findingStateNames = {
  open: m['payments.findings.open'],
  resolved: m['payments.findings.resolved'],
};

/** Returns the state of an adjustment; a refusal by its proposer is a withdrawal. */
export function adjustmentStateOf(of: Pick<Adjustment, 'state' | 'proposedBy' | 'decidedBy'>): Words {
  const isWithdrawn = of.state === 'refused' && of.decidedBy?.id === of.proposedBy.id;
  return isWithdrawn ? m['payments.adjust.state.withdrawn'] : adjustmentStateNames[of.state];
}
