import { sql } from 'kysely';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { communityErrors } from '#features/community/contract.ts';
import {
  findQuestion,
  findSanctionError,
  inPrivateRoom,
  isBlocked,
  openPrivateChannel,
  type ChannelDeps,
  type ChannelPolicy,
  type Posting,
  type PrivateRoom,
} from '#features/community/server/public.ts';
import { hasUnreadAt, markReadAt, notify } from '#features/notifications/server/public.ts';
import { getTalk } from '#features/orders/server/public.ts';
import { getPublishedResource } from '#features/resources/server/public.ts';
import { getVisibleService } from '#features/services/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { publish, type Realtime } from '#platform/server/realtime.ts';
import { AppError, refused } from '#platform/shared/errors.ts';
import { codePoints, shortened } from '#platform/shared/graphemes.ts';
import { tradesWhere } from '#platform/shared/trades.ts';
import { plainName } from '#platform/shared/visible-text.ts';
import { canDo, canShowStep, roleOf } from '../access.ts';
import { supportErrors, type SessionInput } from '../contract.ts';
import {
  eventOfLeaving,
  helpPath,
  invitedForMs,
  maxHelped,
  maxOpen,
  maxTold,
  silentForMs,
  stateAfter,
  supportPath,
  waitsForMs,
  type AnyEvent,
  type Role,
  type SessionEvent,
} from '../rules.ts';
import {
  fitting,
  isAvailable,
  isHere,
  findLocked,
  lockSession,
  stepCount,
  type SessionRow,
} from './queries.ts';

export type SupportDeps = {
  db: Db;
  realtime: Pick<Realtime, 'wake' | 'broadcast' | 'recheck'>;
  posting: Pick<Posting, 'open'>;
  rateLimits: RateLimits;
};

export const topicOf = (id: string) => `support:${id}`;
const mailDelayMs = 2 * 60_000;

/**
 * Opens a session: a private channel in which the asker describes the problem, alone until somebody takes it.
 * Idempotent by `clientId`. Throws the errors of posting, and `too_many_open`.
 */
export async function openSession(
  deps: SupportDeps,
  asker: CurrentUser,
  input: SessionInput,
): Promise<string> {
  const { db, posting, rateLimits } = deps;
  const known = await findOpened(db, asker.id, input.clientId);
  if (known !== null) return known;
  await rateLimits.take('inquiries', asker.id);
  const about = await lookUp(db, asker, input);
  const id = uuidv7();
  const { problem, language, skill, printer, clientId } = input;
  const said = { text: problem, clientId, replyTo: null, threadId: null, attachments: [], tags: [] };
  await posting.open(asker, id, said, async (trx) => {
    // Serialized per asker, so that concurrent requests respect the limit.
    await trx.selectFrom('person').select('id').where('id', '=', asker.id).forNoKeyUpdate().execute();
    if ((await findOpened(trx, asker.id, clientId)) !== null) return false;
    const { open } = await trx
      .selectFrom('supportSession')
      .select(({ fn }) => fn.countAll<number>().as('open'))
      .where('askerId', '=', asker.id)
      .where('state', 'in', ['asked', 'waiting'])
      .executeTakeFirstOrThrow();
    if (open >= maxOpen) throw new AppError(supportErrors.too_many_open);
    const now = currentTime();
    await openPrivateChannel(trx, { id, kind: 'support', name: nameOf(problem), memberIds: [asker.id], now });
    const isInvited = about.invitedId !== null;
    await trx
      .insertInto('supportSession')
      .values({
        id,
        state: isInvited ? 'asked' : 'waiting',
        askerId: asker.id,
        helperId: null,
        problem,
        language,
        skill,
        printer,
        ...about,
        shownStep: about.step,
        openedAt: now,
        waitingSince: isInvited ? null : now,
        waitSeconds: null,
        expiresAt: new Date(now.getTime() + (isInvited ? invitedForMs : waitsForMs)),
        takenAt: null,
        closedAt: null,
      })
      .execute();
    if (about.invitedId === null)
      await tellVolunteers(trx, { askerId: asker.id, language, skill, replacedIds: [] }, now);
    else {
      await tell(
        trx,
        about.invitedId,
        'support_asked',
        { name: asker.fullName, title: nameOf(problem) },
        now,
        {
          path: about.orderId === null ? supportPath(id) : `/orders/${about.orderId}`,
          people: [asker.id],
        },
      );
    }
    return true;
  });
  const opened = await findOpened(db, asker.id, clientId);
  if (opened === null) throw new Error('a session was neither opened nor there');
  return opened;
}

