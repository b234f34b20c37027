import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Locale } from '#i18n/languages.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Config } from '#platform/server/config.ts';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { redrawPicture } from '#platform/server/pictures.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import type { Realtime } from '#platform/server/realtime.ts';
import { AppError } from '#platform/shared/errors.ts';
import { canInvite, canJoin, canModerate } from '../access.ts';
import { callsErrors, type CallEvents, type Joined } from '../contract.ts';
import {
  callLimits,
  guestHours,
  goneMs,
  linkHours,
  refusalToEnter,
  removalMinutes,
  type Mode,
} from '../rules.ts';
import { iceServersFor, putOutOfServer, serverTicket } from './ice.ts';
import {
  findStage,
  getPeer,
  isHere,
  isRemoved,
  listMarks,
  listPeople,
  type Actor,
  type GetJoinable,
  type Joinable,
  type Models,
  type Peer,
} from './queries.ts';

export type Deps = {
  db: Db;
  realtime: Pick<Realtime, 'wake' | 'broadcast'>;
  rateLimits: RateLimits;
  config: Config;
  getJoinable: GetJoinable;
  models: Models;
  /** Called with errors of LiveKit. */
  onError(error: unknown): void;
};

/** Dependencies of a change. */
type Place = Pick<Deps, 'db' | 'realtime' | 'config' | 'onError'>;

export const modeOf = ({ calls }: Config): Mode => (calls.livekit ? 'server' : 'mesh');
export const topicOf = (key: string) => `peer:${key}`;
const channelTopic = (channelId: string) => `call:${channelId}`;
const hashOf = (secret: string) => createHash('sha256').update(`call ${secret}`).digest('base64url');

/** Throws `call_not_found`. */
export async function getChannel(
  { getJoinable }: Pick<Deps, 'getJoinable'>,
  actor: Actor | null,
  channel: string,
  locale: Locale,
): Promise<Joinable> {
  const found = await getJoinable(actor, channel, locale);
  if (!found) throw new AppError(callsErrors.call_not_found);
  return found;
}

/**
 * Sends an event to everyone in a call, or to one person: it is stored in the topic of each, so that nothing
 * is lost during a reconnect. Returns the topics to wake after the commit. Events for everyone are written
 * under the lock of the call's row.
 */
export async function tell<Type extends keyof CallEvents>(
  db: Db,
  channelId: string,
  type: Type,
  data: CallEvents[Type],
  only?: string,
): Promise<string[]> {
  const { rows } = await sql<{ topic: string }>`
    with told as (
      update call_peer set seq = seq + 1
      where channel_id = ${channelId} and ${only === undefined ? sql`true` : sql`id = ${only}`}
      returning key, seq
    )
    insert into realtime_event (topic, seq, type, data, at)
    select 'peer:' || key, seq, ${type}::text, ${JSON.stringify(data)}::jsonb, clock_timestamp() from told
    returning topic`.execute(db);
  return rows.map(({ topic }) => topic);
}

/** Locks the call's row: joining, leaving and drawing are serialized. */
export async function lockCall(trx: Db, channelId: string): Promise<void> {
  await sql`insert into call (channel_id) values (${channelId})
    on conflict (channel_id) do update set channel_id = excluded.channel_id`.execute(trx);
}

/** Work after the commit: topics to wake, and seats to remove from LiveKit. */
type After = { hear(topics: readonly string[]): void; out(peerId: string): Promise<void> };

/** A lost seat must be removed from LiveKit even if we crash or LiveKit fails meanwhile. */
async function enqueuePutOut(trx: Db, { calls }: Config, seat: LostSeat): Promise<void> {
  if (calls.livekit)
    await enqueue(trx, 'calls.put_out', seat, { runAt: new Date(currentTime().getTime() + secondTryMs) });
}
export type LostSeat = { channelId: string; peerId: string };
/** It is attempted at once; this job is the retry. */
const secondTryMs = 5000;

