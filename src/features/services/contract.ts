import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import { defineErrors } from '#platform/shared/errors.ts';
import { cities, longestSearch, mostPerPage, pageSize } from './rules.ts';

export { cities } from './rules.ts';

export const servicesErrors = defineErrors({
  service_not_found: {
    status: 404,
    words: (locale) => m['services.error.service_not_found']({}, { locale }),
  },
});

export const sorts = ['newest', 'lowPrice', 'distance', 'rating'] as const;
export type ServiceSort = (typeof sorts)[number];

const page = z.coerce
  .number()
  .catch(1)
  .transform((value) => (Number.isSafeInteger(value) && value > 0 && value < 1e9 ? value : 1));
const limit = z.coerce.number().int().min(1).max(mostPerPage).default(pageSize);
// An empty text would count as 0, a place in the Atlantic.
const coordinate = (most: number) =>
  z.string().trim().min(1).pipe(z.coerce.number<string>().min(-most).max(most));
const latitude = coordinate(90);
const longitude = coordinate(180);

export const listQuery = z.object({
  search: z.string().trim().max(longestSearch).optional(),
  type: z.string().max(60).optional(),
  city: z.enum(cities).optional(),
  district: z.string().max(60).optional(),
  sort: z.enum(['newest', 'lowPrice', 'rating']).default('newest'),
  page: page.default(1),
  limit,
});
export const nearbyQuery = z.object({
  lat: latitude,
  long: longitude,
  maxDistance: z.coerce.number().min(0).max(500).default(10),
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
/** Where everybody may know it to be; an individual's is blurred. */
const place = z.object({ address: z.string(), lat: z.number(), long: z.number() });
const words = z.object({ title: z.string().optional(), description: z.string().optional() });

export const serviceCard = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  language: z.enum(['ko', 'en', 'ja']),
  translations: z.partialRecord(z.enum(['ko', 'en', 'ja']), words),
  serviceType: z.string(),
  isIndividual: z.boolean(),
  isFreeService: z.boolean(),
  pricing: z.string(),
  price: z.number().nullable(),
  hourlyRate: z.number().nullable(),
  pricePerUnit: z.number().nullable(),
  currency: z.string(),
  tags: z.array(z.string()),
  printerModel: z.string(),
  imageUrl: z.string().nullable(),
  image: image.nullable(),
  location: place.nullable(),
  distance: z.number().optional(),
  rating: z.number().nullable(),
  provider: z.object({ username: z.string(), fullName: z.string() }),
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
  samples: z.array(image),
});
export type ServiceDetail = z.infer<typeof serviceDetail>;

/** What maps are drawn with; without tiles, with an outline of our own. */
export const mapSettings = z.object({
  tiles: z.object({ url: z.string(), attribution: z.string() }).nullable(),
});
export type MapSettings = z.infer<typeof mapSettings>;

/** One's own service, in whatever state. */
export const ownService = z.object({
  id: z.uuid(),
  title: z.string(),
  serviceType: z.string(),
  state: z.enum(['draft', 'active', 'paused', 'hidden']),
  imageUrl: z.string().nullable(),
  updatedAt: z.iso.datetime(),
});
export type OwnService = z.infer<typeof ownService>;