/** Returns the first line of the problem, shortened for a list of channels. */
export function nameOf(problem: string): string {
  return shortened(plainName(problem.trim().split('\n', 1)[0] ?? ''), 60, codePoints);
}

async function findOpened(db: Db, askerId: string, clientId: string): Promise<string | null> {
  const found = await db
    .selectFrom('channelMessage as message')
    .innerJoin('supportSession as s', 's.id', 'message.channelId')
    .select('s.id')
    .where('message.authorId', '=', askerId)
    .where('message.clientId', '=', clientId)
    .where('s.askerId', '=', askerId)
    .executeTakeFirst();
  return found?.id ?? null;
}

/** Returns the subject of a session, as far as its asker may see it. */
async function lookUp(db: Db, asker: CurrentUser, input: SessionInput) {
  const { resourceId = null, orderId = null, questionId = null, serviceId = null, step = null } = input;
  if (resourceId !== null) await getPublishedResource(db, asker, resourceId);
  if (step !== null && (resourceId === null || step >= (await stepCount(db, resourceId))))
    throw refused(supportErrors.no_such_step, 'step');
  if (questionId !== null) await findQuestion(db, asker, questionId);
  if (serviceId !== null) {
    const service = await getVisibleService(db, asker, serviceId);
    if (service.ownerId !== asker.id) throw refused(supportErrors.own_printer, 'serviceId');
  }
  const invitedId =
    orderId !== null ? await otherOf(db, asker, orderId) : await findInvited(db, asker, input);
  return { resourceId, orderId, questionId, serviceId, step, invitedId };
}

async function otherOf(db: Db, asker: CurrentUser, orderId: string): Promise<string> {
  const { customerId, providerId } = await getTalk(db, asker, orderId);
  return asker.id === customerId ? providerId : customerId;
}

/** Returns the invited person, who has to be a volunteer or an engineer. */
async function findInvited(db: Db, asker: CurrentUser, { username }: SessionInput): Promise<string | null> {
  if (username === undefined) return null;
  const { rows } = await sql<{ id: string }>`
    select p.id from person p where p.username = ${username.toLowerCase()} and ${isHere('p')}
      and (exists (select from volunteer v where v.person_id = p.id and v.suspended_at is null)
        or exists (select from service s where s.owner_id = p.id and s.service_type = any(${tradesWhere(({ givesSupport }) => givesSupport === true)}) and s.state = 'active'))`.execute(
    db,
  );
  const id = rows[0]?.id;
  if (id === asker.id) throw refused(supportErrors.own_help, 'username');
  if (id === undefined || (await isBetween(db, asker.id, id)))
    throw refused(supportErrors.not_helping, 'username');
  return id;
}

/** Returns whether one of the two has blocked the other. */
async function isBetween(db: Db, one: string, other: string): Promise<boolean> {
  return (await isBlocked(db, { by: one, id: other })) || (await isBlocked(db, { by: other, id: one }));
}

