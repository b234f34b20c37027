import { sql } from 'kysely';
import { findPaymentsOf } from '#features/payments/server/public.ts';
import { listResourceTitles } from '#features/resources/server/public.ts';
import { listServiceTitles } from '#features/services/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { blobOfWidth } from '#platform/server/pictures.ts';
import { AppError } from '#platform/shared/errors.ts';
import type { FeeTerms } from '#platform/shared/fee.ts';
import type { Role } from '#platform/shared/roles.ts';
import type { WantedTerms } from '#platform/shared/wanted-terms.ts';
import { canRule } from '../access.ts';
import {
  wantedErrors,
  type AnswersPage,
  type EventsPage,
  type OwnPledge,
  type WantedDetail,
  type WantedEventKind,
} from '../contract.ts';
import { choicesOf, eventsPerPage } from '../rules.ts';
import { committedOf, type Pledge, type WantedRow } from './pledges.ts';
import {
  type Author,
  type Image,
  authorOf,
  presentAuthor,
  imageOf,
  cardColumns,
  type CardRow,
  presentCard,
  isPublic,
} from './cards.ts';
import { pageOfAnswers, firstAnswers } from './answers.ts';

export type Viewer = { id: string; role: Role } | null;

/** Condition: the viewer has paid for `wanted w` or answered it, and reads it even if its asker has left. */
const takesPart = (viewer: { id: string } | null) =>
  viewer === null
    ? sql`false`
    : sql`(w.opened_at is not null and w.hidden_at is null and (
        exists (select from pledge p where p.wanted_id = w.id and p.person_id = ${viewer.id} and p.paid_at is not null)
        or exists (select from wanted_answer a where a.wanted_id = w.id and a.person_id = ${viewer.id} and a.state = 'shown')))`;

/** Returns a post that this viewer may see: its asker, givers and answerers, staff, and others what is public. */
export async function getWanted(
  { db, terms, ...fees }: { db: Db; terms: WantedTerms } & FeeTerms,
  viewer: Viewer,
  id: string,
): Promise<WantedDetail> {
  const { rows } = isUuid(id)
    ? await sql<
        CardRow &
          Pick<WantedRow, 'version' | 'description' | 'measures' | 'graceUntil' | 'hiddenAt' | 'askerId'> & {
            feePercent: number;
            asker: Author | null;
            images: Image[] | null;
            isPublic: boolean;
            takesPart: boolean;
            hasAnswered: boolean;
          }
      >`select ${cardColumns}, null::float8 as distance, w.version, w.description, w.measures, w.fee_percent::float8 as fee_percent,
        w.grace_until, w.hidden_at, w.asker_id, ${authorOf('asker')} as asker, ${isPublic} as is_public,
        ${takesPart(viewer)} as takes_part, exists (select from wanted_answer a
          where a.wanted_id = w.id and a.person_id = ${viewer?.id ?? null}::uuid and a.state <> 'withdrawn') as has_answered,
        (select json_agg(${imageOf} order by i.position) from wanted_image i where i.wanted_id = w.id) as images
      from wanted w join person asker on asker.id = w.asker_id where w.id = ${id}`.execute(db)
    : { rows: [] };
  const row = rows[0];
  const isMine = row !== undefined && viewer?.id === row.askerId;
  const isRuler = canRule(viewer);
  if (!row || !(row.isPublic || row.takesPart || isMine || isRuler))
    throw new AppError(wantedErrors.wanted_not_found);
  const {
    version,
    description,
    measures,
    feePercent,
    graceUntil,
    hiddenAt,
    askerId,
    asker,
    images,
    ...card
  } = row;
  const [found, events, pledges] = await Promise.all([
    firstAnswers({ db, feePercent: fees.feePercent, feeBearer: fees.feeBearer }, viewer, { id, askerId }),
    eventsOf(db, id, null),
    viewer === null ? [] : ownPledgesOf(db, { personId: viewer.id, wantedId: id }),
  ]);
  const { isPublic: isOpen, takesPart: _, hasAnswered, ...shown } = card;
  const maxPledge = Math.max(0, terms.maxBounty - (await findCommitted(db, id)));
  const choices = choicesOf({
    state: row.state,
    isAsker: isMine,
    isGiver: pledges.some(({ state }) => state === 'held' || state === 'open'),
    hasAnswers: found.items.length > 0,
    hasAnswered: found.items.some((answer) => answer.isMine),
  });
  return {
    ...presentCard(shown),
    version,
    description,
    measures,
    images: images ?? [],
    asker: presentAuthor(asker),
    feePercent,
    graceUntil: graceUntil?.toISOString() ?? null,
    answers: found.items,
    nextAnswer: found.next,
    events: events.items,
    earlierEvents: events.next,
    isMine,
    isHidden: hiddenAt !== null,
    pledges,
    can: {
      ...choices,
      // An answer that a moderator hid is not listed, and keeps its author out as well.
      pledge: choices.pledge && !hasAnswered && isOpen && maxPledge >= terms.minPledge,
      answer: choices.answer && isOpen,
      give: choices.give && hiddenAt === null,
      rule: isRuler && row.state === 'disputed',
    },
    minPledge: terms.minPledge,
    maxPledge,
  };
}

