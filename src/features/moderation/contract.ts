import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import { defineErrors } from '#platform/shared/errors.ts';
import { rule } from '#platform/shared/validation.ts';
import { isVisible } from '#platform/shared/visible-text.ts';
import { longestText, reasons, reportStates, resolutions } from './rules.ts';

/** What can be reported. A room that adds something adds its name here and its commands in src/app/server.ts. */
export const reportKinds = [
  'resource',
  'comment',
  'make',
  'collection',
  'service',
  'tender',
  'review',
  'message',
  'auction',
  'sponsor',
  'person',
] as const;
export type ReportKind = (typeof reportKinds)[number];

export const reportInput = z
  .object({ reason: z.enum(reasons), text: z.string().trim().max(longestText).default('') })
  .superRefine(({ reason, text }, context) => {
    if (reason !== 'other' || isVisible(text)) return;
    context.addIssue({
      code: 'custom',
      path: ['text'],
      input: text,
      params: { words: (locale: 'ko' | 'en' | 'ja') => m['moderation.field.other_text']({}, { locale }) },
    });
  });

export const report = z.object({
  id: z.uuid(),
  kind: z.enum(reportKinds),
  reason: z.enum(reasons),
  text: z.string(),
  state: z.enum(reportStates),
  createdAt: z.iso.datetime(),
});
export type Report = z.infer<typeof report>;

export const reportsQuery = z.object({
  search: z.string().trim().max(200).optional(),
  state: z
    .enum([...reportStates, 'all'])
    .catch('open')
    .default('open'),
  page: z.coerce
    .number()
    .catch(1)
    .transform((value) => (Number.isSafeInteger(value) && value > 0 && value < 1e9 ? value : 1))
    .default(1),
  limit: z.coerce.number().int().min(1).max(100).default(32),
});
export type ReportsQuery = z.output<typeof reportsQuery>;

const someone = z.object({ username: z.string(), fullName: z.string() });

/** What moderators see of a report. */
export const adminReport = report.extend({
  targetId: z.uuid(),
  /** What it said when it was reported. */
  excerpt: z.string(),
  path: z.string(),
  reporter: someone,
  about: someone,
  /** Open reports of the same thing, this one included. */
  openReports: z.number(),
  canHide: z.boolean(),
  resolution: z.string(),
  resolvedAt: z.iso.datetime().nullable(),
});
export type AdminReport = z.infer<typeof adminReport>;

export const resolveInput = z.object({
  resolution: z.enum(resolutions),
  reason: rule(z.string().trim().min(1).max(1000), isVisible, (locale) =>
    m['platform.field.required']({}, { locale }),
  ),
});
export type ResolveInput = z.input<typeof resolveInput>;

export const moderationErrors = defineErrors({
  already_reported: {
    status: 409,
    words: (locale) => m['moderation.error.already_reported']({}, { locale }),
  },
  own_thing: { status: 409, words: (locale) => m['moderation.error.own_thing']({}, { locale }) },
  report_not_found: {
    status: 404,
    words: (locale) => m['moderation.error.report_not_found']({}, { locale }),
  },
  already_resolved: {
    status: 409,
    words: (locale) => m['moderation.error.already_resolved']({}, { locale }),
  },
  cannot_hide: { status: 409, words: (locale) => m['moderation.error.cannot_hide']({}, { locale }) },
});
