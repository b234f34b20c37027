import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import { typedDay } from '#platform/shared/typed-day.ts';
import { nameText } from '#platform/shared/name-text.ts';
import { message } from '#features/conversations/contract.ts';
import {
  calendar,
  delivery,
  learned,
  machine,
  nearbyQuery,
  rateCard,
  serviceCard,
  workshopLimits,
} from '#features/services/contract.ts';
import { buildRate } from '#features/builds/contract.ts';
import { rights } from '#features/licensing/contract.ts';
import { printability } from '#features/resources/contract.ts';
import { keptFile } from '#features/uploads/contract.ts';
import { defineErrors, type Words } from '#platform/shared/errors.ts';
import { dimensionLimits, roundMm } from '#platform/shared/dimensions.ts';
import { modelProblems, units } from '#platform/shared/models/mesh.ts';
import { rule } from '#platform/shared/validation.ts';
import { serviceTypes } from '#platform/shared/trades.ts';
import { isVisible } from '#platform/shared/visible-text.ts';
import { areas, wishLimits } from './making.ts';
import {
  requestLimits,
  requestsPerPage,
  sides,
  threadActions,
  threadStates,
  usualValidDays,
} from './negotiation.ts';
import {
  bases,
  defaultInfill,
  defaultLayerHeight,
  lineCodes,
  maxParts,
  maxPerPage,
  maxPieces,
  maxPrinters,
  maxWalls,
  noPriceReasons,
  obstacles,
  quotesPerPage,
} from './rules.ts';
import { feeBearers } from '#platform/shared/fee.ts';

export const quotesErrors = defineErrors({
  not_a_printer: { status: 409, words: (locale) => m['quotes.error.not_a_printer']({}, { locale }) },
  file_not_found: { status: 404, words: (locale) => m['quotes.error.file_not_found']({}, { locale }) },
  not_a_model: { status: 400, words: (locale) => m['quotes.error.not_a_model']({}, { locale }) },
  model_waiting: { status: 409, words: (locale) => m['quotes.error.model_waiting']({}, { locale }) },
  model_unreadable: { status: 400, words: (locale) => m['quotes.error.model_unreadable']({}, { locale }) },
  /** Sizes of some files can be meant in millimetres or inches; `files` of the response has both for each. */
  unit_unclear: { status: 409, words: (locale) => m['quotes.error.unit_unclear']({}, { locale }) },
  /** Its volume is unreliable, so a price cannot be binding. */
  model_open: { status: 400, words: (locale) => m['quotes.error.model_open']({}, { locale }) },
  /** No machine can make it; `obstacles` of the response has the reasons. */
  cannot_make: { status: 409, words: (locale) => m['quotes.error.cannot_make']({}, { locale }) },
  too_many_pieces: {
    status: 400,
    words: (locale) => m['quotes.error.too_many_pieces']({ most: String(maxPieces) }, { locale }),
  },
  /** No machine has the colour of a part in its material; `parts` of the response names these parts. */
  no_color: { status: 409, words: (locale) => m['quotes.error.no_color']({}, { locale }) },
  no_price: { status: 409, words: (locale) => m['quotes.error.no_price']({}, { locale }) },
  quote_not_found: { status: 404, words: (locale) => m['quotes.error.quote_not_found']({}, { locale }) },
  quote_expired: { status: 409, words: (locale) => m['quotes.error.quote_expired']({}, { locale }) },
  /** Its files have changed, or it was withdrawn. */
  quote_void: { status: 409, words: (locale) => m['quotes.error.quote_void']({}, { locale }) },
  not_lower: { status: 409, words: (locale) => m['quotes.error.not_lower']({}, { locale }) },
  quote_ordered: { status: 409, words: (locale) => m['quotes.error.quote_ordered']({}, { locale }) },
  request_not_found: {
    status: 404,
    words: (locale) => m['quotes.error.request_not_found']({}, { locale }),
  },
  request_closed: { status: 409, words: (locale) => m['quotes.error.request_closed']({}, { locale }) },
  service_unavailable: {
    status: 409,
    words: (locale) => m['quotes.error.service_unavailable']({}, { locale }),
  },
  own_service: { status: 409, words: (locale) => m['quotes.error.own_service']({}, { locale }) },
  mixed_currencies: { status: 409, words: (locale) => m['quotes.error.mixed_currencies']({}, { locale }) },
  files_too_large: { status: 413, words: (locale) => m['quotes.error.files_too_large']({}, { locale }) },
  /** The other side has left, is leaving, or was suspended. */
  other_gone: { status: 409, words: (locale) => m['quotes.error.other_gone']({}, { locale }) },
  /** Free services need no verification; receiving money needs a phone and an account. */
  verification_needed: {
    status: 403,
    words: (locale) => m['quotes.error.verification_needed']({}, { locale }),
  },
  invalid_transition: {
    status: 409,
    words: (locale) => m['quotes.error.invalid_transition']({}, { locale }),
  },
  not_your_turn: { status: 409, words: (locale) => m['quotes.error.not_your_turn']({}, { locale }) },
  too_many_wishes: {
    status: 409,
    words: (locale) => m['quotes.error.too_many_wishes']({ most: wishLimits.wishes }, { locale }),
  },
  wish_not_found: { status: 404, words: (locale) => m['quotes.error.wish_not_found']({}, { locale }) },
  /** What was really printed is told of a material that is none of the print. */
  not_of_print: { status: 400, words: (locale) => m['quotes.error.not_of_print']({}, { locale }) },
  no_more_counters: { status: 409, words: (locale) => m['quotes.error.no_more_counters']({}, { locale }) },
});

