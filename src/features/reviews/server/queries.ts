import { sql, type SqlBool } from 'kysely';
import { avatarUrl } from '#features/accounts/server/public.ts';
import { findOrder } from '#features/orders/server/public.ts';
import { getVisibleService } from '#features/services/server/public.ts';
import { blobOfWidth } from '#platform/server/pictures.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { canAnswerReview, canEditReview, canReview } from '../access.ts';
import { reviewsErrors, type OrderReviews, type Review, type ReviewSummary } from '../contract.ts';
import { ratingOf, ratings, type ReviewSide } from '../rules.ts';

type Actor = { id: string; isAdmin: boolean } | null;
type Page<Item> = { items: Item[]; total: number; page: number; pageCount: number };

type Row = {
  id: string;
  authorId: string;
  aboutId: string;
  side: ReviewSide;
  state: string;
  rating: number;
  text: string;
  worked: boolean | null;
  answer: string | null;
  answeredAt: Date | null;
  showsAt: Date;
  shownAt: Date | null;
  editedAt: Date | null;
  serviceId: string | null;
  serviceTitle: string | null;
  authorName: string;
  authorUsername: string;
  authorAvatar: string | null;
  aboutName: string;
  aboutUsername: string;
  aboutAvatar: string | null;
  photos: Review['photos'];
};

/** The condition may refer to the tables `review`, `author` and `about`. */
async function selectReviews(
  db: Db,
  where: ReturnType<typeof sql<SqlBool>>,
  window = sql`limit 2`,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select review.id, review.author_id, review.about_id, review.side, review.state, review.rating, review.text, review.worked, review.answer,
      review.answered_at, review.shows_at, review.shown_at, review.edited_at,
      case when service.state = 'active' then service.id end as service_id, service.title as service_title,
      author.name as author_name, author.display_username as author_username, author.avatar_id as author_avatar,
      about.name as about_name, about.display_username as about_username, about.avatar_id as about_avatar,
      coalesce((select json_agg(json_build_object('id', photo.id, 'width', photo.width, 'height', photo.height,
          'widths', photo.widths) order by review_photo.position)
        from review_photo join order_photo photo on photo.id = review_photo.photo_id
        where review_photo.review_id = review.id), '[]') as photos
    from review
    join person author on author.id = review.author_id
    join person about on about.id = review.about_id
    left join service on service.id = review.service_id
    where ${where}
    order by review.shown_at desc nulls last, review.id desc ${window}`.execute(db);
  return rows;
}

function presentReview(row: Row, actor: Actor): Review {
  const isShown = row.state === 'shown';
  return {
    id: row.id,
    rating: row.rating,
    text: row.text,
    worked: row.worked,
    side: row.side,
    author: {
      username: row.authorUsername,
      fullName: row.authorName,
      avatarUrl: avatarUrl(row.authorAvatar),
    },
    about: { username: row.aboutUsername, fullName: row.aboutName, avatarUrl: avatarUrl(row.aboutAvatar) },
    service: row.serviceId === null ? null : { id: row.serviceId, title: row.serviceTitle ?? '' },
    photos: row.photos,
    answer:
      row.answer === null || row.answeredAt === null
        ? null
        : { text: row.answer, at: row.answeredAt.toISOString() },
    shownAt: row.shownAt?.toISOString() ?? null,
    editedAt: row.editedAt?.toISOString() ?? null,
    can: {
      edit: canEditReview(actor, row),
      answer: canAnswerReview(actor, row),
      report: isShown && actor?.id !== row.authorId,
    },
  };
}

const ofService = (serviceId: string) => sql<SqlBool>`
  review.service_id = ${serviceId} and review.side = 'buyer' and review.state = 'shown'`;
/** Providers are reviewed by buyers, and buyers by providers. */
const ofPerson = (personId: string, as: ReviewSide) => sql<SqlBool>`
  review.about_id = ${personId} and review.side = ${as === 'provider' ? 'buyer' : 'provider'} and review.state = 'shown'`;

async function pageOf(
  db: Db,
  actor: Actor,
  where: ReturnType<typeof sql<SqlBool>>,
  wanted: { page: number; limit: number },
): Promise<Page<Review>> {
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from review where ${where}`.execute(db);
  const total = counted[0]?.total ?? 0;
  const pageCount = Math.max(1, Math.ceil(total / wanted.limit));
  const page = Math.min(wanted.page, pageCount);
  const window = sql`limit ${wanted.limit} offset ${(page - 1) * wanted.limit}`;
  const rows = await selectReviews(db, where, window);
  return { items: rows.map((row) => presentReview(row, actor)), total, page, pageCount };
}

