import { sql } from 'kysely';
import { communityErrors } from '#features/community/contract.ts';
import { isBlocked } from '#features/community/server/public.ts';
import { hasUnreadAt, markReadAt, notify } from '#features/notifications/server/public.ts';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { enqueue } from '#platform/server/jobs.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { canInquire, canSettle, canWrite, sideOf } from '../access.ts';
import { conversationsErrors, type MessageInput } from '../contract.ts';
import {
  afterMessage,
  mailDelayMs,
  nobodyWaits,
  responseWindowMs,
  usualResponseMinutes,
  type Side,
} from '../rules.ts';

/**
 * What this room needs of services. Their page shows a way to inquire, so they stand above this room, and the house hands
 * this in.
 */
export type Inquired = {
  /** An active service, or one's own; throws where there is none. */
  getOffered(
    db: Db,
    actor: { id: string; isAdmin: boolean },
    id: string,
  ): Promise<{ id: string; ownerId: string; title: string }>;
  isActive(db: Db, id: string): Promise<boolean>;
  /** Null unless it was active. */
  pause(trx: Trx, id: string, now: Date): Promise<{ title: string } | null>;
  setResponseMinutes(db: Db, ownerId: string, minutes: number | null): Promise<void>;
};

type Deps = { db: Db; rateLimits: RateLimits };
type Writer = { id: string; isAdmin: boolean; fullName: string };
type Said = { conversationId: string; messageId: string };

export const pathOf = (conversationId: string) => `/my/conversations/${conversationId}`;

/**
 * Asks the provider of an active service something: opens the conversation, or goes on with it. Throws `own_service`,
 * `rate_limited` and `idempotency_conflict`.
 */
export async function inquire(
  { db, rateLimits, inquired }: Deps & { inquired: Inquired },
  person: Writer,
  serviceId: string,
  input: MessageInput,
): Promise<Said> {
  const known = isUuid(serviceId)
    ? await db
        .selectFrom('conversation')
        .leftJoin('conversationMessage as message', (join) =>
          join
            .onRef('message.conversationId', '=', 'conversation.id')
            .on('message.authorId', '=', person.id)
            .on('message.clientId', '=', input.clientId),
        )
        .select(['conversation.id', 'message.id as messageId', 'message.text'])
        .where('serviceId', '=', serviceId)
        .where('customerId', '=', person.id)
        .executeTakeFirst()
    : undefined;
  // Sent again because the answer was lost: whatever has become of the service meanwhile.
  if (known?.messageId) {
    if (known.text !== input.text) throw new AppError(platformErrors.idempotency_conflict);
    return { conversationId: known.id, messageId: known.messageId };
  }
  const service = await inquired.getOffered(db, person, serviceId);
  if (!canInquire(person, service)) throw new AppError(conversationsErrors.own_service);
  // Their services are still shown, but nobody would answer.
  if (await isSuspended(db, service.ownerId)) throw new AppError(platformErrors.not_found);
  if (!known) await rateLimits.take('inquiries', person.id);
  await rateLimits.take('messages', person.id);
  return db.transaction().execute(async (trx) => {
    const conversationId = known?.id ?? (await openConversation(trx, betweenOf(person.id, service)));
    return { conversationId, messageId: await addMessage(trx, person, conversationId, input) };
  });
}

const betweenOf = (customerId: string, service: { id: string; ownerId: string; title: string }): Between => ({
  customerId,
  providerId: service.ownerId,
  subject: service.title,
  serviceId: service.id,
  orderId: null,
});

/** The two sides of a conversation, and what it is about: a service, or an order of no service. */
export type Between = { customerId: string; providerId: string; subject: string } & (
  | { serviceId: string; orderId: null }
  | { serviceId: null; orderId: string }
);

/**
 * The same between a customer and a provider who have to do with each other already, by whichever of the two writes: what a
 * room above knows of them lets it. Throws `rate_limited`, `conversation_over` and `idempotency_conflict`.
 */