export const required: Words = (locale) => m['platform.field.required']({}, { locale });
const oneSource: Words = (locale) => m['quotes.field.one_file']({}, { locale });
const hasOneSource = ({ uploadId, resourceFileId }: { uploadId?: unknown; resourceFileId?: unknown }) =>
  (uploadId === undefined) !== (resourceFileId === undefined);
const notOneSource = { path: ['uploadId'], params: { words: oneSource } };

/** File that is to be printed, how, and how many of it. */
export const partInput = z
  .object({
    uploadId: z.uuid().optional().describe('A finished upload of one’s own.'),
    resourceFileId: z.uuid().optional().describe('A file of a resource that one may see.'),
    unit: z
      .enum(units)
      .optional()
      .describe(
        'What a file that does not say its unit is meant in; millimetres otherwise, unless its size leaves that unclear.',
      ),
    material: z
      .string()
      .trim()
      .min(1)
      .max(workshopLimits.material)
      .optional()
      .describe('Left out, all that is not said is as the author of the file has tested it.'),
    infill: z
      .number()
      .min(0)
      .max(100)
      .optional()
      .describe(`Percent; ${defaultInfill} where nothing is said.`),
    layerHeight: z
      .number()
      .min(0.01)
      .max(5)
      .optional()
      .describe(`In mm; ${defaultLayerHeight} where nothing is said.`),
    walls: z
      .number()
      .int()
      .min(0)
      .max(maxWalls)
      .optional()
      .describe('Lines of a wall; those of the rate card where nothing is said.'),
    color: z
      .string()
      .trim()
      .min(1)
      .max(workshopLimits.color)
      .optional()
      .describe('A colour of the material that the service has; any where nothing is said.'),
    quantity: z.number().int().min(1).max(maxPieces).default(1),
  })
  .refine(hasOneSource, notOneSource)
  .refine(({ uploadId, material }) => uploadId === undefined || material !== undefined, {
    path: ['material'],
    params: { words: required },
  });
export type PartInput = z.output<typeof partInput>;

export const kitInput = z.object({
  serviceId: z.uuid(),
  parts: z
    .array(partInput)
    .min(1)
    .max(maxParts)
    .describe('All that is to be made, for one total and one order.'),
});

export const line = z.object({
  code: z.enum(lineCodes),
  label: z.string(),
  count: z.number(),
  each: z.number().nullable(),
  amount: z.number(),
  material: z.string().optional().describe('Of a line of material, where there are several materials.'),
});

