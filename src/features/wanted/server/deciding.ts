import type { Selectable } from 'kysely';
import { recordAudit } from '#features/admin/server/public.ts';
import { bountyGiven, post } from '#features/ledger/server/public.ts';
import { notify, notifyAll } from '#features/notifications/server/public.ts';
import { findHoldDays } from '#features/orders/server/public.ts';
import { addPayable } from '#features/payments/server/public.ts';
import { findDesign } from '#features/resources/server/public.ts';
import { findSamePeople } from '#features/verification/server/public.ts';
import type { Trx } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import type { Database } from '#platform/server/schema.ts';
import type { Vault } from '#platform/server/sealed.ts';
import { AppError, refused } from '#platform/shared/errors.ts';
import type { Terms } from '#platform/shared/order-terms.ts';
import type { WantedTerms } from '#platform/shared/wanted-terms.ts';
import { wantedErrors, type GiveInput, type RulingInput } from '../contract.ts';
import { receivedOfAward, remindersDue, splitEqually, takeParts } from '../rules.ts';
import {
  bountyOf,
  expirePledges,
  inEscrow,
  isThere,
  lockWanted,
  movePledge,
  moveWanted,
  noteEvent,
  pathOf,
  returnPledge,
  type HeldWanted,
} from './pledges.ts';

type Answer = Selectable<Database['wantedAnswer']>;
export type DecidingDeps = { vault: Vault; terms: WantedTerms; orderTerms: Terms };
type Staff = { id: string; username: string };

const dayMs = 24 * 60 * 60_000;

/** Lists the answers of a post that are shown or object, oldest first: hiding an answer does not decide its objection. */
export function shownAnswers(trx: Trx, wantedId: string): Promise<Answer[]> {
  return trx
    .selectFrom('wantedAnswer')
    .selectAll()
    .where('wantedId', '=', wantedId)
    .where((where) => where.or([where('state', '=', 'shown'), where('objectedAt', 'is not', null)]))
    .orderBy('id')
    .execute();
}

/**
 * Gives the bounty for one or more answers, for the asker. Throws `wanted_not_found`, `wanted_closed`,
 * `objection_open`, `answer_not_found`, `amounts_differ`, `receiver_unable` and `own_bounty`.
 */
export async function giveBounty(
  trx: Trx,
  deps: DecidingDeps,
  person: { id: string },
  id: string,
  { awards }: GiveInput,
): Promise<void> {
  const held = await lockWanted(trx, id);
  if (held?.wanted.askerId !== person.id || held.wanted.hiddenAt !== null)
    throw new AppError(wantedErrors.wanted_not_found);
  const bounty = bountyOf(held.pledges);
  const equal = splitEqually(bounty, awards.length);
  const isAsked = awards.some(({ amount }) => amount !== undefined);
  const given = awards.map(({ answerId, amount }, index) => ({
    answerId,
    amount: isAsked ? (amount ?? 0) : (equal[index] ?? 0),
  }));
  const sum = given.reduce((total, { amount }) => total + amount, 0);
  if (sum !== bounty) throw refused(wantedErrors.amounts_differ, 'awards');
  await giveTo(trx, deps, held, given, (index, name) => `awards[${index}].${name}`);
}

