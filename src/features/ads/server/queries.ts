import { sql } from 'kysely';
import { maxExported, type StaffPage } from '#features/admin/server/public.ts';
import { isGoingOn, isSponsorSeen, lastPaidOn } from '#features/sponsorship/server/public.ts';
import { m } from '#i18n/generated/messages.js';
import { languages, type Locale } from '#i18n/languages.ts';
import { blobOfWidth } from '#platform/server/pictures.ts';
import type { Db } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { pageOfRows } from '#platform/server/pages.ts';
import { likePattern } from '#platform/shared/search-text.ts';
import type { CsvColumn } from '#platform/shared/csv-table.ts';
import type { Ad, Banner, StaffBanner, StaffQuery } from '../contract.ts';
import { bannerDays } from '../rules.ts';
import { kindNames, standingNames } from '../words.ts';

const picture = sql`case when banner.blob_prefix is not null
  then json_build_object('width', banner.width, 'height', banner.height, 'widths', banner.widths) end as picture`;

/** Current day in Korea. */
export const today = sql<string>`(clock_timestamp() at time zone 'Asia/Seoul')::date`;
const paidOn = lastPaidOn(sql.ref('banner.sponsorship_id'));
/** Last day of a sponsor's banner, by its payments; null if all of them were refunded. */
export const paidUntil = sql<string | null>`case when ${paidOn} is not null
  then greatest(banner.ends_on, ${paidOn} + ${sql.lit(bannerDays)}) end`;
/**
 * SQL condition that a banner is public, on rows `banner` and its owner `person`: a sponsor's banner needs a
 * visible sponsor and a payment that was not refunded.
 */
export const isShown = sql<boolean>`(banner.state = 'shown' and (banner.kind = 'house' or (${isSponsorSeen} and ${paidOn} is not null)))`;

/**
 * Returns the sponsorships for which a banner can be requested today: for some days after the last payment,
 * or after a rejection, so that waiting for the review costs no days.
 */