const range = z.object({ likely: z.number(), atMost: z.number() });
const amounts = z.object({ principal: z.number(), fee: z.number(), total: z.number() });

/** Part of a quote, as its order will have it. */
const quotedPart = z.object({
  fileName: z.string(),
  fileSha256: z.string(),
  unit: z.enum(units).nullable().describe('What the file was taken to be meant in; null in older quotes.'),
  sizeMm: z.array(z.number()).describe('Size of a piece along x, y and z.'),
  material: z.string(),
  infill: z.number(),
  layerHeight: z.number(),
  walls: z.number().nullable().describe('Null for those of the rate card.'),
  color: z.string().nullable().describe('Null for any.'),
  printability: printability.nullable().describe('What a printer meets in the piece; null in older quotes.'),
  quantity: z.number(),
  grams: range.describe('Of all its pieces together.'),
  hours: range.nullable().describe('Of printing all its pieces; null in older quotes.'),
});
export type QuotedPart = z.infer<typeof quotedPart>;

/** Price of these exact files that binds the provider until it expires. */
export const quote = z.object({
  id: z.uuid(),
  serviceId: z.uuid(),
  title: z.string().describe('Name of the thing; of one file, its name.'),
  parts: z.array(quotedPart),
  ...quotedPart.pick({ fileName: true, fileSha256: true, material: true, infill: true, layerHeight: true })
    .shape,
  ...quotedPart.pick({ unit: true, sizeMm: true }).shape,
  quantity: z
    .number()
    .describe('Pieces of all parts together. What else is told of a file is the first part’s.'),
  machine: z.string().nullable(),
  basis: z
    .enum(bases)
    .describe(
      'What weight and hours were worked out from: `formula`, `learned` from finished orders of this provider, or a real `slice`.',
    ),
  slicer: z.string().nullable().describe('Which slicer sliced it, with its version.'),
  learnedFrom: z.number().describe('Finished orders of this machine and material that corrected it.'),
  plates: z.number().nullable().describe('Plates that all pieces take; null without a machine.'),
  buildMm: z.array(z.number()).nullable().describe("Size of the machine's build volume along x, y and z."),
  grams: range.describe('Of all pieces together: the sum of the parts.'),
  hours: range.nullable().describe('Of printing all pieces; null in older quotes.'),
  billedGrams: z.number().describe('The most it weighs, rounded up to started 10 g.'),
  lines: z.array(line),
  principal: z.number().describe('What binds: by the most it weighs and takes.'),
  fee: z.number(),
  feePercent: z.number().describe('What the buyer pays on top of the price.'),
  total: z.number().describe('The most that the buyer pays.'),
  likely: amounts
    .nullable()
    .describe('What it would cost by its likely weight and hours; null in older quotes.'),
  currency: z.string(),
  leadTimeDays: z.number().nullable(),
  readyOn: z.string().nullable().describe('Which day it is ready, if it is ordered today and still can be.'),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  can: z.object({ order: z.boolean(), lower: z.boolean() }),
});
export const loweringInput = z.object({
  principal: z.number().int().min(0).max(requestLimits.money).describe('Less than before.'),
});
export type Quote = z.infer<typeof quote>;

/** 3D printing service with the data of an estimate. */
export const printer = serviceCard
  .pick({
    id: true,
    title: true,
    language: true,
    translations: true,
    isFreeService: true,
    currency: true,
    price: true,
    pricePerUnit: true,
  })
  .extend({
    isIndividual: z.boolean(),
    imageUrl: z.string().nullable(),
    rating: z.number().nullable(),
    address: z.string(),
    distance: z.number(),
    provider: serviceCard.shape.provider,
    materials: z.array(z.string()),
    learned,
    rateCard: rateCard.nullable(),
    machines: z.array(machine),
    calendar,
    delivery,
  });
export type PrinterOffer = z.infer<typeof printer>;

export const printersAnswer = z.object({
  feePercent: z.number().describe('What buyers pay on top of the price.'),
  printers: z.array(printer),
});
export type PrintersAnswer = z.infer<typeof printersAnswer>;