/** Runs an action under the call's lock; afterwards wakes everyone, and removes lost seats from LiveKit. */
export async function inCall<Result>(
  { db, realtime, config, onError }: Place,
  channelId: string,
  act: (trx: Trx, after: After) => Promise<Result>,
): Promise<Result> {
  const topics = new Set<string>();
  const gone: string[] = [];
  const result = await db.transaction().execute(async (trx) => {
    await lockCall(trx, channelId);
    return act(trx, {
      hear(more) {
        for (const topic of more) topics.add(topic);
      },
      async out(peerId) {
        gone.push(peerId);
        await enqueuePutOut(trx, config, { channelId, peerId });
      },
    });
  });
  for (const topic of topics) realtime.wake(topic);
  await Promise.all(
    gone.map((peerId) => putOutOfServer(config.calls, { channelId, peerId }, currentTime()).catch(onError)),
  );
  return result;
}

type News = CallEvents['people']['news'];
async function tellPeople(trx: Db, channelId: string, news?: News): Promise<string[]> {
  const people = await listPeople(trx, channelId);
  return tell(trx, channelId, 'people', { people, ...(news && { news }) });
}

/** Removes a person: their seat, their stored events, and their stage. */
async function takeOut(
  trx: Db,
  { hear, out }: After,
  peer: { id: string; channelId: string; key: string },
): Promise<void> {
  await out(peer.id);
  await trx.deleteFrom('callPeer').where('id', '=', peer.id).execute();
  // The events contain IP addresses.
  await sql`delete from realtime_event where topic = ${topicOf(peer.key)}`.execute(trx);
  const stage = await findStage(trx, peer.channelId);
  if (stage?.peerId === peer.id) hear(await endStage(trx, peer.channelId));
}

export async function endStage(trx: Db, channelId: string): Promise<string[]> {
  await trx
    .updateTable('call')
    .set({
      stageId: null,
      stageKind: null,
      stagePeerId: null,
      frameId: null,
      stageModel: null,
      stageView: null,
    })
    .where('channelId', '=', channelId)
    .execute();
  await trx.deleteFrom('callMark').where('channelId', '=', channelId).execute();
  await trx.deleteFrom('callFrame').where('channelId', '=', channelId).execute();
  return tell(trx, channelId, 'stage', { stage: null });
}

/** Removes silent people, under the call's lock. */
async function sweepCall(trx: Trx, after: After, channelId: string): Promise<void> {
  const gone = await trx
    .selectFrom('callPeer')
    .select(['id', 'channelId', 'key', 'name'])
    .where('channelId', '=', channelId)
    .where((where) => where.not(isHere))
    .execute();
  for (const peer of gone) {
    await takeOut(trx, after, peer);
    after.hear(await tellPeople(trx, channelId, { kind: 'left', name: peer.name }));
  }
}

/** Removes silent people from a call, or from all calls. Called by heartbeats of the others and by a job. */
export async function sweepGone(deps: Place, channelId?: string): Promise<void> {
  const calls = await deps.db
    .selectFrom('callPeer')
    .select('channelId')
    .distinct()
    .where((where) => where.not(isHere))
    .$if(channelId !== undefined, (query) => query.where('channelId', '=', channelId ?? ''))
    .execute();
  for (const call of calls) {
    await inCall(deps, call.channelId, (trx, after) => sweepCall(trx, after, call.channelId));
    deps.realtime.broadcast(channelTopic(call.channelId), 'people', {});
  }
}

type Seat = {
  channel: Joinable;
  actor: Actor | null;
  linkId: string | null;
  guestKey: string | null;
  name: string;
  /** Key of the person's previous seat, which is given up. */
  former?: string | undefined;
  /** Runs under the call's lock and throws if they cannot join after all. */
  admit(trx: Trx): Promise<void>;
};

