import { sql } from 'kysely';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { isSuspended } from '#features/accounts/server/public.ts';
import { communityErrors } from '#features/community/contract.ts';
import {
  isBlocked,
  markRead as markChannelRead,
  openPrivateChannel,
  type ChannelPolicy,
  type Posting,
  type ReadStateDeps,
} from '#features/community/server/public.ts';
import { hasUnreadAt, markReadAt, notify } from '#features/notifications/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { enqueue } from '#platform/server/jobs.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { canInquire, canSettle, canWrite, sideOf } from '../access.ts';
import { conversationsErrors, type About, type MessageInput } from '../contract.ts';
import {
  afterMessage,
  mailDelayMs,
  nobodyWaits,
  responseWindowMs,
  usualResponseMinutes,
  type Side,
} from '../rules.ts';

/**
 * Interface to the subjects of inquiries: services, resources and orders. Their rooms stand above this one, because
 * their pages show the inquiry button, so the composition root passes this in.
 */
export type Inquired = {
  /** Returns an active service, or one of the actor's own; throws if there is none. */
  getOffered(
    db: Db,
    actor: { id: string; isAdmin: boolean },
    id: string,
  ): Promise<{ ownerId: string; title: string }>;
  /** Returns a public resource, or one of the actor's own; throws if there is none. */
  getPublished(
    db: Db,
    actor: { id: string; isAdmin: boolean },
    id: string,
  ): Promise<{ ownerId: string; title: string }>;
  /** Returns the two parties of an order; throws for everybody else. */
  getOrderTalk(db: Db, actor: CurrentUser, id: string): Promise<Between>;
  isActive(db: Db, id: string): Promise<boolean>;
  /** Pauses a service; null unless it was active. */
  pause(trx: Trx, id: string, now: Date): Promise<{ title: string } | null>;
  setResponseMinutes(db: Db, ownerId: string, minutes: number | null): Promise<void>;
};

/** Dependencies of writing. */
export type Talking = { db: Db; rateLimits: RateLimits; posting: Posting };
type Said = { conversationId: string; messageId: string };

export const pathOf = (conversationId: string) => `/my/conversations/${conversationId}`;

/**
 * Sends an inquiry to the provider of an active service, the author of a resource, or the other party of an order.
 * Opens the conversation or continues it. Throws `own_service`, `own_resource`, `rate_limited` and
 * `idempotency_conflict`.
 */
export async function inquire(
  deps: Talking & { inquired: Inquired },
  person: CurrentUser,
  about: About,
  input: MessageInput,
): Promise<Said> {
  const { db, inquired } = deps;
  if ('orderId' in about) {
    return writeBetween(deps, person, await inquired.getOrderTalk(db, person, about.orderId), input);
  }
  const known = await findConversation(db, { ...about, customerId: person.id });
  // A retry after a lost response succeeds, even if its subject has changed meanwhile.
  if (known !== null && (await isSaid(db, person.id, input.clientId))) return say(deps, person, known, input);
  const between =
    'serviceId' in about
      ? await askableService(deps, person, about.serviceId)
      : await askableResource(deps, person, about.resourceId);
  // The service is still shown, but nobody would answer.
  if (await isSuspended(db, between.providerId)) throw new AppError(platformErrors.not_found);
  return writeBetween(deps, person, between, input);
}

async function askableService(
  { db, inquired }: { db: Db; inquired: Inquired },
  person: CurrentUser,
  serviceId: string,
): Promise<Between> {
  const { ownerId, title } = await inquired.getOffered(db, person, serviceId);
  if (!canInquire(person, { ownerId })) throw new AppError(conversationsErrors.own_service);
  return { customerId: person.id, providerId: ownerId, subject: title, serviceId };
}

async function askableResource(
  { db, inquired }: { db: Db; inquired: Inquired },
  person: CurrentUser,
  resourceId: string,
): Promise<Between> {
  const { ownerId, title } = await inquired.getPublished(db, person, resourceId);
  if (!canInquire(person, { ownerId })) throw new AppError(conversationsErrors.own_resource);
  return { customerId: person.id, providerId: ownerId, subject: title, resourceId };
}

/** Two parties of a conversation and its subject: a service, an order without a service, or a resource. */
export type Between = { customerId: string; providerId: string; subject: string } & About;

