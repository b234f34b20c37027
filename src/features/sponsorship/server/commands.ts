import { sql, type Selectable, type Updateable } from 'kysely';
import { adminErrors } from '#features/admin/contract.ts';
import { house, recordAudit, type UndoneEntry } from '#features/admin/server/public.ts';
import {
  balanceOf,
  bound,
  heldRefunded,
  post,
  released,
  reverse,
  reversed,
  spent,
  sponsored,
} from '#features/ledger/server/public.ts';
import { assertNotHeld } from '#features/moderation/server/public.ts';
import { markReadAt, notify } from '#features/notifications/server/public.ts';
import {
  addAttempt,
  addPayable,
  decideRefund,
  report,
  type PaymentDeps,
} from '#features/payments/server/public.ts';
import { isSamePerson } from '#features/verification/server/public.ts';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import type { Database } from '#platform/server/schema.ts';
import type { Vault } from '#platform/server/sealed.ts';
import type { Settings } from '#platform/shared/settings.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { AppError, refused } from '#platform/shared/errors.ts';
import { feeOf } from '#platform/shared/fee.ts';
import { sponsorshipErrors, type sponsorChange, type sponsorInput, type SpendingInput } from '../contract.ts';
import { dayOfMonth, isWithdrawable, nextDueOn, sponsorshipTerms, tierOf } from '../rules.ts';
import {
  contributionTransitions,
  sponsorshipTransitions,
  type ContributionEvent,
  type SponsorshipEvent,
} from '../states.ts';
import type { z } from 'zod';

export type Sponsorship = Selectable<Database['sponsorship']>;
export type Contribution = Selectable<Database['contribution']>;
type Staff = { id: string; username: string };

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const later = (now: Date, ms: number) => new Date(now.getTime() + ms);

/** Recipient of a sponsorship; the house has neither id. */
export type Target = { recipientId: string | null; resourceId: string | null };

/**
 * Returns the recipient in a request. Throws `recipient_not_found` for an unknown resource or volunteer,
 * `recipient_not_ready` if they cannot be paid out, and `own_recipient` for the caller under any account.
 */
export async function findTarget(
  db: Db,
  vault: Vault,
  personId: string | null,
  asked: { resource?: string | undefined; person?: string | undefined },
): Promise<Target> {
  const { resource, person } = asked;
  if (resource === undefined && person === undefined) return { recipientId: null, resourceId: null };
  const found =
    resource === undefined
      ? await db
          .selectFrom('person')
          .select('id as recipientId')
          .where('username', '=', (person ?? '').toLowerCase())
          .executeTakeFirst()
      : isUuid(resource)
        ? await db
            .selectFrom('resource')
            .select('ownerId as recipientId')
            .where('id', '=', resource)
            .executeTakeFirst()
        : undefined;
  const target = { recipientId: found?.recipientId ?? null, resourceId: resource ?? null };
  const { recipientId } = target;
  if (recipientId === null || !(await isTarget(db, target)))
    throw new AppError(sponsorshipErrors.recipient_not_found);
  if (personId !== null && (await isSamePerson(db, vault, personId, recipientId))) {
    throw new AppError(sponsorshipErrors.own_recipient);
  }
  if (!(await canReceive(db, recipientId))) throw new AppError(sponsorshipErrors.recipient_not_ready);
  return target;
}

/**
 * Returns whether the recipient still exists: the house always, a resource while it is public, a volunteer while they
 * may help.
 */
async function isTarget(db: Db, { recipientId, resourceId }: Target): Promise<boolean> {
  if (recipientId === null) return true;
  const found =
    resourceId === null
      ? await db
          .selectFrom('volunteer')
          .select('personId')
          .where('personId', '=', recipientId)
          .where('suspendedAt', 'is', null)
          .executeTakeFirst()
      : await db
          .selectFrom('resource')
          .select('id')
          .where('id', '=', resourceId)
          .where('state', '=', 'published')
          .executeTakeFirst();
  return found !== undefined;
}

/** Returns whether a person is active and can be paid out. */
async function canReceive(db: Db, personId: string): Promise<boolean> {
  const ready = await db
    .selectFrom('person')
    .select('id')
    .where('id', '=', personId)
    .where('phoneVerifiedAt', 'is not', null)
    .where('bankRegistered', '=', true)
    .where(sql<boolean>`(suspended_at is null or suspended_until <= now())`)
    .where('withdrawsAt', 'is', null)
    .where('erasedAt', 'is', null)
    .executeTakeFirst();
  return ready !== undefined;
}