export async function writeBetween(
  { db, rateLimits }: Deps,
  writer: Writer,
  between: Between,
  input: MessageInput,
): Promise<Said> {
  const known = await findConversation(db, between);
  // How many services somebody may begin to ask about; a provider who asks back answers a request.
  if (known === null && writer.id === between.customerId) await rateLimits.take('inquiries', writer.id);
  await rateLimits.take('messages', writer.id);
  return db.transaction().execute(async (trx) => {
    const conversationId = known ?? (await openConversation(trx, between));
    return { conversationId, messageId: await addMessage(trx, writer, conversationId, input) };
  });
}

/** The conversation of two about a service or an order, by its id. */
export async function findConversation(
  db: Db,
  { customerId, serviceId, orderId }: Pick<Between, 'customerId' | 'serviceId' | 'orderId'>,
): Promise<string | null> {
  const found = await db
    .selectFrom('conversation')
    .select('id')
    .where(serviceId === null ? 'orderId' : 'serviceId', '=', serviceId ?? orderId)
    .where('customerId', '=', customerId)
    .executeTakeFirst();
  return found?.id ?? null;
}

async function isSuspended(db: Db, personId: string): Promise<boolean> {
  const found = await db
    .selectFrom('person')
    .select('id')
    .where('id', '=', personId)
    .where('suspendedAt', 'is not', null)
    .where((where) =>
      where.or([where('suspendedUntil', 'is', null), where('suspendedUntil', '>', sql<Date>`now()`)]),
    )
    .executeTakeFirst();
  return found !== undefined;
}

/** Two who open it at once get the same one. */
async function openConversation(trx: Trx, between: Between): Promise<string> {
  const now = new Date();
  const { customerId, providerId, subject, serviceId, orderId } = between;
  await trx
    .insertInto('conversation')
    .values({
      id: uuidv7(now.getTime()),
      serviceId,
      orderId,
      customerId,
      providerId,
      subject,
      createdAt: now,
      lastMessageAt: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const id = await findConversation(trx, between);
  if (id === null) throw new Error('a conversation was neither opened nor there');
  return id;
}

/** Throws `conversation_not_found`, `conversation_over`, `rate_limited` and `idempotency_conflict`. */
export async function sendMessage(
  { db, rateLimits }: Deps,
  person: Writer,
  conversationId: string,
  input: MessageInput,
): Promise<Said> {
  await rateLimits.take('messages', person.id);
  const messageId = await db.transaction().execute((trx) => addMessage(trx, person, conversationId, input));
  return { conversationId, messageId };
}

/** Writes the next message, or finds it where it was sent before. Returns its id. */
async function addMessage(trx: Trx, writer: Writer, id: string, input: MessageInput): Promise<string> {
  const { side, ...conversation } = await lockConversation(trx, writer, id);
  const before = await trx
    .selectFrom('conversationMessage')
    .select(['id', 'text'])
    .where('conversationId', '=', id)
    .where('authorId', '=', writer.id)
    .where('clientId', '=', input.clientId)
    .executeTakeFirst();
  if (before && before.text !== input.text) throw new AppError(platformErrors.idempotency_conflict);
  if (before) return before.id;

  const otherId = side === 'customer' ? conversation.providerId : conversation.customerId;
  // Or is leaving. Of the writer too: what comes in while they are erased must not stay behind.
  const gone = await trx
    .selectFrom('person')
    .select('id')
    .where('id', 'in', [writer.id, otherId])
    .where((where) => where.or([where('erasedAt', 'is not', null), where('withdrawsAt', 'is not', null)]))
    .executeTakeFirst();
  if (!canWrite({ isAnyGone: gone !== undefined })) throw new AppError(conversationsErrors.conversation_over);

  // An order binds both, and an answer that is waited for may be given.
  const isOwed = side === 'provider' && conversation.waitingSince !== null;
  if (conversation.orderId === null && !isOwed && (await isBlocked(trx, { by: otherId, id: writer.id })))
    throw new AppError(communityErrors.blocked);

  const now = await databaseTime(trx);
  // Only a service is paused for want of an answer.
  const { responseSeconds, ...waiting } =
    conversation.orderId === null
      ? afterMessage(conversation, side, now)
      : { ...nobodyWaits, responseSeconds: null };
  const messageId = uuidv7(now.getTime());
  await trx
    .insertInto('conversationMessage')
    .values({
      id: messageId,
      conversationId: id,
      seq: conversation.lastSeq + 1,
      authorId: writer.id,
      clientId: input.clientId,
      text: input.text,
      sentAt: now,
      responseSeconds,
    })
    .execute();
  await trx
    .updateTable('conversation')
    .set({ ...waiting, lastSeq: conversation.lastSeq + 1, lastMessageAt: now })
    .where('id', '=', id)
    .execute();
  // Once, until it is read: whoever was told of one message will see the others there.
  const isTold = await hasUnreadAt(trx, otherId, pathOf(id), ['inquiry_received', 'message_received']);
  if (!isTold) {
    await notify(
      trx,
      otherId,
      {
        what: conversation.lastSeq === 0 && side === 'customer' ? 'inquiry_received' : 'message_received',
        path: pathOf(id),
        params: { name: writer.fullName, title: conversation.subject },
        people: [writer.id, conversation.providerId],
        mailAt: new Date(now.getTime() + mailDelayMs),
      },
      now,
    );
  }
  if (responseSeconds !== null) {
    await enqueue(
      trx,
      'conversations.measure_responses',
      { providerId: writer.id },
      { key: `conversations.measure_responses ${writer.id}` },
    );
  }
  return messageId;
}

/** The other's messages up to `seq`, or all so far, have been read; with the last of them the notices too. */
export async function markRead(
  db: Db,
  person: { id: string },
  id: string,
  seq: number | undefined,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { side, lastSeq, customerReadSeq, providerReadSeq } = await lockConversation(trx, person, id);
    const readBefore = side === 'customer' ? customerReadSeq : providerReadSeq;
    const read = Math.max(readBefore, Math.min(seq ?? lastSeq, lastSeq));
    await trx
      .updateTable('conversation')
      .set(side === 'customer' ? { customerReadSeq: read } : { providerReadSeq: read })
      .where('id', '=', id)
      .execute();
    const unread = await trx
      .selectFrom('conversationMessage')
      .select('id')
      .where('conversationId', '=', id)
      .where('authorId', '<>', person.id)
      .where('seq', '>', read)
      .executeTakeFirst();
    if (!unread) await markReadAt(trx, person.id, pathOf(id), await databaseTime(trx));
  });
}