/** Gives everything in escrow, in one journal; a post without a bounty is solved without one. */
async function giveTo(
  trx: Trx,
  { vault, orderTerms }: DecidingDeps,
  held: HeldWanted,
  given: readonly { answerId: string; amount: number }[],
  fieldOf: (index: number, name: 'answerId' | 'amount') => string,
): Promise<void> {
  const { wanted, pledges, now } = held;
  const answers = await shownAnswers(trx, wanted.id);
  const money = inEscrow(pledges);
  const bounty = bountyOf(pledges);
  const awards: {
    id: string;
    answer: Answer;
    receiverId: string | null;
    amount: number;
    received: number;
    fee: number;
  }[] = [];
  const open = pledges.filter(({ state }) => state === 'open');
  const commandId = await moveWanted(trx, wanted, 'give', { endedAt: now });
  if (commandId === null) throw new AppError(wantedErrors.wanted_closed);
  for (const [index, { answerId, amount }] of given.entries()) {
    const field = fieldOf(index, 'answerId');
    const answer = answers.find((each) => each.id === answerId);
    if (!answer || awards.some((award) => award.answer.id === answerId))
      throw refused(wantedErrors.answer_not_found, field);
    if (wanted.state === 'disputed' && answer.objectedAt === null)
      throw refused(wantedErrors.objection_open, field);
    if (bounty > 0 && amount === 0) throw refused(wantedErrors.amounts_differ, fieldOf(index, 'amount'));
    const receiverId = bounty === 0 ? null : await findReceiver(trx, answer, field);
    const split = receivedOfAward(amount, Number(wanted.feePercent));
    awards.push({ id: uuidv7(now.getTime()), answer, receiverId, amount, ...split });
  }
  await assertNoGivers(
    trx,
    vault,
    awards.map(({ receiverId }) => receiverId),
    {
      givers: new Set([wanted.askerId, ...money.map(({ personId }) => personId)]),
      fieldOf: (index) => fieldOf(index, 'answerId'),
    },
  );
  await trx
    .insertInto('wantedAward')
    .values(
      awards.map(({ id, answer, receiverId, amount, fee }) => ({
        id,
        wantedId: wanted.id,
        answerId: answer.id,
        receiverId,
        amount,
        fee,
        createdAt: now,
      })),
    )
    .execute();
  if (bounty > 0) {
    const parts = takeParts(
      awards.map(({ amount }) => amount),
      money.map(({ amount }) => amount),
    );
    await trx
      .insertInto('wantedAwardPart')
      .values(
        parts.map(({ award, pledge, amount }) => ({
          awardId: awards[award]?.id ?? '',
          pledgeId: money[pledge]?.id ?? '',
          amount,
        })),
      )
      .execute();
    for (const pledge of money) await movePledge(trx, pledge, 'give', { endedAt: now });
    const jobs = awards.map(({ id, receiverId, amount, fee }) => ({
      job: { orderId: id, buyerId: wanted.askerId, providerId: receiverId ?? '' },
      amount,
      fee,
    }));
    await post(
      trx,
      {
        ...bountyGiven(
          money.map(({ id, personId, amount }) => ({ held: { orderId: id, buyerId: personId }, amount })),
          jobs,
        ),
        commandId,
      },
      now,
    );
    for (const { job } of jobs) {
      const days = await findHoldDays(trx, job.providerId, orderTerms);
      await addPayable(trx, {
        ...job,
        share: { partOf: null, title: wanted.title },
        releasedAt: now,
        heldUntil: new Date(now.getTime() + days * dayMs),
      });
    }
  }
  await expirePledges(trx, open, now);
  await noteEvent(trx, wanted.id, 'given', now, { amount: bounty });
  await tellOfSolution(trx, held, answers, awards);
}

/**
 * Returns who receives what is given for an answer: the author of a resource, otherwise the person who wrote it. Throws
 * `receiver_unable`.
 */
async function findReceiver(trx: Trx, answer: Answer, field: string): Promise<string> {
  const design = answer.kind === 'resource' ? await findDesign(trx, null, answer.resourceId ?? '') : null;
  if (answer.kind === 'resource' && design?.isByOwner !== true)
    throw refused(wantedErrors.receiver_unable, field);
  const receiverId = design?.ownerId ?? answer.personId;
  if (!(await isThere(trx, receiverId))) throw refused(wantedErrors.receiver_unable, field);
  return receiverId;
}

/** Throws `own_bounty` if a receiver is the asker or a giver, under any account: one question, however many gave. */
async function assertNoGivers(
  trx: Trx,
  vault: Vault,
  receivers: readonly (string | null)[],
  { givers, fieldOf }: { givers: ReadonlySet<string>; fieldOf: (index: number) => string },
): Promise<void> {
  const known = receivers.filter((id) => id !== null);
  const same = await findSamePeople(trx, vault, known, [...givers]);
  const index = receivers.findIndex((id) => id !== null && same.has(id));
  if (index >= 0) throw refused(wantedErrors.own_bounty, fieldOf(index));
}

/** Tells the receivers what they get, and the givers and the others who answered that it is solved. */
async function tellOfSolution(
  trx: Trx,
  { wanted, pledges, now }: HeldWanted,
  answers: readonly Answer[],
  awards: readonly { answer: Answer; receiverId: string | null; received: number }[],
): Promise<void> {
  const told = { path: pathOf(wanted.id), people: [wanted.askerId] };
  const accepted = new Set<string>();
  for (const { answer, receiverId, received } of awards) {
    const personId = receiverId ?? answer.personId;
    accepted.add(personId);
    accepted.add(answer.personId);
    await notify(
      trx,
      personId,
      received > 0
        ? {
            what: 'wanted_given',
            ...told,
            params: { title: wanted.title, amount: received, currency: 'KRW' },
          }
        : { what: 'wanted_accepted', ...told, params: { title: wanted.title } },
      now,
    );
  }
  const givers = inEscrow(pledges).map(({ personId }) => personId);
  const others = new Set([...givers, ...answers.map(({ personId }) => personId)]);
  await notifyAll(
    trx,
    [...others].filter((personId) => personId !== wanted.askerId && !accepted.has(personId)),
    { what: 'wanted_solved', ...told, params: { title: wanted.title, bounty: bountyOf(pledges) } },
    now,
  );
}

