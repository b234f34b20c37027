import { z } from 'zod';

export const buildRate = z.object({
  made: z.number().describe('Verified builds of the last 24 months.'),
  worked: z.number(),
});
/** Rates of verified builds, of all together and of each machine. */
export const buildRates = z.object({
  rate: buildRate.nullable().describe('Null where there are too few to say.'),
  machines: z
    .array(buildRate.extend({ machine: z.string() }))
    .describe('Those with enough builds, the most reliable first.'),
});
export type BuildRates = z.infer<typeof buildRates>;
