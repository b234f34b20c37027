import { graceDays } from '#features/rights/server/public.ts';
import type { Config } from '#platform/server/config.ts';
import type { App } from '#platform/server/http.ts';
import { helpNumbers, type HelpNumbers } from './contract.ts';

export function helpRoutes(app: App, { config }: { config: Config }): void {
  app.get(
    '/api/help',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['site'],
        summary: 'Times, limits and fee that the help page names',
        response: { 200: helpNumbers },
      },
    },
    async (_request, reply) => {
      const { orderTerms, auctionTerms, wantedTerms } = config;
      const numbers: HelpNumbers = {
        feePercent: config.feePercent,
        acceptHours: orderTerms.acceptHours,
        autoCompleteDays: orderTerms.autoCompleteDays,
        withdrawalDays: orderTerms.withdrawalDays,
        disputeAnswerHours: orderTerms.disputeAnswerHours,
        rulingDays: orderTerms.rulingDays,
        claimSupplyMonths: orderTerms.claimSupplyMonths,
        quoteDays: config.quoteDays,
        quoteRequestDays: config.quoteRequestDays,
        softCloseMinutes: auctionTerms.softCloseMinutes,
        payHours: auctionTerms.payHours,
        minPledge: wantedTerms.minPledge,
        openDays: wantedTerms.openDays,
        graceDays: wantedTerms.graceDays,
        payoutHoldDays: orderTerms.payoutHoldDays,
        firstPayoutHoldDays: orderTerms.firstPayoutHoldDays,
        leavingDays: graceDays,
      };
      return reply.header('cache-control', 'public, max-age=300').send(numbers);
    },
  );
}