async function summarize(db: Db, where: ReturnType<typeof sql<SqlBool>>): Promise<ReviewSummary> {
  const { rows } = await sql<{ rating: number; at: Date }>`
    select rating, shown_at as at from review where ${where}`.execute(db);
  const sum = rows.reduce((total, { rating }) => total + rating, 0);
  return {
    count: rows.length,
    average: rows.length === 0 ? null : Math.round((sum / rows.length) * 100) / 100,
    rating: ratingOf(rows, currentTime()),
    distribution: ratings.map((each) => rows.filter(({ rating }) => rating === each).length),
  };
}

export async function listServiceReviews(
  db: Db,
  actor: Actor,
  serviceId: string,
  wanted: { page: number; limit: number },
): Promise<Page<Review>> {
  await getVisibleService(db, actor, serviceId);
  return pageOf(db, actor, ofService(serviceId), wanted);
}

export async function summarizeService(db: Db, actor: Actor, serviceId: string): Promise<ReviewSummary> {
  await getVisibleService(db, actor, serviceId);
  return summarize(db, ofService(serviceId));
}

export function listPersonReviews(
  db: Db,
  actor: Actor,
  personId: string,
  { as, ...wanted }: { as: ReviewSide; page: number; limit: number },
): Promise<Page<Review>> {
  return pageOf(db, actor, ofPerson(personId, as), wanted);
}

export async function summarizePerson(db: Db, personId: string): Promise<Record<ReviewSide, ReviewSummary>> {
  return {
    provider: await summarize(db, ofPerson(personId, 'provider')),
    buyer: await summarize(db, ofPerson(personId, 'buyer')),
  };
}

/** Returns both reviews of an order, as far as this side may see them. */
export async function getOrderReviews(
  db: Db,
  actor: { id: string; isAdmin: boolean },
  orderId: string,
): Promise<OrderReviews> {
  const { order, side } = await findOrder(db, actor, orderId);
  if (side === 'admin') throw new AppError(platformErrors.forbidden);
  const rows = await selectReviews(db, sql<SqlBool>`review.order_id = ${orderId}`);
  const own = rows.find((row) => row.side === side);
  const others = rows.find((row) => row.side !== side);
  return {
    side,
    own: own ? presentReview(own, actor) : null,
    others: others?.state === 'shown' ? presentReview(others, actor) : null,
    hasOther: others !== undefined,
    showsAt: rows.find((row) => row.state === 'waiting')?.showsAt.toISOString() ?? null,
    canWrite: canReview(actor, order, rows),
  };
}

/** Returns a public review, or one of the actor's own. Throws `review_not_found`. */
export async function getReview(db: Db, actor: Actor, id: string): Promise<Review> {
  const [row] = isUuid(id) ? await selectReviews(db, sql<SqlBool>`review.id = ${id}`) : [];
  if (!row || (row.state !== 'shown' && row.authorId !== actor?.id))
    throw new AppError(reviewsErrors.review_not_found);
  return presentReview(row, actor);
}

/** Returns the owner and the place of a reported review. */
export async function findReportedReview(db: Db, id: string) {
  const review = isUuid(id)
    ? await db
        .selectFrom('review')
        .innerJoin('person', 'person.id', 'review.aboutId')
        .select(['review.id', 'review.authorId', 'review.text', 'review.answer', 'person.displayUsername'])
        .where('review.id', '=', id)
        .where('state', '=', 'shown')
        .executeTakeFirst()
    : undefined;
  if (!review) throw new AppError(reviewsErrors.review_not_found);
  return review;
}

/** Returns the blob names of a photo, if it is public or the actor is its author. */
export async function findReviewPhoto(
  db: Db,
  actor: Actor,
  wanted: { reviewId: string; photoId: string; width: number },
): Promise<{ name: string; source: string; isPublic: boolean } | null> {
  if (!isUuid(wanted.reviewId) || !isUuid(wanted.photoId)) return null;
  const photo = await db
    .selectFrom('reviewPhoto')
    .innerJoin('review', 'review.id', 'reviewPhoto.reviewId')
    .innerJoin('orderPhoto', 'orderPhoto.id', 'reviewPhoto.photoId')
    .select(['review.state', 'review.authorId', 'orderPhoto.blobPrefix', 'orderPhoto.widths'])
    .where('review.id', '=', wanted.reviewId)
    .where('orderPhoto.id', '=', wanted.photoId)
    .executeTakeFirst();
  const isPublic = photo?.state === 'shown';
  if (!photo || (!isPublic && photo.authorId !== actor?.id)) return null;
  return { ...blobOfWidth(photo, wanted.width), isPublic };
}
