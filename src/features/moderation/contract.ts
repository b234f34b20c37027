import type { Locale } from '#i18n/languages.ts';
import { z } from 'zod';
import { pageQuery } from '#features/admin/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { defineErrors } from '#platform/shared/errors.ts';
import { rule } from '#platform/shared/validation.ts';
import { isVisible } from '#platform/shared/visible-text.ts';
import {
  caseStates,
  hearings,
  logPageSize,
  longestText,
  objectionOutcomes,
  outcomes,
  reasons,
  reportKinds,
  reportStates,
  resolutions,
  ruleIds,
  staffTable,
} from './rules.ts';

export { reasons } from './rules.ts';
export type { Reason, RuleId } from './rules.ts';

const time = z.iso.datetime();
const words = (longest: number) =>
  rule(z.string().trim().min(1).max(longest), isVisible, (locale) =>
    m['platform.field.required']({}, { locale }),
  );

export const reportInput = z
  .object({
    reason: z.enum(reasons),
    rule: z.enum(ruleIds).optional().describe('A rule of this reason, where one fits better.'),
    text: z.string().trim().max(longestText).default(''),
  })
  .superRefine(({ reason, text }, context) => {
    if (reason !== 'other' || isVisible(text)) return;
    context.addIssue({
      code: 'custom',
      path: ['text'],
      input: text,
      params: { words: (locale: Locale) => m['moderation.field.other_text']({}, { locale }) },
    });
  });

export const report = z.object({
  id: z.uuid(),
  kind: z.enum(reportKinds),
  reason: z.enum(reasons),
  rule: z.enum(ruleIds),
  text: z.string(),
  state: z.enum(reportStates),
  createdAt: time,
});
export type Report = z.infer<typeof report>;

export const casesQuery = pageQuery.extend({
  sort: z.enum(staffTable.sorts).catch('waiting').default('waiting'),
  state: z.enum(caseStates).optional().catch(undefined),
  kind: z.enum(reportKinds).optional().catch(undefined),
  reason: z.enum(reasons).optional().catch(undefined),
});
export type CasesQuery = z.output<typeof casesQuery>;

const someone = z.object({ username: z.string(), fullName: z.string() });

const caseBase = z.object({
  id: z.uuid(),
  kind: z.enum(reportKinds),
  /** Category of a resource when it was first reported. */
  category: z.string().nullable(),
  state: z.enum(caseStates),
  rule: z.enum(ruleIds).nullable().describe('By which it is heard or was decided.'),
  /** Excerpt of the thing when it was reported. */
  excerpt: z.string(),
  path: z.string(),
  question: z.string().describe('What its author was asked about.'),
  hearingEndsAt: time.nullable(),
  answer: z.string(),
  answeredAt: time.nullable(),
  statement: z.string().describe('Why it was decided so.'),
  decidedAt: time.nullable(),
  objection: z.string(),
  objectedAt: time.nullable(),
  ruling: z.string().describe('Why the objection was decided so.'),
  ruledAt: time.nullable(),
  createdAt: time,
});

/** Case as moderators see it: all reports of one thing until it is decided. */
export const staffCase = caseBase.extend({
  targetId: z.uuid(),
  about: someone.nullable().describe('Null where they have gone.'),
  reports: z.array(
    z.object({
      id: z.uuid(),
      rule: z.enum(ruleIds),
      text: z.string(),
      reporter: someone,
      createdAt: time,
    }),
  ),
  reportCount: z.number(),
  /** Start of the wait for staff. */
  waitingSince: time.nullable(),
  decider: z.string().nullable().describe('A username.'),
  ruler: z.string().nullable().describe('A username.'),
  canHide: z.boolean(),
  mayDo: z.array(z.enum(resolutions)).describe('By whoever asks.'),
});
export type StaffCase = z.infer<typeof staffCase>;

export const resolveInput = z.object({
  resolution: z.enum(resolutions),
  rule: z
    .enum(ruleIds)
    .optional()
    .describe(
      'To hear, hide or handle it by; else the one that its author was heard about or that was reported.',
    ),
  reason: words(1000),
});
export type ResolveInput = z.input<typeof resolveInput>;
export const dismissManyInput = z.object({ reason: words(1000) });

/** Case as the author of the thing sees it, without its reporters. */
export const ownCase = caseBase.extend({
  objectionEndsAt: time.nullable(),
  mayAnswer: z.boolean(),
  mayTakeDown: z.boolean(),
  mayObject: z.boolean(),
});
export type OwnCase = z.infer<typeof ownCase>;
export const ownWords = z.object({ text: words(longestText) });

export const logQuery = z.object({
  year: z.coerce.number().int().min(2020).max(2200).optional().catch(undefined),
  kind: z.enum(reportKinds).optional().catch(undefined),
  reason: z.enum(reasons).optional().catch(undefined),
  page: pageQuery.shape.page,
  limit: z.coerce.number().int().min(1).max(100).default(logPageSize),
});
export type LogQuery = z.output<typeof logQuery>;

/** Decision in the public log, without any hint at people or things. */
export const logEntry = z.object({
  id: z.uuid(),
  kind: z.enum(reportKinds),
  category: z.string().nullable(),
  reason: z.enum(reasons),
  rule: z.enum(ruleIds),
  outcome: z.enum(outcomes),
  heard: z.enum(hearings),
  objection: z.enum(objectionOutcomes).nullable(),
  decidedOn: z.iso.date(),
});
export type LogEntry = z.infer<typeof logEntry>;

const counts = z.object({
  decided: z.number(),
  hidden: z.number(),
  dismissed: z.number(),
  takenDown: z.number(),
  handled: z.number(),
  restored: z.number(),
  heard: z.number(),
  objections: z.number(),
});
export const moderationLog = z.object({
  items: z.array(logEntry),
  total: z.number(),
  page: z.number(),
  pageCount: z.number(),
  counts,
  years: z.array(z.number()).describe('In which something was decided, the latest first.'),
});
export type ModerationLog = z.infer<typeof moderationLog>;

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
  cannot_handle: { status: 409, words: (locale) => m['moderation.error.cannot_handle']({}, { locale }) },
  hidden_by_case: { status: 409, words: (locale) => m['moderation.error.hidden_by_case']({}, { locale }) },
  hearing_first: { status: 409, words: (locale) => m['moderation.error.hearing_first']({}, { locale }) },
  no_reason: { status: 400, words: (locale) => m['moderation.error.no_reason']({}, { locale }) },
  not_a_rule: { status: 400, words: (locale) => m['moderation.error.not_a_rule']({}, { locale }) },
  objection_late: { status: 409, words: (locale) => m['moderation.error.objection_late']({}, { locale }) },
  other_moderator: { status: 403, words: (locale) => m['moderation.error.other_moderator']({}, { locale }) },
});