/** Ends a post without giving its bounty: each pledge goes back to its giver. Returns false if it has ended before. */
export async function endWanted(trx: Trx, held: HeldWanted, event: 'end' | 'withdraw'): Promise<boolean> {
  const { wanted, pledges, now } = held;
  const bounty = bountyOf(pledges);
  if ((await moveWanted(trx, wanted, event, { endedAt: now })) === null) return false;
  await expirePledges(
    trx,
    pledges.filter(({ state }) => state === 'open'),
    now,
  );
  for (const pledge of inEscrow(pledges)) await returnPledge(trx, held, pledge);
  if (event === 'withdraw') await noteEvent(trx, wanted.id, 'withdrawn', now);
  else await noteEvent(trx, wanted.id, bounty > 0 ? 'returned' : 'ended', now, { amount: bounty });
  return true;
}

/** Ends the time of a post: days of grace begin if there is a bounty to give. */
export async function expireWanted(trx: Trx, id: string, terms: WantedTerms): Promise<boolean> {
  const held = await lockWanted(trx, id);
  if (held?.wanted.state !== 'open' || held.wanted.until > held.now) return false;
  const { wanted, pledges, now } = held;
  if (bountyOf(pledges) === 0) return endWanted(trx, held, 'end');
  await expirePledges(
    trx,
    pledges.filter(({ state }) => state === 'open'),
    now,
  );
  const graceUntil = new Date(now.getTime() + terms.graceDays * dayMs);
  await moveWanted(trx, wanted, 'expire', { graceUntil });
  await noteEvent(trx, wanted.id, 'expired', now);
  // They can object from now on, and nobody else tells them.
  const answers = await shownAnswers(trx, id);
  await notifyAll(
    trx,
    [...new Set(answers.map(({ personId }) => personId))],
    {
      what: 'wanted_expired',
      path: pathOf(id),
      params: { title: wanted.title, until: graceUntil.toISOString() },
      people: [wanted.askerId],
    },
    now,
  );
  return true;
}

/** Reminds the asker in the days of grace, and gives the pledges back at their end. */
export async function processGrace(trx: Trx, id: string, terms: WantedTerms): Promise<boolean> {
  const held = await lockWanted(trx, id);
  const until = held?.wanted.graceUntil;
  if (held?.wanted.state !== 'grace' || !until) return false;
  const { wanted, pledges, now } = held;
  if (until <= now || bountyOf(pledges) === 0) return endWanted(trx, held, 'end');
  const due = remindersDue(until, terms, now);
  if (due <= wanted.reminders) return false;
  await trx.updateTable('wanted').set({ reminders: due }).where('id', '=', id).execute();
  await notify(
    trx,
    wanted.askerId,
    {
      what: 'wanted_due',
      path: pathOf(id),
      params: { title: wanted.title, until: until.toISOString() },
    },
    now,
  );
  return true;
}

/**
 * Objects that one's answer was used although nothing was given for it: staff decide then, and nothing goes back
 * before. Throws `answer_not_found` and `not_objectable`.
 */
export async function objectTo(
  trx: Trx,
  person: { id: string },
  id: string,
  { answerId, text }: { answerId: string; text: string },
): Promise<void> {
  const held = await lockWanted(trx, id);
  if (!held || held.wanted.openedAt === null || held.wanted.hiddenAt !== null)
    throw new AppError(wantedErrors.wanted_not_found);
  const { wanted, pledges, now } = held;
  const answers = await shownAnswers(trx, id);
  const answer = answers.find((each) => each.id === answerId && each.personId === person.id);
  if (!answer) throw refused(wantedErrors.answer_not_found, 'answerId');
  if (bountyOf(pledges) === 0 || answer.objectedAt !== null) throw new AppError(wantedErrors.not_objectable);
  if ((await moveWanted(trx, wanted, 'object')) === null) throw new AppError(wantedErrors.not_objectable);
  await trx
    .updateTable('wantedAnswer')
    .set({ objectedAt: now, objection: text })
    .where('id', '=', answerId)
    .execute();
  // Earlier rulings did not know of it.
  await trx.deleteFrom('wantedRuling').where('wantedId', '=', id).execute();
  await noteEvent(trx, id, 'objected', now, { answerId });
  await notify(
    trx,
    wanted.askerId,
    { what: 'wanted_objected', path: pathOf(id), params: { title: wanted.title } },
    now,
  );
}

