import { sql, type RawBuilder } from 'kysely';
import { recordAudit } from '#features/admin/server/public.ts';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { notify } from '#features/notifications/server/public.ts';
import { onlyRow, type Db, type Trx } from '#platform/server/db.ts';
import { AppError, platformErrors, refused } from '#platform/shared/errors.ts';
import { isVisible } from '#platform/shared/visible-text.ts';
import {
  canAccept,
  canDelete,
  canEdit,
  canLeave,
  canMentionEveryone,
  canPin,
  canReact,
  type Actor,
} from '../access.ts';
import { communityErrors, type Message, type MessageChange, type ReadState } from '../contract.ts';
import {
  communityLimits,
  isPublicKind,
  mentionsEveryone,
  mentionsIn,
  messagePath,
  maxUnread,
} from '../rules.ts';
import { removeAttachments } from './attachments.ts';
import {
  getReadable,
  holding,
  inChannel,
  leaveRoom,
  standingIn,
  standingsIn,
  writeDenialReason,
  type ChannelDeps,
  type ChannelRow,
  type Holding,
  type ChannelPolicies,
} from './channels.ts';
import { mailDelayMs, searchTextOf } from './posting.ts';
import { locateMessage, readMessage, type ReadingDeps } from './queries.ts';
import { messageTokens } from './searching.ts';
import type { WordList } from './words.ts';

export type CommandDeps = ChannelDeps & ReadingDeps & { words: WordList };
export type ReadStateDeps = ChannelDeps & { keepers: ChannelPolicies };

/** Returns a visible message under its channel's lock. Throws `message_not_found` for a deleted one. */
async function getShown(trx: Trx, channelId: string, seq: number) {
  const message = await trx
    .selectFrom('channelMessage')
    .selectAll()
    .where('channelId', '=', channelId)
    .where('seq', '=', seq)
    .where('state', '=', 'shown')
    .executeTakeFirst();
  if (!message) throw new AppError(communityErrors.message_not_found);
  return message;
}

/** Finds a message, locks its channel and runs an action. */
async function withMessage<Result>(
  deps: ChannelDeps,
  actor: CurrentUser,
  id: string,
  act: (trx: Trx, held: Holding & { message: Awaited<ReturnType<typeof getShown>> }) => Promise<Result>,
  found = locateMessage(deps.db, actor, id),
): Promise<Result> {
  const { channel, seq } = await found;
  return inChannel(deps, channel.id, async (trx, held) =>
    act(trx, { ...held, message: await getShown(trx, channel.id, seq) }),
  );
}

/** Throws the reason why a person cannot write in a channel now. */
async function assertWrites(trx: Trx, actor: CurrentUser, channel: ChannelRow) {
  const standing = await standingIn(trx, channel.id, actor);
  const obstacle = writeDenialReason(actor, channel, standing);
  if (obstacle) throw obstacle;
  return standing;
}

/** Edits a message; the previous text is added to its history. */
export async function editMessage(
  deps: CommandDeps,
  actor: CurrentUser,
  id: string,
  change: MessageChange,
): Promise<Message> {
  await deps.words.check({ text: change.text, title: change.title, tags: change.tags?.join('\n') });
  const { channelId, seq } = await withMessage(
    deps,
    actor,
    id,
    async (trx, { channel, message, now, push }) => {
      if (message.authorId !== actor.id) throw new AppError(platformErrors.forbidden);
      const standing = await assertWrites(trx, actor, channel);
      if (!canEdit(actor, message, channel, standing)) throw new AppError(platformErrors.forbidden);
      const where = { channelId: channel.id, seq: message.seq };
      const isQuestion = message.title !== null;
      const text = change.text ?? message.text;
      const title = isQuestion ? (change.title ?? message.title) : null;
      const tags = isQuestion ? (change.tags ?? message.tags) : [];
      const isSame =
        text === message.text && title === message.title && tags.join('\n') === message.tags.join('\n');
      if (isSame) return where;
      if (!isVisible(text)) await assertAttached(trx, where);
      const { count } = await trx
        .selectFrom('channelMessageEdit')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('channelId', '=', channel.id)
        .where('seq', '=', message.seq)
        .executeTakeFirstOrThrow();
      await trx
        .insertInto('channelMessageEdit')
        .values({
          ...where,
          number: count + 1,
          text: message.text,
          title: message.title,
          at: message.editedAt ?? message.createdAt,
        })
        .execute();
      await writeMentions(trx, { actor, channel, seq: message.seq, text }, now);
      const everyone = message.mentionsEveryone && canMentionEveryone(actor) && mentionsEveryone(text);
      await trx
        .updateTable('channelMessage')
        .set({ text, title, tags, editedAt: now, mentionsEveryone: everyone })
        .where('channelId', '=', channel.id)
        .where('seq', '=', message.seq)
        .execute();
      const after = await readMessage({ ...deps, db: trx }, null, channel.id, message.seq);
      const { mentions, cards, question } = after;
      const eventSeq = push({
        type: 'edited',
        data: {
          id: after.id,
          seq: after.seq,
          text,
          mentions,
          cards,
          question,
          mentionsEveryone: everyone,
          editedAt: now.toISOString(),
        },
      });
      const searchText = searchTextOf(after);
      await sql`update channel_message set search_text = ${searchText}, has_tokens = true,
          event_seqs = event_seqs || ${eventSeq}::bigint
        where channel_id = ${channel.id} and seq = ${message.seq}`.execute(trx);
      const tokens = messageTokens(channel.id, searchText);
      await trx
        .insertInto('messageSearch')
        .values({ ...where, tokens })
        .onConflict((conflict) => conflict.columns(['channelId', 'seq']).doUpdateSet({ tokens }))
        .execute();
      return where;
    },
  );
  return readMessage(deps, actor, channelId, seq);
}

