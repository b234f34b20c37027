import { locales } from '#i18n/languages.ts';
import { z } from 'zod';
import { pageQuery } from '#features/admin/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { defineErrors, type Words } from '#platform/shared/errors.ts';
import { foldText } from '#platform/shared/search-text.ts';

import { searchKinds, synonymsTable } from './rules.ts';

const sameWords: Words = (locale) => m['search.error.same_words']({}, { locale });

export type { ExpansionKind } from './rules.ts';

/** Folded like searched texts, so that case and width make no difference. */
const synonymWord = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .transform((word) => foldText(word).replaceAll(/\s+/g, ' ').trim())
  .refine((word) => word !== '', { params: { words: sameWords } });

export const synonymInput = z.object({
  words: z
    .array(synonymWord)
    .min(2)
    .max(20)
    .refine((words) => new Set(words).size === words.length, { params: { words: sameWords } }),
});

export const synonymsQuery = pageQuery.extend({
  sort: z.enum(synonymsTable.sorts).default('words'),
});
export type SynonymsQuery = z.output<typeof synonymsQuery>;
export const synonymsManyInput = z.object({
  action: z.literal('remove'),
  reason: z.string().trim().min(1).max(1000),
});

export const synonym = z.object({ id: z.uuid(), words: z.array(z.string()), createdAt: z.string() });
export type Synonym = z.infer<typeof synonym>;

/** Terms are counted separately for resources and services. */
const termCount = z.object({ term: z.string(), kind: z.enum(searchKinds), count: z.number() });
const searchLanguage = z.enum(locales);

export const statisticsInput = z.object({ language: searchLanguage.optional() });
export type StatisticsInput = z.infer<typeof statisticsInput>;

const searchFigures = z.object({
  count: z.number(),
  cacheHits: z.number(),
  averageMs: z.number(),
  minMs: z.number(),
  maxMs: z.number(),
});

export const searchStatistics = z.object({
  totalQueries: z.number(),
  cacheHits: z.number(),
  cacheMisses: z.number(),
  /** Between 0 and 1. */
  hitRate: z.number(),
  /** Totals per language, regardless of the requested one. */
  languages: z.array(searchFigures.extend({ language: searchLanguage })),
  kinds: z.array(searchFigures.extend({ kind: z.enum(searchKinds) })),
  averageMs: z.number(),
  minMs: z.number(),
  maxMs: z.number(),
  popular: z.array(termCount),
  /** Empty for everybody but admins. `suggestion` is a similar word of published texts, for resources only. */
  zeroResults: z.array(termCount.extend({ suggestion: z.string().nullable() })),
  timeline: z.array(z.object({ day: z.string(), count: z.number(), averageMs: z.number() })),
  /** Time of the last counted search; null before the first. */
  updatedAt: z.string().nullable(),
});
export type SearchStatistics = z.infer<typeof searchStatistics>;

export const searchErrors = defineErrors({
  synonym_not_found: {
    status: 404,
    words: (locale) => m['search.error.synonym_not_found']({}, { locale }),
  },
  synonym_exists: { status: 409, words: (locale) => m['search.error.synonym_exists']({}, { locale }) },
});