/** Throws `call_full` and `too_many_for_video`. */
async function enter(
  deps: Deps,
  { channel, actor, linkId, guestKey, name, former, admit }: Seat,
  input: { hasVideo: boolean; isMuted: boolean },
): Promise<Joined> {
  const { db, realtime, config } = deps;
  const now = await databaseTime(db);
  const seat = { id: uuidv7(), key: randomUUID() };
  const found = await inCall(deps, channel.id, async (trx, after) => {
    await admit(trx);
    await sweepCall(trx, after, channel.id);
    // A returning person replaces their previous seat: a guest has one, a person one per window.
    const before = await trx
      .selectFrom('callPeer')
      .select(['id', 'channelId', 'key'])
      .where('channelId', '=', channel.id)
      .where((where) =>
        linkId !== null
          ? where('linkId', '=', linkId)
          : where.and([where('personId', '=', actor?.id ?? null), where('key', '=', former ?? null)]),
      )
      .execute();
    for (const peer of before) await takeOut(trx, after, peer);
    // Remove the oldest extra window, so that one person cannot fill a call.
    const own =
      actor === null || linkId !== null
        ? []
        : await trx
            .selectFrom('callPeer')
            .select(['id', 'channelId', 'key'])
            .where('channelId', '=', channel.id)
            .where('personId', '=', actor.id)
            .orderBy('joinedAt', 'desc')
            .offset(callLimits.windows - 1)
            .execute();
    for (const peer of own) await takeOut(trx, after, peer);
    const inside = await listPeople(trx, channel.id);
    const stage = await findStage(trx, channel.id);
    const refusal = refusalToEnter(modeOf(config), inside, input, stage?.kind === 'screen');
    if (refusal) throw new AppError(callsErrors[refusal]);
    await sql`insert into call_peer
      (id, channel_id, key, person_id, link_id, name, is_muted, has_video, joined_at, seen_at)
      values (${seat.id}, ${channel.id}, ${seat.key}, ${actor && linkId === null ? actor.id : null}, ${linkId}, ${name},
        ${input.isMuted}, ${input.hasVideo}, clock_timestamp(), clock_timestamp())`.execute(trx);
    after.hear(await tellPeople(trx, channel.id, { kind: 'joined', name }));
    const { seq } = await trx
      .selectFrom('callPeer')
      .select('seq')
      .where('id', '=', seat.id)
      .executeTakeFirstOrThrow();
    return {
      seq,
      stage,
      people: await listPeople(trx, channel.id),
      marks: await listMarks(trx, channel.id),
    };
  });
  realtime.broadcast(channelTopic(channel.id), 'people', {});
  const isGuest = linkId !== null;
  return {
    ...found,
    ...iceServersFor(config.calls, seat.id, now),
    channelId: channel.id,
    name: channel.name,
    peerId: seat.id,
    key: seat.key,
    guestKey,
    can: {
      moderate: !isGuest && canModerate(actor, channel),
      invite: !isGuest && canInvite(actor, channel),
    },
    server: await serverTicket(config.calls, { channelId: channel.id, peerId: seat.id, name }, now),
  };
}

/** Throws `call_not_found`, `may_not_join`, `removed_from_call`, `call_full` and `too_many_for_video`. */
export async function join(
  deps: Deps,
  person: Actor & { fullName: string },
  channelName: string,
  input: { hasVideo: boolean; isMuted: boolean; former?: string | undefined },
  locale: Locale,
): Promise<Joined> {
  const channel = await getChannel(deps, person, channelName, locale);
  if (!canJoin(channel)) throw new AppError(callsErrors.may_not_join);
  await deps.rateLimits.take('calls', person.id);
  const seat = {
    channel,
    actor: person,
    linkId: null,
    guestKey: null,
    name: person.fullName,
    former: input.former,
    admit: (trx: Trx) => assertNotRemoved(trx, channel.id, person.id),
  };
  return enter(deps, seat, input);
}

async function assertNotRemoved(db: Db, channelId: string, personId: string): Promise<void> {
  if (await isRemoved(db, channelId, personId)) throw new AppError(callsErrors.removed_from_call);
}

/**
 * Creates a link for one guest. The token is returned once; only its hash is stored. Throws `too_many_links`.
 */
export async function makeLink(
  deps: Deps,
  person: Actor,
  channelName: string,
  locale: Locale,
): Promise<{ token: string; expiresAt: Date }> {
  const channel = await getChannel(deps, person, channelName, locale);
  if (!canInvite(person, channel)) throw new AppError(callsErrors.may_not_join);
  await assertNotRemoved(deps.db, channel.id, person.id);
  const token = randomBytes(24).toString('base64url');
  const now = await databaseTime(deps.db);
  const expiresAt = new Date(now.getTime() + linkHours * 60 * 60_000);
  await deps.db.transaction().execute(async (trx) => {
    await lockCall(trx, channel.id);
    const { count } = await trx
      .selectFrom('callLink')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('madeBy', '=', person.id)
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', now)
      .executeTakeFirstOrThrow();
    if (count >= callLimits.openLinks) throw new AppError(callsErrors.too_many_links);
    await trx
      .insertInto('callLink')
      .values({
        id: uuidv7(),
        channelId: channel.id,
        tokenHash: hashOf(token),
        madeBy: person.id,
        madeAt: now,
        expiresAt,
        usedAt: null,
        guestName: null,
        guestHash: null,
        closedAt: null,
      })
      .execute();
  });
  return { token, expiresAt };
}