async function assertAttached(trx: Trx, { channelId, seq }: { channelId: string; seq: number }) {
  const file = await trx
    .selectFrom('channelAttachment')
    .select('fileId')
    .where('channelId', '=', channelId)
    .where('seq', '=', seq)
    .executeTakeFirst();
  if (file) return;
  throw refused(communityErrors.text_needed, 'text');
}

/** Updates the mentions of an edited text: newly mentioned people are notified, earlier ones not again. */
async function writeMentions(
  trx: Trx,
  said: { actor: CurrentUser; channel: ChannelRow; seq: number; text: string },
  now: Date,
): Promise<void> {
  const { actor, channel, seq, text } = said;
  const names = mentionsIn(text);
  const path = messagePath(channel.slug, seq);
  const { rows } = await sql<{ id: string; isNew: boolean }>`
    with gone as (delete from channel_mention where channel_id = ${channel.id} and seq = ${seq} returning person_id)
    select id, not exists (select from gone where person_id = id)
        and not exists (select from notification n where n.person_id = p.id and n.path = ${path} and n.what = 'channel_mention')
        as is_new
      from person p where username = any(${names}::text[]) and erased_at is null and withdraws_at is null
        and (${isPublicKind(channel.kind)}
          or exists (select from channel_member m where m.channel_id = ${channel.id} and m.person_id = p.id))
        and not exists (select from person_block b where b.blocker_id = p.id and b.blocked_id = ${actor.id})`.execute(
    trx,
  );
  if (rows.length === 0) return;
  await trx
    .insertInto('channelMention')
    .values(rows.map(({ id }) => ({ channelId: channel.id, seq, personId: id })))
    .execute();
  const standings = await standingsIn(
    trx,
    channel.id,
    rows.map(({ id }) => id),
  );
  for (const { id, isNew } of rows) {
    const isShutOut = standings.get(id)?.isBanned ?? false;
    if (!isNew || id === actor.id || isShutOut || channel.kind === 'inquiry') continue;
    await notify(
      trx,
      id,
      {
        what: 'channel_mention',
        path,
        params: { name: actor.fullName, channel: channel.names },
        people: [actor.id],
        mailAt: new Date(now.getTime() + mailDelayMs),
      },
      now,
    );
  }
}

/** Deletes one's own message, or hides someone else's for a moderator, with a recorded reason. */
export async function deleteMessage(
  deps: CommandDeps,
  actor: CurrentUser,
  id: string,
  reason: string | undefined,
): Promise<void> {
  const remove: Parameters<typeof withMessage<void>>[3] = async (trx, held) => {
    const { channel, message, now } = held;
    if (!canDelete(actor, message, channel)) throw new AppError(platformErrors.forbidden);
    if (message.authorId === actor.id) return removeWords(trx, held, message.seq);
    if (reason === undefined) throw refused(communityErrors.reason_needed, 'reason');
    await recordAudit(
      trx,
      {
        actor,
        action: 'community.hide_message',
        target: { type: 'message', id: message.id },
        about: [message.authorId],
        reason,
        before: { channel: channel.slug, authorId: message.authorId },
        after: { state: 'hidden' },
      },
      now,
    );
    return hideHeld(trx, held, message.seq);
  };
  await withMessage(deps, actor, id, remove, locateMessage(deps.db, actor, id, { orOwn: true }));
}

