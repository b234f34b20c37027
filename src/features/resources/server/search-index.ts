import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { foldText, searchText, textTokens, valueToken } from '#platform/shared/search-text.ts';

/** A partition of `resource_search`, as ensure_resource_search_windows() makes them. */
export const windowSize = 65_536;
/** Parts of a window that have a token of their own, so that the index can be asked for one of them alone. */
export const blockSizes = [1024, 8192] as const;
/** What one row of `resource_count` counts. */
export const stretchSize = 8192;

export function blockToken(size: number, seq: number): number {
  return valueToken(`block ${size}`, String(Math.floor(seq / size)));
}

export function categoryToken(category: string): number {
  return valueToken('category', category);
}

/** Takes the tag folded. */
export function tagToken(tag: string): number {
  return valueToken('tag', tag);
}

export type Searchable = {
  /** Its place in the order of publication. */
  seq: number;
  category: string;
  title: string;
  description: string;
  tags: readonly string[];
  translations: Record<string, { title?: string; description?: string }>;
};

/** What `resource_search` holds of a resource: a Japanese reader finds a Korean design by its Japanese title. */
export function searchRow(resource: Searchable) {
  const { seq, category } = resource;
  const text = searchText([
    resource.title,
    resource.description,
    ...resource.tags,
    ...Object.values(resource.translations).flatMap(({ title = '', description = '' }) => [
      title,
      description,
    ]),
  ]);
  const tags = resource.tags.map(foldText);
  const tokens = [
    ...textTokens(text),
    categoryToken(category),
    ...tags.map(tagToken),
    ...blockSizes.map((size) => blockToken(size, seq)),
  ];
  return { seq, category, tags, text, tokens };
}

/**
 * Brings search and counts in line with a resource. Runs in the transaction that wrote the resource and holds its
 * row, so that both are seen together and two writers do not count it twice.
 */
export async function indexResource(trx: Db, resource: Searchable & { published: boolean }): Promise<void> {
  const { seq } = resource;
  const stretch = Math.floor(seq / stretchSize);
  if (!resource.published) {
    await sql`
      with gone as (delete from resource_search where seq = ${seq} returning category)
      insert into resource_count (category, stretch, published) select category, ${stretch}::bigint, -1 from gone`.execute(
      trx,
    );
    return;
  }
  const row = searchRow(resource);
  await sql`select ensure_resource_search_windows(${seq})`.execute(trx);
  await sql`
    with before as (select category from resource_search where seq = ${seq}),
    written as (
      insert into resource_search as kept (seq, category, tags, search_text, tokens)
      values (${seq}, ${row.category}, ${row.tags}, ${row.text}, ${row.tokens})
      on conflict (seq) do update set
        category = excluded.category, tags = excluded.tags, search_text = excluded.search_text, tokens = excluded.tokens
      where (kept.category, kept.tags, kept.search_text) is distinct from
        (excluded.category, excluded.tags, excluded.search_text)
    )
    insert into resource_count (category, stretch, published)
    select category, ${stretch}::bigint, change
    from (select category, -1 as change from before union all select ${row.category}::text, 1) as changes
    where not exists (select from before where category = ${row.category})`.execute(trx);
}

/** Folds the rows of `resource_count` that have the same place into one. Safe at any time and in several processes. */
export async function foldResourceCounts(db: Db): Promise<void> {
  await sql`
    with places as (select category, stretch from resource_count group by category, stretch having count(*) > 1),
    gone as (
      delete from resource_count using places
      where resource_count.category = places.category and resource_count.stretch = places.stretch
      returning resource_count.category, resource_count.stretch, resource_count.published
    )
    insert into resource_count (category, stretch, published)
    select category, stretch, sum(published) from gone group by category, stretch having sum(published) <> 0`.execute(
    db,
  );
}
