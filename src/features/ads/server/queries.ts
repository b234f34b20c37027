import { sql } from 'kysely';
import type { Locale } from '#i18n/languages.ts';
import type { Db } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { pageOfRows, type Page } from '#platform/server/pages.ts';
import type { Ad, Banner, StaffBanner } from '../contract.ts';

const picture = sql`case when banner.blob_prefix is not null
  then json_build_object('width', banner.width, 'height', banner.height, 'widths', banner.widths) end as picture`;

/** What is shown today to readers of a language: ours in it, and all of sponsors. */
export async function listAds(db: Db, locale: Locale): Promise<Ad[]> {
  const { rows } = await sql<Ad>`
    select banner.id, banner.kind, banner.title, banner.text, banner.url, banner.language, ${picture} from ad_banner banner
      join person on person.id = banner.owner_id
    where banner.state = 'shown' and (banner.kind = 'sponsor' or banner.language = ${locale})
      and (clock_timestamp() at time zone 'Asia/Seoul')::date
        between banner.starts_on and coalesce(banner.ends_on, 'infinity')
      and (banner.kind = 'house' or person.withdraws_at is null)
    order by banner.id`.execute(db);
  return rows;
}

type Row = Omit<Banner, 'createdAt'> & { createdAt: Date; username: string; fullName: string };
const all = sql`select banner.id, banner.kind, banner.title, banner.text, banner.url, banner.language, ${picture}, banner.sponsorship_id,
    banner.state, banner.starts_on, banner.ends_on, banner.created_at, banner.owner_id,
    person.display_username as username, person.name as full_name,
    (select coalesce(sum(views), 0)::bigint from ad_count where banner_id = banner.id) as views,
    (select coalesce(sum(clicks), 0)::bigint from ad_count where banner_id = banner.id) as clicks
  from ad_banner banner join person on person.id = banner.owner_id`;

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

/** Those that wait first. */
export async function listBanners(
  db: Db,
  wanted: { page: number; limit: number },
): Promise<Page<StaffBanner>> {
  const found = await pageOfRows<Row>(db, all, sql`state = 'waiting' desc, id desc`, wanted);
  return {
    ...found,
    items: found.items.map((row) => ({
      ...present(row),
      owner: { username: row.username, fullName: row.fullName },
    })),
  };
}

/** The stored picture of a banner in one of its widths: everybody's once it is shown, before and after that its owner's and of those who decide. */
export async function findBannerPicture(
  db: Db,
  viewer: { id: string; isStaff: boolean } | null,
  id: string,
  width: number,
): Promise<{ name: string; isPublic: boolean } | null> {
  if (!isUuid(id)) return null;
  const row = await db
    .selectFrom('adBanner')
    .select(['ownerId', 'state', 'blobPrefix', 'widths'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row?.blobPrefix || !row.widths?.includes(width)) return null;
  const isPublic = row.state === 'shown';
  if (!isPublic && viewer?.id !== row.ownerId && !viewer?.isStaff) return null;
  return { name: `${row.blobPrefix}/${width}`, isPublic };
}
