import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import { filesInput } from '#features/quotes/contract.ts';
import { cities, nearbyQuery, serviceCard, serviceTypes } from '#features/services/contract.ts';
import { keptFile } from '#features/uploads/contract.ts';
import { nameText } from '#platform/shared/name-text.ts';
import { defineErrors, type Words } from '#platform/shared/errors.ts';
import { rule } from '#platform/shared/validation.ts';
import { isVisible } from '#platform/shared/visible-text.ts';
import { maxPerPage, shortestReason, tenderLimits, tendersPerPage } from './rules.ts';
import { tenderStates } from './states.ts';
import { feeBearers } from '#platform/shared/fee.ts';
import { plainDigits } from '#platform/shared/widths.ts';

export const tendersErrors = defineErrors({
  tender_not_found: { status: 404, words: (locale) => m['tenders.error.tender_not_found']({}, { locale }) },
  tender_file_not_found: {
    status: 404,
    words: (locale) => m['tenders.error.tender_file_not_found']({}, { locale }),
  },
  invalid_transition: {
    status: 409,
    words: (locale) => m['tenders.error.invalid_transition']({}, { locale }),
  },
  /** The draft lacks what an open tender needs; `fields` lists it. */
  tender_incomplete: { status: 400, words: (locale) => m['tenders.error.tender_incomplete']({}, { locale }) },
  phone_needed: { status: 403, words: (locale) => m['tenders.error.phone_needed']({}, { locale }) },
  /** Decided by the database's clock, under the row's lock. */
  tender_closed: { status: 409, words: (locale) => m['tenders.error.tender_closed']({}, { locale }) },
  own_tender: { status: 409, words: (locale) => m['tenders.error.own_tender']({}, { locale }) },
  same_person: { status: 409, words: (locale) => m['tenders.error.same_person']({}, { locale }) },
  service_needed: { status: 409, words: (locale) => m['tenders.error.service_needed']({}, { locale }) },
  service_unfit: { status: 409, words: (locale) => m['tenders.error.service_unfit']({}, { locale }) },
  verification_needed: {
    status: 403,
    words: (locale) => m['tenders.error.verification_needed']({}, { locale }),
  },
  bids_full: { status: 409, words: (locale) => m['tenders.error.bids_full']({}, { locale }) },
  above_ceiling: { status: 400, words: (locale) => m['tenders.error.above_ceiling']({}, { locale }) },
  machine_needed: { status: 400, words: (locale) => m['tenders.error.machine_needed']({}, { locale }) },
  unknown_machine: { status: 400, words: (locale) => m['tenders.error.unknown_machine']({}, { locale }) },
  bid_not_found: { status: 404, words: (locale) => m['tenders.error.bid_not_found']({}, { locale }) },
  /** Customers and bidders of open tenders cannot leave; the message names the tenders. */
  tenders_open: { status: 409, words: (locale) => m['tenders.error.tenders_open']({}, { locale }) },
  /** The provider has left since, or the service is no longer offered. */
  bid_unavailable: { status: 409, words: (locale) => m['tenders.error.bid_unavailable']({}, { locale }) },
});

const required: Words = (locale) => m['platform.field.required']({}, { locale });
const noPlace: Words = (locale) => m['tenders.field.place']({}, { locale });
const text = (most: number) => z.string().trim().max(most);

const place = z
  .object({
    address: rule(z.string().overwrite(plainDigits).max(tenderLimits.address), isVisible, required),
    lat: z.number().min(-90).max(90),
    long: z.number().min(-180).max(180),
  })
  // 0/0 is the sea off Africa, and what a form sends without a place.
  .refine(({ lat, long }) => lat !== 0 || long !== 0, { path: ['lat'], params: { words: noPlace } });

/** Draft, whose missing fields are needed for publishing only. */
export const tenderInput = z.object({
  title: nameText(tenderLimits.title),
  description: text(tenderLimits.description).default(''),
  serviceType: z.enum(serviceTypes),
  material: text(tenderLimits.detail).default(''),
  colour: text(tenderLimits.detail).default(''),
  tolerance: text(tenderLimits.detail).default(''),
  finish: text(tenderLimits.detail).default(''),
  quantity: z.number().int().min(1).max(tenderLimits.quantity).default(1),
  ceiling: z
    .number()
    .int()
    .min(1)
    .max(tenderLimits.money)
    .nullable()
    .default(null)
    .describe('The most that the work may cost, in won, before the fee.'),
  wantedOn: z.iso.date().nullable().default(null).describe('In Korea.'),
  delivery: z.enum(['ship', 'pickup']).default('ship'),
  place: place.nullable().default(null).describe('Only its town and a point nearby are kept.'),
  closesAt: z.iso.datetime({ offset: true }).nullable().default(null),
  files: filesInput.shape.files.default([]),
});

