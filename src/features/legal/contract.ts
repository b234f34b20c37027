import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import { inEachLanguage } from '#i18n/languages.ts';
import { defineErrors } from '#platform/shared/errors.ts';
import { legalKinds, legalLimits, noticeDays } from './rules.ts';

export const legalErrors = defineErrors({
  legal_not_found: { status: 404, words: (locale) => m['legal.error.legal_not_found']({}, { locale }) },
  /** Changed by somebody else since it was read. */
  legal_changed: { status: 409, words: (locale) => m['legal.error.legal_changed']({}, { locale }) },
  too_soon: {
    status: 400,
    words: (locale) =>
      m['legal.error.too_soon']({ adverse: noticeDays.adverse, other: noticeDays.other }, { locale }),
  },
  version_taken: { status: 409, words: (locale) => m['legal.error.version_taken']({}, { locale }) },
});

const day = z.iso.date();
const words = (most: number) => z.object(inEachLanguage(() => z.string().trim().max(most)));

export const legalDocument = z.object({
  version: day.describe('The day on which it takes effect.'),
  text: z.string().describe('Markdown; each article begins with `##`.'),
  isInForce: z.boolean(),
  versions: z.array(z.object({ version: day, changes: z.string() })).describe('The newest first.'),
});
export type LegalDocument = z.infer<typeof legalDocument>;

export const legalInput = z.strictObject({
  texts: words(legalLimits.text),
  changes: words(legalLimits.changes),
  effectiveOn: day,
  isAdverse: z.boolean(),
  needsConsent: z.boolean(),
  publish: z.boolean(),
  changedAt: z.iso.datetime().nullable().describe('Of the draft that was read.'),
  reason: z.string().trim().min(1).max(500),
});
export type LegalInput = z.infer<typeof legalInput>;

export const staffLegal = z.object({
  kind: z.enum(legalKinds),
  newest: day,
  draft: legalInput.pick({
    texts: true,
    changes: true,
    effectiveOn: true,
    isAdverse: true,
    needsConsent: true,
    changedAt: true,
  }),
});
export type StaffLegal = z.infer<typeof staffLegal>;
