import { sql } from 'kysely';
import type { CurrentUser } from '#features/accounts/contract.ts';
import type { MessageInput } from '#features/community/contract.ts';
import type { ChannelDeps } from '#features/community/server/public.ts';
import { addComment } from '#features/social/server/public.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { AppError, isAppError } from '#platform/shared/errors.ts';
import { m } from '#i18n/generated/messages.js';
import { canPropose, roleOf } from '../access.ts';
import { supportErrors } from '../contract.ts';
import { isAgreed, supportPath, type Role } from '../rules.ts';
import { inSession, nameOf, tell, tellOpen } from './commands.ts';
import type { SessionRow } from './queries.ts';

/** Fields of a person that posting needs. */
type Speaker = Pick<CurrentUser, 'id' | 'username' | 'fullName' | 'avatarUrl' | 'isAdmin'>;

export type AnsweringDeps = ChannelDeps & {
  post(by: Speaker, channelId: string, input: MessageInput): Promise<{ id: string }>;
  onCountChanged(): void;
};

function roleIn(person: { id: string }, session: SessionRow): 'asker' | 'helper' {
  const role = roleOf(person, session, false);
  if (role !== 'asker' && role !== 'helper') throw new AppError(supportErrors.session_not_found);
  return role;
}

async function findAnswer(trx: Trx, sessionId: string) {
  return trx.selectFrom('supportAnswer').selectAll().where('sessionId', '=', sessionId).executeTakeFirst();
}

/**
 * Proposes or changes the public answer: its writer agrees to it, and the other one has to read it again. Throws
 * `nothing_to_propose` and `answer_published`.
 */
export async function propose(
  deps: AnsweringDeps,
  person: CurrentUser,
  id: string,
  input: { text: string; isAnonymous?: boolean | undefined },
): Promise<void> {
  if (!isUuid(id)) throw new AppError(supportErrors.session_not_found);
  await inSession(deps, id, async (trx, session, { now }) => {
    const role = roleIn(person, session);
    if (!canPropose(role, session)) throw new AppError(supportErrors.nothing_to_propose);
    const known = await findAnswer(trx, id);
    if (known && (known.publishedAt !== null || isAgreed(agreementsOf(known))))
      throw new AppError(supportErrors.answer_published);
    // Only the asker decides whether they are named.
    const isAnonymous = (role === 'asker' ? input.isAnonymous : undefined) ?? known?.isAnonymous ?? false;
    const said = {
      proposerId: person.id,
      text: input.text,
      isAnonymous,
      version: (known?.version ?? 0) + 1,
      askerAgreedAt: role === 'asker' ? now : null,
      helperAgreedAt: role === 'helper' ? now : null,
    };
    await trx
      .insertInto('supportAnswer')
      .values({ sessionId: id, ...said, publishedAt: null, commentId: null, messageId: null })
      .onConflict((conflict) => conflict.column('sessionId').doUpdateSet(said))
      .execute();
    await tellOpen(trx, session, { type: 'changed', data: { answer: said.version } }, now);
    const otherId = role === 'asker' ? session.helperId : session.askerId;
    if (otherId !== null) {
      await tell(
        trx,
        otherId,
        'support_proposed',
        { name: person.fullName, title: nameOf(session.problem) },
        now,
        {
          path: supportPath(id),
          people: [person.id, session.askerId],
        },
      );
    }
  });
}

const agreementsOf = (answer: { askerAgreedAt: Date | null; helperAgreedAt: Date | null }) => ({
  askerAgreed: answer.askerAgreedAt !== null,
  helperAgreed: answer.helperAgreedAt !== null,
});

/**
 * Agrees to exactly this version of the text; the second agreement publishes it. Throws `answer_changed`, and the
 * errors of publishing, which cancel the agreement.
 */
export async function agree(
  deps: AnsweringDeps,
  person: CurrentUser,
  id: string,
  version: number,
): Promise<void> {
  if (!isUuid(id)) throw new AppError(supportErrors.session_not_found);
  const isComplete = await inSession(deps, id, async (trx, session, { now }) => {
    const role = roleIn(person, session);
    const answer = await getAnswer(trx, id);
    if (answer.version !== version) throw new AppError(supportErrors.answer_changed);
    if (answer.publishedAt !== null) return false;
    await setAgreed(trx, id, role, now);
    await tellOpen(trx, session, { type: 'changed', data: { agreed: role } }, now);
    const agreed = agreementsOf(answer);
    return isAgreed(role === 'asker' ? { ...agreed, askerAgreed: true } : { ...agreed, helperAgreed: true });
  });
  if (!isComplete) return;
  try {
    await publishAnswer(deps, id);
  } catch (error) {
    if (isAppError(error)) {
      await inSession(deps, id, async (trx, session, { now }) => {
        await setAgreed(trx, id, roleIn(person, session), null);
        await tellOpen(trx, session, { type: 'changed', data: {} }, now);
      });
    }
    throw error;
  }
}

async function getAnswer(trx: Trx, id: string) {
  const answer = await findAnswer(trx, id);
  if (!answer) throw new AppError(supportErrors.answer_not_found);
  return answer;
}

