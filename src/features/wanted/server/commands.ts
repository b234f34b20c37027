import { sql } from 'kysely';
import { isBlocked } from '#features/community/server/public.ts';
import { notify } from '#features/notifications/server/public.ts';
import { findDesign, type IncomingPicture } from '#features/resources/server/public.ts';
import { coarsePlace, findOffered } from '#features/services/server/public.ts';
import { databaseTime, type Trx } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { AppError, refused } from '#platform/shared/errors.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { searchText } from '#platform/shared/search-text.ts';
import type { WantedTerms } from '#platform/shared/wanted-terms.ts';
import { untilOutOfRange, wantedErrors, type AnswerInput, type WantedInput } from '../contract.ts';
import { wantedLimits } from '../rules.ts';
import { endWanted, isParty } from './deciding.ts';
import {
  addPledge,
  isShownAnswer,
  isThere,
  lockWanted,
  noteEvent,
  openWanted,
  pathOf,
  type HeldWanted,
  type WantedRow,
} from './pledges.ts';

const dayMs = 24 * 60 * 60_000;

type Person = { id: string; fullName: string };

/**
 * Posts something wanted. With a bounty it waits for its payment, and without one it is public at once. Throws
 * `until_out_of_range` and `pledge_out_of_range`. Returns its id.
 */
