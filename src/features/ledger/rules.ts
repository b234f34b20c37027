/** Pure rules of double-entry bookkeeping. Amounts are whole won; debits are positive, credits negative. */

export const subjectAccounts = [
  'gateway_receivable',
  'provider_debt',
  'buyer_clearing',
  'escrow',
  'provider_payable',
  'payout_transit',
  'refund_payable',
] as const;
export const houseAccounts = [
  'bank_safeguard',
  'bank_operating',
  'vat_payable',
  'fee_revenue',
  'gateway_fees',
  'losses',
  'sponsor_income',
  'sponsor_spending',
] as const;
export type SubjectAccount = (typeof subjectAccounts)[number];
export type HouseAccount = (typeof houseAccounts)[number];
export type Account = SubjectAccount | HouseAccount;
export const accounts = [...subjectAccounts, ...houseAccounts] as const;

/** Liabilities; money at the gateway and in the safeguarded account covers them. */
export const owedAccounts = [
  'buyer_clearing',
  'escrow',
  'refund_payable',
  'provider_payable',
  'payout_transit',
] as const satisfies readonly Account[];
/** Liabilities and the accounts that cover them. */
const ofCover: ReadonlySet<Account> = new Set([...owedAccounts, 'bank_safeguard', 'gateway_receivable']);

export type Line =
  | { account: SubjectAccount; subjectId: string; ownerId: string | null; amount: number }
  | { account: HouseAccount; subjectId: null; ownerId: null; amount: number };

/** Posting rules of journals, listed in docs/decisions/0035. */
export const journalRules = [
  'M1',
  'M2',
  'M3',
  'M4',
  'M5',
  'M6',
  'M7',
  'M8',
  'M9',
  'M10',
  'M11',
  'M12',
  'M13',
  'reversal',
] as const;
export type Rule = (typeof journalRules)[number];
export type Posting = { rules: readonly Rule[]; lines: readonly Line[] };

/** Returns the 10% VAT that a fee includes. */
export function vatWithin(fee: number): number {
  return Math.floor(fee / 11);
}

const payment = (account: 'gateway_receivable' | 'buyer_clearing', of: Payment, amount: number): Line => ({
  account,
  subjectId: of.paymentId,
  ownerId: account === 'buyer_clearing' ? of.buyerId : null,
  amount,
});
const house = (account: HouseAccount, amount: number): Line => ({
  account,
  subjectId: null,
  ownerId: null,
  amount,
});
const escrow = (of: Held, amount: number): Line => ({
  account: 'escrow',
  subjectId: of.orderId,
  ownerId: of.buyerId,
  amount,
});
const payable = (of: Job, amount: number): Line => ({
  account: 'provider_payable',
  subjectId: of.orderId,
  ownerId: of.providerId,
  amount,
});
const debt = (of: Job, amount: number): Line => ({
  account: 'provider_debt',
  subjectId: of.orderId,
  ownerId: of.providerId,
  amount,
});
const refunding = (of: Refund, amount: number): Line => ({
  account: 'refund_payable',
  subjectId: of.refundId,
  ownerId: of.buyerId,
  amount,
});
const transit = (of: Payout, amount: number): Line => ({
  account: 'payout_transit',
  subjectId: of.payoutId,
  ownerId: of.providerId,
  amount,
});

type Payment = { paymentId: string; buyerId: string };
/** Holder of money in escrow: an order, or a contribution or pledge, whose id then takes the place of the order's. */
type Held = { orderId: string; buyerId: string };
type Job = Held & { providerId: string };
type Refund = { refundId: string; buyerId: string };
type Payout = { payoutId: string; providerId: string };

/** Books a captured payment: the money is the buyer's until it is bound to an order or a contribution. */
export function captured(of: Payment, total: number): Posting {
  return posting(['M1'], [payment('gateway_receivable', of, total), payment('buyer_clearing', of, -total)]);
}

export function bound(of: Payment & Held, total: number): Posting {
  return posting(['M2'], [payment('buyer_clearing', of, total), escrow(of, -total)]);
}

