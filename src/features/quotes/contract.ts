import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import {
  calendar,
  machine,
  nearbyQuery,
  rateCard,
  serviceCard,
  workshopLimits,
} from '#features/services/contract.ts';
import { defineErrors } from '#platform/shared/errors.ts';
import { units } from '#platform/shared/models/mesh.ts';
import {
  defaultInfill,
  defaultLayerHeight,
  lineCodes,
  mostPerPage,
  mostPieces,
  mostPrinters,
  noPriceReasons,
  obstacles,
  quotesPerPage,
} from './rules.ts';

export const quotesErrors = defineErrors({
  not_a_printer: { status: 409, words: (locale) => m['quotes.error.not_a_printer']({}, { locale }) },
  file_not_found: { status: 404, words: (locale) => m['quotes.error.file_not_found']({}, { locale }) },
  not_a_model: { status: 400, words: (locale) => m['quotes.error.not_a_model']({}, { locale }) },
  model_waiting: { status: 409, words: (locale) => m['quotes.error.model_waiting']({}, { locale }) },
  model_unreadable: { status: 400, words: (locale) => m['quotes.error.model_unreadable']({}, { locale }) },
  /** Its volume cannot be trusted, so no price can bind anybody. */
  model_open: { status: 400, words: (locale) => m['quotes.error.model_open']({}, { locale }) },
  /** No machine can make it; `obstacles` of the answer says why not. */
  cannot_make: { status: 409, words: (locale) => m['quotes.error.cannot_make']({}, { locale }) },
  no_price: { status: 409, words: (locale) => m['quotes.error.no_price']({}, { locale }) },
  quote_not_found: { status: 404, words: (locale) => m['quotes.error.quote_not_found']({}, { locale }) },
});

export const quoteInput = z
  .object({
    uploadId: z.uuid().optional().describe('A finished upload of one’s own.'),
    resourceFileId: z.uuid().optional().describe('A file of a resource that one may see.'),
    unit: z
      .enum(units)
      .optional()
      .describe('What a file that does not say its unit is meant in; otherwise a guess.'),
    material: z.string().trim().min(1).max(workshopLimits.material),
    infill: z.number().min(0).max(100).default(defaultInfill).describe('Percent.'),
    layerHeight: z.number().min(0.01).max(5).default(defaultLayerHeight).describe('In mm.'),
    quantity: z.number().int().min(1).max(mostPieces).default(1),
  })
  .refine(({ uploadId, resourceFileId }) => (uploadId === undefined) !== (resourceFileId === undefined), {
    path: ['uploadId'],
    params: { words: (locale: 'ko' | 'en' | 'ja') => m['quotes.field.one_file']({}, { locale }) },
  });
export type QuoteInput = z.infer<typeof quoteInput>;

export const line = z.object({
  code: z.enum(lineCodes),
  label: z.string(),
  count: z.number(),
  each: z.number().nullable(),
  amount: z.number(),
});

/** A price that binds the provider until it expires, for this very file. */
export const quote = z.object({
  id: z.uuid(),
  serviceId: z.uuid(),
  fileName: z.string(),
  fileSha256: z.string(),
  material: z.string(),
  infill: z.number(),
  layerHeight: z.number(),
  quantity: z.number(),
  machine: z.string().nullable(),
  grams: z.number().describe('Of all pieces together.'),
  billedGrams: z.number().describe('The same, rounded up to started 10 g.'),
  lines: z.array(line),
  principal: z.number(),
  fee: z.number(),
  feePercent: z.number().describe('What the fee was worked out with.'),
  total: z.number(),
  currency: z.string(),
  leadTimeDays: z.number().nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type Quote = z.infer<typeof quote>;

/** A 3D printing service with all that an estimate needs. */
export const printer = serviceCard
  .pick({ id: true, title: true, language: true, translations: true, isFreeService: true, currency: true })
  .extend({
    isIndividual: z.boolean(),
    imageUrl: z.string().nullable(),
    rating: z.number().nullable(),
    address: z.string(),
    distance: z.number(),
    provider: serviceCard.shape.provider,
    materials: z.array(z.string()),
    rateCard: rateCard.nullable(),
    machines: z.array(machine),
    calendar,
  });
export type PrinterOffer = z.infer<typeof printer>;

export const printersAnswer = z.object({ feePercent: z.number(), printers: z.array(printer) });
export type PrintersAnswer = z.infer<typeof printersAnswer>;

export const printersQuery = nearbyQuery.pick({ lat: true, long: true }).extend({
  maxDistance: z.coerce.number().min(0).max(500).default(50).describe('In km.'),
  limit: z.coerce.number().int().min(1).max(mostPrinters).default(mostPrinters),
});
export const quotesQuery = z.object({
  page: nearbyQuery.shape.page,
  limit: z.coerce.number().int().min(1).max(mostPerPage).default(quotesPerPage),
});

/** What an error tells beside its words. */
export const cannotMake = z.object({ obstacles: z.array(z.enum(obstacles)) });
export const noPrice = z.object({ reason: z.enum(noPriceReasons) });