export const printersQuery = nearbyQuery.pick({ lat: true, long: true }).extend({
  maxDistance: z.coerce.number().min(0).max(500).default(50).describe('In km.'),
  area: z
    .enum(['near', 'country'])
    .default('near')
    .describe('`country`: those that send by post, however far, instead of those within `maxDistance`.'),
  limit: z.coerce.number().int().min(1).max(maxPrinters).default(maxPrinters),
  serviceId: z.string().max(60).optional().describe('Comes first, however far it is, where it can be had.'),
});
export const quotesQuery = z.object({
  side: z
    .enum(['asked', 'received'])
    .default('asked')
    .describe('Those that I have asked for, or that my services have made.'),
  page: nearbyQuery.shape.page,
  limit: z.coerce.number().int().min(1).max(maxPerPage).default(quotesPerPage),
});

/** How a thing can be made, for the reader of its page: by which trades, where, and from which price on. */
export const making = z.object({
  builds: buildRate.nullable().describe('How often it was made, and worked; null for too few builds.'),
  rights: rights.pick({ verdict: true }).describe('What the licence says to one for own use.'),
  isKit: z.boolean().describe('Whether it is made of several files, or of parts that are bought.'),
  ways: z
    .array(
      z.object({
        trade: z.enum(serviceTypes),
        area: z
          .enum(areas)
          .describe(
            '`near`: within `radiusKm`; `country`: by post from anywhere; `nowhere`: nobody makes it.',
          ),
        radiusKm: z.number().nullable(),
        makers: z.number().nullable().describe('How many can make it; null while that is not known.'),
        from: z
          .object({
            serviceId: z.uuid(),
            total: z.number(),
            currency: z.string(),
            readyOn: z.string().nullable(),
          })
          .nullable()
          .describe('The cheapest for one whole thing, as its estimate says: null where each is asked.'),
      }),
    )
    .describe('The trade that makes most of it first; empty for what nobody makes.'),
});
export type Making = z.infer<typeof making>;
export const makingQuery = z.object({
  lat: nearbyQuery.shape.lat.optional(),
  long: nearbyQuery.shape.long.optional(),
});

export const nearWishInput = z.object({
  trade: z.enum(serviceTypes),
  lat: z.number().min(-90).max(90).describe('Kept to about a kilometre.'),
  long: z.number().min(-180).max(180),
  radiusKm: z.number().int().min(1).max(wishLimits.radiusKm),
  resourceId: z.uuid().nullable().default(null),
});
export type NearWishInput = z.output<typeof nearWishInput>;
export const nearWish = nearWishInput.extend({
  id: z.uuid(),
  resourceId: z.uuid().nullable(),
  resourceTitle: z.string().nullable(),
  createdAt: z.iso.datetime(),
  service: z
    .object({ id: z.uuid(), title: z.string() })
    .nullable()
    .describe('Who came near; null before, and when it can no longer be had.'),
  toldAt: z.iso.datetime().nullable(),
});
export type NearWish = z.infer<typeof nearWish>;

/** Details of an error in addition to its message. */
export const cannotMake = z.object({
  obstacles: z.array(z.enum(obstacles)),
  tooLarge: z.array(z.string()).describe('Names of files that fit on no plate.'),
});
export const noPrice = z.object({ reason: z.enum(noPriceReasons) });
const inEitherUnit = z
  .array(z.object({ unit: z.enum(['millimeter', 'inch']), sizeMm: z.array(z.number()) }))
  .describe('What the thing would measure in either unit.');
export const unclearUnit = z.object({
  sizes: inEitherUnit.describe('Those of the first file in question.'),
  files: z.array(
    z.object({
      part: z.number().describe('Its place in `parts`, from 0.'),
      fileName: z.string(),
      sizes: inEitherUnit,
    }),
  ),
});

const text = (most: number) => z.string().trim().max(most);

/** File that is handed over, by its current place. */
export const fileInput = z
  .object({
    uploadId: z.uuid().optional().describe('A finished upload of one’s own.'),
    resourceFileId: z.uuid().optional().describe('A file of a resource that one may see; it is copied.'),
  })
  .refine(hasOneSource, notOneSource);