/**
 * The provider says that the last message, which is `seq`, needs no answer; what the customer has said since then is waited
 * for as before. Throws `forbidden` for the customer.
 */
export async function settle(db: Db, person: { id: string }, id: string, seq: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { side, customerId } = await lockConversation(trx, person, id);
    if (!canSettle(side)) throw new AppError(platformErrors.forbidden);
    const later = await trx
      .selectFrom('conversationMessage')
      .select('id')
      .where('conversationId', '=', id)
      .where('authorId', '=', customerId)
      .where('seq', '>', seq)
      .executeTakeFirst();
    if (later) return;
    await trx.updateTable('conversation').set(nobodyWaits).where('id', '=', id).execute();
  });
}

async function lockConversation(trx: Trx, person: { id: string }, id: string) {
  const conversation = isUuid(id)
    ? await trx.selectFrom('conversation').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined;
  const side: Side | null = conversation ? sideOf(person, conversation) : null;
  if (!conversation || side === null) throw new AppError(conversationsErrors.conversation_not_found);
  return { ...conversation, side };
}

/** Tells the services of a provider how long answers usually take. */
export async function measureResponses(
  { db, inquired }: { db: Db; inquired: Inquired },
  providerId: string,
): Promise<void> {
  const answers = await db
    .selectFrom('conversationMessage')
    .select('responseSeconds')
    .where('authorId', '=', providerId)
    .where('responseSeconds', 'is not', null)
    .where('sentAt', '>', sql<Date>`now() - ${responseWindowMs} * interval '1 millisecond'`)
    .execute();
  const minutes = usualResponseMinutes(answers.flatMap(({ responseSeconds }) => responseSeconds ?? []));
  await inquired.setResponseMinutes(db, providerId, minutes);
}