/** Keeps only the row's number, so that numbers have no gaps and threads keep their root. */
async function removeWords(trx: Trx, held: Holding, seq: number): Promise<void> {
  const { channel } = held;
  await takeFromSight(trx, held, seq, 'deleted');
  await sql`update channel_message set text = '', search_text = '', tags = '{}', mentions_everyone = false,
    title = case when title is null then null else '' end where channel_id = ${channel.id} and seq = ${seq}`.execute(
    trx,
  );
  await trx
    .deleteFrom('channelMessageEdit')
    .where('channelId', '=', channel.id)
    .where('seq', '=', seq)
    .execute();
  await removeAttachments(trx, channel.id, seq);
  await trx
    .deleteFrom('channelReaction')
    .where('channelId', '=', channel.id)
    .where('seq', '=', seq)
    .execute();
}

async function hideHeld(trx: Trx, held: Holding, seq: number): Promise<void> {
  await takeFromSight(trx, held, seq, 'hidden');
}

async function takeFromSight(
  trx: Trx,
  { channel, push }: Holding,
  seq: number,
  state: 'deleted' | 'hidden',
): Promise<void> {
  const gone = await trx
    .updateTable('channelMessage')
    .set({ state, hasTokens: true })
    .where('channelId', '=', channel.id)
    .where('seq', '=', seq)
    .returning(['id', 'threadId'])
    .executeTakeFirstOrThrow();
  await trx.deleteFrom('channelPin').where('channelId', '=', channel.id).where('seq', '=', seq).execute();
  await trx.deleteFrom('channelMention').where('channelId', '=', channel.id).where('seq', '=', seq).execute();
  await trx
    .deleteFrom('channelTranslation')
    .where('channelId', '=', channel.id)
    .where('seq', '=', seq)
    .execute();
  await trx.deleteFrom('messageSearch').where('channelId', '=', channel.id).where('seq', '=', seq).execute();
  await takeFromEvents(trx, sql`m.channel_id = ${channel.id} and m.seq = ${seq}`);
  push({ type: 'deleted', data: { id: gone.id, seq, state } });
  if (gone.threadId === null) return;
  await trx
    .updateTable('channelMessage')
    .set(({ eb }) => ({ replies: eb('replies', '-', 1) }))
    .where('id', '=', gone.threadId)
    .where('replies', '>', 0)
    .execute();
  const question = await trx
    .updateTable('channelMessage')
    .set({ acceptedId: null })
    .where('id', '=', gone.threadId)
    .where('acceptedId', '=', gone.id)
    .returning(['id', 'seq'])
    .executeTakeFirst();
  if (question) push({ type: 'accepted', data: { ...question, acceptedId: null } });
}

/**
 * Removes a deleted text, and quotes of it, from stored events, so that people who were away do not receive
 * it either.
 */
export async function takeFromEvents(trx: Db, condition: RawBuilder<unknown>): Promise<void> {
  const nothing = {
    text: '',
    attachments: [],
    cards: [],
    mentions: [],
    mentionsEveryone: false,
    question: null,
  };
  await sql`update realtime_event e set data = e.data || ${JSON.stringify(nothing)}::jsonb
    from channel_message m cross join unnest(m.event_seqs) as pushed
    where ${condition} and e.topic = concat('channel:', m.channel_id) and e.seq = pushed`.execute(trx);
  await sql`update realtime_event e set data = jsonb_set(e.data, '{replyTo,text}', '""')
    from channel_message m join channel_message reply on reply.reply_to = m.id cross join unnest(reply.event_seqs) as pushed
    where ${condition} and e.topic = concat('channel:', reply.channel_id) and e.seq = pushed
      and jsonb_typeof(e.data -> 'replyTo') = 'object'`.execute(trx);
}

/** Hides a reported message for a moderator. */
export async function hideMessage(trx: Trx, id: string): Promise<string | null> {
  const found = await trx
    .selectFrom('channelMessage')
    .select(['channelId', 'seq'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) return null;
  return holding(trx, found.channelId, async (held) => {
    const shown = await trx
      .selectFrom('channelMessage')
      .select('seq')
      .where('channelId', '=', found.channelId)
      .where('seq', '=', found.seq)
      .where('state', '=', 'shown')
      .executeTakeFirst();
    if (!shown) return null;
    await hideHeld(trx, held, shown.seq);
    return 'shown';
  });
}

/**
 * Restores a hidden message: its text and its place in the thread. Pins, mentions and the mark of an accepted
 * answer do not come back; the text is searchable after it has been indexed again.
 */
export async function showMessage(trx: Trx, id: string): Promise<boolean> {
  const found = await trx
    .selectFrom('channelMessage')
    .select('channelId')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) return false;
  return holding(trx, found.channelId, async ({ push }) => {
    const shown = await trx
      .updateTable('channelMessage')
      .set({ state: 'shown', hasTokens: false })
      .where('channelId', '=', found.channelId)
      .where('id', '=', id)
      .where('state', '=', 'hidden')
      .returning(['seq', 'threadId'])
      .executeTakeFirst();
    if (!shown) return false;
    push({ type: 'restored', data: { id, seq: shown.seq } });
    if (shown.threadId === null) return true;
    await trx
      .updateTable('channelMessage')
      .set(({ eb }) => ({ replies: eb('replies', '+', 1) }))
      .where('id', '=', shown.threadId)
      .execute();
    return true;
  });
}

