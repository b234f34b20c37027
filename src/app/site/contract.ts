import { z } from 'zod';
import { adPlaces } from '#features/ads/contract.ts';
import { inEachLanguage } from '#i18n/languages.ts';

/** Operator of this marketplace, which the law requires on every page; null where none is configured. */
export const site = z.object({
  operator: z
    .object({
      name: z.string(),
      representative: z.string(),
      address: z.string(),
      phone: z.string(),
      email: z.string(),
      businessNumber: z.string(),
      mailOrderNumber: z.string(),
      hosting: z.string(),
    })
    .nullable(),
  notice: z
    .object(inEachLanguage(() => z.string()))
    .nullable()
    .describe('What stands on every page, because staff want everybody to know it.'),
  ads: adPlaces.nullable().describe('Null where nothing is advertised.'),
  socialLinks: z.array(z.object({ name: z.string(), url: z.string() })),
});
export type Site = z.infer<typeof site>;