export type FileInput = z.output<typeof fileInput>;

/** Length in mm, to a thousandth. */
export const lengthMm = z
  .number()
  .min(dimensionLimits.minMm)
  .max(dimensionLimits.targetMm)
  .overwrite(roundMm);
/** Dimension that matters to a buyer. */
export const dimension = z.object({
  label: nameText(dimensionLimits.label).describe('What is measured.'),
  targetMm: lengthMm,
  toleranceMm: lengthMm.max(dimensionLimits.toleranceMm).describe('How far off it may be, either way.'),
});

/** What another provider would charge for the files of a quote. */
export const comparedOffer = z.object({
  service: serviceCard.pick({ id: true, title: true, language: true, translations: true, rating: true }),
  provider: serviceCard.shape.provider,
  distance: z.number().describe('In km.'),
  principal: z.number(),
  postage: z.number(),
  readyOn: z.string().nullable(),
});
export type ComparedOffer = z.infer<typeof comparedOffer>;

const requestFields = z.object({
  title: nameText(requestLimits.title),
  description: rule(z.string().trim().min(1).max(requestLimits.description), isVisible, required),
  material: text(requestLimits.detail).default(''),
  colour: text(requestLimits.detail).default(''),
  tolerance: text(requestLimits.detail).default(''),
  finish: text(requestLimits.detail).default(''),
  quantity: z.number().int().min(1).max(requestLimits.quantity).default(1),
  dimensions: z
    .array(dimension)
    .max(dimensionLimits.count)
    .default([])
    .describe('Dimensions that matter; an order of an offer keeps them.'),
  wantedOn: typedDay.nullable().default(null).describe('In Korea.'),
  budget: z
    .number()
    .int()
    .min(0)
    .max(requestLimits.money)
    .nullable()
    .default(null)
    .describe("In the smallest unit of the services' currency."),
});

export const requestInput = requestFields.extend({
  serviceIds: z.array(z.uuid()).min(1).max(requestLimits.services),
  files: z.array(fileInput).max(requestLimits.files).default([]),
  replaces: z
    .uuid()
    .nullable()
    .default(null)
    .describe('An order of mine that came to nothing, whose place an agreed offer is to take.'),
});
export type RequestInput = z.output<typeof requestInput>;

const version = z.number().int().min(1).describe('The one that was read; with an older one nothing happens.');

export const filesInput = z.object({
  version,
  files: z
    .array(
      z
        .object({
          fileId: z.uuid().optional().describe('One that is there, and stays.'),
          uploadId: z.uuid().optional(),
          resourceFileId: z.uuid().optional(),
        })
        .refine((file) => Object.values(file).filter((id) => id !== undefined).length === 1, {
          path: ['uploadId'],
          params: { words: oneSource },
        }),
    )
    .max(requestLimits.files),
});
export type FilesInput = z.output<typeof filesInput>;

export const versionInput = z.object({ version });
export const offerInput = z.object({
  version,
  principal: z
    .number()
    .int()
    .min(0)
    .max(requestLimits.money)
    .describe('What the provider receives; the buyer pays the fee on top of it.'),
  readyInDays: z.number().int().min(0).max(requestLimits.readyInDays).describe('Working days.'),
  note: text(requestLimits.note).default(''),
  validDays: z.number().int().min(1).max(requestLimits.validDays).default(usualValidDays),
});
export type OfferInput = z.output<typeof offerInput>;

export const requestsQuery = z.object({
  side: z.enum(['asked', 'received']).default('asked').describe('As a customer, or as a provider.'),
  state: z.enum(['open', 'closed']).optional().describe('Whether something may still come of it.'),
  page: nearbyQuery.shape.page,
  limit: z.coerce.number().int().min(1).max(maxPerPage).default(requestsPerPage),
});
const sideCounts = z.object({
  open: z.number().describe('Of which something may still come.'),
  waiting: z.number().describe('Of these, those in which I am the one to answer.'),
});
export const requestCounts = z.object({ asked: sideCounts, received: sideCounts });
export type RequestCounts = z.infer<typeof requestCounts>;