/** Returns a visible message for a report. Throws `message_not_found`. */
export async function findReportedMessage(db: Db, actor: Actor, id: string) {
  const { channel, seq, authorId } = await locateMessage(db, actor, id);
  const message = await db
    .selectFrom('channelMessage as m')
    .select(['m.id', 'm.title', 'm.text', 'm.state'])
    .where('m.channelId', '=', channel.id)
    .where('m.seq', '=', seq)
    .executeTakeFirst();
  if (!message || message.state !== 'shown') throw new AppError(communityErrors.message_not_found);
  const { title, text } = message;
  return {
    id: message.id,
    authorId,
    text: [title, text].filter(Boolean).join('\n'),
    path: messagePath(channel.slug, seq),
  };
}

/** Adds or removes a reaction; idempotent. */
export async function react(
  deps: CommandDeps,
  actor: CurrentUser,
  id: string,
  emoji: string,
  isAdded: boolean,
): Promise<Message['reactions']> {
  const { channelId, seq } = await withMessage(
    deps,
    actor,
    id,
    async (trx, { channel, message, now, push }) => {
      const obstacle = isAdded
        ? writeDenialReason(actor, channel, await standingIn(trx, channel.id, actor), canReact)
        : null;
      if (obstacle) throw obstacle;
      const where = { channelId: channel.id, seq: message.seq };
      const { rows } = isAdded
        ? await sql`insert into channel_reaction (channel_id, seq, emoji, person_id, at)
          values (${channel.id}, ${message.seq}, ${emoji}, ${actor.id}, ${now}) on conflict do nothing returning emoji`.execute(
            trx,
          )
        : await sql`delete from channel_reaction where channel_id = ${channel.id} and seq = ${message.seq}
          and emoji = ${emoji} and person_id = ${actor.id} returning emoji`.execute(trx);
      if (rows.length === 0) return where;
      const { count, kinds } = await onlyRow(
        sql<{ count: number; kinds: number }>`
          select count(*) filter (where emoji = ${emoji})::integer as count, count(distinct emoji)::integer as kinds
          from channel_reaction where channel_id = ${channel.id} and seq = ${message.seq}`,
        trx,
      );
      if (isAdded && kinds > communityLimits.reactionsPerMessage)
        throw new AppError(communityErrors.too_many_reactions);
      push({
        type: 'reaction',
        data: { id: message.id, seq: message.seq, emoji, count, personId: actor.id, isAdded },
      });
      return where;
    },
  );
  return (await readMessage(deps, actor, channelId, seq)).reactions;
}

export async function setPinned(
  deps: CommandDeps,
  actor: CurrentUser,
  id: string,
  isPinned: boolean,
): Promise<void> {
  await withMessage(deps, actor, id, async (trx, { channel, message, now, push }) => {
    const standing = await standingIn(trx, channel.id, actor);
    if (!canPin(actor, channel, standing)) throw new AppError(platformErrors.forbidden);
    const { rows } = isPinned
      ? await sql`insert into channel_pin (channel_id, seq, person_id, at)
          values (${channel.id}, ${message.seq}, ${actor.id}, ${now}) on conflict do nothing returning seq`.execute(
          trx,
        )
      : await sql`delete from channel_pin where channel_id = ${channel.id} and seq = ${message.seq} returning seq`.execute(
          trx,
        );
    if (rows.length === 0) return;
    const { count } = await trx
      .selectFrom('channelPin')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('channelId', '=', channel.id)
      .executeTakeFirstOrThrow();
    if (isPinned && count > communityLimits.pins) throw new AppError(communityErrors.too_many_pins);
    push({ type: 'pinned', data: { id: message.id, seq: message.seq, isPinned } });
  });
}

