import { z } from 'zod';
import { orderRight } from '#features/licensing/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { locales } from '#i18n/languages.ts';
import { defineErrors, type Words } from '#platform/shared/errors.ts';
import { nameText } from '#platform/shared/name-text.ts';
import { rule } from '#platform/shared/validation.ts';
import { isVisible } from '#platform/shared/visible-text.ts';
import { onlyDigits } from '#platform/shared/widths.ts';
import { readGtin } from './gtin.ts';
import { eachKinds, labelSizes, passportLimits, urgencies } from './rules.ts';

export const passportsErrors = defineErrors({
  passport_not_found: {
    status: 404,
    words: (locale) => m['passports.error.passport_not_found']({}, { locale }),
  },
  /** The label is not valid any more. Holders find what it belonged to with `label` of `GET /api/user/things`. */
  passport_revoked: {
    status: 410,
    words: (locale) => m['passports.error.passport_revoked']({}, { locale }),
  },
  passport_claimed: {
    status: 409,
    words: (locale) => m['passports.error.passport_claimed']({}, { locale }),
  },
  /** Until the order has ended only its buyer can claim what it made. */
  passport_waits: { status: 409, words: (locale) => m['passports.error.passport_waits']({}, { locale }) },
  own_work: { status: 403, words: (locale) => m['passports.error.own_work']({}, { locale }) },
  /** No such handover, or it was used, taken back, or is older than a week. */
  wrong_handover: { status: 400, words: (locale) => m['passports.error.wrong_handover']({}, { locale }) },
  no_passports: { status: 404, words: (locale) => m['passports.error.no_passports']({}, { locale }) },
  too_many_passports: {
    status: 409,
    words: (locale) => m['passports.error.too_many_passports']({}, { locale }),
  },
  wrong_gtin: { status: 400, words: (locale) => m['passports.error.wrong_gtin']({}, { locale }) },
  recall_not_found: { status: 404, words: (locale) => m['passports.error.recall_not_found']({}, { locale }) },
  recall_ended: { status: 409, words: (locale) => m['passports.error.recall_ended']({}, { locale }) },
  too_many_recalls: { status: 409, words: (locale) => m['passports.error.too_many_recalls']({}, { locale }) },
  recalls_too_often: {
    status: 429,
    words: (locale) =>
      m['passports.error.recalls_too_often']({ most: String(passportLimits.noticesADay) }, { locale }),
  },
  stops_too_often: {
    status: 429,
    words: (locale) =>
      m['passports.error.stops_too_often']({ most: String(passportLimits.stopsADay) }, { locale }),
  },
  unknown_version: { status: 400, words: (locale) => m['passports.error.unknown_version']({}, { locale }) },
});

const required: Words = (locale) => m['platform.field.required']({}, { locale });
const wrongGtin: Words = (locale) => m['passports.error.wrong_gtin']({}, { locale });
const time = z.iso.datetime();
const plainText = (most: number) => rule(z.string().trim().min(1).max(most), isVisible, required);

export const recallInput = z.object({
  versions: z
    .array(z.number().int().min(1))
    .min(1)
    .max(passportLimits.versions)
    .nullable()
    .default(null)
    .describe('Null for all versions.'),
  urgency: z.enum(urgencies),
  what: plainText(passportLimits.recallText),
  remedy: plainText(passportLimits.recallText).describe('What holders are to do.'),
});
export type RecallInput = z.output<typeof recallInput>;
export const recallUpdateInput = z.object({ text: plainText(passportLimits.recallText) });
export const recall = z.object({
  id: z.uuid(),
  versions: z.array(z.number()).nullable().describe('Null for all versions.'),
  urgency: z.enum(urgencies).describe('`fix`: something better is there. `stop`: do not use it any more.'),
  what: z.string(),
  remedy: z.string(),
  isByStaff: z.boolean(),
  createdAt: time,
  endedAt: time.nullable(),
  updates: z.array(z.object({ text: z.string(), createdAt: time })),
});
export type Recall = z.infer<typeof recall>;
export const resourceRecalls = z.object({
  canPost: z.boolean(),
  recalls: z.array(recall).describe('Open ones first, the newest first.'),
});
export type ResourceRecalls = z.infer<typeof resourceRecalls>;

