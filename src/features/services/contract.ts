import { locales } from '#i18n/languages.ts';
import { z } from 'zod';
import { reasons } from '#features/moderation/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { withoutDefaults } from '#platform/shared/edits.ts';
import { nameText, optionalName } from '#platform/shared/name-text.ts';
import { defineErrors, type Words } from '#platform/shared/errors.ts';
import { pictureOrder } from '#platform/shared/picture-order.ts';
import { rule } from '#platform/shared/validation.ts';
import { isVisible } from '#platform/shared/visible-text.ts';
import { plainDigits } from '#platform/shared/widths.ts';
import { currencies, isContactPhone, limits, parseWords } from './offering.ts';
import { learned, machineList, rateCard, workshop } from './workshop.ts';
import { farthestKm, longestSearch, maxPerPage, pageSize, serviceTypes, cities } from './rules.ts';
import { pageQuery } from '#features/admin/contract.ts';
import { pausedReasons, serviceStates, staffTable } from './states.ts';

export { cities, serviceTypes } from './rules.ts';
export * from './workshop.ts';

export const servicesErrors = defineErrors({
  service_not_found: {
    status: 404,
    words: (locale) => m['services.error.service_not_found']({}, { locale }),
  },
  /**
   * The owner of a paid service is not verified; `steps` of the response lists what is missing and where to do it.
   */
  verification_needed: {
    status: 403,
    words: (locale) => m['services.error.verification_needed']({}, { locale }),
  },
  rate_card_currency: {
    status: 400,
    words: (locale) => m['services.error.rate_card_currency']({}, { locale }),
  },
  location_needed: { status: 400, words: (locale) => m['services.error.location_needed']({}, { locale }) },
  own_service: { status: 409, words: (locale) => m['services.error.own_service']({}, { locale }) },
  invalid_transition: {
    status: 409,
    words: (locale) => m['services.error.invalid_transition']({}, { locale }),
  },
  no_contact: { status: 404, words: (locale) => m['services.error.no_contact']({}, { locale }) },
  geocoder_unavailable: {
    status: 503,
    words: (locale) => m['services.error.geocoder_unavailable']({}, { locale }),
  },
});

export const sorts = ['newest', 'lowPrice', 'distance', 'rating'] as const;
export type ServiceSort = (typeof sorts)[number];

const page = z.coerce
  .number()
  .catch(1)
  .transform((value) => (Number.isSafeInteger(value) && value > 0 && value < 1e9 ? value : 1));
const limit = z.coerce.number().int().min(1).max(maxPerPage).default(pageSize);
// An empty text would be parsed as 0, which is a place in the Atlantic.
const coordinate = (most: number) =>
  z.string().trim().min(1).pipe(z.coerce.number<string>().min(-most).max(most));
const latitude = coordinate(90);
const longitude = coordinate(180);

export const listQuery = z.object({
  search: z.string().trim().max(longestSearch).optional(),
  type: z.string().max(60).optional(),
  city: z.enum(cities).optional(),
  district: z.string().max(60).optional(),
  delivery: z.literal('post').optional().describe('Only what is sent by post.'),
  sort: z.enum(['newest', 'lowPrice', 'rating']).default('newest'),
  page: page.default(1),
  limit,
});
export const nearbyQuery = z.object({
  lat: latitude,
  long: longitude,
  maxDistance: z.coerce.number().min(0).max(farthestKm).default(10),
  search: z.string().trim().max(longestSearch).optional(),
  type: z.string().max(60).optional(),
  sort: z.enum(sorts).default('newest'),
  page: page.default(1),
  limit,
});

const image = z.object({
  id: z.string(),
  alt: z.string(),
  width: z.number(),
  height: z.number(),
  widths: z.array(z.number()),
});
/** Public place; blurred for individuals. */
const place = z.object({ address: z.string(), lat: z.number(), long: z.number() });
const words = z.object({ title: z.string().optional(), description: z.string().optional() });