/** Accepts an answer, or takes that back. Returns the question. */
export async function setAccepted(
  deps: CommandDeps,
  actor: CurrentUser,
  id: string,
  isAccepted: boolean,
): Promise<Message> {
  const { channelId, seq } = await withMessage(
    deps,
    actor,
    id,
    async (trx, { channel, message, now, push }) => {
      if (channel.kind !== 'questions' || message.threadId === null)
        throw new AppError(communityErrors.not_an_answer);
      const question = await trx
        .selectFrom('channelMessage')
        .select(['id', 'seq', 'authorId', 'acceptedId', 'state'])
        .where('id', '=', message.threadId)
        .executeTakeFirstOrThrow();
      const standing = await standingIn(trx, channel.id, actor);
      if (!canAccept(actor, question, channel, standing)) throw new AppError(platformErrors.forbidden);
      if (question.state !== 'shown') throw new AppError(communityErrors.message_not_found);
      const acceptedId = isAccepted
        ? message.id
        : question.acceptedId === message.id
          ? null
          : question.acceptedId;
      const where = { channelId: channel.id, seq: question.seq };
      if (acceptedId === question.acceptedId) return where;
      await trx.updateTable('channelMessage').set({ acceptedId }).where('id', '=', question.id).execute();
      push({ type: 'accepted', data: { id: question.id, seq: question.seq, acceptedId } });
      const isTold = isAccepted && message.authorId !== actor.id;
      if (isTold) {
        await notify(
          trx,
          message.authorId,
          {
            what: 'answer_accepted',
            path: messagePath(channel.slug, message.seq),
            params: { name: actor.fullName, channel: channel.names },
            people: [actor.id],
          },
          now,
        );
      }
      return where;
    },
  );
  return readMessage(deps, actor, channelId, seq);
}

/**
 * Stores a read position for one device and pushes it to the person's other devices, and to the other members
 * of a private channel.
 */
export async function markRead(
  deps: ReadStateDeps,
  actor: CurrentUser,
  address: string,
  { seq, device }: { seq: number; device: string },
): Promise<ReadState> {
  const { db, keepers, realtime } = deps;
  const { channel } = await getReadable(db, actor, address);
  const {
    seq: readSeq,
    furthest,
    before,
  } = await onlyRow(
    sql<{ seq: number; furthest: number; before: number }>`
    with known as (select coalesce(max(seq), 0) as furthest from channel_read
      where channel_id = ${channel.id} and person_id = ${actor.id}),
    written as (
      insert into channel_read as r (channel_id, person_id, device, seq, at)
      values (${channel.id}, ${actor.id}, ${device}, ${Math.min(seq, channel.lastSeq)}, now())
      on conflict (channel_id, person_id, device) do update set seq = greatest(r.seq, excluded.seq), at = excluded.at
      returning seq)
    select written.seq, greatest(known.furthest, written.seq) as furthest, known.furthest as before from known, written`,
    db,
  );
  // Old devices are dropped; the person's overall read position is stored separately.
  await sql`delete from channel_read where channel_id = ${channel.id} and person_id = ${actor.id} and device in (
    select device from channel_read where channel_id = ${channel.id} and person_id = ${actor.id}
    order by seq = (select max(seq) from channel_read where channel_id = ${channel.id} and person_id = ${actor.id}) desc, at desc
    offset ${communityLimits.devices})`.execute(db);
  const counted = await onlyRow(
    sql<{ unread: number; mentions: number }>`
    select
      (select count(*)::integer from (select from channel_message where channel_id = ${channel.id} and seq > ${furthest}
        and author_id <> ${actor.id} and state = 'shown' limit ${maxUnread + 1}) as those) as unread,
      (select count(*)::integer from channel_mention where channel_id = ${channel.id} and seq > ${furthest}
        and person_id = ${actor.id}) as mentions`,
    db,
  );
  const state = { readSeq, ...counted };
  if (furthest > before) {
    realtime.broadcast(`user:${actor.id}`, 'channel_read', { channelId: channel.id, ...state });
    if (!isPublicKind(channel.kind)) {
      await inChannel(deps, channel.id, async (trx, { push, now }) => {
        push({ type: 'read', data: { personId: actor.id, readSeq: furthest } });
        const read = { channelId: channel.id, personId: actor.id, seq: furthest, now };
        await keepers[channel.kind]?.onRead(trx, read);
      });
    }
  }
  return state;
}

/** Removes a member from a private channel, which no longer exists for them. */
export async function leaveChannel(
  deps: ChannelDeps & { keepers: ChannelPolicies },
  actor: CurrentUser,
  address: string,
): Promise<void> {
  const { channel } = await getReadable(deps.db, actor, address);
  if (isPublicKind(channel.kind)) throw new AppError(communityErrors.channel_not_found);
  if (!canLeave(channel)) throw new AppError(platformErrors.forbidden);
  await leaveRoom(deps, channel, actor.id);
}
