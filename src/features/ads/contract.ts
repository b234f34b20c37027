import { z } from 'zod';
import { pageQuery } from '#features/admin/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { type Locale, locales } from '#i18n/languages.ts';
import { adSlots, unitSlots } from '#platform/shared/ad-slots.ts';
import { nameText } from '#platform/shared/name-text.ts';
import { defineErrors } from '#platform/shared/errors.ts';
import {
  bannerDecisions,
  bannerKinds,
  bannerLimits,
  bannersTable,
  bannerStandings,
  bannerStates,
} from './rules.ts';

export const adsErrors = defineErrors({
  banner_not_found: { status: 404, words: (locale) => m['ads.error.banner_not_found']({}, { locale }) },
  no_banner_right: { status: 403, words: (locale) => m['ads.error.no_banner_right']({}, { locale }) },
  banner_exists: { status: 409, words: (locale) => m['ads.error.banner_exists']({}, { locale }) },
  banner_decided: { status: 409, words: (locale) => m['ads.error.banner_decided']({}, { locale }) },
});

/** Slots for banners: Google's automatic formats have none. */
export const slot = z.enum(adSlots).exclude(['anchor', 'vignette']);
/** Ad settings that are sent with the site's data. */
export const adPlaces = z.object({
  open: z
    .array(z.enum(adSlots))
    .describe('Slots that may show something; a page shows at most a few of them.'),
  adsense: z
    .object({
      client: z.string(),
      units: z.partialRecord(z.enum(unitSlots), z.string()),
      isTest: z.boolean(),
      script: z.url(),
    })
    .nullable()
    .describe('Google AdSense, where it is configured: for guests who allow it.'),
});
export type AdPlaces = z.infer<typeof adPlaces>;
const language = z.enum(locales);

/** Banner as the public sees it. */
export const ad = z.object({
  id: z.uuid(),
  kind: z.enum(bannerKinds),
  title: z.string(),
  text: z.string(),
  url: z.string(),
  language,
  picture: z
    .object({ width: z.number(), height: z.number(), widths: z.array(z.number()) })
    .nullable()
    .describe('At `/api/ad-images/{id}/{width}.webp`.'),
});
export type Ad = z.infer<typeof ad>;

const words = {
  title: nameText(bannerLimits.title),
  text: z.string().trim().min(1).max(bannerLimits.text),
};
const https = z.url({ protocol: /^https$/ }).max(bannerLimits.url);
export const bannerInput = z.strictObject({ ...words, url: https, language });
export type BannerInput = z.infer<typeof bannerInput>;
const reason = z.string().trim().min(1).max(500);
const day = z.iso.date().refine((text) => text >= '2020-01-01');
export const houseInput = z
  .strictObject({
    ...words,
    url: z.union([https, z.string().regex(/^\/(?![/\\])[^\s\\]{0,299}$/)]),
    language,
    startsOn: day,
    endsOn: day.nullable().default(null),
    reason,
  })
  .superRefine(({ startsOn, endsOn }, context) => {
    if (endsOn === null || endsOn >= startsOn) return;
    context.addIssue({
      code: 'custom',
      path: ['endsOn'],
      params: { words: (locale: Locale) => m['ads.field.ends_before']({}, { locale }) },
    });
  });
export type HouseInput = z.output<typeof houseInput>;
export const decideInput = z.strictObject({ decision: z.enum(bannerDecisions), reason });

export const banner = ad.extend({
  sponsorshipId: z.uuid().nullable(),
  state: z.enum(bannerStates),
  standing: z.enum(bannerStandings).describe('What it is today.'),
  startsOn: z.iso.date(),
  endsOn: z.iso.date().nullable(),
  createdAt: z.iso.datetime(),
  views: z.number(),
  clicks: z.number(),
});
export type Banner = z.infer<typeof banner>;
export const staffBanner = banner.extend({ owner: z.object({ username: z.string(), fullName: z.string() }) });
export type StaffBanner = z.infer<typeof staffBanner>;
export const staffQuery = pageQuery.extend({
  sort: z.enum(bannersTable.sorts).default('waiting'),
  state: z.enum(bannersTable.filters.state).optional(),
  kind: z.enum(bannersTable.filters.kind).optional(),
});
export type StaffQuery = z.output<typeof staffQuery>;
