import type { Account } from '#features/ledger/contract.ts';
import type { Locale } from '#i18n/languages.ts';
import { m } from '#i18n/generated/messages.js';

/** In the language of the page where none is given, as exports do. */
type Told = { locale: Locale };

export const accountNames: Record<Account, (told?: Told) => string> = {
  gateway_receivable: (told) => m['payments.account.gateway_receivable']({}, told),
  bank_safeguard: (told) => m['payments.account.bank_safeguard']({}, told),
  bank_operating: (told) => m['payments.account.bank_operating']({}, told),
  provider_debt: (told) => m['payments.account.provider_debt']({}, told),
  buyer_clearing: (told) => m['payments.account.buyer_clearing']({}, told),
  escrow: (told) => m['payments.account.escrow']({}, told),
  provider_payable: (told) => m['payments.account.provider_payable']({}, told),
  payout_transit: (told) => m['payments.account.payout_transit']({}, told),
  refund_payable: (told) => m['payments.account.refund_payable']({}, told),
  vat_payable: (told) => m['payments.account.vat_payable']({}, told),
  fee_revenue: (told) => m['payments.account.fee_revenue']({}, told),
  gateway_fees: (told) => m['payments.account.gateway_fees']({}, told),
  losses: (told) => m['payments.account.losses']({}, told),
  sponsor_income: (told) => m['payments.account.sponsor_income']({}, told),
  sponsor_spending: (told) => m['payments.account.sponsor_spending']({}, told),
};

export function accountName(account: string, told?: Told): string | undefined {
  return accountNames[account as Account]?.(told);
}

/** What we owe and earn stands below zero in the books; people read how much it is. */
const credits: ReadonlySet<string> = new Set<Account>([
  'buyer_clearing',
  'escrow',
  'provider_payable',
  'payout_transit',
  'refund_payable',
  'vat_payable',
  'fee_revenue',
  'sponsor_income',
]);

/** How much is on an account, or more on it, by what the books have. */
export function amountOn(account: string, booked: number): number {
  // Not −0, which would be written with its sign.
  return credits.has(account) ? 0 - booked : booked;
}