/**
 * Sends a message between a customer and a provider; the calling room has checked that they may write. Throws
 * `rate_limited`, `conversation_over` and `idempotency_conflict`.
 */
export async function writeBetween(
  deps: Talking,
  writer: CurrentUser,
  between: Between,
  input: MessageInput,
): Promise<Said> {
  const { db, posting, rateLimits } = deps;
  const known = await findConversation(db, between);
  // Limits how many services a customer begins to ask about; a provider who asks back is not limited.
  if (known === null && writer.id === between.customerId) await rateLimits.take('inquiries', writer.id);
  await rateLimits.take('messages', writer.id);
  if (known !== null) return say(deps, writer, known, input);
  const id = uuidv7();
  const first = await posting.open(writer, id, textOf(input), (trx) => openConversation(trx, id, between));
  if (first) return { conversationId: id, messageId: first.id };
  const opened = await findConversation(db, between);
  if (opened === null) throw new Error('a conversation was neither opened nor there');
  return say(deps, writer, opened, input);
}

/** Returns the conversation of two people about one subject, by its id. */
export async function findConversation(
  db: Db,
  about: { customerId: string } & About,
): Promise<string | null> {
  const found = await db
    .selectFrom('conversation')
    .select('id')
    .where('customerId', '=', about.customerId)
    .where((where) => {
      if ('serviceId' in about) return where('serviceId', '=', about.serviceId);
      if ('orderId' in about) return where('orderId', '=', about.orderId);
      return where('resourceId', '=', about.resourceId);
    })
    .executeTakeFirst();
  return found?.id ?? null;
}

