import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import { defineErrors, type Words } from '#platform/shared/errors.ts';
import { rule } from '#platform/shared/validation.ts';
import { isVisible } from '#platform/shared/visible-text.ts';
import {
  duties,
  permissionLimits,
  permissionStates,
  purposes,
  reasons,
  shareLimits,
  verdicts,
} from './rules.ts';

export const licensingErrors = defineErrors({
  /** The licence does not allow the purpose; `rights` of the response has the decision. */
  rights_needed: { status: 409, words: (locale) => m['licensing.error.rights_needed']({}, { locale }) },
  permission_not_found: {
    status: 404,
    words: (locale) => m['licensing.error.permission_not_found']({}, { locale }),
  },
  /** The licence allows it, or the author cannot be asked: see `GET /api/resources/{id}/rights`. */
  nothing_to_ask: { status: 409, words: (locale) => m['licensing.error.nothing_to_ask']({}, { locale }) },
  /** A request of this person for this resource is waiting for an answer. */
  already_asked: { status: 409, words: (locale) => m['licensing.error.already_asked']({}, { locale }) },
  already_answered: { status: 409, words: (locale) => m['licensing.error.already_answered']({}, { locale }) },
  /** Only the author of a design sells the right to it. */
  not_the_author: { status: 403, words: (locale) => m['licensing.error.not_the_author']({}, { locale }) },
  too_few_pieces: { status: 400, words: (locale) => m['licensing.error.too_few_pieces']({}, { locale }) },
  license_text_not_found: {
    status: 404,
    words: (locale) => m['licensing.error.license_text_not_found']({}, { locale }),
  },
});

const oneKind: Words = (locale) => m['licensing.field.one_kind']({}, { locale });
const required: Words = (locale) => m['platform.field.required']({}, { locale });

export const purpose = z.enum(purposes);
export type { Purpose } from './rules.ts';
const pieces = z.coerce.number().int().min(1).max(permissionLimits.pieces);

export const shareInput = z
  .object({
    amount: z
      .number()
      .int()
      .min(1)
      .max(shareLimits.amount)
      .nullable()
      .default(null)
      .describe('Won for each piece.'),
    percent: z
      .number()
      .min(0.01)
      .max(shareLimits.percent)
      .multipleOf(0.01)
      .nullable()
      .default(null)
      .describe('Of the price of the work.'),
  })
  .refine(({ amount, percent }) => amount === null || percent === null, {
    path: ['percent'],
    params: { words: oneKind },
  })
  .describe('Neither of them takes the share away.');
export type ShareInput = z.output<typeof shareInput>;
export const share = z.object({ amount: z.number().nullable(), percent: z.number().nullable() });

export const rightsQuery = z.object({
  purpose: purpose.default('own'),
  pieces: pieces.default(1),
  changesShape: z
    .stringbool()
    .default(false)
    .describe('Whether the shape is changed; scaling and colours are no change.'),
});
export type RightsQuery = z.output<typeof rightsQuery>;

/** Whether a thing can be made after a design for a purpose. */
export const rights = z.object({
  resourceId: z.uuid(),
  license: z.string(),
  purpose,
  pieces: z.number(),
  verdict: z.enum(verdicts),
  reason: z.enum(reasons),
  words: z.string().describe('What that means, in the reader’s language.'),
  sentence: z
    .string()
    .nullable()
    .describe('The sentence of the licence that decides, in its own words; null where none does.'),
  duties: z.array(z.enum(duties)).describe('What those who pass the thing on have to do.'),
  share: share.nullable().describe('What the author asks for things made of this.'),
  shareDue: z.enum(['none', 'optional', 'required']),
  canAsk: z.boolean().describe('Whether the author can be asked for a permission.'),
  request: z
    .object({ id: z.uuid(), state: z.enum(permissionStates), left: z.number(), answer: z.string() })
    .nullable()
    .describe('My last request to the author.'),
});
export type Rights = z.infer<typeof rights>;
/** Detail of `rights_needed` in addition to its message. */
export const rightsOfError = z.object({ rights });

export const permissionInput = z.object({
  purpose,
  pieces: pieces.default(1),
  note: rule(z.string().trim().min(1).max(permissionLimits.note), isVisible, required),
});
export type PermissionInput = z.output<typeof permissionInput>;

export const grantInput = z.object({
  pieces: pieces.optional().describe('How many may be made; without it, as many as were asked for.'),
  answer: z.string().trim().max(permissionLimits.note).default(''),
});
export const refusalInput = z.object({ answer: z.string().trim().max(permissionLimits.note).default('') });

const person = z.object({ username: z.string(), fullName: z.string() });
export const permissionRequest = z.object({
  id: z.uuid(),
  side: z.enum(['asked', 'received']).describe('Mine.'),
  resource: z.object({ id: z.uuid(), title: z.string() }),
  other: person,
  purpose,
  pieces: z.number(),
  note: z.string(),
  state: z.enum(permissionStates),
  allowed: z.number(),
  used: z.number(),
  answer: z.string(),
  conversationId: z.uuid().nullable(),
  askedAt: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
});
export type PermissionRequest = z.infer<typeof permissionRequest>;
export const permissionsQuery = z.object({
  side: z.enum(['asked', 'received']).default('received'),
  page: z.coerce.number().int().min(1).max(1e6).catch(1).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

/** The right by which an order is made. */
export const orderRight = z.object({
  id: z.uuid(),
  resourceId: z.uuid().nullable(),
  title: z.string(),
  version: z.number(),
  license: z.string(),
  licenseSha256: z.string().describe('Of the text of that day: `GET /api/license-texts/{sha256}`.'),
  purpose,
  pieces: z.number(),
  verdict: z.enum(verdicts),
  words: z.string(),
  receipt: z
    .object({
      text: z.string().describe('Canonical JSON (RFC 8785).'),
      signature: z.string().describe('Ed25519, base64url.'),
      key: z.string().describe('`kid` in `/.well-known/gongbang-keys.json`.'),
      link: z.string().describe('A page that checks it; the receipt itself stands in its fragment.'),
      qr: z.string().nullable().describe('The link as a QR code (SVG); null if it does not fit.'),
    })
    .nullable()
    .describe('Once the order is completed.'),
});
export type OrderRight = z.infer<typeof orderRight>;
