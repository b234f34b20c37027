import { sql } from 'kysely';
import type { Locale } from '#i18n/languages.ts';
import type { Db } from '#platform/server/db.ts';
import { countUpTo, hasWords } from '#platform/server/text-index.ts';
import {
  maxCounted,
  maxNews,
  type FindRequest,
  type FoundThing,
  type FoundThings,
  type NewsRequest,
  type NewThings,
} from '#platform/server/found.ts';
import { foldText, searchWords } from '#platform/shared/search-text.ts';
import { cities, type City } from '../rules.ts';
import { conditionsOf, listServiceCards } from './queries.ts';

/** Number of the newest services with all words among which a title decides. */
const titlesAmong = 200;

/**
 * Finds services as their list does, with any of the words; those whose titles are asked for come first, then those
 * with all words, then the newest.
 */
export async function findServices(
  db: Db,
  { search, page: asked, limit, locale }: FindRequest,
): Promise<FoundThings> {
  const listed = conditionsOf({ search, sort: 'newest', page: 1, limit });
  const total = await countUpTo(db, sql`select from service s where ${listed}`, maxCounted);
  const pageCount = Math.max(1, Math.ceil(total / Math.max(1, limit)));
  const page = Math.min(asked, pageCount);
  if (limit === 0 || total === 0) return { items: [], total, page, pageCount };
  const first = await findByTitle(db, search);
  const from = (page - 1) * limit;
  const ids = first.slice(from, from + limit);
  if (ids.length < limit) {
    const { rows } = await sql<{ id: string }>`
      select s.id from service s where ${listed} and s.id <> all (${first}::uuid[])
      order by s.seq desc limit ${limit - ids.length} offset ${Math.max(0, from - first.length)}`.execute(db);
    ids.push(...rows.map(({ id }) => id));
  }
  return { items: await present(db, ids, locale), total, page, pageCount };
}

/** Returns services with all words, best titles first. */
async function findByTitle(db: Db, search: string): Promise<string[]> {
  const words = searchWords(search);
  const phrase = foldText(search).trim().replaceAll(/\s+/g, ' ');
  const { rows } = await sql<{ id: string; titles: string[] }>`
    select s.id, array_prepend(s.title, array(select value ->> 'title' from jsonb_each(s.translations))) as titles
    from service s where s.state = 'active' and ${hasWords(sql`s.search_text`, words)}
    order by s.seq desc limit ${titlesAmong}`.execute(db);
  const rank = (titles: readonly string[]) =>
    Math.max(
      ...titles.map((title) => {
        const folded = foldText(title ?? '');
        if (folded === phrase) return 3;
        if (folded.includes(phrase)) return 2;
        return words.every((word) => folded.includes(word)) ? 1 : 0;
      }),
    );
  return rows
    .map(({ id, titles }) => ({ id, rank: rank(titles) }))
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ id }) => id);
}

async function present(db: Db, ids: readonly string[], locale: Locale): Promise<FoundThing[]> {
  const cards = await listServiceCards(db, ids);
  return ids.flatMap((id) => {
    const card = cards.get(id);
    if (!card) return [];
    const translated = card.language === locale ? undefined : card.translations[locale]?.title;
    return [
      {
        id,
        title: translated || card.title,
        language: translated ? locale : card.language,
        path: `/services/${id}`,
        imageUrl: card.imageUrl,
        detail: card.location?.address ?? '',
      },
    ];
  });
}

/** Returns what was offered for the first time in a period and matches a saved search. */
export async function findNewServices(
  db: Db,
  { search, filters, since, until, isOfOthers }: NewsRequest,
): Promise<NewThings> {
  const listed = conditionsOf({
    search,
    type: filters['type'],
    city: cities.find((each): each is City => each === filters['city']),
    district: filters['district'],
    sort: 'newest',
    page: 1,
    limit: 1,
  });
  const { rows } = await sql<{ title: string }>`
    select s.title from service s where ${listed} and ${isOfOthers(sql`s.owner_id`)}
      and s.offered_at > ${since} and s.offered_at <= ${until}
    order by s.offered_at desc limit ${maxNews}`.execute(db);
  return { count: rows.length, title: rows[0]?.title ?? '' };
}
