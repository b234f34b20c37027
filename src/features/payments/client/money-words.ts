import { m } from '#i18n/generated/messages.js';
import { formatDay } from '#platform/client/local-time.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { dateFormat } from '#platform/shared/formats.ts';
import type { PayableWait } from '../contract.ts';
import { amountOn, payoutTerms } from '../rules.ts';
import type { RefundState } from '../states.ts';

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

/** Explains when a payable is paid out, and the reason of its wait. */
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

export function accountBalance(account: string, balance: number): string {
  return won(amountOn(account, balance));
}

/** Describes how a line changes the balance that {@link accountBalance} describes. */
export function accountChange(account: string, amount: number): string {
  const change = amountOn(account, amount);
  return change < 0
    ? m['payments.account_less']({ amount: won(-change) })
    : m['payments.account_more']({ amount: won(change) });
}

export function won(amount: number): string {
  return formatMoney(amount, 'KRW', currentLocale());
}

export function formatMonth(month: string): string {
  return dateFormat(currentLocale(), {
    year: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T00:00:00Z`));
}
