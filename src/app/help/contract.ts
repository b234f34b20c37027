import { z } from 'zod';

const amount = z.number();

/** Times, limits and fee that the answers of the help page name, as they are set here. */
export const helpNumbers = z.object({
  feePercent: amount,
  acceptHours: amount,
  autoCompleteDays: amount,
  withdrawalDays: amount,
  disputeAnswerHours: amount,
  rulingDays: amount,
  claimSupplyMonths: amount,
  quoteDays: amount,
  quoteRequestDays: amount,
  softCloseMinutes: amount,
  payHours: amount,
  minPledge: amount,
  openDays: amount,
  graceDays: amount,
  payoutHoldDays: amount,
  firstPayoutHoldDays: amount,
  leavingDays: amount,
});
export type HelpNumbers = z.infer<typeof helpNumbers>;