export const serviceCard = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  language: z.enum(locales),
  translations: z.partialRecord(z.enum(locales), words),
  serviceType: z.string(),
  isIndividual: z.boolean(),
  isFreeService: z.boolean(),
  pricing: z.string(),
  price: z.number().nullable(),
  hourlyRate: z.number().nullable(),
  pricePerUnit: z.number().nullable(),
  currency: z.string(),
  printRates: z
    .object({ startFee: z.number(), perTenGrams: z.number(), isFrom: z.boolean() })
    .nullable()
    .describe(
      'What quotes for prints begin with, before the service fee; null where nothing is printed by weight.',
    ),
  tags: z.array(z.string()),
  printerModel: z.string(),
  imageUrl: z.string().nullable(),
  image: image.nullable(),
  location: place.nullable(),
  distance: z.number().optional(),
  rating: z.number().nullable(),
  completedOrders: z.number(),
  responseMinutes: z
    .number()
    .nullable()
    .describe('How long the provider usually takes to answer; null where too little is known.'),
  samples: z
    .array(image)
    .describe(
      'Results of the work, then further photos; lists have the first three, the service itself all results.',
    ),
  provider: z.object({ username: z.string(), fullName: z.string(), avatarUrl: z.string().nullable() }),
  createdAt: z.string(),
});
export type ServiceCard = z.infer<typeof serviceCard>;

export const serviceDetail = serviceCard.omit({ distance: true }).extend({
  availableHours: z.string(),
  fileFormats: z.array(z.string()),
  materials: z.array(z.string()),
  specializations: z.array(z.string()),
  productionItems: z.array(z.string()),
  locations: z.array(place),
  images: z.array(image),
  feePercent: z.number().describe('What the buyer pays on top of what the provider asks.'),
  workshop: workshop.nullable().describe('What it is made with and what is asked for it, where told.'),
  learned,
});
export type ServiceDetail = z.infer<typeof serviceDetail>;

/** Settings of maps; without tiles they have an outline of our own. */
export const mapSettings = z.object({
  tiles: z.object({ url: z.string(), attribution: z.string() }).nullable(),
});
export type MapSettings = z.infer<typeof mapSettings>;

const ownStates = ['draft', 'active', 'paused', 'hidden'] as const;

/** Service of the caller, in any state. */
export const ownService = z.object({
  id: z.uuid(),
  title: z.string(),
  serviceType: z.string(),
  state: z.enum(ownStates),
  pausedReason: z
    .enum(pausedReasons)
    .nullable()
    .describe('Why it was paused, where its owner did not do it.'),
  imageUrl: z.string().nullable(),
  updatedAt: z.iso.datetime(),
});
export type OwnService = z.infer<typeof ownService>;

/** All fields of a service, for its owner and for admins. */
export const managedService = serviceDetail.omit({ locations: true, feePercent: true }).extend({
  state: z.enum(serviceStates),
  version: z.number(),
  contactPhone: z.string(),
  contactEmail: z.string(),
  /** Exact places, not the public ones. */
  locations: z.array(place.extend({ exact: z.boolean() })),
  updatedAt: z.iso.datetime(),
});
export type ManagedService = z.infer<typeof managedService>;

const text = (most: number) => z.string().trim().max(most);

/** Comma separated, as a list, or as a JSON list in a form. */
const listOf = (most: number) =>
  z.preprocess(
    (value) => {
      const list = typeof value === 'string' && value.trimStart().startsWith('[') ? parsed(value) : value;
      const isWords =
        typeof list === 'string' || (Array.isArray(list) && list.every((item) => typeof item === 'string'));
      return isWords ? parseWords(list as string | string[]) : list;
    },
    z.array(z.string().max(most === limits.tags ? limits.tag : limits.item)).max(most),
  );

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

/** Forms contain only texts. */
const flag = z.preprocess(
  (value) => (value === 'true' || value === 'false' ? value === 'true' : value),
  z.boolean(),
);
const amount = z.preprocess((value) => {
  if (typeof value !== 'string') return value;
  const plain = plainDigits(value).replaceAll(/[\s,]/g, '');
  if (plain === '') return null;
  return /^\d{1,15}$/.test(plain) ? Number(plain) : value;
}, z.number().int().min(0).max(limits.money).nullable());

const noPlace: Words = (locale) => m['services.field.coordinates']({}, { locale });
const location = z
  .object({
    address: rule(
      z.string().overwrite(plainDigits).max(limits.address),
      (address) => isVisible(address),
      (locale) => m['services.field.address']({}, { locale }),
    ),
    lat: z.number().min(-90).max(90),
    long: z.number().min(-180).max(180),
    exact: z.boolean().default(false).describe('Whether an individual shows the place as it is.'),
  })
  // 0/0 is the sea off Africa, and what a form sends without a place.
  .refine(({ lat, long }) => lat !== 0 || long !== 0, { path: ['lat'], params: { words: noPlace } });

