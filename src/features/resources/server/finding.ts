import { sql } from 'kysely';
import type { Locale } from '#i18n/languages.ts';
import type { Db } from '#platform/server/db.ts';
import {
  maxNews,
  type FindRequest,
  type FoundThings,
  type NewsRequest,
  type NewThings,
} from '#platform/server/found.ts';
import { foldText, searchWords } from '#platform/shared/search-text.ts';
import type { ResourceCard } from '../contract.ts';
import { findNewest, listResources } from './listing.ts';

/** Finds resources as their list does, the most fitting first. */
export async function findResources(
  db: Db,
  { search, page, limit, locale }: FindRequest,
): Promise<FoundThings> {
  const { json, ...found } = await listResources(db, {
    search,
    sort: 'relevance',
    page,
    limit: Math.max(1, limit),
  });
  const cards = limit === 0 ? [] : (JSON.parse(json) as ResourceCard[]);
  return {
    items: cards.map((card) => ({ ...titleOf(card, locale), ...rowOf(card) })),
    total: found.total,
    page: found.page,
    pageCount: found.pageCount,
  };
}

const rowOf = ({ id, imageUrl, author }: ResourceCard) => ({
  id,
  path: `/resources/${id}`,
  imageUrl,
  detail: author,
});

function titleOf({ title, language, translations }: ResourceCard, locale: Locale) {
  const translated = language === locale ? undefined : translations[locale]?.title;
  return translated ? { title: translated, language: locale } : { title, language };
}

/** Returns what was published in a period and matches a saved search as typed. */
export async function findNewResources(
  db: Db,
  { search, filters, since, until, isOfOthers }: NewsRequest,
): Promise<NewThings> {
  const filter = {
    words: searchWords(search),
    phrase: '',
    category: filters['type'],
    tag: foldText(filters['tag'] ?? '') || undefined,
    license: filters['license'],
    fileType: filters['fileType'],
  };
  // The newest are in the order of publication, so that what is new is among the first.
  const newest = await findNewest(db, filter, maxNews, false);
  const { rows } = await sql<{ title: string }>`
    select r.title from resource r where r.seq = any (${newest.map(({ seq }) => seq)}::bigint[])
      and r.state = 'published' and ${isOfOthers(sql`r.owner_id`)}
      and r.published_at > ${since} and r.published_at <= ${until}
    order by r.seq desc`.execute(db);
  return { count: rows.length, title: rows[0]?.title ?? '' };
}