export async function findBannerOpen(
  db: Db,
  sponsorshipIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select asked.id from unnest(${sponsorshipIds}::uuid[]) as asked (id)
    where ${today} <= greatest(${lastPaidOn(sql.ref('asked.id'))},
      (select (max(decided_at) at time zone 'Asia/Seoul')::date from ad_banner
        where sponsorship_id = asked.id and state = 'refused')) + ${sql.lit(bannerDays)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Returns today's banners for readers of a language: house banners in it, and all of sponsors. */
export async function listAds(db: Db, locale: Locale): Promise<Ad[]> {
  const { rows } = await sql<Ad>`
    select banner.id, banner.kind, banner.title, banner.text, banner.url, banner.language, ${picture} from ad_banner banner
      join person on person.id = banner.owner_id
    where ${isShown} and ${today} >= banner.starts_on
      and case banner.kind
        when 'house' then banner.language = ${locale} and ${today} <= coalesce(banner.ends_on, 'infinity')
        else ${today} <= ${paidUntil} end
    order by banner.id`.execute(db);
  return rows;
}

/**
 * Effective state of a banner today: a shown banner may not have begun, may wait for its next payment, may be
 * hidden with its sponsor, or may have ended before the hourly job marks it.
 */
const standing = sql`case
  when banner.state <> 'shown' then banner.state
  when banner.starts_on > ${today} then 'planned'
  when banner.kind = 'sponsor' and not ${isSponsorSeen} then 'unseen'
  when ${today} <= coalesce(case banner.kind when 'house' then banner.ends_on else ${paidUntil} end,
    case banner.kind when 'house' then 'infinity'::date end) then 'shown'
  when ${paidUntil} is not null and ${isGoingOn(sql.ref('banner.sponsorship_id'))} then 'unpaid'
  else 'ended' end`;

type Row = Omit<Banner, 'createdAt'> & { createdAt: Date; username: string; fullName: string };
const all = sql`select banner.id, banner.kind, banner.title, banner.text, banner.url, banner.language, ${picture}, banner.sponsorship_id,
    banner.state, ${standing} as standing, banner.starts_on, banner.ends_on, banner.created_at, banner.owner_id,
    person.display_username as username, person.name as full_name,
    count.views, count.clicks
  from ad_banner banner join person on person.id = banner.owner_id
    cross join lateral (select coalesce(sum(views), 0)::bigint as views, coalesce(sum(clicks), 0)::bigint as clicks
      from ad_count where banner_id = banner.id) count`;

function present({ createdAt, username: _username, fullName: _name, ...row }: Row): Banner {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    text: row.text,
    url: row.url,
    language: row.language,
    picture: row.picture,
    sponsorshipId: row.sponsorshipId,
    state: row.state,
    standing: row.standing,
    startsOn: row.startsOn,
    endsOn: row.endsOn,
    createdAt: createdAt.toISOString(),
    views: row.views,
    clicks: row.clicks,
  };
}

export async function listOwnBanners(db: Db, personId: string): Promise<Banner[]> {
  const { rows } = await sql<Row>`${all} where banner.owner_id = ${personId} and banner.kind = 'sponsor'
    order by banner.id desc limit 100`.execute(db);
  return rows.map(present);
}

const orders = {
  waiting: sql`state = 'waiting' desc, id desc`,
  newest: sql`id desc`,
  views: sql`views desc, id desc`,
  clicks: sql`clicks desc, id desc`,
};

/** Lists banners for staff; there are few. */
export async function listBanners(
  db: Db,
  { search = '', state, kind, sort, ...page }: StaffQuery,
): Promise<StaffPage<StaffBanner>> {
  const like = likePattern(search.toLowerCase().replace(/^@/, ''));
  const found = await pageOfRows<Row>(
    db,
    sql`${all} where (${state ?? null}::text is null or banner.state = ${state ?? null})
      and (${kind ?? null}::text is null or banner.kind = ${kind ?? null})
      and (lower(concat_ws(E'\n', banner.title, banner.text, banner.url, person.name, person.display_username)) like ${like}
        or banner.id::text = ${search.toLowerCase()})`,
    orders[sort],
    page,
  );
  return {
    ...found,
    totalIsExact: true,
    items: found.items.map((row) => ({
      ...present(row),
      owner: { username: row.username, fullName: row.fullName },
    })),
  };
}

export async function exportBanners(db: Db, wanted: StaffQuery): Promise<StaffBanner[]> {
  return (await listBanners(db, { ...wanted, page: 1, limit: maxExported })).items;
}

export const bannerColumns: readonly CsvColumn<StaffBanner>[] = [
  [m['ads.staff.id'], (row) => row.id],
  [m['ads.staff.banner'], (row) => row.title],
  [m['ads.staff.words'], (row) => row.text],
  [m['ads.staff.address'], (row) => row.url],
  [m['ads.staff.state'], (row) => standingNames[row.standing]],
  [m['ads.staff.kind'], (row) => kindNames[row.kind]],
  [m['ads.staff.language'], (row) => languages[row.language].name],
  [m['ads.staff.owner'], (row) => row.owner.username],
  [m['ads.staff.from'], (row) => row.startsOn],
  [m['ads.staff.until'], (row) => row.endsOn],
  [m['ads.staff.views'], (row) => row.views],
  [m['ads.staff.clicks'], (row) => row.clicks],
];

/**
 * Returns a banner's picture in one width: public while it is shown, otherwise for its owner and for staff
 * who decide.
 */
export async function findBannerPicture(
  db: Db,
  viewer: { id: string; isStaff: boolean } | null,
  id: string,
  width: number,
): Promise<{ name: string; source: string; isPublic: boolean } | null> {
  if (!isUuid(id)) return null;
  const row = await db
    .selectFrom('adBanner as banner')
    .innerJoin('person', 'person.id', 'banner.ownerId')
    .select(['banner.ownerId', 'banner.blobPrefix', 'banner.widths', isShown.as('isPublic')])
    .where('banner.id', '=', id)
    .executeTakeFirst();
  if (!row?.blobPrefix || !row.widths) return null;
  const { blobPrefix, widths, isPublic } = row;
  if (!isPublic && viewer?.id !== row.ownerId && !viewer?.isStaff) return null;
  return { ...blobOfWidth({ blobPrefix, widths }, width), isPublic };
}