/** Books a settlement: the gateway pays out what it holds for us, less its fee. */
export function settledByGateway(of: Payment, amount: number, fee: number): Posting {
  return posting(
    ['M3'],
    [
      house('bank_safeguard', amount - fee),
      house('gateway_fees', fee),
      payment('gateway_receivable', of, -amount),
    ],
  );
}

/**
 * Books the end of an escrow: releases the provider's part, the fee and the authors' shares, and refunds the rest. An
 * author's account has the share as its subject, where a provider's has the order.
 */
export function released(
  of: Job & { refundId: string | null },
  part: { provider: number; fee: number; authors: readonly { job: Job; amount: number }[]; buyer: number },
): Posting {
  const vat = vatWithin(part.fee);
  const shares = sumOf(part.authors);
  const isReleased = part.provider > 0 || part.fee > 0 || shares > 0;
  return posting(
    [...(isReleased ? (['M4'] as const) : []), ...(part.buyer > 0 ? (['M5'] as const) : [])],
    [
      escrow(of, part.provider + part.fee + shares + part.buyer),
      payable(of, -part.provider),
      ...part.authors.map(({ job, amount }) => payable(job, -amount)),
      house('fee_revenue', vat - part.fee),
      house('vat_payable', -vat),
      ...(of.refundId === null ? [] : [refunding({ ...of, refundId: of.refundId }, -part.buyer)]),
    ],
  );
}

/** Books a bounty that is given: the escrows of its pledges go to those who receive it, less our fee. */
export function bountyGiven(
  pledges: readonly { held: Held; amount: number }[],
  awards: readonly { job: Job; amount: number; fee: number }[],
): Posting {
  const fee = awards.reduce((sum, award) => sum + award.fee, 0);
  const vat = vatWithin(fee);
  return posting(
    ['M4'],
    [
      ...pledges.map(({ held, amount }) => escrow(held, amount)),
      ...awards.map((award) => payable(award.job, award.fee - award.amount)),
      house('fee_revenue', vat - fee),
      house('vat_payable', -vat),
    ],
  );
}

/** Books the full refund of money in escrow. */
export function heldRefunded(of: Held & Refund, amount: number): Posting {
  return posting(['M5'], [escrow(of, amount), refunding(of, -amount)]);
}

/** Books the refund of money that was never bound. */
export function unboundRefunded(of: Payment & Refund, amount: number): Posting {
  return posting(['M5'], [payment('buyer_clearing', of, amount), refunding(of, -amount)]);
}

/**
 * Books a refund after the release. The fee's part comes from the fee, the parts of the provider and of authors from
 * what they are still owed, and a shortfall becomes their debt. `vat` is the reduction of the VAT in the fee that is
 * kept. `given` is goodwill that was paid for the order before; it returns to the house.
 */
export function releasedRefunded(
  of: { refundId: string | null; buyerId: string },
  part: {
    parts: readonly { job: Job; amount: number; owed: number }[];
    fee: number;
    vat: number;
    given: number;
  },
): Posting {
  const back = sumOf(part.parts) + part.fee - part.given;
  return posting(
    ['M5'],
    [
      ...part.parts.flatMap(({ job, amount, owed }) => {
        const fromOwed = Math.min(amount, owed);
        return [payable(job, fromOwed), debt(job, amount - fromOwed)];
      }),
      house('fee_revenue', part.fee - part.vat),
      house('vat_payable', part.vat),
      house('losses', -part.given),
      ...(of.refundId === null ? [] : [refunding({ ...of, refundId: of.refundId }, -back)]),
    ],
  );
}

/** Books a refund that the gateway has sent, with the part that came out of money it had not settled yet. */
export function refundConfirmed(of: Payment & Refund, amount: number, fromGateway: number): Posting {
  return posting(
    ['M6'],
    [
      refunding(of, amount),
      payment('gateway_receivable', of, -fromGateway),
      house('bank_safeguard', -(amount - fromGateway)),
    ],
  );
}