/**
 * Returns whether a person takes part in a post: asks, gives, answers, or made what somebody answered with. Answers that a
 * moderator hid count as well.
 */
export async function isParty(trx: Trx, { wanted, pledges }: HeldWanted, personId: string): Promise<boolean> {
  const answers = await trx
    .selectFrom('wantedAnswer')
    .select(['personId', 'resourceId'])
    .where('wantedId', '=', wanted.id)
    .where('state', '<>', 'withdrawn')
    .execute();
  const designs = await Promise.all(
    answers.flatMap(({ resourceId }) =>
      resourceId === null ? [] : findDesign(trx, null, resourceId, { isKnown: true }),
    ),
  );
  return [
    wanted.askerId,
    ...[...pledges, ...answers].map((each) => each.personId),
    ...designs.map((design) => design?.ownerId),
  ].includes(personId);
}

/**
 * Rules on the objections to a post: the bounty goes to answers whose authors objected, in equal parts, or back to its
 * givers. A large one needs two members of staff who rule the same. Throws `not_disputed` and `own_case`. Returns
 * whether it is decided.
 */
export async function rule(
  trx: Trx,
  deps: DecidingDeps,
  staff: Staff,
  id: string,
  { answerIds, reason }: RulingInput,
): Promise<boolean> {
  const held = await lockWanted(trx, id);
  if (!held) throw new AppError(wantedErrors.wanted_not_found);
  const { wanted, pledges, now } = held;
  if (wanted.state !== 'disputed') throw new AppError(wantedErrors.not_disputed);
  const answers = await shownAnswers(trx, id);
  if (await isParty(trx, held, staff.id)) throw new AppError(wantedErrors.own_case);
  const wantedIds = [...new Set(answerIds)].toSorted();
  const bounty = bountyOf(pledges);
  const earlier = await trx.selectFrom('wantedRuling').selectAll().where('wantedId', '=', id).execute();
  await trx.deleteFrom('wantedRuling').where('wantedId', '=', id).execute();
  const agreeing = earlier.filter(
    ({ staffId, answerIds: ids }) => staffId !== staff.id && ids.join() === wantedIds.join(),
  );
  await trx
    .insertInto('wantedRuling')
    .values([...agreeing, { wantedId: id, staffId: staff.id, answerIds: wantedIds, reason, ruledAt: now }])
    .execute();
  // The bounty may be gone by then: its givers' payments were taken back.
  const isReturned = wantedIds.length === 0 || bounty === 0;
  const isDecided = bounty <= deps.terms.secondAdminAbove || agreeing.length > 0;
  if (isDecided) {
    const equal = splitEqually(bounty, wantedIds.length || 1);
    if (isReturned) await endWanted(trx, held, 'end');
    else
      await giveTo(
        trx,
        deps,
        held,
        wantedIds.map((answerId, index) => ({ answerId, amount: equal[index] ?? 0 })),
        () => 'answerIds',
      );
    const objecting = answers.filter(({ objectedAt }) => objectedAt !== null);
    await notifyAll(
      trx,
      [...new Set([wanted.askerId, ...objecting.map(({ personId }) => personId)])],
      {
        what: 'wanted_ruled',
        path: pathOf(id),
        params: { title: wanted.title, reason },
        people: [wanted.askerId],
      },
      now,
    );
  } else {
    for (const answerId of wantedIds) {
      if (!answers.some((each) => each.id === answerId && each.objectedAt !== null))
        throw refused(wantedErrors.answer_not_found, 'answerIds');
    }
  }
  await recordAudit(
    trx,
    {
      actor: staff,
      action: isDecided ? 'wanted.rule' : 'wanted.propose_ruling',
      target: { type: 'wanted', id },
      about: [wanted.askerId],
      reason,
      before: { state: 'disputed', bounty },
      after: {
        state: !isDecided ? 'disputed' : isReturned ? 'ended' : 'solved',
        answers: wantedIds,
      },
    },
    now,
  );
  return isDecided;
}
