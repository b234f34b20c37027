import { getServiceType } from '#features/services/server/public.ts';
import { sql } from 'kysely';
import { missingSteps } from '#features/verification/server/public.ts';
import { databaseTime, type Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { AppError, platformErrors, refused } from '#platform/shared/errors.ts';
import { buyerFeeOf, feeOf, type FeeTerms, feeTermsFor } from '#platform/shared/fee.ts';
import { tradeOf } from '#platform/shared/trades.ts';
import { goesOn, sideOf } from '../access.ts';
import { quotesErrors, type OfferInput, type RequestInput } from '../contract.ts';
import type { Side, ThreadAction, ThreadRefusal } from '../negotiation.ts';
import { getThread, isReal } from './requests.ts';
import {
  type Person,
  type RequestRow,
  type ThreadRow,
  after,
  remindAt,
  lockRequest,
  threadsOf,
  guardThread,
  moveThread,
  closeIfOver,
  type Notice,
  tell,
} from './threads.ts';
import { writeFiles } from './requesting.ts';

export type Settings = FeeTerms & { requestDays: number; orderDays: number };

const refusals: Record<ThreadRefusal, (typeof quotesErrors)[keyof typeof quotesErrors]> = {
  impossible: quotesErrors.invalid_transition,
  not_your_turn: quotesErrors.not_your_turn,
  no_more_counters: quotesErrors.no_more_counters,
  expired: quotesErrors.quote_expired,
  ordered: quotesErrors.quote_ordered,
};

const notices: Record<ThreadAction, Notice> = {
  offer: 'quote_offered',
  counter: 'quote_countered',
  accept: 'quote_accepted',
  decline: 'quote_declined',
  withdraw: 'quote_withdrawn',
};

/**
 * Performs an action of one side. Throws `request_not_found` for strangers, `forbidden` for actions of the other
 * side, and `conflict` if another version was read; that error, and a refusal by the state machine, carry the current
 * state.
 */
export async function actOnThread(
  trx: Trx,
  person: Person,
  threadId: string,
  action: ThreadAction,
  input: { version: number } & Partial<OfferInput>,
  settings: Settings,
): Promise<void> {
  const parties = isUuid(threadId)
    ? await trx
        .selectFrom('quoteThread as thread')
        .innerJoin('quoteRequest as request', 'request.id', 'thread.requestId')
        .select(['thread.requestId', 'thread.providerId', 'request.customerId'])
        .where('thread.id', '=', threadId)
        .executeTakeFirst()
    : undefined;
  const side = parties ? sideOf(person, parties) : null;
  if (!parties || side === null) throw new AppError(quotesErrors.request_not_found);
  if (action === 'offer' && side === 'customer') throw new AppError(platformErrors.forbidden);

  // Lock order: the request first; of two concurrent accepts one waits here.
  const request = await lockRequest(trx, parties.requestId);
  const thread = await trx
    .selectFrom('quoteThread')
    .selectAll()
    .where('id', '=', threadId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const now = await databaseTime(trx);
  const refuse = async (kind: (typeof refusals)[ThreadRefusal] | typeof platformErrors.conflict) => {
    const newer = await getThread(trx, person.id, threadId);
    return new AppError(kind, { more: () => ({ thread: newer }) });
  };
  if (thread.version !== input.version) throw await refuse(platformErrors.conflict);
  const judged = guardThread(thread, action, side, now);
  if ('refusal' in judged) throw await refuse(refusals[judged.refusal]);
  if (goesOn.includes(action)) await assertGoesOn(trx, person, request, thread);

  const { to } = judged;
  if (action === 'offer' || action === 'counter') {
    await assertPayable(trx, thread, input.principal ?? 0);
    const validUntil = after(now, input.validDays ?? 0);
    await addOffer(trx, thread, side, {
      ...input,
      validUntil,
      now,
      feePercent: await buyerFeeOn(trx, thread.serviceId, settings),
    });
    await moveThread(trx, thread, to, { now, expiresAt: validUntil, counted: action === 'counter' });
  } else if (action === 'accept') {
    await moveThread(trx, thread, to, { now, expiresAt: after(now, settings.orderDays) });
    await passOverOthers(trx, request, thread, now);
  } else {
    await moveThread(trx, thread, to, { now, endedBy: side });
    await closeIfOver(trx, request.id, now);
  }
  const otherId = side === 'customer' ? thread.providerId : request.customerId;
  await tell(trx, otherId, notices[action], { request, thread, by: person, now });
}

type Agreed = {
  customerId: string;
  providerId: string;
  serviceId: string;
  wanted: Pick<
    RequestInput,
    | 'title'
    | 'description'
    | 'material'
    | 'colour'
    | 'tolerance'
    | 'finish'
    | 'quantity'
    | 'wantedOn'
    | 'budget'
  >;
  files: readonly { id: string }[];
  offer: { principal: number; readyInDays: number; note: string; madeAt: Date };
};

/**
 * Stores an agreement that was made elsewhere, in won, as a request with a single accepted negotiation, which binds
 * and expires like any other. Returns the quote's id.
 */
export async function writeAgreedQuote(
  trx: Trx,
  { customerId, providerId, serviceId, wanted, files, offer }: Agreed,
  { orderDays, ...fees }: Omit<Settings, 'requestDays'>,
  now: Date,
): Promise<string> {
  const expiresAt = after(now, orderDays);
  const requestId = uuidv7(now.getTime());
  const id = uuidv7(now.getTime());
  await trx
    .insertInto('quoteRequest')
    .values({ id: requestId, customerId, ...wanted, currency: 'KRW', createdAt: now, expiresAt })
    .execute();
  await writeFiles(trx, requestId, files);
  await trx
    .insertInto('quoteThread')
    .values({
      id,
      requestId,
      serviceId,
      providerId,
      position: 0,
      state: 'accepted',
      createdAt: now,
      changedAt: now,
      expiresAt,
      remindAt: remindAt(expiresAt, now),
    })
    .execute();
  const { principal } = offer;
  await trx
    .insertInto('quoteOffer')
    .values({
      threadId: id,
      number: 1,
      by: 'provider',
      ...offer,
      fee: feeOf(principal, await buyerFeeOn(trx, serviceId, fees)),
      validUntil: expiresAt,
    })
    .execute();
  return id;
}

/** Percentage that the buyer of a service pays on top. */
async function buyerFeeOn(trx: Trx, serviceId: string, fees: FeeTerms): Promise<number> {
  const serviceType = await getServiceType(trx, serviceId);
  return buyerFeeOf(feeTermsFor(fees, tradeOf(serviceType)));
}

async function assertGoesOn(trx: Trx, person: Person, request: RequestRow, thread: ThreadRow): Promise<void> {
  const otherId = person.id === request.customerId ? thread.providerId : request.customerId;
  const { rows } = await sql<{ isReal: boolean; isActive: boolean }>`
    select ${isReal('other')} as is_real, s.state = 'active' as is_active
    from person other, service s where other.id = ${otherId} and s.id = ${thread.serviceId}`.execute(trx);
  if (!rows[0]?.isReal) throw new AppError(quotesErrors.other_gone);
  if (!rows[0].isActive) throw new AppError(quotesErrors.service_unavailable);
}

/**
 * Receiving money needs a verified phone and an account (docs/product.md, "Who has to be verified"); paid services
 * have both already.
 */
async function assertPayable(trx: Trx, thread: ThreadRow, principal: number): Promise<void> {
  if (principal === 0) return;
  const { isFreeService } = await trx
    .selectFrom('service')
    .select('isFreeService')
    .where('id', '=', thread.serviceId)
    .executeTakeFirstOrThrow();
  if (isFreeService && (await missingSteps(trx, thread.providerId)).length > 0)
    throw refused(quotesErrors.verification_needed, 'principal');
}

async function addOffer(
  trx: Trx,
  thread: ThreadRow,
  by: Side,
  offer: Partial<OfferInput> & { validUntil: Date; now: Date; feePercent: number },
): Promise<void> {
  const { principal = 0, readyInDays = 0, note = '', validUntil, now, feePercent } = offer;
  const { last } = await trx
    .selectFrom('quoteOffer')
    .select(({ fn }) => fn.coalesce(fn.max('number'), sql<number>`0`).as('last'))
    .where('threadId', '=', thread.id)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('quoteOffer')
    .values({
      threadId: thread.id,
      number: last + 1,
      by,
      principal,
      fee: feeOf(principal, feePercent),
      readyInDays,
      note,
      madeAt: now,
      validUntil,
    })
    .execute();
}

/** Closes the negotiations with the providers who were not chosen, and notifies them. */
async function passOverOthers(trx: Trx, request: RequestRow, chosen: ThreadRow, now: Date): Promise<void> {
  for (const thread of await threadsOf(trx, request.id)) {
    const judged = guardThread(thread, 'pass_over', 'house', now);
    if (thread.id === chosen.id || !('to' in judged)) continue;
    await moveThread(trx, thread, judged.to, { now, endedBy: 'house' });
    await tell(trx, thread.providerId, 'quote_passed_over', { request, thread, by: null, now });
  }
}