export function payoutSent(of: Payout, parts: readonly { job: Job; amount: number }[]): Posting {
  return posting(
    ['M7'],
    [...parts.map(({ job, amount }) => payable(job, amount)), transit(of, -sumOf(parts))],
  );
}

export function payoutDone(of: Payout, amount: number): Posting {
  return posting(['M7'], [transit(of, amount), house('bank_safeguard', -amount)]);
}

export function payoutFailed(of: Payout, parts: readonly { job: Job; amount: number }[]): Posting {
  return posting(
    ['M7'],
    [transit(of, sumOf(parts)), ...parts.map(({ job, amount }) => payable(job, -amount))],
  );
}

/** Books the transfer of our earned fees out of the safeguarded account. */
export function swept(amount: number): Posting {
  return posting(['M8'], [house('bank_operating', amount), house('bank_safeguard', -amount)]);
}

/**
 * Books a chargeback or a returned deposit: taken from the escrow first, then as debts of those who were paid, then as
 * our loss.
 */
export function reversed(
  of: Payment & Held,
  part: {
    clearing: number;
    escrow: number;
    debts: readonly { job: Job; amount: number }[];
    loss: number;
  },
): Posting {
  const amount = part.clearing + part.escrow + sumOf(part.debts) + part.loss;
  return posting(
    ['M9'],
    [
      payment('buyer_clearing', of, part.clearing),
      escrow(of, part.escrow),
      ...part.debts.map((each) => debt(each.job, each.amount)),
      house('losses', part.loss),
      payment('gateway_receivable', of, -amount),
    ],
  );
}

/** Books a goodwill payment from the house's own money. */
export function goodwill(of: Refund, amount: number): Posting {
  return posting(['M10'], [house('losses', amount), refunding(of, -amount)]);
}

/** Books the netting of a provider's debt against what they are owed, which happens before any payout. */
export function netted(from: Job, to: Job, amount: number): Posting {
  return posting(['M11'], [payable(from, amount), debt(to, -amount)]);
}

/** Books a contribution to the house as its income, less the VAT included. */
export function sponsored(of: Held, amount: number): Posting {
  const vat = vatWithin(amount);
  return posting(
    ['M12'],
    [escrow(of, amount), house('sponsor_income', vat - amount), house('vat_payable', -vat)],
  );
}

/** Books spending of the house's income from sponsors. */
export function spent(amount: number): Posting {
  return posting(['M13'], [house('sponsor_spending', amount), house('bank_operating', -amount)]);
}

/** Returns the opposite of a journal. */
export function reversalOf(lines: readonly Line[]): Posting {
  return posting(
    ['reversal'],
    lines.map((line) => ({ ...line, amount: -line.amount })),
  );
}

export function sumOf(parts: readonly { amount: number }[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0);
}

/** Drops empty lines and tops up the cover of what is owed (M3b). */
function posting(rules: readonly Rule[], lines: readonly Line[]): Posting {
  const some = lines.filter(({ amount }) => amount !== 0);
  const missing = -coverChange(some);
  // Fees that are swept were covered twice until now.
  return missing > 0 && !rules.includes('M8')
    ? { rules, lines: [...some, house('bank_safeguard', missing), house('bank_operating', -missing)] }
    : { rules, lines: some };
}

/**
 * Returns the part of a journal that only tops up the cover of what is owed (M3b) out of the operating account;
 * negative where a top-up is taken back. A top-up never stands alone: M8 moves money between these two accounts only,
 * M13 does not touch the safeguarded one, and the same is true of their reversals.
 */
export function topUpOf(lines: readonly { account: string; amount: number }[]): number {
  const has = (account: string) => lines.some((line) => line.account === account);
  const hasMore = lines.some(({ account }) => account !== 'bank_operating' && account !== 'bank_safeguard');
  if (!has('bank_safeguard') || !hasMore) return 0;
  return 0 - sumOf(lines.filter(({ account }) => account === 'bank_operating'));
}

/** Returns by how much covering money grows beyond what is owed. */
export function coverChange(lines: readonly Line[]): number {
  return sumOf(lines.filter(({ account }) => ofCover.has(account)));
}
