/** Default times and limits of auctions; AUCTION_TERMS overrides them. An auction keeps the terms it was published under. */
export const standardAuctionTerms = {
  minMinutes: 30,
  maxDays: 30,
  /** Maximum time until the start. */
  scheduleDays: 30,
  /** Soft close: a bid that raises the price within this time before the end moves the end to this long after the bid. */
  softCloseMinutes: 5,
  /** Above this amount, bidders confirm with their passkey. */
  stepUpAbove: 1_000_000,
  payHours: 48,
  firstReminderHours: 24,
  lastReminderHours: 6,
  strikeDays: 90,
  strikes: 2,
  offerHours: 24,
  offers: 2,
  /** Time for a seller to offer an unpaid lot to the next bidder. */
  decideDays: 7,
} as const;
export type AuctionTerms = { [Key in keyof typeof standardAuctionTerms]: number };

/** Minimum increments: `by` for prices below `below`, the last one for all above. */
export type Increments = readonly { below: number; by: number }[];
export const standardIncrements: Increments = [
  { below: 10_000, by: 100 },
  { below: 50_000, by: 1_000 },
  { below: 100_000, by: 2_500 },
  { below: 500_000, by: 5_000 },
  { below: 5_000_000, by: 10_000 },
  { below: Number.MAX_SAFE_INTEGER, by: 50_000 },
];
