import { getServiceType } from '#features/services/server/public.ts';
import { sql, type Selectable } from 'kysely';
import { notify } from '#features/notifications/server/public.ts';
import { missingSteps } from '#features/verification/server/public.ts';
import type { KeptRow } from '#features/uploads/server/public.ts';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { enqueue } from '#platform/server/jobs.ts';
import type { Database } from '#platform/server/schema.ts';
import { AppError, platformErrors, refused } from '#platform/shared/errors.ts';
import { buyerFeeOf, feeOf, type FeeTerms, feeTermsFor } from '#platform/shared/fee.ts';
import { tradeOf } from '#platform/shared/trades.ts';
import { goesOn, sideOf } from '../access.ts';
import { quotesErrors, type FilesInput, type OfferInput, type RequestInput } from '../contract.ts';
import {
  guard,
  liveStates,
  whoseTurn,
  type Side,
  type ThreadAction,
  type ThreadEvent,
  type ThreadRefusal,
  type ThreadState,
} from '../negotiation.ts';
import { getThread, isReal } from './requests.ts';

type Person = { id: string; fullName: string };
type Settings = FeeTerms & { requestDays: number; orderDays: number };
type RequestRow = Omit<Selectable<Database['quoteRequest']>, 'wantedOn' | 'dimensions' | 'replacesId'>;
type ThreadRow = Selectable<Database['quoteThread']>;
type Asked = { id: string; ownerId: string; title: string; currency: string };

const dayMs = 24 * 60 * 60 * 1000;
/** Time before the deadline at which the side that has to act is reminded. */
const reminderMs = dayMs;

export const pathOf = (requestId: string) => `/quote-requests/${requestId}`;

const after = (now: Date, days: number) => new Date(now.getTime() + days * dayMs);

function remindAt(expiresAt: Date, now: Date): Date | null {
  const at = new Date(expiresAt.getTime() - reminderMs);
  return at > now ? at : null;
}

/** Returns the services to ask, in order without duplicates. Throws at the first one that cannot be asked. */
async function getAskable(trx: Trx, personId: string, serviceIds: readonly string[]): Promise<Asked[]> {
  const { rows } = await sql<Asked & { isAskable: boolean }>`
    select s.id, s.owner_id, s.title, s.currency, s.state = 'active' and ${isReal('owner')} as is_askable
    from service s join person owner on owner.id = s.owner_id
    where s.id = any(${serviceIds}::uuid[])`.execute(trx);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found: Asked[] = [];
  for (const [index, id] of serviceIds.entries()) {
    const field = `serviceIds[${index}]`;
    const service = byId.get(id.toLowerCase());
    if (service?.ownerId === personId) throw refused(quotesErrors.own_service, field);
    if (!service?.isAskable) throw refused(quotesErrors.service_unavailable, field);
    if (service.currency !== (found[0] ?? service).currency)
      throw refused(quotesErrors.mixed_currencies, field);
    if (!found.some((each) => each.id === service.id)) found.push(service);
  }
  return found;
}

