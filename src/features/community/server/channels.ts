import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { avatarUrl } from '#features/accounts/server/public.ts';
import { inEachLanguage, type Locale } from '#i18n/languages.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { insertEvents, type Realtime } from '#platform/server/realtime.ts';
import type { Database } from '#platform/server/schema.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import {
  canMentionEveryone,
  canModerateChannel,
  canPin,
  canRead,
  canWrite,
  hasCalls,
  type Actor,
  type Standing,
} from '../access.ts';
import { communityErrors, type Channel, type ChannelPush, type Person } from '../contract.ts';
import { isPublicKind, maxUnread, publicKinds, type ChannelKind } from '../rules.ts';

export type ChannelRow = Selectable<Database['channel']>;
type Sanctioned = { kind: 'mute' | 'ban'; until: string | null; reason: string };
/** Standing of a person in a channel; `isGone` for a person who is leaving or was erased. */
export type FullStanding = Standing & { sanction: Sanctioned | null; isGone: boolean };

export const topicOf = (id: string) => `channel:${id}`;

const guest: FullStanding = {
  isMember: false,
  isMuted: false,
  isBanned: false,
  sanction: null,
  isGone: false,
};

const activeSanction = sql`lifted_at is null and (until is null or until > now())`;
/** A ban outranks a mute, and a longer sanction a shorter one. */
const heaviestFirst = sql`order by kind = 'ban' desc, until desc nulls first limit 1`;
const sanctionJson = sql`json_build_object('kind', kind, 'until', until, 'reason', reason)`;

