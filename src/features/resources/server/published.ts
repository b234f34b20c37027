import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { cardWithCounts, withoutMarks, withRates, type RatesOf } from './cards.ts';

/**
 * Returns one page of a person's published resources, newest first: a JSON array of cards from PostgreSQL.
 */
export async function listPublishedBy(
  db: Db,
  ownerId: string,
  wanted: { page: number; limit: number },
  ratesOf: RatesOf,
): Promise<{ json: string; total: number; page: number; pageCount: number }> {
  const { limit } = wanted;
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from resource where owner_id = ${ownerId} and state = 'published'`.execute(
    db,
  );
  const total = counted.rows[0]?.total ?? 0;
  const pageCount = Math.max(1, Math.ceil(total / limit));
  const page = Math.min(wanted.page, pageCount);
  const { rows } = await sql<{ json: string }>`
    select coalesce('[' || string_agg(card, ',' order by seq desc) || ']', '[]') as json from (
      select ${sql.raw(cardWithCounts)} as card, r.seq from resource r
      where r.owner_id = ${ownerId} and r.state = 'published'
      order by r.seq desc limit ${limit} offset ${(page - 1) * limit}) cards`.execute(db);
  const json = await withRates(db, withoutMarks(rows[0]?.json ?? '[]'), ratesOf);
  return { json, total, page, pageCount };
}

export type PublicAddress = { path: string; changedAt?: string };

/** Returns the position of the newest published resource in the order of publication; 0 if there is none. */
export async function newestSeq(db: Db): Promise<number> {
  const { newest } = await db
    .selectFrom('resource')
    .select((eb) => eb.fn.max('seq').as('newest'))
    .where('state', '=', 'published')
    .executeTakeFirstOrThrow();
  return newest ?? 0;
}

/**
 * Returns the addresses of published resources for a sitemap: those of one stretch in the order of
 * publication. Each part costs the same, and a removal shifts nothing to another part.
 */
export async function listPublicAddresses(db: Db, part: number, length: number): Promise<PublicAddress[]> {
  const rows = await db
    .selectFrom('resource')
    .select(['id', 'updatedAt'])
    .where('state', '=', 'published')
    .where('seq', '>', (part - 1) * length)
    .where('seq', '<=', part * length)
    .orderBy('seq')
    .execute();
  return rows.map(({ id, updatedAt }) => ({ path: `/resources/${id}`, changedAt: updatedAt.toISOString() }));
}

/** Returns the newest resources in their original language, for the feed. */
export async function listFeed(db: Db, limit: number) {
  const rows = await db
    .selectFrom('resource')
    .select(['id', 'title', 'description', 'language', 'translations', 'category', 'publishedAt'])
    .where('state', '=', 'published')
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, publishedAt: row.publishedAt ?? new Date(0) }));
}

/**
 * Returns every published resource in its original language, with its pictures and the newest version's
 * files, oldest first.
 */
export async function listCatalogueResources(db: Db) {
  const { rows } = await sql<{
    content: Record<string, unknown> & { id: string; owner: string };
    files: { name: string; sha256: string; key: string }[];
    pictures: { alt: string; key: string }[];
  }>`
    select json_build_object('id', r.id, 'owner', owner.username, 'title', r.title, 'description', r.description,
        'category', r.category, 'subcategory', r.subcategory, 'tags', r.tags, 'license', r.license, 'author', r.author,
        'sourceSite', r.source_site, 'downloadUrl', r.download_url, 'modelType', r.model_type,
        'usageInstructions', r.usage_instructions, 'gameControls', r.game_controls, 'gameCode', r.game_code,
        'assemblyInstructions', (select coalesce(json_agg(step - 'imageId'), '[]')
          from jsonb_array_elements(r.assembly_instructions) as step),
        'details', r.details, 'language', r.language, 'translations', r.translations, 'remixOf', r.remix_of) as content,
      (select coalesce(json_agg(json_build_object('name', file.name, 'sha256', file.sha256, 'key', file.blob_key)
          order by file.position), '[]')
        from resource_file file join resource_version version on version.id = file.version_id
        where file.resource_id = r.id
          and version.number = (select max(number) from resource_version where resource_id = r.id)) as files,
      (select coalesce(json_agg(json_build_object('alt', image.alt,
          'key', image.blob_prefix || '/' || (select max(width) from unnest(image.widths) width) || '.webp')
          order by image.position), '[]')
        from resource_image image where image.resource_id = r.id and not image.drawn) as pictures
    from resource r join person owner on owner.id = r.owner_id
    where r.state = 'published' order by r.seq`.execute(db);
  return rows;
}
