import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import type { Earnings, Transaction } from '../contract.ts';
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

export const reasonWords: Record<Earnings['upcoming'][number]['because'], () => string> = {
  hold: () => m['payments.because.hold'](),
  first_orders: () => m['payments.because.first_orders'](),
  account_changed: () => m['payments.because.account_changed'](),
  claim: () => m['payments.because.claim'](),
  failed: () => m['payments.because.failed'](),
  frozen: () => m['payments.because.frozen'](),
  no_account: () => m['payments.because.no_account'](),
  too_little: () => m['payments.because.too_little'](),
  next_run: () => m['payments.because.next_run'](),
  on_its_way: () => m['payments.because.on_its_way'](),
};

export const refundStateNames: Record<RefundState, () => string> = {
  decided: () => m['payments.refund.state.decided'](),
  submitting: () => m['payments.refund.state.submitting'](),
  confirmed: () => m['payments.refund.state.confirmed'](),
  unknown: () => m['payments.refund.state.unknown'](),
  needs_account: () => m['payments.refund.state.needs_account'](),
  failed: () => m['payments.refund.state.failed'](),
};

export const payoutStateNames: Record<PayoutState, () => string> = {
  requested: () => m['payments.payout.state.requested'](),
  completed: () => m['payments.payout.state.completed'](),
  failed: () => m['payments.payout.state.failed'](),
  unknown: () => m['payments.payout.state.unknown'](),
};

export const accountNames = {
  gateway_receivable: () => m['payments.account.gateway_receivable'](),
  bank_safeguard: () => m['payments.account.bank_safeguard'](),
  bank_operating: () => m['payments.account.bank_operating'](),
  provider_debt: () => m['payments.account.provider_debt'](),
  buyer_clearing: () => m['payments.account.buyer_clearing'](),
  escrow: () => m['payments.account.escrow'](),
  provider_payable: () => m['payments.account.provider_payable'](),
  payout_transit: () => m['payments.account.payout_transit'](),
  refund_payable: () => m['payments.account.refund_payable'](),
  vat_payable: () => m['payments.account.vat_payable'](),
  fee_revenue: () => m['payments.account.fee_revenue'](),
  gateway_fees: () => m['payments.account.gateway_fees'](),
  losses: () => m['payments.account.losses'](),
};

export function won(amount: number): string {
  return new Intl.NumberFormat(currentLocale(), { style: 'currency', currency: 'KRW' }).format(amount);
}

export function formatDay(at: string): string {
  return new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeZone: 'Asia/Seoul' }).format(
    new Date(at),
  );
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