/** Performs an event of a session. Throws `session_not_found`, `session_taken` and `session_moved`. */
export async function act(
  deps: SupportDeps,
  person: CurrentUser,
  id: string,
  event: SessionEvent,
): Promise<void> {
  if (!isUuid(id)) throw new AppError(supportErrors.session_not_found);
  await inSession(deps, id, async (trx, session, room) => {
    const role = await getRole(trx, person, session, event);
    if (event === 'take') await assertMayTake(trx, person, session, role);
    await advance(trx, session, event, { role, person }, room);
  });
}

async function getRole(
  trx: Trx,
  person: CurrentUser,
  session: SessionRow,
  event: SessionEvent,
): Promise<Role> {
  const isVolunteer = await findVolunteer(trx, person.id);
  const role = roleOf(person, session, isVolunteer !== undefined);
  if (role !== null && canDo(role, session, event)) return role;
  // A volunteer who is too late learns only that.
  if (event === 'take' && role !== 'asker' && (isVolunteer || person.id === session.invitedId))
    throw new AppError(supportErrors.session_taken);
  throw new AppError(role === null ? supportErrors.session_not_found : supportErrors.session_moved);
}

function findVolunteer(trx: Trx, personId: string) {
  return trx
    .selectFrom('volunteer')
    .selectAll()
    .where('personId', '=', personId)
    .where('suspendedAt', 'is', null)
    .executeTakeFirst();
}

async function assertMayTake(trx: Trx, person: CurrentUser, session: SessionRow, role: Role): Promise<void> {
  const sanction = await findSanctionError(trx, person.id);
  if (sanction) throw sanction;
  // An order binds both parties, even after a block.
  if (session.orderId === null || role === 'volunteer') {
    if (await isBetween(trx, person.id, session.askerId)) throw new AppError(supportErrors.session_not_found);
  }
  // Serialized per helper, so that concurrent calls respect the limit.
  await trx.selectFrom('person').select('id').where('id', '=', person.id).forNoKeyUpdate().execute();
  const { count } = await trx
    .selectFrom('supportSession')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('helperId', '=', person.id)
    .where('state', '=', 'taken')
    .executeTakeFirstOrThrow();
  if (count >= maxHelped) throw new AppError(supportErrors.too_many_helped);
}

/** Runs a callback with the locks of a session's channel and the session; then updates open pages. */
export async function inSession<Result>(
  deps: ChannelDeps,
  id: string,
  change: (trx: Trx, session: SessionRow, room: PrivateRoom) => Promise<Result>,
): Promise<Result> {
  const known = await deps.db
    .selectFrom('supportSession')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!known) throw new AppError(supportErrors.session_not_found);
  const result = await inPrivateRoom(deps, id, async (trx, room) =>
    change(trx, await lockSession(trx, id), room),
  );
  deps.realtime.wake(topicOf(id));
  deps.realtime.recheck(topicOf(id));
  return result;
}

/** Tells open pages that the session has changed. */
export async function tellOpen(
  trx: Trx,
  session: SessionRow,
  event: { type: 'changed' | 'step'; data: Record<string, unknown> },
  now: Date,
): Promise<void> {
  const { eventSeq } = await trx
    .updateTable('supportSession')
    .set((update) => ({ eventSeq: update('eventSeq', '+', 1) }))
    .where('id', '=', session.id)
    .returning('eventSeq')
    .executeTakeFirstOrThrow();
  await publish(trx, { topic: topicOf(session.id), seq: eventSeq, ...event }, now);
}