export type TenderInput = z.output<typeof tenderInput>;

const version = z.number().int().min(1).describe('The one that was read; with an older one nothing happens.');
export const tenderChange = tenderInput.extend({ version });
export type TenderChange = z.output<typeof tenderChange>;
export const versionInput = z.object({ version });

const reasonWords: Words = (locale) => m['tenders.field.reason']({ count: shortestReason }, { locale });
const reason = rule(
  text(tenderLimits.reason),
  (said) => isVisible(said) && [...said].length >= shortestReason,
  reasonWords,
);

export const cancelInput = z.object({
  version,
  reason: rule(
    text(tenderLimits.reason),
    (said) => said === '' || [...said].length >= shortestReason,
    reasonWords,
  )
    .default('')
    .describe('Needed once the bids have been opened.'),
});
export type CancelInput = z.output<typeof cancelInput>;
export const staffCancelInput = z.object({ reason });
export const chooseInput = z.object({ version, bidId: z.uuid(), reason });
export type ChooseInput = z.output<typeof chooseInput>;

export const bidInput = z.object({
  serviceId: z.uuid(),
  principal: z
    .number()
    .int()
    .min(1)
    .max(tenderLimits.money)
    .describe('What the provider receives; the buyer pays the fee on top of it.'),
  readyInDays: z.number().int().min(0).max(tenderLimits.readyInDays).describe('Working days.'),
  machineId: z.uuid().nullable().default(null).describe('One of the service, where it has any.'),
  note: text(tenderLimits.note).default(''),
});
export type BidInput = z.output<typeof bidInput>;

/** States to filter by: a closed tender waits for its customer's choice, an ended one for nothing. */
export const shownStates = ['open', 'closed', 'ended'] as const;
export const tendersQuery = z.object({
  search: z.string().trim().max(200).optional(),
  type: z.string().max(60).optional(),
  city: z.enum(cities).optional(),
  state: z.enum(shownStates).default('open'),
  lat: nearbyQuery.shape.lat.optional(),
  long: nearbyQuery.shape.long.optional(),
  sort: z.enum(['closing', 'newest', 'distance']).default('newest'),
  page: nearbyQuery.shape.page,
  limit: z.coerce.number().int().min(1).max(maxPerPage).default(tendersPerPage),
});
export type TendersQuery = z.output<typeof tendersQuery>;
export const ownTendersQuery = z.object({
  side: z.enum(['posted', 'bid']).default('posted'),
  page: nearbyQuery.shape.page,
  limit: z.coerce.number().int().min(1).max(maxPerPage).default(tendersPerPage),
});
export type OwnTendersQuery = z.output<typeof ownTendersQuery>;

const shownPlace = z.object({ address: z.string(), lat: z.number(), long: z.number() });
const author = z.object({ username: z.string(), fullName: z.string(), avatarUrl: z.string().nullable() });

/** Tender in a list. */
export const tenderCard = z.object({
  id: z.uuid(),
  title: z.string(),
  excerpt: z.string(),
  serviceType: z.string(),
  state: z.enum(tenderStates),
  quantity: z.number(),
  ceiling: z.number().nullable(),
  ceilingTotal: z.number().nullable().describe('What the buyer would pay at most, our fee included.'),
  wantedOn: z.string().nullable(),
  delivery: z.enum(['ship', 'pickup']),
  place: shownPlace.nullable(),
  distance: z.number().optional(),
  closesAt: z.iso.datetime().nullable(),
  chooseBy: z.iso.datetime().nullable(),
  bidCount: z.number(),
  createdAt: z.iso.datetime(),
});
export type TenderCard = z.infer<typeof tenderCard>;

const points = z.object({ price: z.number(), time: z.number(), rating: z.number(), distance: z.number() });