async function findCommitted(db: Db, wantedId: string): Promise<number> {
  const pledges = await db
    .selectFrom('pledge')
    .select(['id', 'state', 'amount'])
    .where('wantedId', '=', wantedId)
    .where('state', 'in', ['open', 'held'])
    .execute();
  return committedOf(db, pledges);
}

/** Throws `wanted_not_found` for a post that this viewer may not see. */
async function findSeen(
  db: Db,
  viewer: { id: string } | null,
  id: string,
  isRuler = false,
): Promise<{ id: string; askerId: string }> {
  const { rows } = isUuid(id)
    ? await sql<{ id: string; askerId: string; isSeen: boolean }>`
        select w.id, w.asker_id, (${isPublic} or ${takesPart(viewer)}) as is_seen from wanted w
        where w.id = ${id}`.execute(db)
    : { rows: [] };
  const row = rows[0];
  if (!row || !(row.isSeen || viewer?.id === row.askerId || isRuler))
    throw new AppError(wantedErrors.wanted_not_found);
  return row;
}

/** Lists the answers of a post after one of them. */
export async function listAnswers(
  { db, feePercent, feeBearer }: { db: Db } & FeeTerms,
  viewer: Viewer,
  id: string,
  after: string,
): Promise<AnswersPage> {
  const wanted = await findSeen(db, viewer, id, canRule(viewer));
  return pageOfAnswers({ db, feePercent, feeBearer }, viewer, wanted, after);
}

/** Lists the latest events of a post, before one of them if it is given. */
export async function listEvents(db: Db, viewer: Viewer, id: string, before: number): Promise<EventsPage> {
  const wanted = await findSeen(db, viewer, id, canRule(viewer));
  return eventsOf(db, wanted.id, before);
}

async function eventsOf(db: Db, wantedId: string, before: number | null): Promise<EventsPage> {
  const found = await db
    .selectFrom('wantedEvent')
    .select(['id', 'kind', 'amount', 'at'])
    .where('wantedId', '=', wantedId)
    .$if(before !== null, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(eventsPerPage + 1)
    .execute();
  const items = found.slice(0, eventsPerPage).toReversed();
  return {
    items: items.map(({ id, kind, amount, at }) => ({
      id,
      kind: kind as WantedEventKind,
      amount,
      at: at.toISOString(),
    })),
    next: found.length > items.length ? (items[0]?.id ?? null) : null,
  };
}

type OwnPledgeRow = Pledge & { title: string };

async function ownPledgesOf(
  db: Db,
  of: { personId: string; wantedId?: string; id?: string },
): Promise<OwnPledge[]> {
  const rows: OwnPledgeRow[] = await db
    .selectFrom('pledge')
    .innerJoin('wanted', 'wanted.id', 'pledge.wantedId')
    .selectAll('pledge')
    .select('wanted.title')
    .where('pledge.personId', '=', of.personId)
    .$if(of.wantedId !== undefined, (query) => query.where('pledge.wantedId', '=', of.wantedId ?? ''))
    .$if(of.id !== undefined, (query) => query.where('pledge.id', '=', of.id ?? ''))
    .orderBy('pledge.id', 'desc')
    .execute();
  const payments = await findPaymentsOf(
    db,
    'pledge',
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, wantedId, title, amount, state, createdAt, expiresAt, paidAt, endedAt }) => ({
    id,
    wantedId,
    title,
    amount,
    currency: 'KRW',
    state,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    payment: payments.get(id) ?? null,
  }));
}