export async function postWanted(
  trx: Trx,
  person: Person,
  { terms, feePercent, secret }: { terms: WantedTerms; feePercent: number; secret: string },
  { place, measures, until, bounty, ...input }: WantedInput,
  pictures: readonly IncomingPicture[],
): Promise<string> {
  const now = await databaseTime(trx);
  const id = uuidv7(now.getTime());
  const wanted: WantedRow = await trx
    .insertInto('wanted')
    .values({
      id,
      askerId: person.id,
      state: 'pending',
      ...input,
      ...(place === null
        ? { address: '', city: '', lat: null, long: null }
        : coarsePlace(place, { personId: person.id, secret })),
      measures: JSON.stringify(measures),
      feePercent,
      until: endOf(until, terms, now),
      graceUntil: null,
      searchText: searchText([input.title, input.device, input.description]),
      createdAt: now,
      openedAt: null,
      endedAt: null,
      toldAt: null,
      hiddenAt: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (pictures.length > 0) {
    await trx
      .insertInto('wantedImage')
      .values(
        pictures.map(({ id: pictureId, alt, width, height, widths, blobPrefix }, position) => ({
          id: pictureId,
          wantedId: id,
          position,
          alt,
          width,
          height,
          widths,
          blobPrefix,
          createdAt: now,
        })),
      )
      .execute();
  }
  if (bounty === 0) await openWanted(trx, wanted, now);
  else {
    const pledge = { personId: person.id, amount: bounty, field: 'bounty' } as const;
    await addPledge(trx, { wanted, pledges: [], now }, pledge, terms);
  }
  return id;
}

/** Returns the moment at which a post ends: the end of its last day in Korea, or some days from now. */
function endOf(until: string | null, terms: WantedTerms, now: Date): Date {
  if (until === null) return new Date(now.getTime() + terms.openDays * dayMs);
  const end = new Date(Date.parse(`${until}T00:00:00+09:00`) + dayMs);
  const last = now.getTime() + (terms.maxOpenDays + 1) * dayMs;
  if (until <= koreanDay(now) || end.getTime() > last) throw untilOutOfRange(terms);
  return end;
}

/** Finds a post that was opened and is not hidden, and holds it. Throws `wanted_not_found`. */
async function holdPublic(trx: Trx, id: string): Promise<HeldWanted> {
  const held = await lockWanted(trx, id);
  if (!held || held.wanted.openedAt === null || held.wanted.hiddenAt !== null)
    throw new AppError(wantedErrors.wanted_not_found);
  return held;
}

/**
 * Adds a pledge to a public post, or another one of its asker's to one that waits for its payment. Throws
 * `wanted_closed`, and `own_bounty` for somebody who has answered. Returns its id.
 */
export async function pledgeTo(
  trx: Trx,
  person: Person,
  id: string,
  { amount, terms }: { amount: number; terms: WantedTerms },
): Promise<string> {
  const held = await lockWanted(trx, id);
  const isAsker = held?.wanted.askerId === person.id;
  if (!held || held.wanted.hiddenAt !== null || (held.wanted.openedAt === null && !isAsker))
    throw new AppError(wantedErrors.wanted_not_found);
  if (!(await isThere(trx, held.wanted.askerId))) throw new AppError(wantedErrors.wanted_not_found);
  const { state } = held.wanted;
  if (state !== 'open' && state !== 'pending') throw new AppError(wantedErrors.wanted_closed);
  if (held.wanted.until <= held.now) throw new AppError(wantedErrors.wanted_closed);
  if (await hasAnswered(trx, id, person.id)) throw new AppError(wantedErrors.own_bounty);
  return addPledge(trx, held, { personId: person.id, amount, field: 'amount' }, terms);
}

/** Returns whether a person has answered a post; an answer that a moderator hid may be shown again. */
async function hasAnswered(trx: Trx, wantedId: string, personId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('wantedAnswer')
    .select('id')
    .where('wantedId', '=', wantedId)
    .where('personId', '=', personId)
    .where('state', '<>', 'withdrawn')
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Answers a post. Throws `wanted_closed`, `own_wanted`, `own_bounty`, `answering_denied` for somebody the asker has
 * blocked, `answers_full`, `answered_before`, `resource_not_offered`, `service_not_offered` and `ready_on_past`.
 */
export async function answerWanted(
  trx: Trx,
  person: Person,
  id: string,
  input: AnswerInput,
): Promise<string> {
  const { wanted, pledges, now } = await holdPublic(trx, id);
  if (!(await isThere(trx, wanted.askerId))) throw new AppError(wantedErrors.wanted_not_found);
  if (wanted.state !== 'open' && wanted.state !== 'grace') throw new AppError(wantedErrors.wanted_closed);
  if (wanted.askerId === person.id) throw new AppError(wantedErrors.own_wanted);
  // One that is still to be paid counts as well: it could be paid after the answer.
  const isGiver = pledges.some(
    ({ personId, state }) => personId === person.id && (state === 'open' || state === 'held'),
  );
  if (isGiver) throw new AppError(wantedErrors.own_bounty);
  if (await isBlocked(trx, { by: wanted.askerId, id: person.id }))
    throw new AppError(wantedErrors.answering_denied);
  const answers = await trx
    .selectFrom('wantedAnswer')
    .select(['personId', 'resourceId', 'state'])
    .where('wantedId', '=', id)
    .where('state', '<>', 'withdrawn')
    .execute();
  if (answers.filter(({ personId }) => personId === person.id).length >= wantedLimits.answersEach)
    throw new AppError(wantedErrors.answers_full);
  const { kind } = input;
  const resourceId = kind === 'resource' ? input.resourceId : null;
  const serviceId = kind === 'offer' ? input.serviceId : null;
  // Ids are checked in answers of other kinds, too, which do not keep them.
  if (input.resourceId !== null && (await findDesign(trx, null, input.resourceId)) === null)
    throw refused(wantedErrors.resource_not_offered, 'resourceId');
  if (
    resourceId !== null &&
    answers.some((answer) => answer.state === 'shown' && answer.resourceId === resourceId)
  )
    throw refused(wantedErrors.answered_before, 'resourceId');
  if (input.serviceId !== null && (await findOffered(trx, input.serviceId))?.ownerId !== person.id)
    throw refused(wantedErrors.service_not_offered, 'serviceId');
  const readyOn = kind === 'offer' ? input.readyOn : null;
  if (readyOn !== null && readyOn < koreanDay(now)) throw refused(wantedErrors.ready_on_past, 'readyOn');
  const answerId = uuidv7(now.getTime());
  await trx
    .insertInto('wantedAnswer')
    .values({
      id: answerId,
      wantedId: id,
      personId: person.id,
      kind,
      text: input.text,
      resourceId,
      serviceId,
      price: kind === 'offer' ? input.price : null,
      readyOn,
      createdAt: now,
      objectedAt: null,
    })
    .execute();
  await noteEvent(trx, id, 'answered', now, { answerId });
  await notify(
    trx,
    wanted.askerId,
    {
      what: 'wanted_answered',
      path: pathOf(id),
      params: { title: wanted.title, name: person.fullName },
      people: [person.id],
    },
    now,
  );
  return answerId;
}

/** Takes an answer of one's own back, unless it was given something or is objected to. Throws `answer_not_found` and `wanted_closed`. */
export async function withdrawAnswer(
  trx: Trx,
  person: Person,
  { id, answerId }: { id: string; answerId: string },
): Promise<void> {
  const { wanted } = await holdPublic(trx, id);
  const answer = await trx
    .selectFrom('wantedAnswer')
    .select(['id', 'objectedAt'])
    .where('id', '=', answerId)
    .where('wantedId', '=', id)
    .where('personId', '=', person.id)
    .where('state', '=', 'shown')
    .executeTakeFirst();
  if (!answer) throw new AppError(wantedErrors.answer_not_found);
  if ((wanted.state !== 'open' && wanted.state !== 'grace') || answer.objectedAt !== null)
    throw new AppError(wantedErrors.wanted_closed);
  await trx.updateTable('wantedAnswer').set({ state: 'withdrawn' }).where('id', '=', answerId).execute();
}

/**
 * Withdraws a post that nobody has answered, for its asker; what was pledged goes back. Throws `wanted_closed` and
 * `has_answers`.
 */
export async function withdrawWanted(trx: Trx, person: Person, id: string): Promise<void> {
  const held = await lockWanted(trx, id);
  if (held?.wanted.askerId !== person.id) throw new AppError(wantedErrors.wanted_not_found);
  const { state } = held.wanted;
  if (state !== 'pending' && state !== 'open' && state !== 'grace')
    throw new AppError(wantedErrors.wanted_closed);
  if (await isAnswered(trx, id)) throw new AppError(wantedErrors.has_answers);
  await endWanted(trx, held, 'withdraw');
}

/** Whether somebody who can receive has answered a post. */
async function isAnswered(trx: Trx, id: string): Promise<boolean> {
  const { rows } =
    await sql`select from wanted_answer a where a.wanted_id = ${id} and ${isShownAnswer} limit 1`.execute(
      trx,
    );
  return rows.length > 0;
}

/**
 * Hides a post for a moderator, who takes no part in it; one that is not decided ends, and what was pledged goes back. While
 * it is disputed the money stays until staff have ruled. Askers who take their own reported post down (no moderator) end it
 * only while nobody has answered: answers keep their time to object. Throws `own_case`.
 */
export async function hideWanted(
  trx: Trx,
  id: string,
  now: Date,
  moderatorId?: string,
): Promise<string | null> {
  const held = await lockWanted(trx, id);
  if (!held || held.wanted.hiddenAt !== null) return null;
  if (moderatorId !== undefined && (await isParty(trx, held, moderatorId)))
    throw new AppError(wantedErrors.own_case);
  await trx.updateTable('wanted').set({ hiddenAt: now }).where('id', '=', id).execute();
  const isKept =
    held.wanted.state === 'disputed' || (moderatorId === undefined && (await isAnswered(trx, id)));
  if (!isKept) await endWanted(trx, held, 'withdraw');
  return 'shown';
}

/** Shows a post again; if it has ended, its end is permanent, because the money went back. */
export async function showWanted(trx: Trx, id: string): Promise<boolean> {
  const shown = await trx
    .updateTable('wanted')
    .set({ hiddenAt: null })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return shown !== undefined;
}

/**
 * Hides an answer for a moderator, who takes no part in its post. What was given for it stays given, and an objection is
 * still ruled on. Throws `own_case`.
 */
export async function hideAnswer(
  trx: Trx,
  id: string,
  _now: Date,
  moderatorId?: string,
): Promise<string | null> {
  const answer = await trx
    .selectFrom('wantedAnswer')
    .select('wantedId')
    .where('id', '=', id)
    .executeTakeFirst();
  const held = answer && (await lockWanted(trx, answer.wantedId));
  if (!held) return null;
  if (moderatorId !== undefined && (await isParty(trx, held, moderatorId)))
    throw new AppError(wantedErrors.own_case);
  const hidden = await trx
    .updateTable('wantedAnswer')
    .set({ state: 'hidden' })
    .where('id', '=', id)
    .where('state', '=', 'shown')
    .returning('id')
    .executeTakeFirst();
  return hidden ? 'shown' : null;
}

/** Shows an answer again, unless somebody else has answered with the same resource meanwhile. */
export async function showAnswer(trx: Trx, id: string): Promise<boolean> {
  const answer = await trx
    .selectFrom('wantedAnswer')
    .select('wantedId')
    .where('id', '=', id)
    .executeTakeFirst();
  // New answers lock the post, too.
  if (!answer || !(await lockWanted(trx, answer.wantedId))) return false;
  const { rows } = await sql`
    update wanted_answer a set state = 'shown'
    where id = ${id} and state = 'hidden' and not exists (
      select from wanted_answer other
      where other.wanted_id = a.wanted_id and other.resource_id = a.resource_id and other.state = 'shown')
    returning id`.execute(trx);
  return rows.length > 0;
}
