import { sql, type RawBuilder } from 'kysely';
import { avatarUrl } from '#features/accounts/server/public.ts';
import { findPaymentsOf } from '#features/payments/server/public.ts';
import { isReal } from '#features/quotes/server/public.ts';
import { listResourceTitles } from '#features/resources/server/public.ts';
import { hasAll, searchByMeaning } from '#features/search/server/public.ts';
import { findTrades, listServiceTitles } from '#features/services/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { pageOfRows, type Page } from '#platform/server/pages.ts';
import { blobOfWidth } from '#platform/server/pictures.ts';
import { presentEach } from '#platform/server/present-each.ts';
import { AppError } from '#platform/shared/errors.ts';
import { feeTermsFor, totalOf, type FeeTerms } from '#platform/shared/fee.ts';
import type { Role } from '#platform/shared/roles.ts';
import { foldText, likePattern } from '#platform/shared/search-text.ts';
import { tradeOf } from '#platform/shared/trades.ts';
import type { WantedTerms } from '#platform/shared/wanted-terms.ts';
import { canRule } from '../access.ts';
import {
  wantedErrors,
  type AnswersPage,
  type EventsPage,
  type OwnPledge,
  type OwnWantedQuery,
  type WantedAnswer,
  type WantedCard,
  type WantedDetail,
  type WantedEventKind,
  type WantedQuery,
} from '../contract.ts';
import { answersPerPage, choicesOf, eventsPerPage, maxPerPage } from '../rules.ts';
import { committedOf, isShownAnswer, type Pledge, type WantedRow } from './pledges.ts';

type Viewer = { id: string; role: Role } | null;
type Author = { username: string; fullName: string; avatarId: string | null };
type Image = { id: string; alt: string; width: number; height: number; widths: number[] };

const authorOf = (person: string) =>
  sql`case when ${sql.ref(`${person}.erased_at`)} is null and ${sql.ref(`${person}.withdraws_at`)} is null then json_build_object('username', ${sql.ref(`${person}.display_username`)},
    'fullName', ${sql.ref(`${person}.name`)}, 'avatarId', ${sql.ref(`${person}.avatar_id`)}) end`;

function presentAuthor(author: Author | null) {
  if (author === null) return null;
  const { avatarId, ...person } = author;
  return { ...person, avatarUrl: avatarUrl(avatarId) };
}

const imageOf = sql`json_build_object('id', i.id, 'alt', i.alt, 'width', i.width, 'height', i.height, 'widths', i.widths)`;

/** SQL of the bounty of `wanted w`: what is in escrow or was given. */
const bounty = sql`(select coalesce(sum(p.amount), 0)::bigint from pledge p where p.wanted_id = w.id and p.state in ('held', 'given'))`;
const answers = sql`(select count(*)::integer from wanted_answer a where a.wanted_id = w.id and ${isShownAnswer})`;

const cardColumns = sql`w.id, w.kind, w.state, w.title, left(w.description, 200) as excerpt, w.device, w.trade, w.category,
  w.address, w.lat, w.long, w.until, w.created_at, w.ended_at, ${bounty} as bounty, ${answers} as answer_count,
  (select count(distinct p.person_id)::integer from pledge p where p.wanted_id = w.id and p.state in ('held', 'given')) as giver_count,
  (select ${imageOf} from wanted_image i where i.wanted_id = w.id order by i.position limit 1) as image`;

type CardRow = Omit<WantedCard, 'place' | 'distance' | 'until' | 'createdAt' | 'endedAt'> & {
  address: string;
  lat: number | null;
  long: number | null;
  until: Date;
  createdAt: Date;
  endedAt: Date | null;
  distance: number | null;
};

function presentCard(row: CardRow): WantedCard {
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

async function pageOfAnswers(
  deps: { db: Db } & FeeTerms,
  viewer: Viewer,
  wanted: { id: string; askerId: string },
  after: string | null,
): Promise<AnswersPage> {
  const condition = after === null ? sql`true` : sql`a.id > ${after}`;
  const found = await answersOf(deps, viewer, wanted, { condition, most: answersPerPage + 1 });
  const items = found.slice(0, answersPerPage);
  return { items, next: found.length > items.length ? (items.at(-1)?.id ?? null) : null };
}

/** Returns the first answers of a post, and those after them that decide what can be done: one's own, accepted, objecting. */
async function firstAnswers(
  deps: { db: Db } & FeeTerms,
  viewer: Viewer,
  wanted: { id: string; askerId: string },
): Promise<AnswersPage> {
  const { items, next } = await pageOfAnswers(deps, viewer, wanted, null);
  if (next === null) return { items, next };
  const condition = sql`a.id > ${next} and (award.id is not null or a.objected_at is not null
    or a.person_id = ${viewer?.id ?? null}::uuid)`;
  const others = await answersOf(deps, viewer, wanted, { condition, most: maxPerPage });
  return { items: [...items, ...others], next };
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

async function answersOf(
  { db, ...fees }: { db: Db } & FeeTerms,
  viewer: Viewer,
  { id, askerId }: { id: string; askerId: string },
  { condition, most }: { condition: RawBuilder<unknown>; most: number },
): Promise<WantedAnswer[]> {
  // Staff rule on objections of hidden answers, too.
  const isSeen = canRule(viewer)
    ? sql`(a.state = 'shown' or a.objected_at is not null)`
    : sql`a.state = 'shown'`;
  const { rows } = await sql<
    Omit<
      WantedAnswer,
      'author' | 'resource' | 'service' | 'total' | 'isMine' | 'createdAt' | 'isObjecting'
    > & {
      personId: string;
      author: Author | null;
      resourceId: string | null;
      serviceId: string | null;
      createdAt: Date;
      objectedAt: Date | null;
    }
  >`select a.id, a.kind, a.person_id, ${authorOf('author')} as author, a.text, a.resource_id, a.service_id, a.price,
      to_char(a.ready_on, 'YYYY-MM-DD') as ready_on, a.created_at, a.objected_at, a.objection, award.amount as awarded
    from wanted_answer a join person author on author.id = a.person_id
    left join wanted_award award on award.answer_id = a.id
    where a.wanted_id = ${id} and ${isSeen} and (${isReal('author')} or award.id is not null)
      and ${condition}
    order by a.id limit ${most}`.execute(db);
  const idsOf = (name: 'resourceId' | 'serviceId') => rows.flatMap((row) => row[name] ?? []);
  const [resources, services] = [
    idsOf('resourceId').length === 0 ? [] : await listResourceTitles(db, idsOf('resourceId')),
    idsOf('serviceId').length === 0 ? [] : await listServiceTitles(db, idsOf('serviceId')),
  ];
  const trades = await findTrades(db, idsOf('serviceId'));
  return rows.map(
    ({ personId, author, resourceId, serviceId, createdAt, objectedAt, objection, ...answer }) => {
      const mayRead = viewer !== null && (viewer.id === personId || viewer.id === askerId || canRule(viewer));
      return {
        ...answer,
        author: presentAuthor(author),
        resource: resources.find((each) => each.id === resourceId) ?? null,
        service: services.find((each) => each.id === serviceId) ?? null,
        total:
          answer.price === null
            ? null
            : totalOf({
                principal: answer.price,
                ...feeTermsFor(fees, tradeOf(trades.get(serviceId ?? '') ?? '')),
              }),
        createdAt: createdAt.toISOString(),
        isMine: viewer?.id === personId,
        isObjecting: objectedAt !== null,
        objection: mayRead ? objection : '',
      };
    },
  );
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
