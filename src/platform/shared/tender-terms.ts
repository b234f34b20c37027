/** Default times, limits and weights of tenders; TENDER_TERMS overrides them. */
export const standardTenderTerms = {
  openSeconds: 3600,
  openDays: 30,
  chooseDays: 7,
  bids: 100,
  priceWeight: 50,
  timeWeight: 20,
  ratingWeight: 20,
  distanceWeight: 10,
  farKm: 100,
} as const;
export type TenderTerms = { [Key in keyof typeof standardTenderTerms]: number };