/** Performs one transition with its effects. Throws `session_moved` if it is not possible. */
async function advance(
  trx: Trx,
  session: SessionRow,
  event: AnyEvent,
  by: { role: Role; person: { id: string; fullName: string } | null },
  room: PrivateRoom,
): Promise<void> {
  const state = stateAfter(session.state, event, by.role);
  if (state === null) throw new AppError(supportErrors.session_moved);
  const { now } = room;
  const { id, askerId, helperId } = session;
  const isWaiting = state === 'waiting';
  const isTaken = state === 'taken';
  const newHelperId = isTaken ? (by.person?.id ?? null) : isWaiting ? null : helperId;
  const isEnd = !isWaiting && !isTaken;
  await trx
    .updateTable('supportSession')
    .set({
      state,
      helperId: newHelperId,
      waitingSince: isWaiting ? now : null,
      ...(event === 'replace' && helperId !== null && { replacedIds: [...session.replacedIds, helperId] }),
      expiresAt: isWaiting ? new Date(now.getTime() + waitsForMs) : null,
      ...(isTaken && { takenAt: now }),
      ...(isTaken &&
        session.waitingSince !== null &&
        session.waitSeconds === null && {
          waitSeconds: Math.round((now.getTime() - session.waitingSince.getTime()) / 1000),
        }),
      ...(isEnd && { closedAt: now }),
    })
    .where('id', '=', id)
    .execute();
  if (isTaken && newHelperId !== null) await room.join(newHelperId);
  if (isWaiting && helperId !== null) await room.leave(helperId);
  // A solved session stays open for thanks; all others are closed.
  if (isEnd && state !== 'solved') await room.close();
  await tellOpen(trx, session, { type: 'changed', data: { state } }, now);

  const title = nameOf(session.problem);
  const name = by.person?.fullName ?? '';
  const people = by.person ? [by.person.id, askerId] : [askerId];
  const told = { path: supportPath(id), people };
  const says = (personId: string | null, what: Parameters<typeof tell>[2]) =>
    personId === null || personId === by.person?.id
      ? Promise.resolve()
      : tell(trx, personId, what, { name, title }, now, told);
  if (event === 'take') await says(askerId, 'support_taken');
  else if (event === 'hand_on') await says(askerId, 'support_handed_on');
  else if (event === 'decline') await says(askerId, 'support_declined');
  else if (event === 'give_back') await says(askerId, 'support_given_back');
  else if (event === 'replace') await says(helperId, 'support_replaced');
  else if (event === 'solve') await says(by.role === 'asker' ? helperId : askerId, 'support_solved');
  else if (event === 'give_up') await says(by.role === 'asker' ? helperId : askerId, 'support_given_up');
  else if (event === 'expire')
    await tell(trx, askerId, 'support_expired', { title }, now, { path: helpPath, people });
  // The former helper knows already.
  const replacedIds = helperId === null ? session.replacedIds : [...session.replacedIds, helperId];
  if (isWaiting) await tellVolunteers(trx, { ...session, replacedIds }, now);
}

type Told =
  | 'support_asked'
  | 'support_declined'
  | 'support_expired'
  | 'support_given_back'
  | 'support_given_up'
  | 'support_handed_on'
  | 'support_proposed'
  | 'support_published'
  | 'support_replaced'
  | 'support_solved'
  | 'support_taken'
  | 'support_waiting';

/** Notifies a person; also by mail unless it is read soon. */
export async function tell(
  trx: Trx,
  personId: string,
  what: Told,
  params: Record<string, string>,
  now: Date,
  { path, people }: { path: string; people: readonly string[] },
): Promise<void> {
  await notify(
    trx,
    personId,
    { what, path, params, people, mailAt: new Date(now.getTime() + mailDelayMs) },
    now,
  );
}

/** Notifies available volunteers who could take it, without a mail. */
async function tellVolunteers(
  trx: Trx,
  session: Pick<SessionRow, 'askerId' | 'language' | 'skill' | 'replacedIds'>,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ personId: string }>`
    select v.person_id from volunteer v join person p on p.id = v.person_id
    where ${fitting(session)} and ${isAvailable(now)} and ${isHere('p')}
    order by v.seen_at desc limit ${maxTold}`.execute(trx);
  for (const { personId } of rows) {
    if (await hasUnreadAt(trx, personId, '/remote-support', ['support_waiting'])) continue;
    await notify(trx, personId, { what: 'support_waiting', path: '/remote-support', mail: false }, now);
  }
}