async function setAgreed(trx: Trx, id: string, role: Role, at: Date | null): Promise<void> {
  await trx
    .updateTable('supportAnswer')
    .set(role === 'asker' ? { askerAgreedAt: at } : { helperAgreedAt: at })
    .where('sessionId', '=', id)
    .where('publishedAt', 'is', null)
    .execute();
}

/** Withdraws an unpublished answer, for either of the two. */
export async function withdraw(deps: AnsweringDeps, person: CurrentUser, id: string): Promise<void> {
  if (!isUuid(id)) throw new AppError(supportErrors.session_not_found);
  await inSession(deps, id, async (trx, session, { now }) => {
    roleIn(person, session);
    const answer = await getAnswer(trx, id);
    if (answer.publishedAt !== null || isAgreed(agreementsOf(answer)))
      throw new AppError(supportErrors.answer_published);
    await trx.deleteFrom('supportAnswer').where('sessionId', '=', id).execute();
    await tellOpen(trx, session, { type: 'changed', data: { answer: null } }, now);
  });
}

async function getSpeaker(db: Db, id: string): Promise<Speaker> {
  const { rows } = await sql<Omit<Speaker, 'avatarUrl'>>`
    select id, display_username as username, name as full_name, role = 'admin' as is_admin
    from person where id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`no person ${id}`);
  return { ...row, avatarUrl: null };
}

/**
 * Publishes an agreed answer: below the question, or at the step. Idempotent: a message has a client id, and a
 * comment is written in the transaction that records it.
 */
export async function publishAnswer(deps: AnsweringDeps, id: string): Promise<void> {
  const { db, post } = deps;
  const found = await db
    .selectFrom('supportAnswer as a')
    .innerJoin('supportSession as s', 's.id', 'a.sessionId')
    .leftJoin('channelMessage as q', 'q.id', 's.questionId')
    .innerJoin('person as asker', 'asker.id', 's.askerId')
    .select(['a.text', 'a.version', 'a.isAnonymous', 'a.publishedAt', 'a.askerAgreedAt', 'a.helperAgreedAt'])
    .select(['s.helperId', 's.language', 's.questionId', 'q.channelId as questionChannelId'])
    .select('asker.displayUsername as askerName')
    .where('a.sessionId', '=', id)
    .executeTakeFirst();
  if (!found || found.publishedAt !== null || !isAgreed(agreementsOf(found)) || found.helperId === null)
    return;
  const helper = await getSpeaker(db, found.helperId);
  let messageId: string | null = null;
  if (found.questionId !== null && found.questionChannelId !== null) {
    const { language: locale } = found;
    const credit = found.isAnonymous
      ? m['support.answer.credit_anonymous']({}, { locale })
      : m['support.answer.credit']({ name: `@${found.askerName}` }, { locale });
    const message = await post(helper, found.questionChannelId, {
      text: `${found.text}\n\n${credit}`,
      clientId: `support ${id} ${found.version}`,
      replyTo: null,
      threadId: found.questionId,
      attachments: [],
      tags: [],
    });
    messageId = message.id;
  }
  await inSession(deps, id, async (trx, session, { now }) => {
    const answer = await getAnswer(trx, id);
    if (answer.publishedAt !== null) return;
    const commentId =
      messageId === null && session.resourceId !== null
        ? await addComment(
            trx,
            helper,
            session.resourceId,
            {
              text: answer.text,
              step: session.step,
              support: { helpedId: answer.isAnonymous ? null : session.askerId },
            },
            now,
          )
        : null;
    await trx
      .updateTable('supportAnswer')
      .set({ publishedAt: now, commentId, messageId })
      .where('sessionId', '=', id)
      .execute();
    await tellOpen(trx, session, { type: 'changed', data: { isPublished: true } }, now);
    for (const personId of [session.askerId, session.helperId]) {
      if (personId === null) continue;
      await tell(trx, personId, 'support_published', { title: nameOf(session.problem) }, now, {
        path: supportPath(id),
        people: [session.askerId],
      });
    }
  });
  deps.onCountChanged();
}

/** Publishes agreed answers whose process died before publishing them. */
export async function publishForgotten(deps: AnsweringDeps): Promise<void> {
  const waiting = await deps.db
    .selectFrom('supportAnswer')
    .select('sessionId')
    .where('publishedAt', 'is', null)
    .where('askerAgreedAt', '<', sql<Date>`now() - interval '1 minute'`)
    .where('helperAgreedAt', '<', sql<Date>`now() - interval '1 minute'`)
    .execute();
  for (const { sessionId } of waiting) {
    try {
      await publishAnswer(deps, sessionId);
    } catch (error) {
      if (!isAppError(error)) throw error;
      // Its place is gone: both can agree again, or leave it.
      await deps.db
        .updateTable('supportAnswer')
        .set({ askerAgreedAt: null, helperAgreedAt: null })
        .where('sessionId', '=', sessionId)
        .where('publishedAt', 'is', null)
        .execute();
    }
  }
}