/** Creates a request to several providers. Throws at the refused field. Returns the request's id. */
export async function createRequest(
  trx: Trx,
  customer: Person,
  input: RequestInput,
  keep: (trx: Trx) => Promise<KeptRow[]>,
  { requestDays }: Settings,
): Promise<string> {
  const services = await getAskable(trx, customer.id, input.serviceIds);
  const files = await keep(trx);
  const now = await databaseTime(trx);
  const expiresAt = after(now, requestDays);
  const id = uuidv7(now.getTime());
  const { serviceIds: _ids, files: _files, dimensions, replaces, ...wanted } = input;
  await trx
    .insertInto('quoteRequest')
    .values({
      id,
      customerId: customer.id,
      ...wanted,
      dimensions: JSON.stringify(dimensions),
      replacesId: replaces,
      currency: services[0]?.currency ?? 'KRW',
      createdAt: now,
      expiresAt,
    })
    .execute();
  await writeFiles(trx, id, files);
  for (const [position, service] of services.entries()) {
    await trx
      .insertInto('quoteThread')
      .values({
        id: uuidv7(now.getTime()),
        requestId: id,
        serviceId: service.id,
        providerId: service.ownerId,
        position,
        createdAt: now,
        changedAt: now,
        expiresAt,
        remindAt: remindAt(expiresAt, now),
      })
      .execute();
  }
  for (const [providerId, asked] of Map.groupBy(services, ({ ownerId }) => ownerId)) {
    await notify(
      trx,
      providerId,
      {
        what: 'quote_requested',
        path: pathOf(id),
        params: {
          name: customer.fullName,
          title: input.title,
          service: asked.map(({ title }) => title).join(', '),
          currency: asked[0]?.currency,
          side: 'provider',
          quantity: input.quantity,
          budget: input.budget ?? null,
          wantedOn: input.wantedOn ?? null,
          until: expiresAt.toISOString(),
        },
        people: [customer.id, providerId],
      },
      now,
    );
  }
  return id;
}

/** Writes the files in order without duplicates; unchanged ones keep their figures. */
async function writeFiles(trx: Trx, requestId: string, files: readonly { id: string }[]): Promise<void> {
  const ids = [...new Set(files.map(({ id }) => id))];
  await trx
    .deleteFrom('quoteRequestFile')
    .where('requestId', '=', requestId)
    .$if(ids.length > 0, (query) => query.where('keptFileId', 'not in', ids))
    .execute();
  for (const [position, keptFileId] of ids.entries()) {
    await trx
      .insertInto('quoteRequestFile')
      .values({ requestId, keptFileId, position })
      .onConflict((conflict) => conflict.columns(['requestId', 'keptFileId']).doUpdateSet({ position }))
      .execute();
  }
  if (ids.length > 0)
    await enqueue(trx, 'quotes.measure_files', { requestId }, { key: `quotes.measure_files ${requestId}` });
}

/** Locks a request until the transaction ends, which serializes all of its changes. */
async function lockRequest(trx: Trx, id: string): Promise<RequestRow> {
  return trx
    .selectFrom('quoteRequest')
    .select(['id', 'customerId', 'title', 'description', 'material', 'colour', 'tolerance', 'finish'])
    .select(['quantity', 'budget', 'currency', 'state', 'version', 'createdAt', 'closedAt', 'expiresAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

async function lockOwnRequest(trx: Trx, personId: string, id: string): Promise<RequestRow> {
  const own = isUuid(id)
    ? await trx
        .selectFrom('quoteRequest')
        .select('id')
        .where('id', '=', id)
        .where('customerId', '=', personId)
        .executeTakeFirst()
    : undefined;
  if (!own) {
    // A provider who was asked may learn that it exists.
    const isAsked =
      isUuid(id) &&
      (await trx
        .selectFrom('quoteThread')
        .select('id')
        .where('requestId', '=', id)
        .where('providerId', '=', personId)
        .executeTakeFirst()) !== undefined;
    throw new AppError(isAsked ? platformErrors.forbidden : quotesErrors.request_not_found);
  }
  return lockRequest(trx, id);
}

const threadsOf = (trx: Trx, requestId: string) =>
  trx.selectFrom('quoteThread').selectAll().where('requestId', '=', requestId).orderBy('position').execute();

function guardThread(thread: ThreadRow, event: ThreadEvent, role: Side | 'house', now: Date) {
  return guard(
    {
      state: thread.state,
      counters: thread.counters,
      isExpired: thread.expiresAt <= now,
      isOrdered: thread.orderedAt !== null,
    },
    event,
    role,
  );
}

async function moveThread(
  trx: Trx,
  thread: ThreadRow,
  to: ThreadState,
  {
    now,
    ...more
  }: { now: Date; expiresAt?: Date; endedBy?: Side | 'house'; counted?: boolean; voidThrough?: number },
): Promise<void> {
  const expiresAt = more.expiresAt ?? thread.expiresAt;
  const isLive = liveStates.includes(to);
  await trx
    .updateTable('quoteThread')
    .set({
      state: to,
      version: thread.version + 1,
      changedAt: now,
      expiresAt,
      remindAt: isLive ? remindAt(expiresAt, now) : null,
      endedBy: isLive ? null : (more.endedBy ?? 'house'),
      ...(more.counted && { counters: thread.counters + 1 }),
      ...(more.voidThrough !== undefined && { voidThrough: more.voidThrough }),
    })
    .where('id', '=', thread.id)
    .execute();
}

/** Closes a request without open negotiations. */
async function closeIfOver(trx: Trx, requestId: string, now: Date): Promise<void> {
  await trx
    .updateTable('quoteRequest')
    .set((eb) => ({ state: 'closed', closedAt: now, version: eb('version', '+', 1) }))
    .where('id', '=', requestId)
    .where('state', '=', 'open')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('quoteThread')
            .select('id')
            .where('requestId', '=', requestId)
            .where('state', 'in', liveStates)
            .where('orderedAt', 'is', null),
        ),
      ),
    )
    .execute();
}