/** Sets the step that both look at. */
export async function showStep(
  deps: SupportDeps,
  person: CurrentUser,
  id: string,
  position: number,
): Promise<void> {
  if (!isUuid(id)) throw new AppError(supportErrors.session_not_found);
  await inSession(deps, id, async (trx, session, { now }) => {
    const role = roleOf(person, session, false);
    if (role === null) throw new AppError(supportErrors.session_not_found);
    if (!canShowStep(role, session)) throw new AppError(supportErrors.session_moved);
    const count = session.resourceId === null ? 0 : await stepCount(trx, session.resourceId);
    if (position >= count) throw refused(supportErrors.no_such_step, 'step');
    await trx.updateTable('supportSession').set({ shownStep: position }).where('id', '=', id).execute();
    await tellOpen(trx, session, { type: 'step', data: { step: position, personId: person.id } }, now);
  });
}

/** Closes requests that nobody took in time, and silent sessions. */
export async function processDue(deps: ChannelDeps): Promise<void> {
  const { db } = deps;
  const expired = await db
    .selectFrom('supportSession')
    .select('id')
    .where('expiresAt', '<=', sql<Date>`now()`)
    .execute();
  const silent = await sql<{ id: string }>`
    select s.id from support_session s join channel c on c.id = s.id
    where s.state = 'taken' and greatest(s.taken_at, c.last_message_at) < now() - ${silentForMs} * interval '1 millisecond'`.execute(
    db,
  );
  for (const { id } of expired) await end(deps, id, 'expire');
  for (const { id } of silent.rows) await end(deps, id, 'fall_silent');
}

async function end(deps: ChannelDeps, id: string, event: 'expire' | 'fall_silent'): Promise<void> {
  await inSession(deps, id, async (trx, session, room) => {
    // Another event was faster.
    if (stateAfter(session.state, event, 'house') === null) return;
    if (event === 'expire' && session.expiresAt !== null && session.expiresAt > room.now) return;
    await advance(trx, session, event, { role: 'house', person: null }, room);
  });
}

/** Applies the effect of leaving: an asker's session ends, a helper's waits for another helper. */
async function leave(trx: Trx, personId: string, room: PrivateRoom): Promise<void> {
  const session = await findLocked(trx, room.id);
  const role = session ? roleOf({ id: personId }, session, false) : null;
  const event = session && role ? eventOfLeaving(session.state, role) : null;
  if (!session || role === null || event === null) return;
  const person = await trx
    .selectFrom('person')
    .select(['id', 'name as fullName'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  await advance(trx, session, event, { role, person }, room);
}

/** Rules of support sessions for all routes through which people write, read and leave. */
export const supportChannelPolicy: ChannelPolicy = {
  async onMessage(trx, { channelId, writer, now }) {
    const session = await findLocked(trx, channelId);
    // Private channels without a session are not ours.
    if (!session) return null;
    const role = roleOf(writer, session, false);
    if (role !== 'asker' && role !== 'helper') return new AppError(communityErrors.channel_not_found);
    const otherId = role === 'asker' ? session.helperId : session.askerId;
    if (otherId === null) return null;
    if (session.orderId === null && (await isBlocked(trx, { by: otherId, id: writer.id })))
      return new AppError(communityErrors.blocked);
    const path = supportPath(channelId);
    // Notify once until it is read.
    if (await hasUnreadAt(trx, otherId, path, ['message_received'])) return null;
    await notify(
      trx,
      otherId,
      {
        what: 'message_received',
        path,
        params: { name: writer.fullName, title: nameOf(session.problem) },
        people: [writer.id, session.askerId],
        mailAt: new Date(now.getTime() + mailDelayMs),
      },
      now,
    );
    return null;
  },
  async onRead(trx, { channelId, personId, now }) {
    await markReadAt(trx, personId, supportPath(channelId), now);
  },
  async onLeave(trx, personId, room) {
    await leave(trx, personId, room);
  },
};
