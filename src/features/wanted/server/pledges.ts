import { sql, type Selectable, type Updateable } from 'kysely';
import { house } from '#features/admin/server/public.ts';
import { balanceOf, bound, heldRefunded, post, reversed } from '#features/ledger/server/public.ts';
import { notify } from '#features/notifications/server/public.ts';
import {
  addAttempt,
  decideRefund,
  findBeingPaid,
  isBeingPaid,
  lockPayment,
  report,
  type PaymentDeps,
} from '#features/payments/server/public.ts';
import { isReal } from '#features/quotes/server/public.ts';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { enqueue } from '#platform/server/jobs.ts';
import type { Database } from '#platform/server/schema.ts';
import { AppError } from '#platform/shared/errors.ts';
import type { WantedTerms } from '#platform/shared/wanted-terms.ts';
import { pledgeOutOfRange, wantedErrors, type WantedEventKind } from '../contract.ts';
import { debtsOfLoss } from '../rules.ts';
import { pledgeTransitions, wantedTransitions, type PledgeEvent, type WantedEvent } from '../states.ts';

export type WantedRow = Selectable<Database['wanted']>;
export type Pledge = Selectable<Database['pledge']>;
export type HeldWanted = { wanted: WantedRow; pledges: Pledge[]; now: Date };
type HeldPledge = HeldWanted & { pledge: Pledge };

const hourMs = 60 * 60_000;

export const pathOf = (id: string) => `/wanted/${id}`;

/**
 * Locks a post and all of its pledges, in this order and the pledges by their ids, which every step does before it
 * touches a payment. Undefined if there is none.
 */
export async function lockWanted(trx: Trx, id: string): Promise<HeldWanted | undefined> {
  const wanted = isUuid(id)
    ? await trx.selectFrom('wanted').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined;
  if (!wanted) return undefined;
  const pledges = await trx
    .selectFrom('pledge')
    .selectAll()
    .where('wantedId', '=', id)
    .orderBy('id')
    .forUpdate()
    .execute();
  return { wanted, pledges, now: await databaseTime(trx) };
}

/** Same, for a pledge. */
export async function lockPledge(trx: Trx, id: string): Promise<HeldPledge | undefined> {
  const of = isUuid(id)
    ? await trx.selectFrom('pledge').select('wantedId').where('id', '=', id).executeTakeFirst()
    : undefined;
  const held = of && (await lockWanted(trx, of.wantedId));
  const pledge = held?.pledges.find((each) => each.id === id);
  return held && pledge && { ...held, pledge };
}

/** Returns pledges whose money is in escrow. */
export const inEscrow = (pledges: readonly Pledge[]) => pledges.filter(({ state }) => state === 'held');
export const bountyOf = (pledges: readonly Pledge[]) =>
  inEscrow(pledges).reduce((sum, { amount }) => sum + amount, 0);

/** Returns what is in escrow or being paid; a pledge that nobody pays keeps nobody out. */
export async function committedOf(
  db: Db,
  pledges: readonly Pick<Pledge, 'id' | 'state' | 'amount'>[],
): Promise<number> {
  const open = pledges.filter(({ state }) => state === 'open').map(({ id }) => id);
  const paying = await findBeingPaid(db, 'pledge', open);
  return pledges
    .filter(({ id, state }) => state === 'held' || paying.has(id))
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** Returns whether a person is neither suspended nor leaving nor gone. */
export async function isThere(db: Db, personId: string): Promise<boolean> {
  const { rows } = await sql`select from person where id = ${personId} and ${isReal('person')}`.execute(db);
  return rows.length > 0;
}

/** Condition: `wanted_answer a` is shown, and its author is neither suspended nor leaving nor gone. */
export const isShownAnswer = sql`(a.state = 'shown'
  and exists (select from person author where author.id = a.person_id and ${isReal('author')}))`;

/** Performs a step of a post; returns the id of its journal, or null, without any change, if its state has no such event. */
export async function moveWanted(
  trx: Trx,
  wanted: WantedRow,
  event: WantedEvent,
  set: Updateable<Database['wanted']> = {},
): Promise<string | null> {
  const to = wantedTransitions[wanted.state][event];
  if (!to) return null;
  const version = wanted.version + 1;
  await trx
    .updateTable('wanted')
    .set({ ...set, state: to, version })
    .where('id', '=', wanted.id)
    .execute();
  return `wanted:${wanted.id}:${version}`;
}

/** Performs a step of a pledge in the same way. */
export async function movePledge(
  trx: Trx,
  pledge: Pledge,
  event: PledgeEvent,
  set: Updateable<Database['pledge']> = {},
): Promise<string | null> {
  const to = pledgeTransitions[pledge.state][event];
  if (!to) return null;
  const version = pledge.version + 1;
  await trx
    .updateTable('pledge')
    .set({ ...set, state: to, version })
    .where('id', '=', pledge.id)
    .execute();
  return `pledge:${pledge.id}:${version}`;
}

export async function noteEvent(
  trx: Db,
  wantedId: string,
  kind: WantedEventKind,
  at: Date,
  about: { amount?: number; answerId?: string } = {},
): Promise<void> {
  await trx
    .insertInto('wantedEvent')
    .values({ wantedId, kind, at, amount: about.amount ?? null, answerId: about.answerId ?? null })
    .execute();
}

const heldAs = ({ id, personId }: Pledge) => ({ orderId: id, buyerId: personId });

/**
 * Adds a pledge that is still to be paid; an earlier one of the same person that was not paid gives way to it. Throws
 * `pledge_out_of_range`, and `pledge_open` while the earlier one is being paid. Returns its id.
 */
export async function addPledge(
  trx: Trx,
  { wanted, pledges, now }: HeldWanted,
  { personId, amount, field }: { personId: string; amount: number; field: 'amount' | 'bounty' },
  terms: WantedTerms,
): Promise<string> {
  const earlier = pledges.find(({ personId: by, state }) => by === personId && state === 'open');
  if (earlier) {
    if (await isPaying(trx, earlier.id)) throw new AppError(wantedErrors.pledge_open);
    await movePledge(trx, earlier, 'expire', { endedAt: now });
  }
  const others = await committedOf(
    trx,
    pledges.filter(({ id }) => id !== earlier?.id),
  );
  if (amount < terms.minPledge || others + amount > terms.maxBounty) throw pledgeOutOfRange(terms, field);
  const id = uuidv7(now.getTime());
  await trx
    .insertInto('pledge')
    .values({
      id,
      wantedId: wanted.id,
      personId,
      amount,
      state: 'open',
      paymentId: null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + terms.payHours * hourMs),
      paidAt: null,
      endedAt: null,
    })
    .execute();
  return id;
}