type Notice = Parameters<typeof notify>[2]['what'];

/** Notifies one side of the current state: service, price and deadline. */
async function tell(
  trx: Trx,
  personId: string,
  what: Notice,
  { request, thread, by, now }: { request: RequestRow; thread: ThreadRow; by: Person | null; now: Date },
): Promise<void> {
  const { rows } = await sql<{
    service: string;
    expiresAt: Date;
    principal: number | null;
    fee: number | null;
    readyInDays: number | null;
  }>`select service.title as service, t.expires_at, offer.principal, offer.fee, offer.ready_in_days
    from quote_thread t join service on service.id = t.service_id
    left join lateral (select * from quote_offer o where o.thread_id = t.id order by number desc limit 1) offer on true
    where t.id = ${thread.id}`.execute(trx);
  const standing = rows[0];
  if (!standing) return;
  const { service, expiresAt, principal, fee, readyInDays } = standing;
  const isCustomer = personId === request.customerId;
  await notify(
    trx,
    personId,
    {
      what,
      path: pathOf(request.id),
      params: {
        title: request.title,
        service,
        currency: request.currency,
        side: isCustomer ? 'customer' : 'provider',
        // The customer's total includes the fee; the provider sees their own price.
        amount: principal === null ? null : principal + (isCustomer ? (fee ?? 0) : 0),
        days: readyInDays,
        until: expiresAt.toISOString(),
        ...(by && { name: by.fullName }),
      },
      people: [request.customerId, thread.providerId],
    },
    now,
  );
}

/**
 * Replaces the files. Offers for the earlier files become void, as do agreements that were not ordered; the same
 * files change nothing. Throws `conflict` if another version was read.
 */