/** Public record of a bid, which anybody can verify. Points are hundredths. */
export const recordedBid = z.object({
  number: z.number(),
  madeAt: z.iso.datetime(),
  commitment: z.string().describe('SHA-256 in hex, of what `opened` then tells.'),
  state: z.enum(['standing', 'replaced', 'withdrawn', 'void']),
  opened: z
    .object({
      provider: z.number().describe('Under which number the others know its provider.'),
      principal: z.number(),
      readyInDays: z.number(),
      details: z.string().describe('SHA-256 of service, machine and note with a salt of their own.'),
      salt: z.string(),
      points,
      score: z.number(),
      rank: z.number(),
      isChosen: z.boolean(),
      isMine: z.boolean(),
    })
    .nullable(),
});
export type RecordedBid = z.infer<typeof recordedBid>;

/** Bid as its customer sees it. */
export const offeredBid = z.object({
  id: z.uuid(),
  number: z.number(),
  principal: z.number().describe('What the provider receives.'),
  total: z.number().describe('What the buyer pays.'),
  readyInDays: z.number().describe('Working days from the day on which the provider accepts the order.'),
  readyOn: z.string().nullable().describe('Which day that is, if it were accepted today.'),
  daysOff: z
    .object({ weekly: z.number(), holidays: z.number() })
    .nullable()
    .describe('Days until then on which the provider does not work.'),
  machine: z.string(),
  note: z.string(),
  rating: z.number().nullable(),
  km: z.number().nullable(),
  points,
  score: z.number(),
  rank: z.number(),
  isAvailable: z.boolean(),
  isChosen: z.boolean(),
  service: serviceCard.pick({ language: true, translations: true }).extend({
    id: z.uuid(),
    title: z.string(),
    isIndividual: z.boolean(),
    address: z.string().nullable(),
  }),
  provider: author,
});
export type OfferedBid = z.infer<typeof offeredBid>;

/** Bid of the caller, with what proves it later. */
export const ownBid = z.object({
  number: z.number(),
  serviceId: z.uuid(),
  principal: z.number(),
  total: z.number(),
  readyInDays: z.number(),
  machine: z.string(),
  note: z.string(),
  madeAt: z.iso.datetime(),
  commitment: z.string(),
  salt: z.string(),
  detailSalt: z.string(),
});
export type OwnBid = z.infer<typeof ownBid>;

export const tenderActions = [
  'edit',
  'publish',
  'remove',
  'cancel',
  'bid',
  'withdraw',
  'choose',
  'cancel_as_staff',
] as const;

export const tenderDetail = tenderCard.omit({ excerpt: true, distance: true }).extend({
  version: z.number(),
  description: z.string(),
  material: z.string(),
  colour: z.string(),
  tolerance: z.string(),
  finish: z.string(),
  publishedAt: z.iso.datetime().nullable(),
  serverTime: z.iso.datetime(),
  isMine: z.boolean(),
  isHidden: z.boolean(),
  customer: author.nullable(),
  files: z.array(keptFile.pick({ id: true, name: true, size: true })),
  canReadFiles: z.boolean(),
  feePercent: z.number(),
  feeBearer: z.enum(feeBearers),
  formula: z.object({ weights: points, farKm: z.number() }),
  record: z.array(recordedBid),
  bids: z.array(offeredBid).describe('Best first; for its customer, once they are open.'),
  myBid: ownBid.nullable(),
  myServices: z
    .array(
      z.object({
        id: z.uuid(),
        title: z.string(),
        machines: z.array(z.object({ id: z.string(), name: z.string() })),
      }),
    )
    .describe('What I could bid with.'),
  obstacle: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .describe('What keeps me from bidding.'),
  endedBy: z.enum(['customer', 'staff', 'house']).nullable(),
  reason: z.string().describe('Of a choice, to those who bid; of a cancellation, to everybody.'),
  quote: z
    .object({
      id: z.uuid(),
      serviceId: z.uuid(),
      state: z.enum(['agreed', 'ordered', 'over']),
      expiresAt: z.iso.datetime(),
      total: z.number(),
    })
    .nullable()
    .describe('What the choice has become, for the two whom it binds.'),
  can: z.array(z.enum(tenderActions)),
});
export type TenderDetail = z.infer<typeof tenderDetail>;
