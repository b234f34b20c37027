import { sql, type RawBuilder } from 'kysely';
import { isReal } from '#features/quotes/server/public.ts';
import { listResourceTitles } from '#features/resources/server/public.ts';
import { findTrades, listServiceTitles } from '#features/services/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { feeTermsFor, totalOf, type FeeTerms } from '#platform/shared/fee.ts';
import { tradeOf } from '#platform/shared/trades.ts';
import { canRule } from '../access.ts';
import type { AnswersPage, WantedAnswer } from '../contract.ts';
import { answersPerPage, maxPerPage } from '../rules.ts';
import type { Viewer } from './queries.ts';
import { type Author, authorOf, presentAuthor } from './cards.ts';

export async function pageOfAnswers(
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
export async function firstAnswers(
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