export async function changeFiles(
  trx: Trx,
  customer: Person,
  requestId: string,
  { version, files }: FilesInput,
  keep: (trx: Trx) => Promise<KeptRow[]>,
  { requestDays }: Settings,
): Promise<void> {
  const request = await lockOwnRequest(trx, customer.id, requestId);
  if (request.state === 'closed') throw new AppError(quotesErrors.request_closed);
  if (request.version !== version) throw new AppError(platformErrors.conflict);
  const before = await trx
    .selectFrom('quoteRequestFile')
    .select('keptFileId as id')
    .where('requestId', '=', requestId)
    .orderBy('position')
    .execute();
  const fresh = await keep(trx);
  const wanted: { id: string }[] = files.map(({ fileId }, index) => {
    const file = fileId === undefined ? fresh.shift() : before.find(({ id }) => id === fileId.toLowerCase());
    if (!file) throw refused(quotesErrors.file_not_found, `files[${index}].fileId`);
    return file;
  });
  await writeFiles(trx, requestId, wanted);
  const setOf = (each: readonly { id: string }[]) => [...new Set(each.map(({ id }) => id))].toSorted().join();
  if (setOf(before) === setOf(wanted)) return;

  const now = await databaseTime(trx);
  const expiresAt = after(now, requestDays);
  await trx
    .updateTable('quoteRequest')
    .set({ version: version + 1, expiresAt })
    .where('id', '=', requestId)
    .execute();
  let voided: ThreadRow | undefined;
  for (const thread of await threadsOf(trx, requestId)) {
    if (thread.expiresAt <= now || thread.orderedAt !== null) continue;
    const judged = guardThread(thread, 'void', 'house', now);
    const voids = 'to' in judged;
    // A provider who is writing an offer must not make it for the earlier files.
    if (!voids && thread.state !== 'asked' && thread.state !== 'void') continue;
    const { last } = await trx
      .selectFrom('quoteOffer')
      .select(({ fn }) => fn.coalesce(fn.max('number'), sql<number>`0`).as('last'))
      .where('threadId', '=', thread.id)
      .executeTakeFirstOrThrow();
    await moveThread(trx, thread, voids ? judged.to : thread.state, { now, expiresAt, voidThrough: last });
    await tell(trx, thread.providerId, voids ? 'quote_voided' : 'quote_files_changed', {
      request,
      thread,
      by: customer,
      now,
    });
    if (voids) voided = thread;
  }
  if (voided) await tell(trx, customer.id, 'quote_voided', { request, thread: voided, by: null, now });
}

/** Closes a request for its customer. Idempotent. */
export async function closeRequest(trx: Trx, customer: Person, requestId: string): Promise<void> {
  const request = await lockOwnRequest(trx, customer.id, requestId);
  if (request.state === 'closed') return;
  const now = await databaseTime(trx);
  for (const thread of await threadsOf(trx, requestId)) {
    const judged = guardThread(thread, 'close', 'house', now);
    if (!('to' in judged)) continue;
    await moveThread(trx, thread, judged.to, { now, endedBy: 'customer' });
    await tell(trx, thread.providerId, 'quote_withdrawn', { request, thread, by: customer, now });
  }
  await closeIfOver(trx, requestId, now);
}

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

/** Expires what is due in one request; false if none is left. Uses the database's clock. */
export function expireOne(db: Db): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const request = await takeDue(
      trx,
      sql`t.expires_at <= now() and t.ordered_at is null
      and t.state in ('asked', 'offered', 'countered', 'accepted', 'void')`,
    );
    if (!request) return false;
    const now = await databaseTime(trx);
    for (const thread of await threadsOf(trx, request.id)) {
      const judged = guardThread(thread, 'expire', 'house', now);
      if (thread.expiresAt > now || !('to' in judged)) continue;
      await moveThread(trx, thread, judged.to, { now, endedBy: 'house' });
    }
    await closeIfOver(trx, request.id, now);
    return true;
  });
}

/** Reminds the side that has to act in one request; false if nobody is left. */
export function remindOne(db: Db): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const request = await takeDue(trx, sql`t.remind_at <= now()`);
    if (!request) return false;
    const now = await databaseTime(trx);
    for (const thread of await threadsOf(trx, request.id)) {
      if (thread.remindAt === null || thread.remindAt > now) continue;
      await trx.updateTable('quoteThread').set({ remindAt: null }).where('id', '=', thread.id).execute();
      const side = whoseTurn(thread.state);
      if (side === null || thread.expiresAt <= now || thread.orderedAt !== null) continue;
      const personId = side === 'customer' ? request.customerId : thread.providerId;
      await tell(trx, personId, 'quote_expiring', { request, thread, by: null, now });
    }
    return true;
  });
}

/** Locks a request with a due negotiation; other workers skip it. */
async function takeDue(trx: Trx, condition: ReturnType<typeof sql>): Promise<RequestRow | undefined> {
  const { rows } = await sql<{ id: string }>`
    select r.id from quote_request r
    where r.id in (select t.request_id from quote_thread t where ${condition} limit 100)
    limit 1 for update skip locked`.execute(trx);
  return rows[0] && lockRequest(trx, rows[0].id);
}
