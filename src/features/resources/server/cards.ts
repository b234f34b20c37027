import { sql, type RawBuilder } from 'kysely';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import { plainText } from '#platform/shared/plain-text.ts';
import { categories } from '#platform/shared/categories.ts';
import type { ResourceCard } from '../contract.ts';

/**
 * Writes the cards of the resources that match a condition on `resource r`, in the transaction that changed
 * what they show: the row, its pictures or files, or its owner's name. A list then only concatenates stored
 * texts. Counts change on their own and are added when a card is read: that is why it is stored without its
 * closing brace.
 */
export async function writeCards(trx: Db, condition: RawBuilder<unknown>): Promise<void> {
  await sql`
    update resource set card = (
      select left(row_to_json(shown)::text, -1) from (
        select r.id, r.title, left(r.description, 300) as description, r.category, r.subcategory,
          case when r.category = any(${[...categories]}::text[])
            then r.category else 'other' end as "resourceType",
          r.tags, r.license, coalesce(nullif(r.author, ''), owner.name) as author,
          owner.display_username as "ownerUsername", r.language,
          case when r.translations = '{}' then r.translations else (
            select jsonb_object_agg(key, jsonb_strip_nulls(jsonb_build_object(
              'title', value -> 'title', 'description', left(value ->> 'description', 300))))
            from jsonb_each(r.translations)) end as translations,
          '/api/images/' || picture.id || '/480.webp' as "imageUrl",
          case when picture.id is not null then json_build_object('id', picture.id,
            'width', picture.width, 'height', picture.height, 'widths', picture.widths) end as image,
          r.download_url as "downloadUrl", r.source_site as "sourceSite",
          exists (select from resource_file f where f.resource_id = r.id) as "hasFile",
          to_char(r.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
        from person owner
        left join lateral (
          select i.id, i.width, i.height, i.widths from resource_image i
          where i.resource_id = r.id order by i.position limit 1
        ) picture on true
        where owner.id = r.owner_id
      ) shown
    )
    from (select * from resource r where ${condition}) r
    where resource.id = r.id`.execute(trx);
}

/** Call after the owner's name has changed. */
export async function writeCardsOf(trx: Db, ownerId: string): Promise<void> {
  await writeCards(trx, sql`r.owner_id = ${ownerId} and r.card is not null`);
}

/** SQL of a stored card of `resource r` with its counts, as JSON text; `withRates` puts its rate where its id stands. */
export const cardWithCounts = `r.card || ',"downloadCount":' || r.download_count
  || ',"likeCount":' || r.like_count || ',"commentCount":' || r.comment_count || ',"makeCount":' || r.make_count
  || ',"builds":"' || r.id || '"}'`;

/** Returns the rates of verified builds, by resource: the room of builds stands above this one and hands it in. */
export type RatesOf = (
  db: Db,
  ids: readonly string[],
  now: Date,
) => Promise<ReadonlyMap<string, NonNullable<ResourceCard['builds']>>>;

/** For lists whose reader is not shown any. */
export const noRates: RatesOf = async () => new Map();

/** Only a card has this key: quotes within texts are escaped. */
const placeOfRate = /"builds":"([0-9a-f-]{36})"/g;

/** Completes cards from SQL with their rates: all of them with one question. */
export async function withRates(db: Db, json: string, ratesOf: RatesOf): Promise<string> {
  const ids = Array.from(json.matchAll(placeOfRate), ([, id]) => id!);
  const rates = ids.length === 0 ? null : await ratesOf(db, ids, currentTime());
  return json.replaceAll(
    placeOfRate,
    (_place, id: string) => `"builds":${JSON.stringify(rates?.get(id) ?? null)}`,
  );
}

/**
 * Removes Markdown from the descriptions of cards in a list. Only these strings are parsed, not all the JSON.
 */
export function withoutMarks(json: string): string {
  return json.replaceAll(
    /("description": ?)("[^"\\]*(?:\\.[^"\\]*)*")/g,
    (_all, key: string, text: string) => {
      const description: unknown = JSON.parse(text);
      return key + JSON.stringify(plainText(String(description)));
    },
  );
}