/** Returns whether a person has sent a message with this client id. */
async function isSaid(db: Db, personId: string, clientId: string): Promise<boolean> {
  const found = await db
    .selectFrom('channelMessage')
    .select('seq')
    .where('authorId', '=', personId)
    .where('clientId', '=', clientId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Opens a conversation; false if it exists. Of two concurrent calls, one waits for the other here. */
async function openConversation(trx: Trx, id: string, between: Between): Promise<boolean> {
  const now = currentTime();
  const { customerId, providerId, subject, ...about } = between;
  const opened = await trx
    .insertInto('conversation')
    .values({ id, customerId, providerId, subject, ...about, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!opened) return false;
  const memberIds = [customerId, providerId];
  await openPrivateChannel(trx, { id, kind: 'inquiry', name: subject, memberIds, now });
  return true;
}

/**
 * Sends a message. Throws `conversation_not_found`, `conversation_over`, `rate_limited` and `idempotency_conflict`.
 */
export async function sendMessage(
  deps: Talking,
  person: CurrentUser,
  conversationId: string,
  input: MessageInput,
): Promise<Said> {
  await getSide(deps.db, person, conversationId);
  await deps.rateLimits.take('messages', person.id);
  return say(deps, person, conversationId, input);
}

async function say(
  { posting }: Talking,
  writer: CurrentUser,
  conversationId: string,
  input: MessageInput,
): Promise<Said> {
  const { id } = await posting.post(writer, conversationId, textOf(input));
  return { conversationId, messageId: id };
}

/** Returns the message of a channel for a plain text. */
const textOf = (input: MessageInput) => ({
  ...input,
  replyTo: null,
  threadId: null,
  attachments: [],
  tags: [],
});

/** Rules of conversations for all routes through which people read and write. */
export const inquiryChannelPolicy: ChannelPolicy = {
  async onMessage(trx, { channelId, writer, seq, now }) {
    // Lock first: while one of the two is being erased, a writer waits, and then finds them gone.
    const { side, ...conversation } = await lockConversation(trx, writer, channelId);
    const otherId = side === 'customer' ? conversation.providerId : conversation.customerId;
    // Includes people who are leaving, and the writer: a message that arrives during the erasure must not stay
    // behind.
    const gone = await trx
      .selectFrom('person')
      .select('id')
      .where('id', 'in', [writer.id, otherId])
      .where((where) => where.or([where('erasedAt', 'is not', null), where('withdrawsAt', 'is not', null)]))
      .executeTakeFirst();
    if (!canWrite({ isAnyGone: gone !== undefined }))
      return new AppError(conversationsErrors.conversation_over);

    // An order binds both parties, and an answer that is waited for may be given.
    const isOwed = side === 'provider' && conversation.waitingSince !== null;
    if (conversation.orderId === null && !isOwed && (await isBlocked(trx, { by: otherId, id: writer.id })))
      return new AppError(communityErrors.blocked);

    // Only services are paused for a missing answer.
    const { responseSeconds, ...waiting } =
      conversation.orderId === null && conversation.resourceId === null
        ? afterMessage(conversation, side, now)
        : { ...nobodyWaits, responseSeconds: null };
    await trx.updateTable('conversation').set(waiting).where('id', '=', channelId).execute();
    if (responseSeconds !== null) await noteAnswer(trx, { channelId, writer, seq, now }, responseSeconds);
    // Notify once until it is read: the recipient will see further messages there.
    const path = pathOf(channelId);
    if (await hasUnreadAt(trx, otherId, path, ['inquiry_received', 'message_received'])) return null;
    await notify(
      trx,
      otherId,
      {
        what: seq === 1 && side === 'customer' ? 'inquiry_received' : 'message_received',
        path,
        params: { name: writer.fullName, title: conversation.subject },
        people: [writer.id, conversation.providerId],
        mailAt: new Date(now.getTime() + mailDelayMs),
      },
      now,
    );
    return null;
  },
  /** Reading the last message marks its notifications as read. */
  async onRead(trx, { channelId, personId, seq, now }) {
    const unread = await trx
      .selectFrom('channelMessage')
      .select('seq')
      .where('channelId', '=', channelId)
      .where('authorId', '<>', personId)
      .where('state', '=', 'shown')
      .where('seq', '>', seq)
      .executeTakeFirst();
    if (!unread) await markReadAt(trx, personId, pathOf(channelId), now);
  },
};

async function noteAnswer(
  trx: Trx,
  answer: Parameters<ChannelPolicy['onMessage']>[1],
  responseSeconds: number,
): Promise<void> {
  const { channelId: conversationId, writer, seq, now: answeredAt } = answer;
  const providerId = writer.id;
  await trx
    .insertInto('conversationResponse')
    .values({ conversationId, seq, providerId, responseSeconds, answeredAt })
    .execute();
  await enqueue(
    trx,
    'conversations.measure_responses',
    { providerId },
    { key: `conversations.measure_responses ${providerId}` },
  );
}

/** Marks the other person's messages up to `seq` as read, or all of them. */
export async function markRead(
  deps: ReadStateDeps,
  person: CurrentUser,
  id: string,
  seq: number | undefined,
): Promise<void> {
  await getSide(deps.db, person, id);
  const { lastSeq } = await deps.db
    .selectFrom('channel')
    .select('lastSeq')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await markChannelRead(deps, person, id, { seq: seq ?? lastSeq, device: '' });
}

/**
 * Settles the message `seq` for the provider; later messages of the customer still wait for an answer. Throws
 * `forbidden` for the customer.
 */
export async function settle(db: Db, person: { id: string }, id: string, seq: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { side, customerId } = await lockConversation(trx, person, id);
    if (!canSettle(side)) throw new AppError(platformErrors.forbidden);
    const later = await trx
      .selectFrom('channelMessage')
      .select('id')
      .where('channelId', '=', id)
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
  return withSide(person, conversation);
}

/** Returns the caller's side; throws `conversation_not_found` for everybody but the two. */
async function getSide(db: Db, person: { id: string }, id: string): Promise<Side> {
  const conversation = isUuid(id)
    ? await db
        .selectFrom('conversation')
        .select(['customerId', 'providerId'])
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined;
  return withSide(person, conversation).side;
}

function withSide<Row extends { customerId: string; providerId: string }>(
  person: { id: string },
  conversation: Row | undefined,
): Row & { side: Side } {
  const side = conversation ? sideOf(person, conversation) : null;
  if (!conversation || side === null) throw new AppError(conversationsErrors.conversation_not_found);
  return { ...conversation, side };
}

/** Updates the usual response time of a provider's services. */
export async function measureResponses(
  { db, inquired }: { db: Db; inquired: Inquired },
  providerId: string,
): Promise<void> {
  const answers = await db
    .selectFrom('conversationResponse')
    .select('responseSeconds')
    .where('providerId', '=', providerId)
    .where('answeredAt', '>', sql<Date>`now() - ${responseWindowMs} * interval '1 millisecond'`)
    .execute();
  const minutes = usualResponseMinutes(answers.map(({ responseSeconds }) => responseSeconds));
  await inquired.setResponseMinutes(db, providerId, minutes);
}
