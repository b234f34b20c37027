/** What the times and limits of auctions are by default; AUCTION_TERMS changes them. Each auction keeps those it was published under. */
export const standardAuctionTerms = {
  leastMinutes: 30,
  mostDays: 30,
  /** How far ahead a start may lie. */
  scheduleDays: 30,
  /** A bid that raises the price later than this before the end moves the end so far away. */
  softCloseMinutes: 5,
  /** Whoever wants to promise more shows their passkey. */
  stepUpAbove: 1_000_000,
  payHours: 48,
  firstReminderHours: 24,
  lastReminderHours: 6,
  strikeDays: 90,
  strikes: 2,
  offerHours: 24,
  offers: 2,
  /** How long a seller has to offer an unpaid lot to the next bidder. */
  decideDays: 7,
} as const;
export type AuctionTerms = { [Key in keyof typeof standardAuctionTerms]: number };

/** By how much a bid has to be more: `by` for prices below `below`, the last one for all above. */
export type Increments = readonly { below: number; by: number }[];
export const standardIncrements: Increments = [
  { below: 10_000, by: 100 },
  { below: 50_000, by: 1_000 },
  { below: 100_000, by: 2_500 },
  { below: 500_000, by: 5_000 },
  { below: 5_000_000, by: 10_000 },
  { below: Number.MAX_SAFE_INTEGER, by: 50_000 },
];
