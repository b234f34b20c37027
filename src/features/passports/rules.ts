import { addMonths } from '#platform/shared/months.ts';

/** Pure rules of passports and recalls. Codes are code.ts, GTINs gtin.ts. */

export const eachKinds = ['piece', 'batch', 'none'] as const;
/** How many passports a thing gets: one for each piece, one for the batch, or none. */
export type Each = (typeof eachKinds)[number];

export const passportLimits = {
  /** Pieces of one order up to which each has its own passport where the provider chose nothing. */
  usualPieces: 20,
  /** Passports of one order. */
  passports: 500,
  warrantyMonths: 120,
  warranty: 1000,
  versions: 100,
  recallText: 2000,
  /** Open recalls of one resource. */
  recalls: 20,
  updates: 50,
  /** Fixes and updates of one resource by its author in 24 hours: each is a mail to every holder. */
  noticesADay: 10,
  /** Recalls ("stop using it") by the author in 24 hours. A limit of their own: fixes must not use up the place of a warning. */
  stopsADay: 3,
  /** Days in which a thing can be taken that was passed on. */
  handoverDays: 7,
} as const;

export const urgencies = ['fix', 'stop'] as const;
/** `fix`: something better is there. `stop`: the thing must not be used any more. */
export type Urgency = (typeof urgencies)[number];

export const labelSizes = ['62x29', '50x30', 'a4'] as const;
export type LabelSize = (typeof labelSizes)[number];

/** Returns the pieces that each passport of a design stands for. */
export function piecesOf(pieces: number, each: Each): number[] {
  if (each === 'none') return [];
  return each === 'batch' ? [pieces] : Array.from({ length: pieces }, () => 1);
}

/** Returns what is usual for a number of pieces: one passport each up to a bound, one for the batch above. */
export function usualEach(pieces: number): Each {
  return pieces <= passportLimits.usualPieces ? 'piece' : 'batch';
}

/** Returns whether a recall is about a version; one without versions is about all. */
export function concerns(recall: { versions: readonly number[] | null }, version: number | null): boolean {
  return recall.versions === null || (version !== null && recall.versions.includes(version));
}

export type ClaimDenial = 'claimed' | 'own_work' | 'waits';

/**
 * Returns why a person cannot claim a thing by its code; null if they can. Until its order has ended, a code that was
 * seen on the way is not enough: only the buyer can claim.
 */
export function whyNotClaim(
  thing: { holderId: string | null; providerId: string; buyerId: string; hasEnded: boolean },
  personId: string,
): ClaimDenial | null {
  if (thing.holderId !== null) return 'claimed';
  if (personId === thing.buyerId) return null;
  if (personId === thing.providerId) return 'own_work';
  return thing.hasEnded ? null : 'waits';
}

/** Returns the time at which a warranty ends, in months from the making; null without months. */
export function warrantyEnd(madeAt: Date, months: number | null): Date | null {
  return months === null ? null : addMonths(madeAt, months);
}
