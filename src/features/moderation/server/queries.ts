import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { AppError } from '#platform/shared/errors.ts';
import {
  moderationErrors,
  type LogEntry,
  type LogQuery,
  type ModerationLog,
  type OwnCase,
} from '../contract.ts';
import {
  heldStates,
  hiddenStates,
  hearingOf,
  objectionEndsAt,
  objectionOf,
  outcomeOf,
  ruleIds,
  rules,
  step,
  type Act,
  type ReportKind,
  type RuleId,
} from '../rules.ts';
import { assertConcerned, type Case, type Things } from './commands.ts';

/** Presents the fields that both sides of the desk see. */
export function presentCase(row: Case) {
  return {
    id: row.id,
    kind: row.kind as ReportKind,
    category: row.category,
    state: row.state,
    rule: row.rule as RuleId | null,
    excerpt: row.excerpt,
    path: row.path,
    question: row.question,
    hearingEndsAt: iso(row.hearingEndsAt),
    answer: row.answer,
    answeredAt: iso(row.answeredAt),
    statement: row.statement,
    decidedAt: iso(row.decidedAt),
    objection: row.objection,
    objectedAt: iso(row.objectedAt),
    ruling: row.ruling,
    ruledAt: iso(row.ruledAt),
    createdAt: row.createdAt.toISOString(),
  };
}
export const iso = (at: Date | null) => at?.toISOString() ?? null;

const maxOwn = 100;

/** Lists cases that the person was told of, newest first; unheard reports are not included. */
export async function listOwnCases(
  db: Db,
  person: { id: string },
  things: Things,
  now: Date,
): Promise<OwnCase[]> {
  const rows = await ownCases(db, person.id).orderBy('id', 'desc').limit(maxOwn).execute();
  return rows.map((row) => presentOwn(row, person, things, now));
}

export async function getOwnCase(
  db: Db,
  person: { id: string },
  things: Things,
  { id, now }: { id: string; now: Date },
): Promise<OwnCase> {
  const row = isUuid(id) ? await ownCases(db, person.id).where('id', '=', id).executeTakeFirst() : undefined;
  assertConcerned(person, row);
  return presentOwn(row as Case, person, things, now);
}

function ownCases(db: Db, personId: string) {
  return db
    .selectFrom('moderationCase')
    .selectAll()
    .where('aboutId', '=', personId)
    .where((where) =>
      where.or([
        where('hearingEndsAt', 'is not', null),
        where('state', 'in', [...hiddenStates, 'restored', 'lifted']),
      ]),
    );
}

function presentOwn(row: Case, person: { id: string }, things: Things, now: Date): OwnCase {
  const kind = row.kind as ReportKind;
  const may = (act: Act) =>
    !(
      'refusal' in
      step(
        { ...row, rule: row.rule as RuleId | null },
        {
          act,
          actorId: person.id,
          words: 'x',
          kind,
          category: row.category,
          canHide: things[kind].sight !== null,
          others: [],
          now,
        },
      )
    );
  return {
    ...presentCase(row),
    objectionEndsAt:
      row.decidedAt === null || row.state === 'taken_down' || row.state === 'dismissed'
        ? null
        : objectionEndsAt(row.decidedAt).toISOString(),
    mayAnswer: may('answer'),
    mayTakeDown: may('take_down'),
    mayObject: may('object'),
  };
}

/** Years and days are those of Korea. */
const decidedOn = sql<string>`(decided_at at time zone 'Asia/Seoul')::date`;
/** Returns a year of Korea as a range of moments, which can use an index. */
function during(year: number | undefined): RawBuilder<unknown> {
  if (year === undefined) return sql`true`;
  const begin = (each: number) => new Date(`${each}-01-01T00:00:00+09:00`);
  return sql`decided_at >= ${begin(year)} and decided_at < ${begin(year + 1)}`;
}

/**
 * Returns all decisions, latest first, with their totals. A dismissal without a rule has that of the first report.
 */
export async function readLog(
  db: Db,
  { year, kind, reason, page: asked, limit }: LogQuery,
): Promise<ModerationLog> {
  const ofReason = reason === undefined ? null : ruleIds.filter((each) => rules[each].reason === reason);
  const rule = sql`coalesce(c.rule, (select r.rule from report r where r.case_id = c.id order by r.id limit 1), 'other')`;
  const decided = sql`select c.*, ${rule} as by_rule from moderation_case c where c.decided_at is not null and ${during(year)}
    and (${kind ?? null}::text is null or c.kind = ${kind ?? null})
    and (${ofReason}::text[] is null or ${rule} = any (${ofReason}::text[]))`;
  const [{ rows: sums }, { rows: years }] = await Promise.all([
    sql<ModerationLog['counts']>`
      select count(*)::integer as decided,
        count(*) filter (where state = any (${heldStates}::text[]))::integer as hidden,
        count(*) filter (where state = 'dismissed')::integer as dismissed,
        count(*) filter (where state = 'taken_down')::integer as taken_down,
        count(*) filter (where state = 'handled')::integer as handled,
        count(*) filter (where state in ('restored', 'lifted'))::integer as restored,
        count(*) filter (where answered_at is not null)::integer as heard,
        count(*) filter (where objected_at is not null)::integer as objections
      from (${decided}) as decided`.execute(db),
    sql<{ year: number }>`
      select distinct extract(year from ${decidedOn})::integer as year from moderation_case
      where decided_at is not null order by year desc`.execute(db),
  ]);
  const counts = sums[0];
  if (!counts) throw new Error('sums without a row');
  const pageCount = Math.max(1, Math.ceil(counts.decided / limit));
  const page = Math.min(asked, pageCount);
  const { rows } = await sql<Case & { byRule: RuleId; decidedOn: string }>`
    select *, ${decidedOn}::text as decided_on from (${decided}) as decided
    order by decided_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return {
    items: rows.map(presentDecision),
    total: counts.decided,
    page,
    pageCount,
    counts,
    years: years.map((each) => each.year),
  };
}

function presentDecision(row: Case & { byRule: RuleId; decidedOn: string }): LogEntry {
  const outcome = outcomeOf(row.state);
  if (outcome === null) throw new Error(`a decision without an outcome: ${row.state}`);
  return {
    id: row.id,
    kind: row.kind as ReportKind,
    category: row.category,
    reason: rules[row.byRule].reason,
    rule: row.byRule,
    outcome,
    heard: hearingOf(row),
    objection: objectionOf(row.state),
    decidedOn: row.decidedOn,
  };
}

/**
 * Returns the case that keeps each of these things hidden, by the thing's id; for rooms whose staff hide and show
 * things themselves.
 */
export async function findHoldingCases(
  db: Db,
  kind: ReportKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('moderationCase')
    .select(['id', 'targetId'])
    .where('kind', '=', kind)
    .where('targetId', '=', sql<string>`any (${ids}::uuid[])`)
    .where('state', 'in', heldStates)
    .orderBy('id')
    .execute();
  return new Map(rows.map(({ id, targetId }) => [targetId, id]));
}

/**
 * Throws `hidden_by_case` if a moderator's decision keeps something hidden: its author was told how it can come back.
 */
export async function assertNotHeld(db: Db, kind: ReportKind, id: string): Promise<void> {
  const held = await findHoldingCases(db, kind, [id]);
  if (held.size > 0) throw new AppError(moderationErrors.hidden_by_case);
}