const isPaying = (trx: Trx, subjectId: string) => isBeingPaid(trx, { subjectKind: 'pledge', subjectId });

/** Returns whether a payment of this pledge would be accepted: the post waits for it, and all fit into a bounty. */
export async function isPayable(
  trx: Trx,
  { wanted, pledges, pledge }: HeldPledge,
  terms: WantedTerms,
): Promise<boolean> {
  const isWaited =
    wanted.state === 'open' || (wanted.state === 'pending' && pledge.personId === wanted.askerId);
  if (pledge.state !== 'open' || !isWaited || wanted.hiddenAt !== null) return false;
  if (!(await isThere(trx, wanted.askerId))) return false;
  const others = await committedOf(
    trx,
    pledges.filter(({ id }) => id !== pledge.id),
  );
  return others + pledge.amount <= terms.maxBounty;
}

/** Opens an attempt to pay a pledge. Throws `pledge_not_found` and `pledge_not_payable`. */
export async function openAttempt(
  trx: Trx,
  deps: Pick<PaymentDeps, 'gateway'> & { terms: WantedTerms },
  { id, personId }: { id: string; personId: string },
  { orderName, method }: { orderName: (title: string) => string; method: string | null },
): Promise<string> {
  const held = await lockPledge(trx, id);
  if (!held || held.pledge.personId !== personId) throw new AppError(wantedErrors.pledge_not_found);
  const { wanted, pledge, now } = held;
  if (pledge.expiresAt <= now || !(await isPayable(trx, held, deps.terms)))
    throw new AppError(wantedErrors.pledge_not_payable);
  return addAttempt(
    trx,
    deps,
    {
      subjectKind: 'pledge',
      subjectId: id,
      personId,
      amount: pledge.amount,
      currency: 'KRW',
      orderName: orderName(wanted.title),
      method,
      parts: [],
    },
    now,
  );
}

/** Takes captured money into escrow; a post that waited for its bounty becomes public. False: it goes back whole. */
export async function takePayment(
  trx: Trx,
  { id, paymentId, amount }: { id: string; paymentId: string; amount: number },
  terms: WantedTerms,
  now: Date,
): Promise<boolean> {
  const held = await lockPledge(trx, id);
  if (!held || held.pledge.amount !== amount || !(await isPayable(trx, held, terms))) return false;
  const { wanted, pledge } = held;
  const commandId = await movePledge(trx, pledge, 'pay', { paymentId, paidAt: now });
  if (commandId === null) return false;
  await post(trx, { ...bound({ ...heldAs(pledge), paymentId }, amount), commandId, paymentId }, now);
  if (wanted.state === 'pending') await openWanted(trx, wanted, now);
  await noteEvent(trx, wanted.id, 'pledged', now, { amount });
  if (pledge.personId !== wanted.askerId) {
    await notify(
      trx,
      wanted.askerId,
      {
        what: 'wanted_pledged',
        path: pathOf(wanted.id),
        params: { title: wanted.title, amount, currency: 'KRW' },
      },
      now,
    );
  }
  return true;
}

