/** Default times and limits of the board of wanted things; WANTED_TERMS overrides them. */
export const standardWantedTerms = {
  /** Days that a new post stays open, unless its asker says otherwise. */
  openDays: 30,
  maxOpenDays: 180,
  /** Days after the end in which the bounty can still be given, and those of them after which the asker is reminded. */
  graceDays: 30,
  firstReminderDays: 14,
  lastReminderDays: 27,
  /** Hours for paying a pledge, and for a deposit with the hour that the bank gets to report it. */
  payHours: 24,
  depositHours: 25,
  minPledge: 1000,
  /** Maximum of all pledges of one post together. */
  maxBounty: 5_000_000,
  /** Above this, two members of staff have to rule the same. */
  secondAdminAbove: 500_000,
  /** Distance in km within which providers are told of a new post. */
  alertKm: 30,
  maxAlerts: 200,
} as const;
export type WantedTerms = { [Key in keyof typeof standardWantedTerms]: number };
