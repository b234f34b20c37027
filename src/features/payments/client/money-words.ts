import type { Rule } from '#features/ledger/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { formatDay } from '#platform/client/local-time.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { amountOn } from '../account-words.ts';
import type { Adjustment, FindingKind, PayableWait, Transaction } from '../contract.ts';
import { payoutTerms } from '../rules.ts';
import type { PayoutState, RefundState } from '../states.ts';

export const kindNames: Record<Transaction['kind'], () => string> = {
  paid: () => m['payments.kind.paid'](),
  refund_decided: () => m['payments.kind.refund_decided'](),
  refunded: () => m['payments.kind.refunded'](),
  earned: () => m['payments.kind.earned'](),
  paid_out: () => m['payments.kind.paid_out'](),
  payout_returned: () => m['payments.kind.payout_returned'](),
  debt: () => m['payments.kind.debt'](),
  netted: () => m['payments.kind.netted'](),
  corrected: () => m['payments.kind.corrected'](),
};

type When = { day: string; days: number };
const reasons: Record<PayableWait['because'], (when: When) => string> = {
  hold: ({ days, day }) => m['payments.because.hold']({ days, day }),
  first_orders: ({ days, day }) => m['payments.because.first_orders']({ days, day }),
  account_changed: ({ day }) => m['payments.because.account_changed']({ day }),
  claim: () => m['payments.because.claim'](),
  failed: ({ day }) => m['payments.because.failed']({ day }),
  frozen: () => m['payments.because.frozen'](),
  no_account: () => m['payments.because.no_account'](),
  too_little: () => m['payments.because.too_little']({ least: won(payoutTerms.least) }),
  next_run: () => m['payments.because.next_run'](),
  on_its_way: () => m['payments.because.on_its_way'](),
};

/** When what a provider is owed is paid out, and why not before. */
export function payoutReason(payable: PayableWait & { state?: string }): string {
  if (payable.state === 'completed') return m['payments.because.paid_out']();
  const { because, holdDays, payableOn } = payable;
  return reasons[because]({ days: holdDays ?? 0, day: payableOn === null ? '' : formatDay(payableOn) });
}

export const refundStateNames: Record<RefundState, () => string> = {
  decided: () => m['payments.refund.state.decided'](),
  submitting: () => m['payments.refund.state.submitting'](),
  confirmed: () => m['payments.refund.state.confirmed'](),
  unknown: () => m['payments.refund.state.unknown'](),
  needs_account: () => m['payments.refund.state.needs_account'](),
  failed: () => m['payments.refund.state.failed'](),
};

/** The same for staff, who are the ones to look into it. */
export const staffRefundStateNames: Record<RefundState, () => string> = {
  decided: () => m['payments.admin.refund_state.decided'](),
  submitting: () => m['payments.admin.refund_state.submitting'](),
  confirmed: () => m['payments.admin.refund_state.confirmed'](),
  unknown: () => m['payments.admin.refund_state.unknown'](),
  needs_account: () => m['payments.admin.refund_state.needs_account'](),
  failed: () => m['payments.admin.refund_state.failed'](),
};

const refundCauses: readonly [RegExp, () => string][] = [
  [/REJECTED|declined/i, () => m['payments.admin.refund_cause.rejected']()],
  [/ACCOUNT|BANK/i, () => m['payments.admin.refund_cause.account']()],
  [/AMOUNT|EXCEED|insufficient/i, () => m['payments.admin.refund_cause.amount']()],
  [/ALREADY/i, () => m['payments.admin.refund_cause.already']()],
];
/** Why a refund failed, in words, with the gateway's own code beside them: that is what its support asks for. */
export function refundCause(code: string): string {
  const words =
    refundCauses.find(([pattern]) => pattern.test(code))?.[1]() ?? m['payments.admin.refund_cause.other']();
  return `${words} (${code})`;
}

export const payoutStateNames: Record<PayoutState, () => string> = {
  requested: () => m['payments.payout.state.requested'](),
  completed: () => m['payments.payout.state.completed'](),
  failed: () => m['payments.payout.state.failed'](),
  unknown: () => m['payments.payout.state.unknown'](),
};

export const adjustmentNames: Record<Adjustment['kind'], () => string> = {
  release_early: () => m['payments.adjust.kind.release_early'](),
  goodwill: () => m['payments.adjust.kind.goodwill'](),
  reversal: () => m['payments.adjust.kind.reversal'](),
};

