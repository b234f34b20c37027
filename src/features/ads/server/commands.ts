import { sql } from 'kysely';
import { recordAudit } from '#features/admin/server/public.ts';
import { notify } from '#features/notifications/server/public.ts';
import { hasBannerRight, markUsed } from '#features/sponsorship/server/public.ts';
import type { IncomingPicture } from '#features/resources/server/public.ts';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { AppError } from '#platform/shared/errors.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { adsErrors, type BannerInput, type HouseInput } from '../contract.ts';
import { findBannerOpen, isShown } from './queries.ts';
import { bannerDaysAfter, bannerTransitions, type BannerDecision, type Slot } from '../rules.ts';

type Staff = { id: string; username: string };

/** Returns the columns of a banner's picture, if any. */
function kept(picture: IncomingPicture | undefined) {
  if (!picture) return {};
  const { blobPrefix, widths, width, height } = picture;
  return { blobPrefix, widths, width, height };
}

/** Adds a sponsor's banner, which waits for review. Throws `no_banner_right` and `banner_exists`. */
export async function askForBanner(
  trx: Trx,
  personId: string,
  sponsorshipId: string,
  input: BannerInput,
  picture: IncomingPicture | undefined,
): Promise<string> {
  const hasRight = await hasBannerRight(trx, personId, sponsorshipId);
  const now = await databaseTime(trx);
  const today = koreanDay(now);
  if (!hasRight || !(await findBannerOpen(trx, [sponsorshipId])).has(sponsorshipId))
    throw new AppError(adsErrors.no_banner_right);
  const id = uuidv7(now.getTime());
  await trx
    .insertInto('adBanner')
    .values({
      ...input,
      ...kept(picture),
      id,
      kind: 'sponsor',
      sponsorshipId,
      ownerId: personId,
      state: 'waiting',
      // Its days begin with the approval.
      startsOn: today,
      endsOn: null,
      createdAt: now,
      decidedAt: null,
    })
    .execute()
    .catch((error: { constraint?: string }) => {
      throw error.constraint === 'ad_banner_sponsorship' ? new AppError(adsErrors.banner_exists) : error;
    });
  return id;
}

/** Adds a house banner, shown from its first day on. */
export async function addHouseBanner(
  trx: Trx,
  actor: Staff,
  { reason, ...input }: HouseInput,
  picture: IncomingPicture | undefined,
): Promise<string> {
  const now = await databaseTime(trx);
  const id = uuidv7(now.getTime());
  await trx
    .insertInto('adBanner')
    .values({
      ...input,
      ...kept(picture),
      id,
      kind: 'house',
      sponsorshipId: null,
      ownerId: actor.id,
      state: 'shown',
      createdAt: now,
      decidedAt: now,
    })
    .execute();
  const after = { ...input, hasPicture: picture !== undefined };
  await recordAudit(
    trx,
    { actor, action: 'banner.add', target: { type: 'banner', id }, reason, before: {}, after },
    now,
  );
  return id;
}

/**
 * Columns of a house banner that can be changed. Its picture is not among them, because its address is
 * immutable.
 */
const changeable = ['title', 'text', 'url', 'language', 'startsOn', 'endsOn'] as const;

/**
 * Throws `banner_not_found`, and `banner_decided` for an ended banner and for a sponsor’s, whose text was
 * reviewed.
 */
export async function changeHouseBanner(
  trx: Trx,
  id: string,
  { actor, change: { reason, ...input } }: { actor: Staff; change: HouseInput },
): Promise<void> {
  const row = await lockBanner(trx, id);
  if (row.kind !== 'house' || row.state !== 'shown') throw new AppError(adsErrors.banner_decided);
  const changed = changeable.filter((field) => row[field] !== input[field]);
  if (changed.length === 0) return;
  await trx.updateTable('adBanner').set(input).where('id', '=', id).execute();
  const of = (values: Pick<HouseInput, (typeof changeable)[number]>) =>
    Object.fromEntries(changed.map((field) => [field, values[field]]));
  const target = { type: 'banner', id } as const;
  await recordAudit(
    trx,
    { actor, action: 'banner.change', target, reason, before: of(row), after: of(input) },
    await databaseTime(trx),
  );
}

async function lockBanner(trx: Trx, id: string) {
  const row = isUuid(id)
    ? await trx.selectFrom('adBanner').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined;
  if (!row) throw new AppError(adsErrors.banner_not_found);
  return row;
}

/**
 * Throws `banner_not_found` and `banner_decided`. After approval the sponsor cannot withdraw the contribution
 * any more.
 */
export function decideBanner(
  db: Db,
  id: string,
  { actor, decision, reason }: { actor: Staff; decision: BannerDecision; reason: string },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const row = await lockBanner(trx, id);
    const state = bannerTransitions[row.state][decision];
    if (!state) throw new AppError(adsErrors.banner_decided);
    const { sponsorshipId, ownerId } = row;
    const now = await databaseTime(trx);
    const today = koreanDay(now);
    // The contribution may have been withdrawn meanwhile; once it is marked as used, it cannot be.
    if (
      decision === 'approve' &&
      !(
        sponsorshipId !== null &&
        (await markUsed(trx, sponsorshipId, now)) &&
        (await hasBannerRight(trx, ownerId, sponsorshipId))
      )
    )
      throw new AppError(adsErrors.no_banner_right);
    await trx
      .updateTable('adBanner')
      .set({
        state,
        decidedAt: now,
        // A sponsor's month begins after the review.
        ...(decision === 'approve' && { startsOn: today, endsOn: bannerDaysAfter(today) }),
      })
      .where('id', '=', id)
      .execute();
    if (sponsorshipId !== null && decision !== 'end') {
      await notify(
        trx,
        ownerId,
        {
          what: decision === 'approve' ? 'banner_approved' : 'banner_refused',
          path: `/my/sponsorships/${sponsorshipId}`,
          params: { reason },
        },
        now,
      );
    }
    await recordAudit(
      trx,
      {
        actor,
        action: `banner.${decision}`,
        target: { type: 'banner', id },
        // House banners belong to nobody.
        about: sponsorshipId === null ? [] : [ownerId],
        reason,
        before: { state: row.state },
        after: { state },
      },
      now,
    );
  });
}

/** Counts a view or click anonymously. A banner that is not shown is not counted. */
export async function countAd(db: Db, id: string, slot: Slot, what: 'views' | 'clicks'): Promise<void> {
  if (!isUuid(id)) return;
  const column = sql.ref(what);
  await sql`insert into ad_count as count (banner_id, slot, day, ${column})
    select banner.id, ${slot}, (clock_timestamp() at time zone 'Asia/Seoul')::date, 1
      from ad_banner banner join person on person.id = banner.owner_id where banner.id = ${id} and ${isShown}
    on conflict (banner_id, slot, day) do update set ${column} = count.${column} + 1`.execute(db);
}