export type RequestsQuery = z.output<typeof requestsQuery>;

const author = z.object({
  username: z.string(),
  fullName: z.string(),
  avatarUrl: z.string().nullable(),
});

const offer = z.object({
  number: z.number(),
  by: z.enum(sides),
  principal: z.number().describe('What the provider receives.'),
  fee: z.number(),
  total: z.number().describe('What the buyer pays.'),
  readyInDays: z.number().describe('Working days from the day on which the provider accepts the order.'),
  readyOn: z.string().nullable().describe('Which day that is, if it were accepted today.'),
  daysOff: z
    .object({ weekly: z.number(), holidays: z.number() })
    .nullable()
    .describe('Days until then on which the provider does not work.'),
  note: z.string(),
  madeAt: z.iso.datetime(),
  validUntil: z.iso.datetime(),
  isVoid: z.boolean().describe('Made for other files than there are now.'),
});
export type Offer = z.infer<typeof offer>;

/** Negotiation of a customer and one provider. */
export const thread = z.object({
  id: z.uuid().describe('Of the quote too, once it has been accepted.'),
  requestId: z.uuid(),
  state: z.enum(threadStates),
  version: z.number(),
  counters: z.number(),
  endedBy: z.enum(['customer', 'provider', 'house']).nullable(),
  expiresAt: z.iso.datetime(),
  orderedAt: z.iso.datetime().nullable(),
  service: serviceCard.pick({ language: true, translations: true }).extend({
    id: z.uuid(),
    title: z.string(),
    serviceType: z.string(),
    isIndividual: z.boolean(),
    isActive: z.boolean(),
    rating: z.number().nullable(),
    location: z.object({ address: z.string(), lat: z.number(), long: z.number() }).nullable(),
  }),
  provider: author.nullable(),
  offers: z.array(offer),
  conversation: z
    .object({ id: z.uuid(), unread: z.number() })
    .nullable()
    .describe('What the two write to each other about this service, where they do.'),
  can: z.array(z.enum(threadActions)).describe('What I may do now.'),
});
export type Thread = z.infer<typeof thread>;

/** Message that was sent, with its conversation. */
export const said = z.object({ conversationId: z.uuid(), message });
export type Said = z.infer<typeof said>;

const requestCore = z.object({
  id: z.uuid(),
  role: z.enum(sides).describe('Mine.'),
  title: z.string(),
  quantity: z.number(),
  wantedOn: z.string().nullable(),
  budget: z.number().nullable(),
  currency: z.string(),
  state: z.enum(['open', 'closed']),
  version: z.number(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  customer: author.nullable(),
});

/** Request in a list, with the latest state of each negotiation. */
export const requestSummary = requestCore.extend({ threads: z.array(thread) });
export type RequestSummary = z.infer<typeof requestSummary>;

export const requestFile = keptFile.extend({
  figures: z
    .object({
      sizeMm: z.array(z.number()),
      volumeMm3: z.number(),
      triangles: z.number(),
      watertight: z.boolean(),
    })
    .nullable()
    .describe('Of a 3D model, once it has been measured.'),
  problem: z.enum(modelProblems).nullable(),
});
export type RequestFile = z.infer<typeof requestFile>;

export const requestDetail = requestCore.extend({
  description: z.string(),
  material: z.string(),
  colour: z.string(),
  tolerance: z.string(),
  finish: z.string(),
  dimensions: z.array(dimension),
  replaces: z.uuid().nullable().describe('For its customer, to order an agreed offer with.'),
  feePercent: z.number(),
  feeBearer: z.enum(feeBearers),
  files: z.array(requestFile),
  threads: z.array(thread).describe("All of the customer's; of a provider, their own alone."),
  can: z.object({ close: z.boolean(), changeFiles: z.boolean() }),
});
export type RequestDetail = z.infer<typeof requestDetail>;

/** Body of a 409 response: the current state, in addition to the message. */
export const newerThread = z.object({ thread });
