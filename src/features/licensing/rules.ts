import { divide } from '#platform/shared/amounts.ts';
import { termsOf } from '#platform/shared/licenses.ts';

/** Pure rules of the rights to make a thing after somebody's design. Their words are in words.ts. */

/** Purposes, each including the ones before it: a right to sell is also one to give away and to use. */
export const purposes = ['own', 'gift', 'sale'] as const;
export type Purpose = (typeof purposes)[number];

/** What designs of others are made for, and whether their authors receive a share that is not asked for. */
export type Use = { purpose: Purpose; withThanks: boolean };
/** What counts until a buyer says otherwise: nobody pays what is not asked for without having chosen it. */
export const usualUse = { purpose: 'own', withThanks: false } as const satisfies Use;

/** Share of an author: an amount per piece in won, or a percentage of the price. */
export type Share = { kind: 'amount'; amount: number } | { kind: 'percent'; percent: number };
export const shareLimits = { amount: 10_000_000, percent: 50 } as const;

export const verdicts = ['allowed', 'allowed_with_share', 'ask_author', 'not_allowed'] as const;
export type Verdict = (typeof verdicts)[number];

export const reasons = [
  'own_design',
  'made_by_author',
  'permission',
  'own_use',
  'own_use_non_commercial',
  'gift',
  'gift_non_commercial',
  'sale',
  'sale_by_share',
  'all_reserved',
  'unknown_license',
  'no_sale',
  'no_changes',
] as const;
export type Reason = (typeof reasons)[number];

/** `required`: the author sells the right by it. `optional`: a thank-you that the buyer can leave out. */
export type ShareDue = 'none' | 'optional' | 'required';

/** Obligations of those who pass on what was made. */
export const duties = ['credit', 'same_license'] as const;
export type Duty = (typeof duties)[number];

export type Case = {
  license: string;
  purpose: Purpose;
  pieces: number;
  /** True if the settings change the shape; scaling and colours do not. */
  changesShape: boolean;
  isOwnDesign: boolean;
  /** True if the author makes it: they need no permission of their own, and are paid for the work. */
  isMadeByAuthor: boolean;
  share: Share | null;
  /** False if the author cannot give a permission: somebody else published it for them, or they are gone. */
  canAsk: boolean;
  /** What the author answered this person. `left` is the number of pieces that may still be made. */
  permission:
    | { state: 'granted'; purpose: Purpose; left: number }
    | { state: 'refused'; purpose: Purpose }
    | null;
};

export type Decision = {
  verdict: Verdict;
  reason: Reason;
  share: ShareDue;
  duties: Duty[];
  isRefused: boolean;
};

/**
 * Decides whether something can be made for a purpose. Making one for somebody's own use under a non-commercial licence
 * counts as their own use by the maker's hands: our reading of these licences, and no legal advice.
 */
export function decideRights(of: Case): Decision {
  const { verdict, reason, share = 'none' } = rightsOf(of);
  const { permission, purpose } = of;
  const terms = termsOf(of.license);
  const isOwn = reason === 'own_design' || reason === 'made_by_author';
  const isPassedOn = purpose !== 'own' && !isOwn;
  return {
    verdict,
    reason,
    share,
    duties: isPassedOn
      ? duties.filter((duty) =>
          duty === 'credit' ? terms?.credit === true : terms !== null && terms.sameLicense !== 'no',
        )
      : [],
    isRefused:
      verdict === 'not_allowed' && permission?.state === 'refused' && covers(purpose, permission.purpose),
  };
}

/** Returns whether it can be made without asking first. */
export function isCleared({ verdict }: Pick<Decision, 'verdict'>): boolean {
  return verdict === 'allowed' || verdict === 'allowed_with_share';
}