/** Returns the link with its channel as its creator sees it now: a creator without access admits nobody. */
export async function openLink(deps: Deps, token: string, locale: Locale) {
  const row = await deps.db
    .selectFrom('callLink')
    .selectAll()
    .select(
      sql<boolean>`coalesce(used_at + ${guestHours} * interval '1 hour', expires_at) < clock_timestamp()`.as(
        'isOver',
      ),
    )
    .where('tokenHash', '=', hashOf(token))
    .executeTakeFirst();
  if (!row) throw new AppError(callsErrors.link_not_found);
  if (row.closedAt) throw new AppError(callsErrors.removed_from_call);
  if (row.isOver) throw new AppError(callsErrors.link_expired);
  const channel = await deps.getJoinable({ id: row.madeBy, isAdmin: false }, row.channelId, locale);
  if (!channel || !canJoin(channel) || (await isRemoved(deps.db, channel.id, row.madeBy)))
    throw new AppError(callsErrors.link_expired);
  return { link: row, channel };
}

/** Admits a guest, with an unused link or with the key from its first use. Throws `link_…`. */
export async function joinAsGuest(
  deps: Deps,
  token: string,
  input: { name: string; guestKey?: string | undefined; hasVideo: boolean; isMuted: boolean },
  locale: Locale,
  address: string,
): Promise<Joined> {
  await deps.rateLimits.take('calls', address);
  const { link, channel } = await openLink(deps, token, locale);
  const guestKey = input.guestKey ?? randomBytes(24).toString('base64url');
  const guestHash = hashOf(guestKey);
  /** Together with the seat: if joining fails, the link stays unused. */
  async function admit(trx: Trx): Promise<void> {
    const { numUpdatedRows } = await trx
      .updateTable('callLink')
      .set({ usedAt: sql<Date>`coalesce(used_at, clock_timestamp())`, guestName: input.name, guestHash })
      .where('id', '=', link.id)
      .where('closedAt', 'is', null)
      .where((where) => where.or([where('usedAt', 'is', null), where('guestHash', '=', guestHash)]))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AppError(callsErrors.link_used);
  }
  const seat = { channel, actor: null, linkId: link.id, guestKey, name: input.name, admit };
  return enter(deps, seat, input);
}

/** Removes a person who leaves or has lost access. */
export async function leave(deps: Place, peer: Peer): Promise<void> {
  await inCall(deps, peer.channelId, async (trx, after) => {
    const row = await trx.selectFrom('callPeer').select('key').where('id', '=', peer.id).executeTakeFirst();
    if (!row) return;
    await takeOut(trx, after, { ...peer, key: row.key });
    after.hear(await tellPeople(trx, peer.channelId, { kind: 'left', name: peer.name }));
  });
  deps.realtime.broadcast(channelTopic(peer.channelId), 'people', {});
}

/**
 * Removes a person for a moderator, at once and from all of their windows: a guest for good, a person for a
 * while. Nothing is sent to them or accepted from them, and every browser closes its connection to them;
 * their last event is the reason. Throws `may_not_moderate`, `person_gone`.
 */