/** What was found, and what to do about it. */
export const findingWords: Record<FindingKind, { title: () => string; text: () => string }> = {
  I1: {
    title: () => m['payments.found.i1.title'](),
    text: () => m['payments.found.i1.text'](),
  },
  I2: {
    title: () => m['payments.found.i2.title'](),
    text: () => m['payments.found.i2.text'](),
  },
  I3: {
    title: () => m['payments.found.i3.title'](),
    text: () => m['payments.found.i3.text'](),
  },
  I4: {
    title: () => m['payments.found.i4.title'](),
    text: () => m['payments.found.i4.text'](),
  },
  I5: {
    title: () => m['payments.found.i5.title'](),
    text: () => m['payments.found.i5.text'](),
  },
  I6: {
    title: () => m['payments.found.i6.title'](),
    text: () => m['payments.found.i6.text'](),
  },
  I7: {
    title: () => m['payments.found.i7.title'](),
    text: () => m['payments.found.i7.text'](),
  },
  I8: {
    title: () => m['payments.found.i8.title'](),
    text: () => m['payments.found.i8.text'](),
  },
  I10: {
    title: () => m['payments.found.i10.title'](),
    text: () => m['payments.found.i10.text'](),
  },
  currency: {
    title: () => m['payments.found.currency.title'](),
    text: () => m['payments.found.currency.text'](),
  },
  gateway: {
    title: () => m['payments.found.gateway.title'](),
    text: () => m['payments.found.gateway.text'](),
  },
  late_payout: {
    title: () => m['payments.found.late_payout.title'](),
    text: () => m['payments.found.late_payout.text'](),
  },
  payout: {
    title: () => m['payments.found.payout.title'](),
    text: () => m['payments.found.payout.text'](),
  },
  refund: {
    title: () => m['payments.found.refund.title'](),
    text: () => m['payments.found.refund.text'](),
  },
  reversed: {
    title: () => m['payments.found.reversed.title'](),
    text: () => m['payments.found.reversed.text'](),
  },
  ruling: {
    title: () => m['payments.found.ruling.title'](),
    text: () => m['payments.found.ruling.text'](),
  },
  settlement: {
    title: () => m['payments.found.settlement.title'](),
    text: () => m['payments.found.settlement.text'](),
  },
  unknown: {
    title: () => m['payments.found.unknown.title'](),
    text: () => m['payments.found.unknown.text'](),
  },
};

export const ruleNames: Record<Rule, () => string> = {
  M1: () => m['payments.rule.m1'](),
  M2: () => m['payments.rule.m2'](),
  M3: () => m['payments.rule.m3'](),
  M4: () => m['payments.rule.m4'](),
  M5: () => m['payments.rule.m5'](),
  M6: () => m['payments.rule.m6'](),
  M7: () => m['payments.rule.m7'](),
  M8: () => m['payments.rule.m8'](),
  M9: () => m['payments.rule.m9'](),
  M10: () => m['payments.rule.m10'](),
  M11: () => m['payments.rule.m11'](),
  M12: () => m['payments.rule.m12'](),
  M13: () => m['payments.rule.m13'](),
  reversal: () => m['payments.rule.reversal'](),
};

/** What was booked, by the rules that the books go by: docs/decisions/0035 lists their codes. */
export function ruleWords(rules: string): string {
  return rules
    .split('+')
    .map((rule) => ruleNames[rule as Rule]?.() ?? rule)
    .join(' · ');
}

export function accountBalance(account: string, balance: number): string {
  return won(amountOn(account, balance));
}

/** What one line of the books does to its account, as {@link accountBalance} tells how much is on it. */
export function accountChange(account: string, amount: number): string {
  const change = amountOn(account, amount);
  return change < 0
    ? m['payments.account_less']({ amount: won(-change) })
    : m['payments.account_more']({ amount: won(change) });
}

export function won(amount: number): string {
  return formatMoney(amount, 'KRW', currentLocale());
}

export function formatMoment(at: string): string {
  return new Intl.DateTimeFormat(currentLocale(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Seoul',
  }).format(new Date(at));
}

export function formatMonth(month: string): string {
  return new Intl.DateTimeFormat(currentLocale(), {
    year: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T00:00:00Z`));
}
