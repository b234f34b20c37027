/** Pure rules of money in double entry. Amounts are whole won; debits are above zero, credits below. */

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

/** What is owed to somebody: it is covered by money at the gateway and in the safeguarded account. */
export const owedAccounts = [
  'buyer_clearing',
  'escrow',
  'refund_payable',
  'provider_payable',
  'payout_transit',
] as const satisfies readonly Account[];
/** What is owed, and what covers it. */
const ofCover: ReadonlySet<Account> = new Set([...owedAccounts, 'bank_safeguard', 'gateway_receivable']);

export type Line =
  | { account: SubjectAccount; subjectId: string; ownerId: string | null; amount: number }
  | { account: HouseAccount; subjectId: null; ownerId: null; amount: number };

/** The posting rules that journals follow: docs/decisions/0035 lists them. */
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

/** VAT of 10% is inside the fee. */
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
/** What is held for an order, or for what a sponsor gave, which has the place of one here. */
type Held = { orderId: string; buyerId: string };
type Job = Held & { providerId: string };
type Refund = { refundId: string; buyerId: string };
type Payout = { payoutId: string; providerId: string };

/** Money came in: it is the buyer's until it is bound to something. */
export function captured(of: Payment, total: number): Posting {
  return posting(['M1'], [payment('gateway_receivable', of, total), payment('buyer_clearing', of, -total)]);
}

export function bound(of: Payment & Held, total: number): Posting {
  return posting(['M2'], [payment('buyer_clearing', of, total), escrow(of, -total)]);
}

/** The gateway pays out what it holds for us, less what it takes. */
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

/** The escrow of an order ends: the provider's part and the fee are released, the rest goes back. */
export function released(
  of: Job & { refundId: string | null },
  part: { provider: number; fee: number; buyer: number },
): Posting {
  const vat = vatWithin(part.fee);
  const isReleased = part.provider > 0 || part.fee > 0;
  return posting(
    [...(isReleased ? (['M4'] as const) : []), ...(part.buyer > 0 ? (['M5'] as const) : [])],
    [
      escrow(of, part.provider + part.fee + part.buyer),
      payable(of, -part.provider),
      house('fee_revenue', vat - part.fee),
      house('vat_payable', -vat),
      ...(of.refundId === null ? [] : [refunding({ ...of, refundId: of.refundId }, -part.buyer)]),
    ],
  );
}

/** What is held goes back, whole. */
export function heldRefunded(of: Held & Refund, amount: number): Posting {
  return posting(['M5'], [escrow(of, amount), refunding(of, -amount)]);
}

/** Money that was never bound goes back. */
export function unboundRefunded(of: Payment & Refund, amount: number): Posting {
  return posting(['M5'], [payment('buyer_clearing', of, amount), refunding(of, -amount)]);
}

/**
 * A refund after the release: the fee's part from the fee, the provider's from what they are still owed, and what that lacks
 * becomes their debt. `vat` is how much less is inside the fee that is kept. `given` is what the house has given for it before,
 * which comes back to the house.
 */
export function releasedRefunded(
  of: Job & { refundId: string | null; buyerId: string },
  part: { provider: number; fee: number; vat: number; owed: number; given: number },
): Posting {
  const fromOwed = Math.min(part.provider, part.owed);
  const back = part.provider + part.fee - part.given;
  return posting(
    ['M5'],
    [
      payable(of, fromOwed),
      debt(of, part.provider - fromOwed),
      house('fee_revenue', part.fee - part.vat),
      house('vat_payable', part.vat),
      house('losses', -part.given),
      ...(of.refundId === null ? [] : [refunding({ ...of, refundId: of.refundId }, -back)]),
    ],
  );
}

/** The gateway has sent a refund, so much of it out of what it had not paid us yet. */
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

/** Fees that are ours move out of the safeguarded account. */
export function swept(amount: number): Posting {
  return posting(['M8'], [house('bank_operating', amount), house('bank_safeguard', -amount)]);
}

/** A chargeback, or a deposit that was taken back: out of what is still there, then the provider's debt, then our loss. */
export function reversed(
  of: Payment & Job,
  part: { clearing: number; escrow: number; debt: number; loss: number },
): Posting {
  const amount = part.clearing + part.escrow + part.debt + part.loss;
  return posting(
    ['M9'],
    [
      payment('buyer_clearing', of, part.clearing),
      escrow(of, part.escrow),
      debt(of, part.debt),
      house('losses', part.loss),
      payment('gateway_receivable', of, -amount),
    ],
  );
}

/** What the house gives of its own. */
export function goodwill(of: Refund, amount: number): Posting {
  return posting(['M10'], [house('losses', amount), refunding(of, -amount)]);
}

/** Debts are paid out of what is owed, before anything is paid out. */
export function netted(from: Job, to: Job, amount: number): Posting {
  return posting(['M11'], [payable(from, amount), debt(to, -amount)]);
}

/** What a sponsor gave to the house is the house's, but for the VAT inside. */
export function sponsored(of: Held, amount: number): Posting {
  const vat = vatWithin(amount);
  return posting(
    ['M12'],
    [escrow(of, amount), house('sponsor_income', vat - amount), house('vat_payable', -vat)],
  );
}

/** The house pays something out of what sponsors gave. */
export function spent(amount: number): Posting {
  return posting(['M13'], [house('sponsor_spending', amount), house('bank_operating', -amount)]);
}

/** The opposite of a journal. */
export function reversalOf(lines: readonly Line[]): Posting {
  return posting(
    ['reversal'],
    lines.map((line) => ({ ...line, amount: -line.amount })),
  );
}

export function sumOf(parts: readonly { amount: number }[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0);
}

/** Leaves out lines of nothing, and adds what keeps everything owed covered (M3b). */
function posting(rules: readonly Rule[], lines: readonly Line[]): Posting {
  const some = lines.filter(({ amount }) => amount !== 0);
  const missing = -coverChange(some);
  // Fees that are swept were covered twice until now.
  return missing > 0 && !rules.includes('M8')
    ? { rules, lines: [...some, house('bank_safeguard', missing), house('bank_operating', -missing)] }
    : { rules, lines: some };
}

/**
 * How much of a journal only fills up what keeps everything owed covered (M3b), out of the operating account; below nothing where
 * that is taken back. It comes with something else: M8 moves between these two accounts alone, M13 touches the safeguarded one not
 * at all, and so it is with their reversals.
 */
export function topUpOf(lines: readonly { account: string; amount: number }[]): number {
  const has = (account: string) => lines.some((line) => line.account === account);
  const hasMore = lines.some(({ account }) => account !== 'bank_operating' && account !== 'bank_safeguard');
  if (!has('bank_safeguard') || !hasMore) return 0;
  return 0 - sumOf(lines.filter(({ account }) => account === 'bank_operating'));
}

/** By how much the money that covers what is owed grows beyond that. */
export function coverChange(lines: readonly Line[]): number {
  return sumOf(lines.filter(({ account }) => ofCover.has(account)));
}