export async function removePeer(
  deps: Deps,
  person: Actor,
  channelName: string,
  peerId: string,
  locale: Locale,
): Promise<void> {
  const { realtime } = deps;
  const channel = await getChannel(deps, person, channelName, locale);
  if (!canModerate(person, channel)) throw new AppError(callsErrors.may_not_moderate);
  if (!isUuid(peerId)) throw new AppError(callsErrors.person_gone);
  const out = await inCall(deps, channel.id, async (trx, after) => {
    const peers = await trx
      .selectFrom('callPeer')
      .select(['id', 'channelId', 'personId', 'linkId', 'name', 'key'])
      .where('channelId', '=', channel.id)
      .where(
        sql<boolean>`(id = ${peerId} or person_id = (select person_id from call_peer where id = ${peerId} and channel_id = ${channel.id}))`,
      )
      .execute();
    const [one] = peers;
    if (!one) throw new AppError(callsErrors.person_gone);
    if (one.linkId !== null)
      await sql`update call_link set closed_at = clock_timestamp() where id = ${one.linkId}`.execute(trx);
    else
      await sql`insert into call_removal (channel_id, person_id, until)
        values (${channel.id}, ${one.personId}, clock_timestamp() + ${removalMinutes} * interval '1 minute')
        on conflict (channel_id, person_id) do update set until = excluded.until`.execute(trx);
    for (const peer of peers) await takeOut(trx, after, peer);
    after.hear(await tellPeople(trx, channel.id, { kind: 'removed', name: one.name }));
    return peers;
  });
  for (const { key } of out) realtime.broadcast(topicOf(key), 'removed', {});
  realtime.broadcast(channelTopic(channel.id), 'people', {});
}

/** Replaces what is shown by a still for everyone. Throws `not_in_call`, `no_stage`. */
export async function freeze(
  deps: Deps,
  channelId: string,
  key: string | undefined,
  picture: string,
): Promise<void> {
  const peer = await getPeer(deps.db, channelId, key);
  await deps.rateLimits.take('writes', `call ${peer.id}`);
  const bytes = await redrawPicture(Buffer.from(picture, 'base64'), callLimits.frameSide, 'picture');
  const id = randomUUID();
  await inCall(deps, channelId, async (trx, { hear }) => {
    // The person may have been removed while the still was being decoded.
    await getPeer(trx, channelId, key);
    const stage = await findStage(trx, channelId);
    // A model needs no still.
    if (!stage || stage.kind === 'model') throw new AppError(callsErrors.no_stage);
    await sql`insert into call_frame (channel_id, id, bytes) values (${channelId}, ${id}, ${bytes})
      on conflict (channel_id) do update set id = excluded.id, bytes = excluded.bytes`.execute(trx);
    await trx.updateTable('call').set({ frameId: id }).where('channelId', '=', channelId).execute();
    hear(await tell(trx, channelId, 'stage', { stage: { ...stage, frameId: id } }));
  });
}

/**
 * Removes an erased person from all calls, with the guests of their links, in the transaction of the erasure.
 * The others learn of it when they read their topics next.
 */
export async function takeOutErased(trx: Db, config: Config, personId: string): Promise<void> {
  const peers = await trx
    .selectFrom('callPeer as peer')
    .leftJoin('callLink as link', 'link.id', 'peer.linkId')
    .select(['peer.id', 'peer.channelId', 'peer.key', 'peer.name'])
    .where((where) => where.or([where('peer.personId', '=', personId), where('link.madeBy', '=', personId)]))
    .orderBy('peer.channelId')
    .execute();
  for (const peer of peers) {
    await lockCall(trx, peer.channelId);
    const after: After = {
      hear() {},
      out: (peerId) => enqueuePutOut(trx, config, { channelId: peer.channelId, peerId }),
    };
    await takeOut(trx, after, peer);
    await tellPeople(trx, peer.channelId, { kind: 'left', name: peer.name });
  }
}

const isEmpty = sql`not exists (select from call_peer where call_peer.channel_id = call.channel_id)`;

/** Deletes the remains of calls that are over, even if their processes were killed. */
export async function forgetOld(deps: Place): Promise<void> {
  await sweepGone(deps);
  const { db } = deps;
  await sql`delete from call_removal where until < clock_timestamp()`.execute(db);
  await sql`delete from call_link where expires_at < clock_timestamp() - interval '7 days'`.execute(db);
  const { rows } = await sql<{ channelId: string }>`select channel_id from call where ${isEmpty}`.execute(db);
  // Check again under the lock: someone may be joining.
  for (const { channelId } of rows)
    await inCall(deps, channelId, async (trx) => {
      await sql`delete from call where channel_id = ${channelId} and ${isEmpty}`.execute(trx);
    });
  await sql`delete from realtime_event where topic like 'peer:%'
    and at < clock_timestamp() - ${goneMs * 6} * interval '1 millisecond'
    and not exists (select from call_peer where 'peer:' || call_peer.key = realtime_event.topic)`.execute(db);
}