/** Makes a post public; providers near it are told by a job. */
export async function openWanted(trx: Trx, wanted: WantedRow, now: Date): Promise<void> {
  await moveWanted(trx, wanted, 'open', { openedAt: now });
  await noteEvent(trx, wanted.id, 'opened', now);
  await enqueue(trx, 'wanted.tell_near', { id: wanted.id }, { key: `wanted.tell_near ${wanted.id}` });
}

/** Extends the time of a pledge to that of a virtual account. */
export async function awaitDeposit(trx: Trx, id: string, terms: WantedTerms): Promise<void> {
  const held = await lockPledge(trx, id);
  if (held?.pledge.state !== 'open') return;
  const until = new Date(held.now.getTime() + terms.depositHours * hourMs);
  if (until > held.pledge.expiresAt)
    await trx.updateTable('pledge').set({ expiresAt: until }).where('id', '=', id).execute();
}

/** Ends pledges that were not paid. Money that still comes for them goes back whole. */
export async function expirePledges(trx: Trx, pledges: readonly Pledge[], now: Date): Promise<void> {
  for (const pledge of pledges) await movePledge(trx, pledge, 'expire', { endedAt: now });
}

/** Refunds a pledge to its giver, whole. */
export async function returnPledge(trx: Trx, { wanted, now }: HeldWanted, pledge: Pledge): Promise<void> {
  const { paymentId, amount } = pledge;
  const commandId = await movePledge(trx, pledge, 'refund', { endedAt: now });
  if (commandId === null || paymentId === null) return;
  const payment = await lockPayment(trx, paymentId);
  const reason = 'bounty_returned';
  const refundId = await decideRefund(trx, { payment, orderId: null, amount, reason }, now);
  await post(trx, { ...heldRefunded({ ...heldAs(pledge), refundId }, amount), commandId, paymentId }, now);
  await notify(
    trx,
    pledge.personId,
    {
      what: 'wanted_returned',
      path: pathOf(wanted.id),
      params: { title: wanted.title, amount, currency: 'KRW' },
      people: [wanted.askerId],
      // The refund itself is mailed once it is sent.
      mail: false,
    },
    now,
  );
}

/** Ends an unpaid pledge whose time is over; a post that waited for it alone ends with it. */
export async function expirePledge(trx: Trx, id: string): Promise<boolean> {
  const held = await lockPledge(trx, id);
  if (!held || held.pledge.expiresAt > held.now || (await isPaying(trx, id))) return false;
  const { wanted, pledge, now } = held;
  if ((await movePledge(trx, pledge, 'expire', { endedAt: now })) === null) return false;
  if (wanted.state === 'pending' && pledge.personId === wanted.askerId)
    await moveWanted(trx, wanted, 'withdraw', { endedAt: now });
  return true;
}

/** Books money that the gateway took back: from the escrow, else from those who received it, else as our loss. */
export async function takeBack(
  trx: Trx,
  { id, paymentId, amount }: { id: string; paymentId: string; amount: number },
  now: Date,
): Promise<void> {
  const found = await lockPledge(trx, id);
  const commandId = found ? await movePledge(trx, found.pledge, 'reverse', { endedAt: now }) : null;
  // Otherwise the payment would lose its money without a journal.
  if (!found || commandId === null) throw new Error(`the pledge ${id} does not know of ${paymentId}`);
  const { wanted, pledge } = found;
  const held = Math.min(amount, -(await balanceOf(trx, 'escrow', id)));
  const parts = await trx
    .selectFrom('wantedAwardPart as part')
    .innerJoin('wantedAward as award', 'award.id', 'part.awardId')
    .select(['award.id', 'award.receiverId', 'award.fee', 'award.amount as awardAmount', 'part.amount'])
    .where('part.pledgeId', '=', id)
    .orderBy('award.id')
    .execute();
  const owed = debtsOfLoss(amount - held, parts);
  const debts = parts.map((part, index) => ({
    job: { orderId: part.id, buyerId: wanted.askerId, providerId: part.receiverId ?? house.id },
    amount: owed[index] ?? 0,
  }));
  const loss = amount - held - owed.reduce((sum, each) => sum + each, 0);
  await post(
    trx,
    {
      ...reversed({ ...heldAs(pledge), paymentId }, { clearing: 0, escrow: held, debts, loss }),
      commandId,
      paymentId,
    },
    now,
  );
  await noteEvent(trx, wanted.id, 'pledge_lost', now, { amount: pledge.amount });
  await report(
    trx,
    { invariant: 'reversed', subject: `payment:${paymentId}`, detail: { amount, state: pledge.state } },
    now,
  );
}