const title = nameText(limits.title);
const translation = z.object({
  title: optionalName(limits.title).optional(),
  description: text(limits.description).optional(),
});

/** Writable fields of a service. */
export const serviceFields = z.object({
  title,
  description: text(limits.description).default(''),
  serviceType: z.enum(serviceTypes),
  isIndividual: flag.default(true),
  isFreeService: flag.default(false),
  pricing: text(limits.pricing).default(''),
  price: amount.default(null),
  hourlyRate: amount.default(null),
  pricePerUnit: amount.default(null),
  currency: z.enum(currencies).default('KRW').describe('Amounts are in its smallest unit.'),
  availableHours: text(limits.availableHours).default(''),
  tags: listOf(limits.tags).default([]),
  contactPhone: rule(
    z.string().overwrite(plainDigits).max(limits.phone),
    (phone) => phone === '' || isContactPhone(phone),
    (locale) => m['services.field.phone']({}, { locale }),
  ).default(''),
  contactEmail: rule(
    text(limits.email),
    (email) => email === '' || z.email().safeParse(email).success,
    (locale) => m['platform.field.email']({}, { locale }),
  ).default(''),
  locations: z.array(location).max(limits.locations).default([]),
  printerModel: optionalName(limits.printerModel).default(''),
  fileFormats: listOf(limits.items).default([]),
  materials: listOf(limits.items).default([]),
  specializations: listOf(limits.items).default([]),
  productionItems: listOf(limits.items).default([]),
  language: z.enum(locales).default('ko'),
  translations: z.partialRecord(z.enum(locales), translation).default({}),
  rateCard: rateCard.nullable().optional().describe('What replaces the one of the workshop.'),
  machines: machineList.optional().describe('What replaces those of the workshop.'),
});

const pictureOrders = z.object({
  imageOrder: pictureOrder('Photos', limits.photos),
  sampleImageOrder: pictureOrder('Sample results', limits.samples),
});

export const createInput = serviceFields.extend({
  state: z.enum(['draft', 'active']).default('active'),
  ...pictureOrders.shape,
});
export const editInput = z.object({
  ...withoutDefaults(serviceFields.shape),
  state: z.enum(ownStates).optional(),
  version: z
    .preprocess(
      (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
      z.number().int().min(1),
    )
    .optional()
    .describe('When sent, it must be the one that was read.'),
  ...pictureOrders.shape,
});
export type ServiceEdit = z.output<typeof editInput>;

export const serviceContact = z.object({
  fullName: z.string(),
  contactPhone: z.string(),
  contactEmail: z.string(),
});
export type ServiceContact = z.infer<typeof serviceContact>;

export const geocodeQuery = z.object({
  address: z.string().overwrite(plainDigits).min(1).max(limits.address),
});
export const foundAddress = z.object({
  address: z.string(),
  lat: z.number(),
  long: z.number(),
  precision: z
    .enum(['address', 'road', 'neighbourhood', 'district', 'city'])
    .describe('How near the point is; for `district` and `city` it is their middle.'),
});
export type FoundAddress = z.infer<typeof foundAddress>;

export const staffQuery = pageQuery.extend({
  sort: z.enum(staffTable.sorts).default('newest'),
  state: z.enum(staffTable.filters.state).optional(),
  type: z.enum(staffTable.filters.type).optional(),
});
export type StaffQuery = z.output<typeof staffQuery>;

/** Service in the table of staff. */
export const staffService = z.object({
  id: z.uuid(),
  title: z.string(),
  state: z.enum(serviceStates),
  serviceType: z.string(),
  isFreeService: z.boolean(),
  pausedReason: z.enum(pausedReasons).nullable(),
  rating: z.number().nullable(),
  completedOrders: z.number(),
  responseMinutes: z.number().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  owner: z.object({ id: z.uuid(), fullName: z.string(), username: z.string() }),
  mayBecome: z.array(z.enum(serviceStates)).describe('By staff.'),
});
export type StaffService = z.infer<typeof staffService>;

export const staffChange = z.object({
  state: z.enum(serviceStates),
  rule: z.enum(reasons).default('other').describe('By which it is hidden or removed.'),
  reason: z.string().trim().min(1).max(1000),
});