/** Creates a sponsorship with its first contribution, which is still to be paid. Returns the contribution's id. */
export async function promise(
  trx: Trx,
  settings: Settings,
  { personId, target, feePercent }: { personId: string; target: Target; feePercent: number },
  input: z.output<typeof sponsorInput>,
): Promise<string> {
  if (settings.sponsorship === 'closed') throw new AppError(sponsorshipErrors.sponsorship_closed);
  const tier = tierOf(input.amount, settings.sponsorTiers);
  if (tier === null) throw refused(sponsorshipErrors.amount_too_small, 'amount');
  const now = await databaseTime(trx);
  const id = uuidv7(now.getTime());
  await trx
    .insertInto('sponsorship')
    .values({
      id,
      personId,
      cadence: input.cadence,
      amount: input.amount,
      tier,
      ...target,
      isAnonymous: input.isAnonymous,
      message: input.message,
      state: 'pending',
      anchorDay: input.cadence === 'monthly' ? dayOfMonth(koreanDay(now)) : null,
      nextDueOn: null,
      hiddenAt: null,
      createdAt: now,
      endedAt: null,
    })
    .execute();
  const { recipientId } = target;
  const expiresAt = later(now, sponsorshipTerms.payHours * hourMs);
  return addContribution(
    trx,
    { id, personId, recipientId, amount: input.amount },
    { feePercent, expiresAt, now },
  );
}

async function addContribution(
  trx: Trx,
  {
    id: sponsorshipId,
    personId,
    recipientId,
    amount,
  }: Pick<Sponsorship, 'id' | 'personId' | 'recipientId' | 'amount'>,
  { feePercent, expiresAt, now }: { feePercent: number; expiresAt: Date; now: Date },
): Promise<string> {
  const id = uuidv7(now.getTime());
  await trx
    .insertInto('contribution')
    .values({
      id,
      sponsorshipId,
      personId,
      recipientId,
      amount,
      // The house charges no fee for sponsoring itself.
      fee: recipientId === null ? 0 : feeOf(amount, feePercent),
      state: 'open',
      paymentId: null,
      createdAt: now,
      expiresAt,
      paidAt: null,
      heldUntil: null,
      usedAt: null,
      keptAt: null,
      endedAt: null,
    })
    .execute();
  return id;
}

type LockedContribution = { row: Contribution; sponsorship: Sponsorship };

/**
 * Locks a contribution. Every step locks its sponsorship first, which prevents deadlocks and concurrent additions.
 */
export async function lockContribution(trx: Trx, id: string): Promise<LockedContribution | undefined> {
  const of = isUuid(id)
    ? await trx.selectFrom('contribution').select('sponsorshipId').where('id', '=', id).executeTakeFirst()
    : undefined;
  const sponsorship = of && (await holdSponsorship(trx, of.sponsorshipId));
  if (!sponsorship) return undefined;
  const row = await trx
    .selectFrom('contribution')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { row, sponsorship };
}

