import { sql, type Selectable } from 'kysely';
import { notify } from '#features/notifications/server/public.ts';
import type { Trx } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import type { Database } from '#platform/server/schema.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { quotesErrors } from '../contract.ts';
import { guard, liveStates, type Side, type ThreadEvent, type ThreadState } from '../negotiation.ts';

export type Person = { id: string; fullName: string };
export type RequestRow = Omit<Selectable<Database['quoteRequest']>, 'wantedOn' | 'dimensions' | 'replacesId'>;
export type ThreadRow = Selectable<Database['quoteThread']>;

const dayMs = 24 * 60 * 60 * 1000;
/** Time before the deadline at which the side that has to act is reminded. */
const reminderMs = dayMs;

export const pathOf = (requestId: string) => `/quote-requests/${requestId}`;

export const after = (now: Date, days: number) => new Date(now.getTime() + days * dayMs);

export function remindAt(expiresAt: Date, now: Date): Date | null {
  const at = new Date(expiresAt.getTime() - reminderMs);
  return at > now ? at : null;
}

/** Locks a request until the transaction ends, which serializes all of its changes. */
export async function lockRequest(trx: Trx, id: string): Promise<RequestRow> {
  return trx
    .selectFrom('quoteRequest')
    .select(['id', 'customerId', 'title', 'description', 'material', 'colour', 'tolerance', 'finish'])
    .select(['quantity', 'budget', 'currency', 'state', 'version', 'createdAt', 'closedAt', 'expiresAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function lockOwnRequest(trx: Trx, personId: string, id: string): Promise<RequestRow> {
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

export const threadsOf = (trx: Trx, requestId: string) =>
  trx.selectFrom('quoteThread').selectAll().where('requestId', '=', requestId).orderBy('position').execute();

export function guardThread(thread: ThreadRow, event: ThreadEvent, role: Side | 'house', now: Date) {
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

export async function moveThread(
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
export async function closeIfOver(trx: Trx, requestId: string, now: Date): Promise<void> {
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

export type Notice = Parameters<typeof notify>[2]['what'];

/** Notifies one side of the current state: service, price and deadline. */
export async function tell(
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
