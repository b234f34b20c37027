import { sql } from 'kysely';
import { noteWords } from '#features/search/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { foldText, searchText, textTokens, valueToken } from '#platform/shared/search-text.ts';

/** Rows of a partition of `resource_search`, as ensure_resource_search_windows() creates them. */
export const ageSize = 1_048_576;
/** Rows of a window: a part of an age with an index of its own, while the age is one of the newest. */
export const windowSize = 65_536;
/** Number of the newest ages that have windows: one that is being filled and one that is full. */
export const agesWithWindows = 2;
/**
 * Rows of the blocks of a window. Each block has a token, so that the index can be searched for one block.
 */
export const blockSizes = [1024, 8192] as const;
/** Rows that one row of `resource_count` counts. */
export const stretchSize = 8192;

export function blockToken(size: number, seq: number): number {
  return valueToken(`block ${size}`, String(Math.floor(seq / size)));
}

export function categoryToken(category: string): number {
  return valueToken('category', category);
}

/** Expects a folded tag. */
export function tagToken(tag: string): number {
  return valueToken('tag', tag);
}

/** Expects an SPDX identifier. */
export function licenseToken(license: string): number {
  return valueToken('license', license);
}

/** Expects an extension in lower case, without its dot. */
export function fileTypeToken(fileType: string): number {
  return valueToken('file type', fileType);
}

export type Searchable = {
  /** Position in the order of publication. */
  seq: number;
  category: string;
  title: string;
  description: string;
  tags: readonly string[];
  translations: Record<string, { title?: string; description?: string }>;
  license: string;
  /** Extensions of its files. */
  fileTypes: readonly string[];
};

/**
 * Returns the row of `resource_search` for a resource. It includes translations: a Japanese reader finds a
 * Korean design by its Japanese title.
 */
export function searchRow(resource: Searchable) {
  const { seq, category, license } = resource;
  const translations = Object.values(resource.translations);
  const text = searchText([
    resource.title,
    resource.description,
    ...resource.tags,
    ...translations.flatMap(({ title = '', description = '' }) => [title, description]),
  ]);
  const titles = [resource.title, ...translations.map(({ title = '' }) => title)]
    .filter((title) => title !== '')
    .map((title) => foldText(title).replaceAll(/\s+/g, ' ').trim())
    .join('\n');
  const tags = resource.tags.map(foldText);
  const fileTypes = [...new Set(resource.fileTypes)].toSorted();
  const tokens = [
    ...textTokens(text),
    categoryToken(category),
    ...tags.map(tagToken),
    licenseToken(license),
    ...fileTypes.map(fileTypeToken),
    ...blockSizes.map((size) => blockToken(size, seq)),
  ];
  return { seq, category, titles, tags, license, fileTypes, text, tokens };
}

type IndexedRow = Omit<ReturnType<typeof searchRow>, 'seq' | 'tokens'>;

/**
 * Updates search, vocabulary and counts for a resource. Runs in the transaction that wrote the resource and
 * holds its row lock, so that all become visible together and concurrent writers do not count twice.
 */
export async function indexResource(trx: Db, resource: Searchable & { published: boolean }): Promise<void> {
  const { seq } = resource;
  const before = await findIndexed(trx, seq);
  const row = resource.published ? searchRow(resource) : null;
  if (row === null) {
    if (before) await sql`delete from resource_search where seq = ${seq}`.execute(trx);
  } else if (!before || !isSame(before, row)) {
    await sql`select ensure_resource_search_windows(${seq})`.execute(trx);
    await sql`
      insert into resource_search (seq, category, titles, tags, license, file_types, search_text, tokens)
      values (${seq}, ${row.category}, ${row.titles}, ${row.tags}, ${row.license}, ${row.fileTypes}, ${row.text},
        ${row.tokens})
      on conflict (seq) do update set
        category = excluded.category, titles = excluded.titles, tags = excluded.tags, license = excluded.license,
        file_types = excluded.file_types, search_text = excluded.search_text, tokens = excluded.tokens`.execute(
      trx,
    );
  }
  // A row from before words and facets were indexed has contributed to none.
  const counted = before && before.license !== '' ? before : null;
  await noteWords(trx, counted, row);
  await count(trx, seq, before?.category ?? null, row?.category ?? null);
  await countFacets(trx, counted, row);
}

async function findIndexed(trx: Db, seq: number): Promise<IndexedRow | null> {
  const { rows } = await sql<IndexedRow>`
    select category, titles, tags, license, file_types as "fileTypes", search_text as text
    from resource_search where seq = ${seq}`.execute(trx);
  return rows[0] ?? null;
}

function isSame(
  before: IndexedRow,
  { seq: _seq, tokens: _tokens, ...row }: ReturnType<typeof searchRow>,
): boolean {
  return (Object.keys(row) as (keyof IndexedRow)[]).every(
    (key) => JSON.stringify(before[key]) === JSON.stringify(row[key]),
  );
}

async function count(trx: Db, seq: number, before: string | null, after: string | null): Promise<void> {
  if (before === after) return;
  const stretch = Math.floor(seq / stretchSize);
  await sql`
    insert into resource_count (category, stretch, published)
    select category, ${stretch}::bigint, change
    from unnest(${[before, after]}::text[], ${[-1, 1]}::integer[]) as changes (category, change)
    where category is not null`.execute(trx);
}

async function countFacets(trx: Db, before: IndexedRow | null, after: IndexedRow | null): Promise<void> {
  const facetsOf = (row: IndexedRow | null) =>
    row === null
      ? []
      : [
          [row.category, 'license', row.license],
          ...row.fileTypes.map((type) => [row.category, 'file_type', type]),
        ];
  const [gone, come] = [facetsOf(before), facetsOf(after)];
  if (JSON.stringify(gone) === JSON.stringify(come)) return;
  const changes = [...gone.map((facet) => [...facet, -1]), ...come.map((facet) => [...facet, 1])];
  await sql`
    insert into resource_facet_count (category, facet, value, published)
    select * from unnest(${changes.map(([category]) => category)}::text[], ${changes.map(([, facet]) => facet)}::text[],
      ${changes.map(([, , value]) => value)}::text[], ${changes.map(([, , , change]) => change)}::integer[])`.execute(
    trx,
  );
}

/** Merges rows of `resource_count` with the same key. Safe to run at any time and in several processes. */
export async function rollUpResourceCounts(db: Db): Promise<void> {
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

/** Same for the counts of facets. */
export async function rollUpFacetCounts(db: Db): Promise<void> {
  await sql`
    with places as (
      select category, facet, value from resource_facet_count group by category, facet, value having count(*) > 1
    ),
    gone as (
      delete from resource_facet_count as count using places
      where count.category = places.category and count.facet = places.facet and count.value = places.value
      returning count.category, count.facet, count.value, count.published
    )
    insert into resource_facet_count (category, facet, value, published)
    select category, facet, value, sum(published) from gone
    group by category, facet, value having sum(published) <> 0`.execute(db);
}

/** Drops the windows of old ages, which searches do not use any more. */
export async function dropOldWindows(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select 'resource_search_window_' || place as name
    from (select max(seq) / ${ageSize}::bigint as newest from resource) as ages,
      lateral generate_series(0, (newest - ${agesWithWindows - 1}) * ${ageSize / windowSize} - 1) as place
    where to_regclass('resource_search_window_' || place) is not null order by place`.execute(db);
  // One at a time and concurrently with reads and writes.
  for (const { name } of rows) await sql`drop index concurrently if exists ${sql.table(name)}`.execute(db);
}