/** Returns one of the person's own pledges. Throws `pledge_not_found`. */
export async function getOwnPledge(db: Db, personId: string, id: string): Promise<OwnPledge> {
  const [found] = isUuid(id) ? await ownPledgesOf(db, { personId, id }) : [];
  if (!found) throw new AppError(wantedErrors.pledge_not_found);
  return found;
}

/** Returns the base name of a picture's blobs, if its post may be seen by this viewer. */
export async function findWantedPicture(
  db: Db,
  viewer: Viewer,
  pictureId: string,
  width: number,
): Promise<{ name: string; source: string; isPublic: boolean } | null> {
  const { rows } = isUuid(pictureId)
    ? await sql<{ blobPrefix: string; widths: number[]; isPublic: boolean; askerId: string }>`
        select i.blob_prefix, i.widths, ${isPublic} as is_public, w.asker_id
        from wanted_image i join wanted w on w.id = i.wanted_id where i.id = ${pictureId}`.execute(db)
    : { rows: [] };
  const row = rows[0];
  if (!row || !(row.isPublic || viewer?.id === row.askerId || canRule(viewer))) return null;
  return { ...blobOfWidth(row, width), isPublic: row.isPublic };
}

/** Returns which of these blob prefixes are pictures of things wanted. */
export async function referencedPictures(db: Db, prefixes: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('wantedImage')
    .select('blobPrefix')
    .where('blobPrefix', 'in', [...prefixes])
    .execute();
  return new Set(rows.map(({ blobPrefix }) => blobPrefix));
}

/** Returns the content and asker of a public post, for a report. Throws `wanted_not_found`. */
export async function findReportedWanted(db: Db, id: string): Promise<WantedRow> {
  const row = isUuid(id)
    ? await db
        .selectFrom('wanted')
        .selectAll()
        .where('id', '=', id)
        .where('openedAt', 'is not', null)
        .where('hiddenAt', 'is', null)
        .executeTakeFirst()
    : undefined;
  if (!row) throw new AppError(wantedErrors.wanted_not_found);
  return row;
}

/** Returns an answer that a viewer sees, for a report. Throws `answer_not_found` and `wanted_not_found`. */
export async function findReportedAnswer(
  db: Db,
  viewer: { id: string } | null,
  id: string,
): Promise<{ id: string; wantedId: string; personId: string; excerpt: string }> {
  const answer = isUuid(id)
    ? await db
        .selectFrom('wantedAnswer')
        .innerJoin('wanted', 'wanted.id', 'wantedAnswer.wantedId')
        .select([
          'wantedAnswer.id',
          'wantedId',
          'personId',
          'text',
          'resourceId',
          'serviceId',
          'wanted.title',
        ])
        .where('wantedAnswer.id', '=', id)
        .where('wantedAnswer.state', '=', 'shown')
        .executeTakeFirst()
    : undefined;
  if (!answer) throw new AppError(wantedErrors.answer_not_found);
  await findSeen(db, viewer, answer.wantedId);
  const { wantedId, personId, text, resourceId, serviceId } = answer;
  const [named] = [
    ...(resourceId === null ? [] : await listResourceTitles(db, [resourceId])),
    ...(serviceId === null ? [] : await listServiceTitles(db, [serviceId])),
  ];
  const excerpt = [text, named?.title].filter(Boolean).join('\n') || answer.title;
  return { id: answer.id, wantedId, personId, excerpt };
}

/** Returns the newest posts that are open or solved, for the sitemap. */
export async function listWantedAddresses(
  db: Db,
  most: number,
): Promise<{ path: string; changedAt: string }[]> {
  const { rows } = await sql<{ id: string; changedAt: Date }>`
    select w.id, coalesce(w.ended_at, w.opened_at) as changed_at from wanted w
    where ${isPublic} and w.state in ('open', 'solved') order by w.id desc limit ${most}`.execute(db);
  return rows.map(({ id, changedAt }) => ({
    path: `/wanted/${id}`,
    changedAt: changedAt.toISOString().slice(0, 10),
  }));
}