async function holdSponsorship(trx: Trx, id: string): Promise<Sponsorship | undefined> {
  if (!isUuid(id)) return undefined;
  return trx.selectFrom('sponsorship').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Returns whether a payment would be accepted. */
export function isPayable({ row, sponsorship }: LockedContribution): boolean {
  return row.state === 'open' && sponsorship.state !== 'ended';
}

/** Performs a step; returns the id of its journal, or null, without any change, if the state has no such event. */
async function step(
  trx: Db,
  row: Contribution,
  event: ContributionEvent,
  set: Updateable<Database['contribution']>,
): Promise<string | null> {
  const to = contributionTransitions[row.state][event];
  if (!to) return null;
  const version = row.version + 1;
  await trx
    .updateTable('contribution')
    .set({ ...set, state: to, version })
    .where('id', '=', row.id)
    .execute();
  return `contribution:${row.id}:${version}`;
}

async function moveSponsorship(
  trx: Db,
  row: Sponsorship,
  event: SponsorshipEvent,
  set: Updateable<Database['sponsorship']>,
): Promise<boolean> {
  const to = sponsorshipTransitions[row.state][event];
  if (!to) return false;
  await trx
    .updateTable('sponsorship')
    .set({ ...set, state: to })
    .where('id', '=', row.id)
    .execute();
  return true;
}

const payPath = (contributionId: string) => `/payment/sponsor/${contributionId}`;
const ownPath = (sponsorshipId: string) => `/my/sponsorships/${sponsorshipId}`;

/** Ends a locked sponsorship: open contributions are cancelled, and their mails too. */
export async function end(trx: Db, sponsorship: Sponsorship, now: Date): Promise<boolean> {
  if (!(await moveSponsorship(trx, sponsorship, 'end', { endedAt: now, nextDueOn: null }))) return false;
  const open = await trx
    .selectFrom('contribution')
    .selectAll()
    .where('sponsorshipId', '=', sponsorship.id)
    .where('state', '=', 'open')
    .forUpdate()
    .execute();
  for (const row of open) {
    await step(trx, row, 'expire', { endedAt: now });
    await markReadAt(trx, row.personId, payPath(row.id), now);
  }
  return true;
}

const heldAs = ({ id, personId }: Contribution) => ({ orderId: id, buyerId: personId });

/**
 * Opens an attempt to pay an open contribution. Throws `not_payable`, `recipient_not_found`, `recipient_not_ready`.
 */
export async function openAttempt(
  trx: Trx,
  deps: Pick<PaymentDeps, 'gateway'>,
  { id, personId }: { id: string; personId: string },
  { orderName, method }: { orderName: string; method: string | null },
): Promise<string> {
  const held = await lockContribution(trx, id);
  if (!held || held.row.personId !== personId) throw new AppError(sponsorshipErrors.sponsorship_not_found);
  const { row, sponsorship } = held;
  const now = await databaseTime(trx);
  if (!isPayable(held) || row.expiresAt <= now) throw new AppError(sponsorshipErrors.not_payable);
  if (!(await isTarget(trx, sponsorship))) throw new AppError(sponsorshipErrors.recipient_not_found);
  if (row.recipientId !== null && !(await canReceive(trx, row.recipientId)))
    throw new AppError(sponsorshipErrors.recipient_not_ready);
  return addAttempt(
    trx,
    deps,
    {
      subjectKind: 'contribution',
      subjectId: id,
      personId,
      amount: row.amount,
      currency: 'KRW',
      orderName,
      method,
      parts: [],
    },
    now,
  );
}

/** Accepts a payment, which is held while it can be withdrawn. */
export async function takePayment(
  trx: Trx,
  { id, paymentId, amount }: { id: string; paymentId: string; amount: number },
  now: Date,
): Promise<boolean> {
  const held = await lockContribution(trx, id);
  if (!held || held.row.amount !== amount || !isPayable(held)) return false;
  const { row, sponsorship } = held;
  const heldUntil = later(now, sponsorshipTerms.withdrawalDays * dayMs);
  const commandId = await step(trx, row, 'pay', { paymentId, paidAt: now, heldUntil });
  if (commandId === null) return false;
  await post(
    trx,
    { ...bound({ ...heldAs(row), paymentId }, amount), commandId, paymentId, reason: 'sponsorship' },
    now,
  );
  await markReadAt(trx, row.personId, payPath(id), now);
  // The month begins with the first payment, however late it was.
  const today = koreanDay(now);
  const anchorDay = sponsorship.cadence === 'monthly' ? dayOfMonth(today) : null;
  await moveSponsorship(trx, sponsorship, 'begin', {
    ...(anchorDay !== null && { anchorDay, nextDueOn: nextDueOn(anchorDay, today) }),
  });
  await notify(
    trx,
    row.personId,
    {
      what: 'sponsor_thanks',
      path: ownPath(row.sponsorshipId),
      params: { amount, currency: 'KRW' },
    },
    now,
  );
  if (row.recipientId !== null) {
    const { isAnonymous, personId } = sponsorship;
    const { name } = await trx
      .selectFrom('person')
      .select('name')
      .where('id', '=', personId)
      .executeTakeFirstOrThrow();
    await notify(
      trx,
      row.recipientId,
      {
        what: 'sponsor_received',
        path: '/my/earnings',
        params: { amount: amount - row.fee, currency: 'KRW', ...(!isAnonymous && { name }) },
        ...(!isAnonymous && { people: [personId] }),
      },
      now,
    );
  }
  return true;
}

/** Extends the deadline to that of a virtual account. */
export async function awaitDeposit(trx: Trx, id: string): Promise<void> {
  const now = await databaseTime(trx);
  const until = later(now, (sponsorshipTerms.depositHours + 1) * hourMs);
  await trx
    .updateTable('contribution')
    .set({ expiresAt: sql<Date>`greatest(expires_at, ${until})` })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
}

/**
 * Releases a contribution after its withdrawal period: to the recipient less our fee, or to the house; refunds it if
 * the recipient has left.
 */
export async function keep(trx: Trx, id: string, now: Date): Promise<boolean> {
  const held = await lockContribution(trx, id);
  if (!held) return false;
  const { row } = held;
  if (row.heldUntil === null || row.heldUntil > now) return false;
  if (row.recipientId !== null && (await isErased(trx, row.recipientId)))
    return giveBack(trx, row, 'recipient_gone', now);
  const commandId = await step(trx, row, 'keep', { keptAt: now });
  if (commandId === null) return false;
  const { recipientId: providerId, amount, fee, paymentId } = row;
  const of = heldAs(row);
  const posting =
    providerId === null
      ? sponsored(of, amount)
      : released(
          { ...of, providerId, refundId: null },
          { provider: amount - fee, fee, authors: [], buyer: 0 },
        );
  await post(trx, { ...posting, commandId, paymentId, reason: 'sponsorship' }, now);
  // It has had its waiting period already.
  if (providerId !== null) await addPayable(trx, { ...of, providerId, releasedAt: now, heldUntil: now });
  return true;
}

/** Withdraws a contribution in full, and ends its sponsorship. Throws `not_withdrawable`. */
export async function withdraw(trx: Trx, { id, personId }: { id: string; personId: string }): Promise<void> {
  const held = await lockContribution(trx, id);
  if (!held || held.row.personId !== personId) throw new AppError(sponsorshipErrors.sponsorship_not_found);
  const { row, sponsorship } = held;
  const now = await databaseTime(trx);
  if (!isWithdrawable(row, now) || !(await giveBack(trx, row, 'withdrawn', now)))
    throw new AppError(sponsorshipErrors.not_withdrawable);
  await end(trx, sponsorship, now);
}

async function isErased(trx: Trx, personId: string): Promise<boolean> {
  const gone = await trx
    .selectFrom('person')
    .select('id')
    .where('id', '=', personId)
    .where('erasedAt', 'is not', null)
    .executeTakeFirst();
  return gone !== undefined;
}

/** Refunds everything that is still held. Returns whether there was anything. */
async function giveBack(
  trx: Trx,
  row: Contribution,
  reason: 'withdrawn' | 'recipient_gone',
  now: Date,
): Promise<boolean> {
  const { paymentId, amount } = row;
  const commandId = paymentId === null ? null : await step(trx, row, 'refund', { endedAt: now });
  if (paymentId === null || commandId === null) return false;
  const payment = await trx
    .selectFrom('payment')
    .select(['id', 'personId', 'currency'])
    .where('id', '=', paymentId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const refundId = await decideRefund(trx, { payment, orderId: null, amount, reason }, now);
  await post(
    trx,
    { ...heldRefunded({ ...heldAs(row), refundId }, amount), commandId, paymentId, reason },
    now,
  );
  return true;
}

/** Books money that the gateway took back: from what is held, else from its recipient, else as our loss. */
export async function takeBack(
  trx: Trx,
  { id, paymentId, amount }: { id: string; paymentId: string; amount: number },
  now: Date,
): Promise<void> {
  const found = await lockContribution(trx, id);
  const commandId = found ? await step(trx, found.row, 'reverse', { endedAt: now }) : null;
  // Otherwise the payment would lose its money without a journal.
  if (!found || commandId === null) throw new Error(`the contribution ${id} does not know of ${paymentId}`);
  const { row, sponsorship } = found;
  const held = Math.min(amount, -(await balanceOf(trx, 'escrow', id)));
  const debt =
    row.recipientId === null || row.state !== 'kept' ? 0 : Math.min(amount - held, row.amount - row.fee);
  const loss = amount - held - debt;
  await post(
    trx,
    {
      // The house as recipient owes no debt.
      ...reversed(
        { ...heldAs(row), paymentId },
        {
          clearing: 0,
          escrow: held,
          debts: [{ job: { ...heldAs(row), providerId: row.recipientId ?? house.id }, amount: debt }],
          loss,
        },
      ),
      commandId,
      paymentId,
      reason: 'sponsorship',
    },
    now,
  );
  await report(
    trx,
    { invariant: 'reversed', subject: `payment:${paymentId}`, detail: { amount, state: row.state } },
    now,
  );
  await end(trx, sponsorship, now);
}

/** Expires an unpaid contribution with its sponsorship; waits for a payment in progress. */
export async function expire(trx: Trx, id: string, now: Date): Promise<boolean> {
  const held = await lockContribution(trx, id);
  if (!held || held.row.expiresAt > now) return false;
  const { row, sponsorship } = held;
  const paying = await trx
    .selectFrom('payment')
    .select('id')
    .where('subjectKind', '=', 'contribution')
    .where('subjectId', '=', id)
    .where('state', 'in', ['confirming', 'unknown', 'waiting_deposit'])
    .executeTakeFirst();
  if (paying) return false;
  if ((await step(trx, row, 'expire', { endedAt: now })) === null) return false;
  const wasActive = sponsorship.state === 'active';
  await end(trx, sponsorship, now);
  if (wasActive) {
    const what = (await isTarget(trx, sponsorship)) ? 'sponsor_lapsed' : 'sponsor_target_gone';
    await notify(trx, row.personId, { what, path: ownPath(row.sponsorshipId) }, now);
  }
  return true;
}

/** Asks a sponsor for the next month's payment, or tells them why the sponsorship has ended. */
export async function ask(trx: Trx, id: string, feePercent: number, now: Date): Promise<boolean> {
  const row = await holdSponsorship(trx, id);
  const today = koreanDay(now);
  if (row?.state !== 'active' || row.nextDueOn === null || row.anchorDay === null || row.nextDueOn > today)
    return false;
  if (!(await isTarget(trx, row))) {
    await end(trx, row, now);
    await notify(trx, row.personId, { what: 'sponsor_target_gone', path: ownPath(id) }, now);
    return true;
  }
  const open = await trx
    .selectFrom('contribution')
    .select('id')
    .where('sponsorshipId', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  // Asked once, however late; the next time is on the usual day.
  await trx
    .updateTable('sponsorship')
    .set({ nextDueOn: nextDueOn(row.anchorDay, today) })
    .where('id', '=', id)
    .execute();
  if (open) return false;
  // Sponsors are not asked while the recipient is suspended or leaving; the sponsorship continues when they are back.
  if (row.recipientId !== null && !(await canReceive(trx, row.recipientId))) return false;
  const expiresAt = later(now, sponsorshipTerms.renewDays * dayMs);
  const contributionId = await addContribution(trx, row, { feePercent, expiresAt, now });
  await notify(
    trx,
    row.personId,
    {
      what: 'sponsor_due',
      path: payPath(contributionId),
      params: { amount: row.amount, currency: 'KRW', until: expiresAt.toISOString() },
      // After the payment or the end of the sponsorship no mail is sent.
      mailAt: now,
    },
    now,
  );
  return true;
}

/** Ends a sponsorship for its sponsor; open contributions need not be paid. Throws `sponsorship_over`. */
export async function cancel(trx: Trx, { id, personId }: { id: string; personId: string }): Promise<void> {
  const row = await holdSponsorship(trx, id);
  if (row?.personId !== personId) throw new AppError(sponsorshipErrors.sponsorship_not_found);
  const now = await databaseTime(trx);
  if (!(await end(trx, row, now))) throw new AppError(sponsorshipErrors.sponsorship_over);
}

/** Changes how a sponsor is shown on the wall. */
export async function change(
  db: Db,
  { id, personId }: { id: string; personId: string },
  { isAnonymous, message }: z.output<typeof sponsorChange>,
): Promise<void> {
  const changed = isUuid(id)
    ? await db
        .updateTable('sponsorship')
        .set({ isAnonymous, message })
        .where('id', '=', id)
        .where('personId', '=', personId)
        .returning('id')
        .executeTakeFirst()
    : undefined;
  if (!changed) throw new AppError(sponsorshipErrors.sponsorship_not_found);
}

/** Hides a sponsor's words for a moderator. */
export async function hideSponsor(trx: Db, id: string, now: Date): Promise<string | null> {
  const hidden = await trx
    .updateTable('sponsorship')
    .set({ hiddenAt: now })
    .where('id', '=', id)
    .where('hiddenAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return hidden ? 'shown' : null;
}

export async function showSponsor(trx: Db, id: string): Promise<boolean> {
  const shown = await trx
    .updateTable('sponsorship')
    .set({ hiddenAt: null })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return shown !== undefined;
}

/**
 * Hides or shows a sponsor's words for staff, with a reason; a moderator's case keeps them hidden (`hidden_by_case`).
 */
export async function setHidden(
  trx: Trx,
  actor: Staff,
  id: string,
  { hidden, reason }: { hidden: boolean; reason: string },
  undoes?: string,
): Promise<string> {
  const row = isUuid(id)
    ? await trx.selectFrom('sponsorship').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined;
  if (!row) throw new AppError(sponsorshipErrors.sponsorship_not_found);
  const isHidden = row.hiddenAt !== null;
  if (undoes !== undefined && (isHidden === hidden || !(await isStillHidden(trx, row, undoes))))
    throw new AppError(adminErrors.changed_since);
  if (!hidden) await assertNotHeld(trx, 'sponsor', id);
  const now = await databaseTime(trx);
  await trx
    .updateTable('sponsorship')
    .set({ hiddenAt: hidden ? now : null })
    .where('id', '=', id)
    .execute();
  return recordAudit(
    trx,
    {
      actor,
      action: hidden ? 'sponsor.hide' : 'sponsor.show',
      target: { type: 'sponsorship', id },
      about: [row.personId],
      reason,
      before: { hidden: isHidden },
      after: { hidden },
      undoes,
    },
    now,
  );
}

/** If they were hidden again since, for example by a moderator, this entry no longer applies. */
async function isStillHidden(trx: Trx, { hiddenAt }: Sponsorship, auditId: string): Promise<boolean> {
  if (hiddenAt === null) return true;
  const { at } = await trx
    .selectFrom('auditEntry')
    .select('at')
    .where('id', '=', auditId)
    .executeTakeFirstOrThrow();
  return at.getTime() === hiddenAt.getTime();
}

/** Undoes a hiding or showing. */
export function undoHiding(
  trx: Trx,
  actor: Staff,
  { id, targetId, before, reason }: UndoneEntry,
): Promise<string> {
  return setHidden(trx, actor, targetId, { hidden: before['hidden'] === true, reason }, id);
}

/**
 * Marks the benefit as used, after which earlier payments cannot be withdrawn. Waits for a concurrent withdrawal;
 * returns whether any payment is left.
 */
export async function markUsed(trx: Trx, sponsorshipId: string, now: Date): Promise<boolean> {
  const paid = await trx
    .selectFrom('contribution')
    .select('id')
    .where('sponsorshipId', '=', sponsorshipId)
    .where('state', 'in', ['paid', 'kept'])
    .orderBy('id')
    .forUpdate()
    .execute();
  if (paid.length === 0) return false;
  await trx
    .updateTable('contribution')
    .set({ usedAt: now })
    .where('sponsorshipId', '=', sponsorshipId)
    .where('state', '=', 'paid')
    .where('usedAt', 'is', null)
    .execute();
  return true;
}

/** Records spending of the sponsors' money by the house. */
export async function recordSpending(
  trx: Trx,
  actor: Staff,
  { amount, spentOn, purpose, reason }: SpendingInput,
): Promise<string> {
  const now = await databaseTime(trx);
  if (spentOn > koreanDay(now)) throw refused(sponsorshipErrors.spent_in_future, 'spentOn');
  const id = uuidv7(now.getTime());
  await trx
    .insertInto('sponsorSpending')
    .values({
      id,
      amount,
      spentOn,
      purpose: JSON.stringify(purpose),
      recordedBy: actor.id,
      recordedAt: now,
      reversedAt: null,
    })
    .execute();
  await post(trx, { ...spent(amount), commandId: `spending:${id}`, reason: purpose.ko }, now);
  await recordAudit(
    trx,
    {
      actor,
      action: 'sponsor.spend',
      target: { type: 'sponsor_spending', id },
      reason,
      before: {},
      after: { amount, spentOn, purpose: purpose.ko },
    },
    now,
  );
  return id;
}

/** Reverses a wrong spending in the ledger, and removes it from the public list. */
export async function reverseSpending(
  db: Db,
  id: string,
  { actor, reason }: { actor: Staff; reason: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const now = await databaseTime(trx);
    const row = isUuid(id)
      ? await trx
          .updateTable('sponsorSpending')
          .set({ reversedAt: now })
          .where('id', '=', id)
          .where('reversedAt', 'is', null)
          .returning('amount')
          .executeTakeFirst()
      : undefined;
    if (!row) throw new AppError(sponsorshipErrors.spending_not_found);
    await reverse(trx, { of: `spending:${id}`, commandId: `spending:${id}:reversed`, reason }, now);
    await recordAudit(
      trx,
      {
        actor,
        action: 'sponsor.unspend',
        target: { type: 'sponsor_spending', id },
        reason,
        before: { amount: row.amount },
        after: { amount: 0 },
      },
      now,
    );
  });
}
