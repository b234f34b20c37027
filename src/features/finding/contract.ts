import { locales } from '#i18n/languages.ts';
import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import { defineErrors } from '#platform/shared/errors.ts';
import { nameText } from '#platform/shared/name-text.ts';
import { knownFilters, limits, plainSearch, savableKinds, searchKinds } from './rules.ts';

const text = z.string().max(limits.text).overwrite(plainSearch);

export const searchQuery = z.object({
  q: text,
  kind: z.enum(searchKinds).optional().describe('Only what is found of this kind, page by page.'),
  page: z.coerce.number().int().min(1).max(1e9).catch(1).default(1),
  limit: z.coerce.number().int().min(0).max(limits.perPage).default(3),
});
export type SearchQuery = z.output<typeof searchQuery>;

const foundThing = z.object({
  id: z.uuid(),
  title: z.string(),
  language: z.enum(locales).nullable(),
  path: z.string(),
  imageUrl: z.string().nullable(),
  detail: z.string(),
});
export type FoundThing = z.infer<typeof foundThing>;

export const searchAnswer = z.object({
  kinds: z.array(
    z.object({
      kind: z.enum(searchKinds),
      count: z.number(),
      more: z.boolean(),
      items: z.array(foundThing),
    }),
  ),
  page: z.number(),
  pageCount: z.number(),
});
export type SearchAnswer = z.infer<typeof searchAnswer>;

export const savedSearch = z.object({
  id: z.uuid(),
  kind: z.enum(savableKinds),
  text: z.string(),
  filters: z.record(z.string(), z.string()),
  name: z.string(),
  path: z.string(),
  createdAt: z.iso.datetime(),
  toldAt: z.iso.datetime().nullable(),
});
export type SavedSearch = z.infer<typeof savedSearch>;

export const saveInput = z
  .object({
    kind: z.enum(savableKinds),
    text: text.default(''),
    filters: z.record(z.string().max(20), z.string().max(limits.filter)).default({}),
  })
  .transform(({ filters, ...search }) => ({ ...search, filters: knownFilters(search.kind, filters) }))
  .refine((search) => search.text !== '' || Object.keys(search.filters).length > 0, {
    path: ['text'],
    params: {
      words: (locale: (typeof locales)[number]) => m['finding.error.nothing_to_save']({}, { locale }),
    },
  });
export type SaveInput = z.output<typeof saveInput>;

export const renameInput = z.object({ name: nameText(limits.name) });

export const findingErrors = defineErrors({
  saved_search_not_found: {
    status: 404,
    words: (locale) => m['finding.error.saved_search_not_found']({}, { locale }),
  },
  too_many_saved_searches: {
    status: 409,
    words: (locale) => m['finding.error.too_many_saved_searches']({ count: limits.saved }, { locale }),
  },
});