const warrantyFields = {
  warrantyMonths: z.number().int().min(1).max(passportLimits.warrantyMonths).nullable(),
  warranty: z.string().trim().max(passportLimits.warranty),
};
/** Labels of an order's things, as its provider chooses them. */
export const passportsInput = z.object({
  each: z.enum(eachKinds).optional().describe('Without it: as before, or by the number of pieces.'),
  title: nameText(200).optional().describe('What the things are; without it the name of their design.'),
  showsMaker: z.boolean().default(true),
  warrantyMonths: warrantyFields.warrantyMonths.default(null),
  warranty: warrantyFields.warranty.default(''),
  gtin: z
    .string()
    .max(40)
    .transform(onlyDigits)
    .refine((digits) => digits === '' || readGtin(digits) !== null, { params: { words: wrongGtin } })
    .transform((digits) => (digits === '' ? null : readGtin(digits)))
    .nullable()
    .default(null)
    .describe('GTIN-8, 12, 13 or 14 of the maker.'),
});
export type PassportsInput = z.output<typeof passportsInput>;

const thingPicture = z.object({ url: z.string(), width: z.number(), height: z.number() });
export const passport = z.object({
  code: z.string().describe('As on the label: 16 characters and a check character.'),
  title: z.string(),
  pieces: z.number().describe('More than one for a batch.'),
  madeIn: z.string().describe('Year and month.'),
  picture: thingPicture
    .nullable()
    .describe('For the holder a photo of the thing itself; else of its design, if that is public.'),
  resource: z
    .object({
      id: z.uuid().nullable().describe('Null where it is hidden or gone.'),
      title: z.string(),
      language: z.enum(locales).nullable(),
      version: z.number(),
      hasGuide: z.boolean(),
    })
    .nullable(),
  fileHashes: z.array(z.string()).describe('SHA-256 of the files that it was made of.'),
  material: z.string(),
  machine: z.string(),
  settings: z.object({ infill: z.number(), layerMm: z.number(), walls: z.number().nullable() }).nullable(),
  maker: z
    .object({ username: z.string(), fullName: z.string() })
    .nullable()
    .describe('Null where they do not wish to be named, or are gone.'),
  serviceId: z.uuid().nullable().describe('Where the same maker can make it again.'),
  recalls: z.array(recall).describe('Those of its version, open ones first.'),
  recallsOf: z
    .uuid()
    .nullable()
    .describe('For staff, the resource whose holders they can warn, also where it is hidden or gone.'),
  isClaimed: z.boolean(),
  claim: z
    .enum(['open', 'claimed', 'own_work', 'waits'])
    .describe('Whether the reader can claim it by its code, or why not.'),
  own: z
    .object({
      claimedAt: time,
      orderId: z.uuid().nullable().describe('For the buyer of the order.'),
      photos: z.array(thingPicture),
      right: orderRight.nullable(),
      warranty: z.object({ text: z.string(), until: time.nullable() }).nullable(),
      handoverUntil: time.nullable().describe('A code to pass it on was made, and is not used yet.'),
    })
    .nullable()
    .describe('For the holder alone.'),
});
export type Passport = z.infer<typeof passport>;
export const claimInput = z.object({
  handover: z.string().max(60).optional().describe('Code from the former holder.'),
});
export const handover = z.object({
  code: z.string().describe('Told once, and valid for one person.'),
  link: z.string(),
  expiresAt: time,
});
export type Handover = z.infer<typeof handover>;

export const thingsQuery = z.object({
  label: z.string().max(60).optional().describe('Code of a label, also of one that is not valid any more.'),
  page: z.coerce.number().int().min(1).max(1e6).catch(1).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export const thing = passport
  .pick({ title: true, pieces: true, madeIn: true, picture: true, maker: true })
  .extend({
    code: z.string().nullable().describe('Null while it has no valid label.'),
    claimedAt: time,
    recall: z.enum(urgencies).nullable().describe('The most urgent one that is open.'),
  });
export type Thing = z.infer<typeof thing>;

/** Passports of an order, for its two sides. */
export const orderPassports = z.object({
  side: z.enum(['buyer', 'provider', 'admin']),
  isDelivered: z.boolean(),
  pieces: z.number().describe('Pieces that the order makes.'),
  choice: z
    .object({
      each: z.enum(eachKinds),
      isUsual: z.boolean().describe('Whether the provider has chosen nothing else.'),
      isOneDesign: z.boolean().describe('Whether a name and a GTIN can be stated for all of it.'),
      title: z.string(),
      showsMaker: z.boolean(),
      ...warrantyFields,
      gtin: z.string().nullable(),
    })
    .nullable()
    .describe('For the provider.'),
  passports: z.array(
    z.object({
      code: z.string().nullable().describe('Null while it has no valid label.'),
      id: z.uuid(),
      title: z.string(),
      pieces: z.number(),
      isClaimed: z.boolean(),
      isOwn: z.boolean().describe('Whether the reader holds it.'),
    }),
  ),
});
export type OrderPassports = z.infer<typeof orderPassports>;

export const labelsQuery = z.object({
  size: z.enum(labelSizes).default('62x29'),
  code: z.string().max(60).optional().describe('One label; without it all of the order.'),
});
