/** What the times and limits of orders are by default; ORDER_TERMS changes them. */
export const standardTerms = {
  payMinutes: 30,
  depositHours: 25,
  acceptHours: 24,
  autoCompleteDays: 7,
  withdrawalDays: 7,
  returnDays: 3,
  overdueDays: 3,
  overdueAnswerHours: 48,
  proposalHours: 72,
  reworks: 2,
  disputeAnswerHours: 72,
  negotiationDays: 5,
  rulingDays: 7,
  appealHours: 72,
  leastLeftHours: 48,
  secondAdminAbove: 500_000,
  claimKnownDays: 30,
  claimSupplyMonths: 3,
  claimAnswerHours: 72,
  payoutHoldDays: 3,
  firstPayoutHoldDays: 7,
  firstOrders: 3,
} as const;
export type Terms = { [Key in keyof typeof standardTerms]: number };
export const termNames = Object.keys(standardTerms) as (keyof typeof standardTerms)[];