/** Returns the standings of people in a channel. */
export async function standingsIn(
  db: Db,
  channelId: string,
  personIds: readonly string[],
): Promise<Map<string, FullStanding>> {
  const { rows } = await sql<{
    personId: string;
    isMember: boolean;
    sanction: Sanctioned | null;
    isGone: boolean;
  }>`
    select person.id as person_id,
      exists (select from channel_member m where m.channel_id = ${channelId} and m.person_id = person.id) as is_member,
      (select ${sanctionJson} from channel_sanction s where s.person_id = person.id and ${activeSanction}
        and (s.channel_id is null or s.channel_id = ${channelId}) ${heaviestFirst}) as sanction,
      person.erased_at is not null or person.withdraws_at is not null as is_gone
    from person where person.id = any(${personIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ personId, ...row }) => [personId, { ...row, ...effectOf(row.sanction) }]));
}

export async function standingIn(db: Db, channelId: string, actor: Actor): Promise<FullStanding> {
  if (actor === null) return guest;
  return (await standingsIn(db, channelId, [actor.id])).get(actor.id) ?? guest;
}

function effectOf(sanction: Sanctioned | null) {
  return { isMuted: sanction?.kind === 'mute', isBanned: sanction?.kind === 'ban' };
}

function sanctionError({ kind, until, reason }: Sanctioned): AppError {
  const error = kind === 'ban' ? communityErrors.banned : communityErrors.muted;
  return new AppError(error, { more: () => ({ until: until && new Date(until).toISOString(), reason }) });
}

/** Finds a channel by its id or slug. */
export async function findChannel(db: Db, address: string): Promise<ChannelRow | undefined> {
  return db
    .selectFrom('channel')
    .selectAll()
    .where(isUuid(address) ? 'id' : 'slug', '=', isUuid(address) ? address.toLowerCase() : address)
    .executeTakeFirst();
}

/**
 * Throws the reason why a person cannot read a channel: `banned`, or `channel_not_found` as for a missing
 * one.
 */
export function assertReadable(actor: Actor, channel: ChannelRow, standing: FullStanding): void {
  if (canRead(actor, channel, standing)) return;
  const isSeen = isPublicKind(channel.kind) || standing.isMember;
  if (isSeen && standing.sanction) throw sanctionError(standing.sanction);
  throw new AppError(communityErrors.channel_not_found);
}

export async function getReadable(
  db: Db,
  actor: Actor,
  address: string,
): Promise<{ channel: ChannelRow; standing: FullStanding }> {
  const channel = await findChannel(db, address);
  if (!channel) throw new AppError(communityErrors.channel_not_found);
  const standing = await standingIn(db, channel.id, actor);
  assertReadable(actor, channel, standing);
  return { channel, standing };
}

/** Returns true if a person can subscribe to a channel. */
export async function isChannelReadable(db: Db, actor: Actor, id: string): Promise<boolean> {
  const channel = await findChannel(db, id);
  return channel !== undefined && canRead(actor, channel, await standingIn(db, channel.id, actor));
}

/** Returns a channel for its calls, with the actor's permissions; null if there is none that they can see. */
export async function findJoinable(db: Db, actor: Actor, address: string) {
  const channel = await findChannel(db, address);
  if (!channel || !hasCalls(channel)) return null;
  const standing = await standingIn(db, channel.id, actor);
  if (standing.isGone || !canRead(actor, channel, standing)) return null;
  return {
    id: channel.id,
    slug: channel.slug,
    names: channel.names,
    mayJoin: canWrite(actor, channel, standing),
    mayModerate: canModerateChannel(actor, channel),
  };
}

/** Returns the reason why a person cannot write in a channel, or null. */
export function writeDenialReason(
  actor: Actor,
  channel: ChannelRow,
  standing: FullStanding,
  may: typeof canWrite = canWrite,
): AppError | null {
  if (may(actor, channel, standing)) return null;
  if (actor === null) return new AppError(platformErrors.not_signed_in);
  if (standing.sanction) return sanctionError(standing.sanction);
  if (!canRead(actor, channel, standing)) return new AppError(communityErrors.channel_not_found);
  if (channel.state === 'archived') return new AppError(communityErrors.channel_archived);
  return new AppError(communityErrors.announcements_only);
}

/** Locks a channel and returns it with the database's time after the wait. */
export async function holdChannel(trx: Trx, id: string): Promise<{ channel: ChannelRow; now: Date }> {
  const { rows } = await sql<ChannelRow & { now: Date }>`
    with held as materialized (select * from channel where id = ${id} for update)
    select held.*, clock_timestamp() as now from held`.execute(trx);
  if (!rows[0]) throw new AppError(communityErrors.channel_not_found);
  const { now, ...channel } = rows[0];
  return { channel, now };
}

/** `push` returns the number of the event. */
export type Holding = { channel: ChannelRow; now: Date; push(event: ChannelPush): number };

/** Runs an action under a channel's lock in an open transaction, and writes its events. */
export async function holding<Result>(
  trx: Trx,
  id: string,
  act: (held: Holding) => Promise<Result>,
): Promise<Result> {
  const { channel, now } = await holdChannel(trx, id);
  const events: ChannelPush[] = [];
  const result = await act({ channel, now, push: (event) => channel.eventSeq + events.push(event) });
  if (events.length > 0) {
    await insertEvents(topicOf(id), channel.eventSeq + 1, events, now).execute(trx);
    await trx
      .updateTable('channel')
      .set({ eventSeq: channel.eventSeq + events.length })
      .where('id', '=', id)
      .execute();
  }
  return result;
}

/**
 * Hooks of a feature that owns private channels, injected by the app. They run under the channel's lock, in
 * its transaction.
 */
export type ChannelPolicy = {
  /** Called before a message is written; returns the reason to refuse it, or null. */
  onMessage(
    trx: Trx,
    said: { channelId: string; writer: CurrentUser; seq: number; now: Date },
  ): Promise<AppError | null>;
  /** Called when a person has read up to `seq`. */
  onRead(trx: Trx, read: { channelId: string; personId: string; seq: number; now: Date }): Promise<void>;
  /** Called when a person leaves on their own. */
  onLeave?(trx: Trx, personId: string, room: PrivateRoom): Promise<void>;
};
export type ChannelPolicies = Partial<Record<ChannelKind, ChannelPolicy>>;

/** Opens a channel between these people; its members are fixed. */
export async function openPrivateChannel(
  trx: Trx,
  opened: { id: string; kind: 'inquiry' | 'support'; name: string; memberIds: readonly string[]; now: Date },
): Promise<void> {
  const { id, kind, name, memberIds, now } = opened;
  await trx
    .insertInto('channel')
    .values({
      id,
      slug: id,
      kind,
      names: JSON.stringify(inEachLanguage(() => name)),
      descriptions: JSON.stringify(inEachLanguage(() => '')),
      position: 0,
      createdAt: now,
    })
    .execute();
  await trx
    .insertInto('channelMember')
    .values(memberIds.map((personId) => ({ channelId: id, personId, joinedAt: now })))
    .execute();
}

/** Locked private channel, for the feature that owns it. */
export type PrivateRoom = {
  id: string;
  now: Date;
  /** Time of the channel's last message. */
  lastMessageAt: Date | null;
  join(personId: string): Promise<void>;
  leave(personId: string): Promise<void>;
  /** Archives the channel: nobody writes there any more. */
  close(): Promise<void>;
};

function privateRoom(trx: Trx, { channel, now, push }: Holding): PrivateRoom {
  const { id, slug, names, descriptions, slowSeconds, lastMessageAt } = channel;
  // Open pages refetch the channel.
  const tell = (state: ChannelRow['state']) =>
    push({ type: 'channel', data: { slug, names, descriptions, state, slowSeconds } });
  return {
    id,
    now,
    lastMessageAt,
    async join(personId) {
      await trx
        .insertInto('channelMember')
        .values({ channelId: id, personId, joinedAt: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      tell(channel.state);
    },
    async leave(personId) {
      await trx
        .deleteFrom('channelMember')
        .where('channelId', '=', id)
        .where('personId', '=', personId)
        .execute();
      push({ type: 'left', data: { personId } });
    },
    async close() {
      await trx.updateTable('channel').set({ state: 'archived' }).where('id', '=', id).execute();
      tell('archived');
    },
  };
}

/**
 * Runs an action on a private channel in a transaction of its own, and ends the subscriptions of people who
 * lost access.
 */
export async function inPrivateRoom<Result>(
  deps: ChannelDeps,
  id: string,
  act: (trx: Trx, room: PrivateRoom) => Promise<Result>,
): Promise<Result> {
  const result = await inChannel(deps, id, (trx, held) => act(trx, privateRoom(trx, held)));
  deps.realtime.recheck(topicOf(id));
  return result;
}

/** Removes a member and calls the owning feature's hook. */
export async function leaveRoom(
  deps: ChannelDeps & { keepers: ChannelPolicies },
  channel: ChannelRow,
  personId: string,
): Promise<void> {
  await inPrivateRoom(deps, channel.id, async (trx, room) => {
    await room.leave(personId);
    await deps.keepers[channel.kind]?.onLeave?.(trx, personId, room);
  });
}

/** Returns the reason why a person cannot talk anywhere in the community, or null. */
export async function findSanctionError(db: Db, personId: string): Promise<AppError | null> {
  const { rows } = await sql<{ sanction: Sanctioned }>`
    select ${sanctionJson} as sanction from channel_sanction
    where person_id = ${personId} and channel_id is null and ${activeSanction} ${heaviestFirst}`.execute(db);
  return rows[0] ? sanctionError(rows[0].sanction) : null;
}

export type ChannelDeps = { db: Db; realtime: Pick<Realtime, 'wake' | 'broadcast' | 'recheck'> };

/** Same as `holding` in a transaction of its own; the events are sent after the commit. */
export async function inChannel<Result>(
  { db, realtime }: ChannelDeps,
  id: string,
  act: (trx: Trx, held: Holding) => Promise<Result>,
): Promise<Result> {
  const result = await db.transaction().execute((trx) => holding(trx, id, (held) => act(trx, held)));
  realtime.wake(topicOf(id));
  return result;
}

type ListedRow = ChannelRow & {
  isMember: boolean;
  sanction: Sanctioned | null;
  readSeq: number | null;
  unread: number;
  mentioned: number;
  /** True if one of the two people of an inquiry has left or is leaving. */
  isOver: boolean;
  members: (Omit<Person, 'avatarUrl'> & { avatarId: string | null })[] | null;
};

type Reader = { actor: Actor; device: string; locale: Locale; translates: boolean };

function selectChannels({ actor, device }: Reader, condition: RawBuilder<unknown>): RawBuilder<ListedRow> {
  const me = actor?.id ?? null;
  return sql<ListedRow>`
    select c.*,
      exists (select from channel_member m where m.channel_id = c.id and m.person_id = ${me}::uuid) as is_member,
      (select ${sanctionJson} from channel_sanction s where s.person_id = ${me}::uuid and ${activeSanction}
        and (s.channel_id is null or s.channel_id = c.id) ${heaviestFirst}) as sanction,
      (select max(seq) from channel_read r where r.channel_id = c.id and r.person_id = ${me}::uuid 
        and (${device} = '' or r.device = ${device}))
        as read_seq,
      (select count(*)::integer from (select from channel_message said where said.channel_id = c.id and said.seq > known.seq
        and said.author_id <> ${me}::uuid and said.state = 'shown' limit ${maxUnread + 1}) as those) as unread,
      (select count(*)::integer from channel_mention named where named.channel_id = c.id and named.seq > known.seq
        and named.person_id = ${me}::uuid) as mentioned,
      c.kind = 'inquiry' and (select count(*) from channel_member m join person p on p.id = m.person_id
        where m.channel_id = c.id and p.erased_at is null and p.withdraws_at is null) < 2 as is_over,
      case when c.kind not in (${sql.join(publicKinds)}) then (
        select json_agg(json_build_object('id', p.id, 'username', p.display_username, 'fullName', p.name, 'avatarId', p.avatar_id)
          order by m.joined_at, p.id)
        from channel_member m join person p on p.id = m.person_id where m.channel_id = c.id and p.erased_at is null) end as members
    from channel c
    cross join lateral (select coalesce(
      (select max(seq) from channel_read r where r.channel_id = c.id and r.person_id = ${me}::uuid),
      -- Whoever never opened a public channel has nothing to catch up with there.
      case when c.kind in (${sql.join(publicKinds)}) then c.last_seq else 0 end) as seq) as known
    where ${condition}`;
}

function presentChannel(row: ListedRow, { actor, locale, translates }: Reader): Channel {
  const standing: FullStanding = {
    isMember: row.isMember,
    sanction: row.sanction,
    isGone: false,
    ...effectOf(row.sanction),
  };
  const obstacle =
    writeDenialReason(actor, row, standing) ?? (row.isOver ? new AppError(communityErrors.other_gone) : null);
  return {
    id: row.id,
    slug: row.slug,
    name: row.names[locale],
    names: row.names,
    descriptions: row.descriptions,
    kind: row.kind,
    state: row.state,
    slowSeconds: row.slowSeconds,
    lastSeq: row.lastSeq,
    lastMessageAt: row.lastMessageAt?.toISOString() ?? null,
    eventSeq: row.eventSeq,
    readSeq: row.readSeq ?? 0,
    unread: row.unread,
    mentions: row.mentioned,
    can: {
      write: obstacle === null,
      moderate: canModerateChannel(actor, row),
      pin: canPin(actor, row, standing),
      mentionEveryone: canMentionEveryone(actor) && obstacle === null,
      translate: translates,
    },
    obstacle: obstacle && {
      code: obstacle.kind.code,
      message: obstacle.kind.words(locale),
      until: standing.sanction?.until ? new Date(standing.sanction.until).toISOString() : null,
    },
    members:
      row.members?.map(({ avatarId, ...person }) => ({ ...person, avatarUrl: avatarUrl(avatarId) })) ?? null,
  };
}

/** Lists the public channels in their order, then the person's private ones, most recent message first. */
export async function listChannels(db: Db, reader: Reader): Promise<Channel[]> {
  const me = reader.actor?.id ?? null;
  const condition = sql`c.kind in (${sql.join(publicKinds)})
    or exists (select from channel_member m where m.channel_id = c.id and m.person_id = ${me}::uuid)`;
  const { rows } = await sql<ListedRow>`${selectChannels(reader, condition)}
    order by c.kind not in (${sql.join(publicKinds)}), c.position, c.last_message_at desc nulls last, c.id limit 300`.execute(
    db,
  );
  return rows.map((row) => presentChannel(row, reader));
}

/** Returns one channel. Throws `channel_not_found`, and `banned` for a banned person. */
export async function getChannel(db: Db, reader: Reader, address: string): Promise<Channel> {
  const { channel } = await getReadable(db, reader.actor, address);
  const { rows } = await selectChannels(reader, sql`c.id = ${channel.id}::uuid`).execute(db);
  const row = rows[0];
  if (!row) throw new AppError(communityErrors.channel_not_found);
  return presentChannel(row, reader);
}
