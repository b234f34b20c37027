import { sql, type RawBuilder } from 'kysely';
import { avatarUrl } from '#features/accounts/server/public.ts';
import { isReal } from '#features/quotes/server/public.ts';
import { hasAll, searchByMeaning } from '#features/search/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { pageOfRows, type Page } from '#platform/server/pages.ts';
import { presentEach } from '#platform/server/present-each.ts';
import { foldText, likePattern } from '#platform/shared/search-text.ts';
import type { OwnWantedQuery, WantedCard, WantedQuery } from '../contract.ts';
import { isShownAnswer } from './pledges.ts';

export type Author = { username: string; fullName: string; avatarId: string | null };
export type Image = { id: string; alt: string; width: number; height: number; widths: number[] };

export const authorOf = (person: string) =>
  sql`case when ${sql.ref(`${person}.erased_at`)} is null and ${sql.ref(`${person}.withdraws_at`)} is null then json_build_object('username', ${sql.ref(`${person}.display_username`)},
    'fullName', ${sql.ref(`${person}.name`)}, 'avatarId', ${sql.ref(`${person}.avatar_id`)}) end`;

export function presentAuthor(author: Author | null) {
  if (author === null) return null;
  const { avatarId, ...person } = author;
  return { ...person, avatarUrl: avatarUrl(avatarId) };
}

export const imageOf = sql`json_build_object('id', i.id, 'alt', i.alt, 'width', i.width, 'height', i.height, 'widths', i.widths)`;

/** SQL of the bounty of `wanted w`: what is in escrow or was given. */
const bounty = sql`(select coalesce(sum(p.amount), 0)::bigint from pledge p where p.wanted_id = w.id and p.state in ('held', 'given'))`;
const answers = sql`(select count(*)::integer from wanted_answer a where a.wanted_id = w.id and ${isShownAnswer})`;

export const cardColumns = sql`w.id, w.kind, w.state, w.title, left(w.description, 200) as excerpt, w.device, w.trade, w.category,
  w.address, w.lat, w.long, w.until, w.created_at, w.ended_at, ${bounty} as bounty, ${answers} as answer_count,
  (select count(distinct p.person_id)::integer from pledge p where p.wanted_id = w.id and p.state in ('held', 'given')) as giver_count,
  (select ${imageOf} from wanted_image i where i.wanted_id = w.id order by i.position limit 1) as image`;

export type CardRow = Omit<WantedCard, 'place' | 'distance' | 'until' | 'createdAt' | 'endedAt'> & {
  address: string;
  lat: number | null;
  long: number | null;
  until: Date;
  createdAt: Date;
  endedAt: Date | null;
  distance: number | null;
};

export function presentCard(row: CardRow): WantedCard {
  const { address, lat, long, distance, until, createdAt, endedAt, ...card } = row;
  return {
    ...card,
    place: lat === null || long === null ? null : { address, lat, long },
    ...(distance !== null && { distance: Math.round(distance * 10) / 10 }),
    until: until.toISOString(),
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}

/** Condition: everybody may see `wanted w`. */
export const isPublic = sql`w.opened_at is not null and w.hidden_at is null
  and exists (select from person asker where asker.id = w.asker_id and ${isReal('asker')})`;

/** Lists one page of the public board. */
export function listWanted(db: Db, wanted: WantedQuery): Promise<Page<WantedCard>> {
  const { search = '', state, kind, trade, category, city, lat, long, sort } = wanted;
  const words = [...new Set(foldText(search).split(/\s+/))].filter(Boolean);
  const conditions = [
    isPublic,
    state === 'open' ? sql`w.state = 'open' and w.until > now()` : sql`w.state = 'solved'`,
    ...(kind === undefined ? [] : [sql`w.kind = ${kind}`]),
    ...(trade === undefined ? [] : [sql`w.trade = ${trade}`]),
    ...(category === undefined ? [] : [sql`w.category = ${category}`]),
    ...(city === undefined ? [] : [sql`w.city = ${city}`]),
    ...(wanted.bounty === undefined ? [] : [sql`${bounty} > 0`]),
  ];
  const isNear = lat !== undefined && long !== undefined;
  // Spherical distance, which is precise enough for a coarse point.
  const distance = isNear
    ? sql`2 * 6371 * asin(least(1, sqrt(sin(radians(w.lat - ${lat}::float8) / 2) ^ 2
        + cos(radians(${lat}::float8)) * cos(radians(w.lat)) * sin(radians(w.long - ${long}::float8) / 2) ^ 2)))`
    : sql`null::float8`;
  const order = {
    newest: sql`opened_at desc, id desc`,
    bounty: sql`bounty desc, opened_at desc, id desc`,
    ending: sql`until ${sql.raw(state === 'open' ? 'asc' : 'desc')}, id desc`,
    distance: sql`distance nulls last, opened_at desc, id desc`,
  }[sort];
  return searchByMeaning(db, search, (ways) => {
    const said = sql`(w.search_text like any (${words.map(likePattern)}::text[]) or ${hasAll(sql`w.search_text`, ways)})`;
    const all = ways.length === 0 ? conditions : [...conditions, said];
    return readPage(db, { conditions: all, distance, order }, wanted);
  });
}

/** Lists what a person has asked for, has answered, or has pledged to. */
export function listOwnWanted(db: Db, personId: string, wanted: OwnWantedQuery): Promise<Page<WantedCard>> {
  const answered = sql`exists (select from wanted_answer a where a.wanted_id = w.id and a.person_id = ${personId} and a.state = 'shown')`;
  const pledged = sql`exists (select from pledge p where p.wanted_id = w.id and p.person_id = ${personId})`;
  const mine = {
    asked: sql`w.asker_id = ${personId}`,
    answered: sql`w.hidden_at is null and ${answered}`,
    pledged: sql`w.hidden_at is null and w.asker_id <> ${personId} and ${pledged}`,
  }[wanted.side];
  return readPage(db, { conditions: [mine], distance: sql`null::float8`, order: sql`id desc` }, wanted);
}

/** Lists posts whose objections wait for staff, the oldest first. */
export function listDisputed(db: Db, wanted: { page: number; limit: number }): Promise<Page<WantedCard>> {
  const conditions = [sql`w.state = 'disputed'`];
  return readPage(db, { conditions, distance: sql`null::float8`, order: sql`id` }, wanted);
}

async function readPage(
  db: Db,
  {
    conditions,
    distance,
    order,
  }: {
    conditions: RawBuilder<unknown>[];
    distance: RawBuilder<unknown>;
    order: RawBuilder<unknown>;
  },
  wanted: { page: number; limit: number },
): Promise<Page<WantedCard>> {
  const found = await pageOfRows<CardRow>(
    db,
    sql`select ${cardColumns}, w.opened_at, ${distance} as distance from wanted w where ${sql.join(conditions, sql` and `)}`,
    order,
    wanted,
  );
  return {
    ...found,
    items: presentEach('thing wanted', found.items, (row) => {
      const { openedAt: _, ...card } = row as CardRow & { openedAt: Date | null };
      return presentCard(card);
    }),
  };
}