function rightsOf(of: Case): { verdict: Verdict; reason: Reason; share?: ShareDue } {
  const { purpose, pieces, isOwnDesign, isMadeByAuthor, permission } = of;
  if (isOwnDesign) return { verdict: 'allowed', reason: 'own_design' };
  if (isMadeByAuthor) return { verdict: 'allowed', reason: 'made_by_author' };
  const byLicense = licensedRights(of);
  if (byLicense.verdict === 'allowed') return byLicense;
  // Only where the licence asks for more: a permission is spent.
  const isPermitted =
    permission?.state === 'granted' && covers(permission.purpose, purpose) && pieces <= permission.left;
  return isPermitted ? { verdict: 'allowed', reason: 'permission' } : byLicense;
}

function licensedRights(of: Case): { verdict: Verdict; reason: Reason; share?: ShareDue } {
  const { license, purpose, changesShape, share } = of;
  const terms = termsOf(license);
  if (terms === null) return unlessRefused(of, 'unknown_license');
  if (license === 'all-rights-reserved') return unlessRefused(of, 'all_reserved');
  // A changed thing for oneself is shared with nobody, which these licences allow.
  if (changesShape && !terms.changes && purpose !== 'own') return unlessRefused(of, 'no_changes');
  if (purpose === 'sale' && !terms.commercial) {
    return share === null
      ? unlessRefused(of, 'no_sale')
      : { verdict: 'allowed_with_share', reason: 'sale_by_share', share: 'required' };
  }
  const thanks: ShareDue = share === null ? 'none' : 'optional';
  if (purpose === 'sale') return { verdict: 'allowed', reason: 'sale', share: thanks };
  const reason = terms.commercial ? purposeReasons[purpose].free : purposeReasons[purpose].nonCommercial;
  return { verdict: 'allowed', reason, share: thanks };
}

const purposeReasons = {
  own: { free: 'own_use', nonCommercial: 'own_use_non_commercial' },
  gift: { free: 'gift', nonCommercial: 'gift_non_commercial' },
} as const;

/** What a licence does not allow can be asked for, unless the author cannot be asked or has said no. */
function unlessRefused(
  { canAsk, permission, purpose }: Case,
  reason: Reason,
): { verdict: Verdict; reason: Reason } {
  const isRefused = permission?.state === 'refused' && covers(purpose, permission.purpose);
  return { verdict: canAsk && !isRefused ? 'ask_author' : 'not_allowed', reason };
}

/** Returns whether a right for `wider` includes `purpose`. */
export function covers(wider: Purpose, purpose: Purpose): boolean {
  return purposes.indexOf(purpose) <= purposes.indexOf(wider);
}

/** Returns an author's share of an order in won, rounded down; of a free order there is none. */
export function shareAmount(
  share: Share,
  { principal, pieces }: { principal: number; pieces: number },
): number {
  if (principal === 0) return 0;
  if (share.kind === 'amount') return share.amount * pieces;
  return Number((BigInt(principal) * BigInt(Math.round(share.percent * 100))) / 10_000n);
}

/** What one of several orders makes of a design: `parts` name its different parts, such as by the hashes of their files. */
export type Making = { parts: readonly string[]; pieces: number };

/** Returns how many whole things several orders make: as many as of the part that is made most often. */
export function copiesOf(makings: readonly Making[]): number {
  const counts = new Map<string, number>();
  for (const { parts, pieces } of makings)
    for (const part of new Set(parts)) counts.set(part, (counts.get(part) ?? 0) + pieces);
  return Math.max(0, ...counts.values());
}

/**
 * Divides an author's share in won for each piece among orders that make different parts of one thing: each carries it for
 * its part of all the different parts. Two that make the same part carry it each. Parts of a won are rounded up in the sum.
 */
export function portionsOf(share: number, makings: readonly Making[]): number[] {
  const different = BigInt(new Set(makings.flatMap(({ parts }) => parts)).size);
  const weights = makings.map(({ parts, pieces }) => new Set(parts).size * pieces);
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n) * BigInt(share);
  if (different === 0n) return weights.map(() => 0);
  return divide(Number((whole + different - 1n) / different), weights);
}

export const permissionStates = ['asked', 'granted', 'refused', 'withdrawn'] as const;
export type PermissionState = (typeof permissionStates)[number];
export const permissionLimits = { pieces: 100_000, note: 2000 } as const;
