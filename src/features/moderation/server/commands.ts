import { sql, type Selectable, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { adminErrors } from '#features/admin/contract.ts';
import { recordAudit, type UndoneEntry } from '#features/admin/server/public.ts';
import { notify } from '#features/notifications/server/public.ts';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import type { Database } from '#platform/server/schema.ts';
import { AppError } from '#platform/shared/errors.ts';
import { beginningOf, codePoints } from '#platform/shared/graphemes.ts';
import { canReport, isConcerned } from '../access.ts';
import { moderationErrors, type Report, type reportInput, type resolveInput } from '../contract.ts';
import {
  excerptLength,
  heldStates,
  isQuoted,
  objectionEndsAt,
  ruleFits,
  rules,
  step,
  undecidedStates,
  waitingStates,
  type Act,
  type CaseFacts,
  type ReportKind,
  type RuleId,
} from '../rules.ts';

type Actor = { id: string; isAdmin: boolean };
type Moderator = { id: string; username: string };

/** Reportable thing, as its room provides it. */
export type Thing = {
  id: string;
  aboutId: string;
  excerpt: string;
  path: string;
  /** Category of a resource, which has rules of its own. */
  category?: string;
};
/** State of a hidden thing: how it was shown before, and whether staff have removed it. */
export type Hidden = { as: string; removed: boolean };
export type Things = Record<
  ReportKind,
  {
    /** Path of its route for reports, with one parameter. */
    url: string;
    /** Returns what this actor sees under that address; throws not-found. */
    find(db: Db, actor: Actor, address: string): Promise<Thing>;
    /** Hides and shows the thing; null if that is done elsewhere. */
    sight: {
      /**
       * Hides the thing and returns how it was shown, for `show`; null if there was nothing to hide. Without a moderator its
       * author takes it down.
       */
      hide(trx: Trx, id: string, now: Date, moderatorId?: string): Promise<string | null>;
      /**
       * Returns whether it is shown again, or to its author alone (`private`); the author may have deleted it
       * meanwhile.
       */
      show(trx: Trx, id: string, was: Hidden, now: Date): Promise<boolean | 'private'>;
    } | null;
  }
>;

export type Case = Selectable<Database['moderationCase']>;

/**
 * Reports something; throws `own_thing`, `not_a_rule`, or `already_reported` while an earlier report by the same
 * person is open.
 */
export async function reportThing(
  trx: Trx,
  reporter: Actor,
  { kind, thing }: { kind: ReportKind; thing: Thing },
  input: z.output<typeof reportInput>,
): Promise<Report> {
  if (!canReport(reporter, thing)) throw new AppError(moderationErrors.own_thing);
  const { reason, text, rule = reason } = input;
  const category = thing.category ?? null;
  if (rules[rule].reason !== reason || !ruleFits(rule, { kind, category }))
    throw new AppError(moderationErrors.not_a_rule);
  const now = await databaseTime(trx);
  const id = uuidv7(now.getTime());
  const excerpt = excerptOf(thing);
  const caseId = await openCase(trx, {
    id: uuidv7(now.getTime()),
    kind,
    category,
    targetId: thing.id,
    aboutId: thing.aboutId,
    excerpt,
    path: thing.path,
    waitingSince: now,
    createdAt: now,
  });
  const inserted = await trx
    .insertInto('report')
    .values({
      id,
      kind,
      reason,
      rule,
      text,
      caseId,
      reporterId: reporter.id,
      targetId: thing.id,
      aboutId: thing.aboutId,
      excerpt,
      path: thing.path,
      resolverId: null,
      createdAt: now,
      resolvedAt: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) throw new AppError(moderationErrors.already_reported);
  return { id, kind, reason, rule, text, state: 'open', createdAt: now.toISOString() };
}

type NewCase = Pick<
  Case,
  'id' | 'kind' | 'category' | 'targetId' | 'aboutId' | 'excerpt' | 'path' | 'waitingSince' | 'createdAt'
>;

/**
 * Locks and returns the undecided case that a report joins, or opens this one. The condition has to match the partial
 * index literally.
 */
async function openCase(trx: Trx, made: NewCase): Promise<string> {
  const { id } = await trx
    .insertInto('moderationCase')
    .values(made)
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'targetId'])
        .where(sql<SqlBool>`state in (${sql.join(undecidedStates.map((state) => sql.lit(state)))})`)
        .doUpdateSet((eb) => ({ kind: eb.ref('excluded.kind') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Serializes decisions about one thing. The desk and the tables lock the case and the thing in different orders, so
 * both take this lock first.
 */
export async function holdDecisions(trx: Trx, kind: ReportKind, targetId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`decisions ${kind} ${targetId}`}, 0))`.execute(
    trx,
  );
}

/** Takes the same lock for a known case. */
async function holdCase(trx: Trx, id: string): Promise<Case> {
  const found = isUuid(id)
    ? await trx
        .selectFrom('moderationCase')
        .select(['kind', 'targetId'])
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined;
  if (found) await holdDecisions(trx, found.kind as ReportKind, found.targetId);
  return lockCase(trx, id);
}

async function lockCase(trx: Trx, id: string): Promise<Case> {
  const found = isUuid(id)
    ? await trx.selectFrom('moderationCase').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined;
  if (!found) throw new AppError(moderationErrors.report_not_found);
  return found;
}

const factsOf = (row: Case): CaseFacts => ({ ...row, rule: row.rule as RuleId | null });

/** Returns other admins who could decide. */
export async function otherModerators(db: Db, moderatorId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('person')
    .select('id')
    .where('role', '=', 'admin')
    .where('id', '!=', moderatorId)
    .where('suspendedAt', 'is', null)
    .where('withdrawsAt', 'is', null)
    .where('erasedAt', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

type Taken = {
  act: Act;
  actorId: string;
  words: string;
  rule?: RuleId;
  others?: readonly string[];
  now: Date;
};

/** Applies a step to a locked case; throws why it is refused. */
function take(things: Things | null, row: Case, taken: Taken): CaseFacts {
  const kind = row.kind as ReportKind;
  const made = step(factsOf(row), {
    others: [],
    ...taken,
    kind,
    category: row.category,
    // Without `things`, nothing can be hidden.
    canHide: things !== null && things[kind].sight !== null,
  });
  if (!('refusal' in made)) return made;
  const { refusal } = made;
  // Strangers get a 404.
  throw new AppError(moderationErrors[refusal === 'not_yours' ? 'report_not_found' : refusal]);
}

type Words = Partial<
  Pick<
    Case,
    | 'question'
    | 'answer'
    | 'statement'
    | 'objection'
    | 'objectedAt'
    | 'ruling'
    | 'rulerId'
    | 'ruledAt'
    | 'shownAs'
    | 'removed'
  >
>;

async function save(trx: Trx, id: string, facts: CaseFacts, words: Words, now: Date): Promise<void> {
  const { aboutId: _whose, ...made } = facts;
  const waitingSince = waitingStates.includes(made.state) ? now : null;
  const reason = made.rule === null ? null : rules[made.rule].reason;
  await trx
    .updateTable('moderationCase')
    .set({ ...made, ...words, reason, waitingSince })
    .where('id', '=', id)
    .execute();
}

/**
 * Carries out a moderator's decision, notifies the people concerned and records it. Returns the audit entry's id.
 * Throws `report_not_found`, and the refusals of `step`.
 */
export async function resolveCase(
  trx: Trx,
  things: Things,
  moderator: Moderator,
  id: string,
  { resolution, reason, rule }: z.output<typeof resolveInput>,
): Promise<string> {
  const row = await holdCase(trx, id);
  const now = await databaseTime(trx);
  const by = (row.rule as RuleId | null) ?? rule ?? (await firstRule(trx, id));
  const facts = take(things, row, {
    act: resolution,
    actorId: moderator.id,
    words: reason,
    rule: rule ?? by,
    others: await otherModerators(trx, moderator.id),
    now,
  });
  const sight = things[row.kind as ReportKind].sight;
  const quoted = await listQuoted(trx, id, reason);
  const told = { kind: row.kind, rule: facts.rule ?? by, reason, quoted };
  let made = facts;
  switch (resolution) {
    case 'dismiss':
      await save(trx, id, made, { statement: reason }, now);
      await closeReports(trx, row, { state: 'dismissed', what: 'report_dismissed', moderator, reason, now });
      if (row.hearingEndsAt !== null) await tellAuthor(trx, row, 'hearing_dismissed', told, now);
      break;
    case 'hear':
      await save(trx, id, made, { question: reason }, now);
      await tellAuthor(
        trx,
        row,
        'hearing_opened',
        { ...told, until: made.hearingEndsAt?.toISOString() },
        now,
      );
      break;
    case 'hide': {
      const shownAs = (await sight?.hide(trx, row.targetId, now, moderator.id)) ?? null;
      // Somebody else, such as its author, has removed it first: it was not hidden here, so it cannot be shown again
      // here.
      if (shownAs === null) made = { ...made, state: 'taken_down', deciderId: null };
      await save(trx, id, made, { statement: reason, shownAs }, now);
      await closeReports(trx, row, {
        state: 'upheld',
        what: shownAs === null ? 'report_taken_down' : 'report_upheld',
        moderator,
        reason,
        now,
      });
      if (shownAs !== null) {
        const until = objectionEndsAt(now).toISOString();
        await tellAuthor(trx, row, 'moderation_hidden', { ...told, until }, now);
      } else if (row.hearingEndsAt !== null) await tellAuthor(trx, row, 'hearing_closed', told, now);
      break;
    }
    case 'handle':
      await save(trx, id, made, { statement: reason }, now);
      await closeReports(trx, row, { state: 'upheld', what: 'report_handled', moderator, reason, now });
      break;
    case 'keep':
      await save(trx, id, made, { ruling: reason, rulerId: moderator.id, ruledAt: now }, now);
      await tellAuthor(trx, row, 'objection_kept', told, now);
      break;
    case 'restore': {
      const isShown = await sight?.show(
        trx,
        row.targetId,
        { as: row.shownAs ?? '', removed: row.removed },
        now,
      );
      await save(trx, id, made, { ruling: reason, rulerId: moderator.id, ruledAt: now }, now);
      const news = isShown ? 'objection_restored' : 'objection_granted';
      await tellAuthor(trx, row, news, { ...told, isPublic: isShown === true }, now);
      if (isShown === true) await tellReporters(trx, row, 'report_restored', now);
    }
  }
  return recordAudit(
    trx,
    {
      actor: moderator,
      action: `report.${resolution}`,
      target: { type: row.kind, id: row.targetId },
      about: [row.aboutId, ...quoted],
      reason,
      before: { state: row.state },
      after: { state: made.state, case: id, ...(made.rule !== null && { rule: made.rule }) },
    },
    now,
  );
}

/** State of a thing in its own room. */
type Sight = { state: string; isOut: boolean; isPublic: boolean; isRemoved: boolean };
/** Decision, or its undoing, that staff make in a table. */
export type Decision = { rule: RuleId; reason: string; undone?: UndoneEntry | undefined };

/**
 * Records that staff have hidden or shown something in a table as a decision, which its author is told of and may
 * object to. Returns the reporters that the reason quotes, who belong into `about` of the audit entry. Throws
 * `other_moderator` if the thing is theirs.
 */
export async function recordDecided(
  trx: Trx,
  moderator: Moderator,
  { kind, ...thing }: Thing & { kind: ReportKind },
  { from, to }: { from: Sight; to: Sight },
  { rule, reason, undone }: Decision,
): Promise<string[]> {
  const { id } = thing;
  const removed = to.isRemoved;
  if (!from.isOut && to.isOut) {
    const wasPublic = from.isPublic;
    return undone
      ? recordHiddenAgain(trx, moderator, { kind, id, removed, wasPublic }, reason)
      : recordHidden(trx, moderator, kind, { ...thing, shownAs: from.state, removed }, { rule, reason });
  }
  if (from.isOut && !to.isOut) {
    const { isPublic } = to;
    return recordShown(trx, moderator, { kind, id, isPublic }, { reason, words: undone?.words });
  }
  if (from.isOut && from.state !== to.state) await recordRemoved(trx, { kind, id }, removed);
  return [];
}

/**
 * Opens a case for something that staff have hidden outside of the desk, decided without a hearing: its author is
 * told why and may object, reporters are told, and the public log lists it.
 */
async function recordHidden(
  trx: Trx,
  moderator: Moderator,
  kind: ReportKind,
  { shownAs, removed, ...thing }: Thing & { shownAs: string; removed: boolean },
  { rule, reason }: { rule: RuleId; reason: string },
): Promise<string[]> {
  const now = await databaseTime(trx);
  const id = await openCase(trx, {
    id: uuidv7(now.getTime()),
    kind,
    category: thing.category ?? null,
    targetId: thing.id,
    aboutId: thing.aboutId,
    excerpt: excerptOf(thing),
    path: thing.path,
    waitingSince: now,
    createdAt: now,
  });
  const row = await lockCase(trx, id);
  const others = await otherModerators(trx, moderator.id);
  const facts = take(null, row, {
    act: 'hide_at_once',
    actorId: moderator.id,
    words: reason,
    rule,
    others,
    now,
  });
  await save(trx, id, facts, { statement: reason, shownAs, removed }, now);
  await closeReports(trx, row, { state: 'upheld', what: 'report_upheld', moderator, reason, now });
  const until = objectionEndsAt(now).toISOString();
  const quoted = await listQuoted(trx, id, reason);
  await tellAuthor(trx, row, 'moderation_hidden', { kind, rule, reason, until, quoted }, now);
  return quoted;
}

/**
 * Records that staff have removed what was hidden, or the reverse: a granted objection restores it from there, but
 * not after its author has deleted it.
 */
async function recordRemoved(
  trx: Trx,
  { kind, id }: { kind: ReportKind; id: string },
  removed: boolean,
): Promise<void> {
  await trx
    .updateTable('moderationCase')
    .set({ removed })
    .where('kind', '=', kind)
    .where('targetId', '=', id)
    .where('state', 'in', heldStates)
    .execute();
}

/**
 * Hides something again that staff had shown outside of the desk: the lifted case is decided again by the same rule
 * and for the same reasons, and the people concerned are told. Without an earlier case, none hides it now. Throws
 * `changed_since` if the same thing was reported again.
 */
async function recordHiddenAgain(
  trx: Trx,
  moderator: Moderator,
  {
    kind,
    id: targetId,
    removed,
    wasPublic,
  }: { kind: ReportKind; id: string; removed: boolean; wasPublic: boolean },
  reason: string,
): Promise<string[]> {
  const row = await trx
    .selectFrom('moderationCase')
    .selectAll()
    .where('kind', '=', kind)
    .where('targetId', '=', targetId)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (row && undecidedStates.includes(row.state)) throw new AppError(adminErrors.changed_since);
  if (row?.state !== 'lifted' && row?.state !== 'restored') return [];
  const { id, statement } = row;
  const now = await databaseTime(trx);
  const others = await otherModerators(trx, moderator.id);
  const facts = take(null, row, { act: 'hide_again', actorId: moderator.id, words: '', others, now });
  await save(trx, id, facts, { ruling: '', rulerId: null, ruledAt: null, removed }, now);
  const told = {
    kind,
    rule: facts.rule ?? 'other',
    reason: statement,
    until: objectionEndsAt(now).toISOString(),
    quoted: await listQuoted(trx, id, statement),
  };
  await tellAuthor(
    trx,
    row,
    facts.state === 'hidden' ? 'moderation_hidden' : 'objection_reopened',
    told,
    now,
  );
  // Reporters were not told if it was shown to its author alone.
  if (wasPublic) await tellReporters(trx, row, 'report_upheld', now);
  return listQuoted(trx, id, reason);
}

/**
 * Lifts the case of something that staff have shown outside of the desk. Its author gets `words`; reporters are told
 * if others see it again.
 */
async function recordShown(
  trx: Trx,
  moderator: Moderator,
  { kind, id: targetId, isPublic }: { kind: ReportKind; id: string; isPublic: boolean },
  { reason, words = reason }: { reason: string; words?: string | undefined },
): Promise<string[]> {
  const row = await trx
    .selectFrom('moderationCase')
    .selectAll()
    .where('kind', '=', kind)
    .where('targetId', '=', targetId)
    .where('state', 'in', heldStates)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return [];
  const now = await databaseTime(trx);
  const others = await otherModerators(trx, moderator.id);
  const facts = take(null, row, { act: 'lift', actorId: moderator.id, words, others, now });
  await save(trx, row.id, facts, { ruling: words, rulerId: moderator.id, ruledAt: now }, now);
  const isGranted = facts.state === 'restored';
  const rule = (row.rule as RuleId | null) ?? 'other';
  const quoted = await listQuoted(trx, row.id, words);
  const told = isGranted ? 'objection_restored' : 'moderation_lifted';
  await tellAuthor(trx, row, told, { kind, rule, reason: words, quoted, isPublic }, now);
  if (isPublic) await tellReporters(trx, row, isGranted ? 'report_restored' : 'report_lifted', now);
  return listQuoted(trx, row.id, reason);
}

const excerptOf = ({ excerpt }: Thing) => beginningOf(excerpt, excerptLength, codePoints);

/** Returns reporters of a case that a moderator's text quotes; the quotes are erased with them. */
async function listQuoted(trx: Trx, caseId: string, words: string): Promise<string[]> {
  const reports = await trx
    .selectFrom('report')
    .select(['reporterId', 'text'])
    .where('caseId', '=', caseId)
    .where('text', '!=', '')
    .execute();
  return [...new Set(reports.filter(({ text }) => isQuoted(text, words)).map((each) => each.reporterId))];
}

/** Returns the rule of the first report, if no moderator has chosen one yet. */
async function firstRule(trx: Trx, caseId: string): Promise<RuleId> {
  const { rule } = (await trx
    .selectFrom('report')
    .select('rule')
    .where('caseId', '=', caseId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()) ?? { rule: 'other' };
  return rule as RuleId;
}

/** Undoes a dismissal. Throws `changed_since` if the same thing was reported again. */
export async function undoDismissal(trx: Trx, moderator: Moderator, entry: UndoneEntry): Promise<string> {
  const row = await lockCase(trx, String(entry.after['case']));
  const now = await databaseTime(trx);
  if (row.state !== 'dismissed') throw new AppError(adminErrors.changed_since);
  const anew = await trx
    .selectFrom('moderationCase')
    .select('id')
    .where('kind', '=', row.kind)
    .where('targetId', '=', row.targetId)
    .where('state', 'in', undecidedStates)
    .executeTakeFirst();
  if (anew) throw new AppError(adminErrors.changed_since);
  const facts = take(null, row, { act: 'reopen', actorId: moderator.id, words: entry.reason, now });
  await save(trx, row.id, facts, { statement: '' }, now);
  await trx
    .updateTable('report')
    .set({ state: 'open', resolution: '', resolverId: null, resolvedAt: null })
    .where('caseId', '=', row.id)
    .execute();
  // Correct the notification of the dismissal.
  await tellReporters(trx, row, 'report_reopened', now);
  if (facts.rule !== null && facts.hearingEndsAt !== null) {
    const until = facts.state === 'hearing' ? facts.hearingEndsAt.toISOString() : undefined;
    await tellAuthor(trx, row, 'hearing_reopened', { kind: row.kind, rule: facts.rule, until }, now);
  }
  return recordAudit(
    trx,
    {
      actor: moderator,
      action: 'report.reopen',
      target: { type: row.kind, id: row.targetId },
      about: [row.aboutId, ...(await listQuoted(trx, row.id, entry.reason))],
      reason: entry.reason,
      before: { state: row.state },
      after: { state: facts.state, case: row.id },
      undoes: entry.id,
    },
    now,
  );
}

/**
 * Records the author's statement at a hearing, or their objection. Throws `report_not_found`, and the refusals of
 * `step`.
 */
export async function sayAsAuthor(
  db: Db,
  things: Things,
  author: { id: string },
  id: string,
  { act, text }: { act: 'answer' | 'object'; text: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await lockCase(trx, id);
    const now = await databaseTime(trx);
    const facts = take(things, row, { act, actorId: author.id, words: text, now });
    await save(
      trx,
      id,
      facts,
      act === 'answer' ? { answer: text } : { objection: text, objectedAt: now },
      now,
    );
  });
}

/** Deletes a thing for its author during a hearing, and notifies the reporters. */
export async function takeDown(db: Db, things: Things, author: { id: string }, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await holdCase(trx, id);
    const now = await databaseTime(trx);
    const facts = take(things, row, { act: 'take_down', actorId: author.id, words: '', now });
    const shownAs = (await things[row.kind as ReportKind].sight?.hide(trx, row.targetId, now)) ?? null;
    await save(trx, id, facts, { shownAs }, now);
    await closeReports(trx, row, {
      state: 'upheld',
      what: 'report_taken_down',
      moderator: null,
      reason: '',
      now,
    });
  });
}

/** Returns unanswered hearings to the desk after their deadline. */
export async function processDue(db: Db, things: Things): Promise<void> {
  const due = await db
    .selectFrom('moderationCase')
    .select('id')
    .where('state', '=', 'hearing')
    .where('hearingEndsAt', '<=', await databaseTime(db))
    .orderBy('hearingEndsAt')
    .limit(500)
    .execute();
  for (const { id } of due) {
    await db.transaction().execute(async (trx) => {
      const row = await lockCase(trx, id);
      if (row.state !== 'hearing') return;
      const now = await databaseTime(trx);
      await save(trx, id, take(things, row, { act: 'lapse', actorId: '', words: '', now }), {}, now);
    });
  }
}

/** Asserts that a person is the one a case is about. */
export function assertConcerned(person: { id: string }, row: { aboutId: string | null } | undefined): void {
  if (!row || !isConcerned(person, row)) throw new AppError(moderationErrors.report_not_found);
}

type ReporterNews =
  | 'report_upheld'
  | 'report_dismissed'
  | 'report_taken_down'
  | 'report_handled'
  | 'report_restored'
  | 'report_lifted'
  | 'report_reopened';
type AuthorNews =
  | 'hearing_opened'
  | 'hearing_dismissed'
  | 'hearing_closed'
  | 'hearing_reopened'
  | 'moderation_hidden'
  | 'moderation_lifted'
  | 'objection_granted'
  | 'objection_kept'
  | 'objection_reopened'
  | 'objection_restored';

async function closeReports(
  trx: Trx,
  { id }: Case,
  closed: {
    state: 'dismissed' | 'upheld';
    what: ReporterNews;
    moderator: Moderator | null;
    reason: string;
    now: Date;
  },
): Promise<void> {
  const { state, what, moderator, reason, now } = closed;
  const reports = await trx
    .updateTable('report')
    .set({ state, resolution: reason, resolverId: moderator?.id ?? null, resolvedAt: now })
    .where('caseId', '=', id)
    .where('state', '=', 'open')
    .returning('reporterId')
    .execute();
  for (const { reporterId } of reports) {
    await notify(trx, reporterId, { what, path: '/my/notifications' }, now);
  }
}

async function tellReporters(trx: Trx, { id }: Case, what: ReporterNews, now: Date): Promise<void> {
  const reports = await trx.selectFrom('report').select('reporterId').where('caseId', '=', id).execute();
  for (const reporterId of new Set(reports.map((each) => each.reporterId))) {
    await notify(trx, reporterId, { what, path: '/my/notifications' }, now);
  }
}

/** Sends the statement of reasons: the thing, the rule, the reason and how to object; never the reporters. */
async function tellAuthor(
  trx: Trx,
  { id, aboutId }: Case,
  what: AuthorNews,
  {
    quoted = [],
    ...params
  }: {
    kind: string;
    rule: RuleId;
    reason?: string;
    /** For a thing that is shown again: whether people other than its author see it. */
    isPublic?: boolean;
    until?: string | undefined;
    quoted?: readonly string[];
  },
  now: Date,
): Promise<void> {
  if (aboutId === null) return;
  const people = quoted.length > 0 && { people: quoted };
  await notify(trx, aboutId, { what, path: `/my/moderation/${id}`, params, ...people }, now);
}
