import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Locale } from '#i18n/languages.ts';
import type { Config } from '#platform/server/config.ts';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
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
  listMarks,
  listPeople,
  type Actor,
  type GetJoinable,
  type Joinable,
  type Peer,
} from './queries.ts';

export type Deps = {
  db: Db;
  realtime: Pick<Realtime, 'wake' | 'broadcast'>;
  rateLimits: RateLimits;
  config: Config;
  getJoinable: GetJoinable;
  /** What LiveKit did not take. */
  onError(error: unknown): void;
};

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
 * Tells everybody in a call something, or one of them: an event of the topic of each, so that nothing is lost while a connection is made
 * anew. Answers whom to wake after the commit. Whatever everybody hears is told under the lock of the call's row.
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

/** The call's row, locked: who comes, goes and draws waits here for each other. */
export async function lockCall(trx: Trx, channelId: string): Promise<void> {
  await sql`insert into call (channel_id) values (${channelId})
    on conflict (channel_id) do update set channel_id = excluded.channel_id`.execute(trx);
}

/** Does something under the call's lock, and has everybody hear of it afterwards. */
export async function inCall<Result>(
  { db, realtime }: Pick<Deps, 'db' | 'realtime'>,
  channelId: string,
  act: (trx: Trx, hear: (topics: readonly string[]) => void) => Promise<Result>,
): Promise<Result> {
  const topics = new Set<string>();
  const result = await db.transaction().execute(async (trx) => {
    await lockCall(trx, channelId);
    return act(trx, (more) => {
      for (const topic of more) topics.add(topic);
    });
  });
  for (const topic of topics) realtime.wake(topic);
  return result;
}

type News = CallEvents['people']['news'];
async function tellPeople(trx: Trx, channelId: string, news?: News): Promise<string[]> {
  const people = await listPeople(trx, channelId);
  return tell(trx, channelId, 'people', { people, ...(news && { news }) });
}

/** Takes somebody out: their seat, what they were told, and what of theirs all looked at. */
async function takeOut(trx: Trx, peer: { id: string; channelId: string; key: string }): Promise<string[]> {
  await trx.deleteFrom('callPeer').where('id', '=', peer.id).execute();
  // Addresses of networks stand in there.
  await sql`delete from realtime_event where topic = ${topicOf(peer.key)}`.execute(trx);
  const stage = await findStage(trx, peer.channelId);
  return stage?.peerId === peer.id ? endStage(trx, peer.channelId) : [];
}

export async function endStage(trx: Trx, channelId: string): Promise<string[]> {
  await trx
    .updateTable('call')
    .set({ stageId: null, stageKind: null, stagePeerId: null, frameId: null })
    .where('channelId', '=', channelId)
    .execute();
  await trx.deleteFrom('callMark').where('channelId', '=', channelId).execute();
  await trx.deleteFrom('callFrame').where('channelId', '=', channelId).execute();
  return tell(trx, channelId, 'stage', { stage: null });
}

/** Takes out who has not been heard of, under the call's lock. */
async function sweepCall(trx: Trx, channelId: string): Promise<string[]> {
  const gone = await trx
    .selectFrom('callPeer')
    .select(['id', 'channelId', 'key', 'name'])
    .where('channelId', '=', channelId)
    .where((where) => where.not(isHere))
    .execute();
  const topics: string[] = [];
  for (const peer of gone) {
    topics.push(...(await takeOut(trx, peer)));
    topics.push(...(await tellPeople(trx, channelId, { kind: 'left', name: peer.name })));
  }
  return topics;
}

/** Anybody who is in the call notices who is not any more; answers whether somebody was. */
export async function sweepGone(deps: Pick<Deps, 'db' | 'realtime'>, channelId?: string): Promise<void> {
  const calls = await deps.db
    .selectFrom('callPeer')
    .select('channelId')
    .distinct()
    .where((where) => where.not(isHere))
    .$if(channelId !== undefined, (query) => query.where('channelId', '=', channelId ?? ''))
    .execute();
  for (const call of calls) {
    await inCall(deps, call.channelId, async (trx, hear) => hear(await sweepCall(trx, call.channelId)));
    deps.realtime.broadcast(channelTopic(call.channelId), 'people', {});
  }
}

type Seat = {
  channel: Joinable;
  actor: Actor | null;
  linkId: string | null;
  guestKey: string | null;
  name: string;
  /** The key of a seat of theirs that goes. */
  former?: string | undefined;
};

/** Throws `call_full` and `too_many_for_video`. */
async function enter(
  deps: Deps,
  { channel, actor, linkId, guestKey, name, former }: Seat,
  input: { hasVideo: boolean; isMuted: boolean },
): Promise<Joined> {
  const { db, realtime, config } = deps;
  const now = await databaseTime(db);
  const seat = { id: uuidv7(), key: randomUUID() };
  const found = await inCall(deps, channel.id, async (trx, hear) => {
    hear(await sweepCall(trx, channel.id));
    // Whoever comes back takes the place of who they were: a guest has one seat, a person one for each of their windows.
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
    for (const peer of before) hear(await takeOut(trx, peer));
    const inside = await listPeople(trx, channel.id);
    const stage = await findStage(trx, channel.id);
    const refusal = refusalToEnter(modeOf(config), inside, input, stage?.kind === 'screen');
    if (refusal) throw new AppError(callsErrors[refusal]);
    await sql`insert into call_peer
      (id, channel_id, key, person_id, link_id, name, is_muted, has_video, joined_at, seen_at)
      values (${seat.id}, ${channel.id}, ${seat.key}, ${actor && linkId === null ? actor.id : null}, ${linkId}, ${name},
        ${input.isMuted}, ${input.hasVideo}, clock_timestamp(), clock_timestamp())`.execute(trx);
    hear(await tellPeople(trx, channel.id, { kind: 'joined', name }));
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
  await assertNotRemoved(deps.db, channel.id, person.id);
  const seat = {
    channel,
    actor: person,
    linkId: null,
    guestKey: null,
    name: person.fullName,
    former: input.former,
  };
  return enter(deps, seat, input);
}

async function assertNotRemoved(db: Db, channelId: string, personId: string): Promise<void> {
  const removal = await db
    .selectFrom('callRemoval')
    .select('until')
    .where('channelId', '=', channelId)
    .where('personId', '=', personId)
    .where('until', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  if (removal) throw new AppError(callsErrors.removed_from_call);
}

/** A link that lets one guest in. The token is told once; we keep what it is known by. Throws `too_many_links`. */
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

/** The link, and the channel as whoever made it finds it now: who may not come in themselves lets nobody in. */
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
  if (!channel || !canJoin(channel)) throw new AppError(callsErrors.link_expired);
  return { link: row, channel };
}

/** Lets a guest in: with a link that nobody has used, or with the key that its first use gave. Throws `link_…`. */
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
  if (link.usedAt === null) {
    const { numUpdatedRows } = await deps.db
      .updateTable('callLink')
      .set({ usedAt: sql<Date>`clock_timestamp()`, guestName: input.name, guestHash: hashOf(guestKey) })
      .where('id', '=', link.id)
      .where('usedAt', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AppError(callsErrors.link_used);
  } else if (link.guestHash !== hashOf(guestKey)) throw new AppError(callsErrors.link_used);
  try {
    return await enter(deps, { channel, actor: null, linkId: link.id, guestKey, name: input.name }, input);
  } catch (error) {
    // Nobody came in: the link is as good as before.
    if (link.usedAt === null)
      await deps.db
        .updateTable('callLink')
        .set({ usedAt: null, guestName: null, guestHash: null })
        .where('id', '=', link.id)
        .execute();
    throw error;
  }
}

/** Somebody goes, or is taken out of what they may not be in any more. */
export async function leave(deps: Pick<Deps, 'db' | 'realtime'>, peer: Peer): Promise<void> {
  await inCall(deps, peer.channelId, async (trx, hear) => {
    const row = await trx.selectFrom('callPeer').select('key').where('id', '=', peer.id).executeTakeFirst();
    if (!row) return;
    hear(await takeOut(trx, { ...peer, key: row.key }));
    hear(await tellPeople(trx, peer.channelId, { kind: 'left', name: peer.name }));
  });
  deps.realtime.broadcast(channelTopic(peer.channelId), 'people', {});
}

/**
 * Puts people out of a call, at once: they are sent nothing more and heard no more, and everybody's browser ends its connection to them.
 * What they hear last is why.
 */
async function putOut(
  deps: Pick<Deps, 'db' | 'realtime' | 'config' | 'onError'>,
  channelId: string,
  which: { peerId: string } | { personId: string },
): Promise<Peer[]> {
  const out = await inCall(deps, channelId, async (trx, hear) => {
    const peers = await trx
      .selectFrom('callPeer')
      .select(['id', 'channelId', 'personId', 'linkId', 'name', 'key'])
      .where('channelId', '=', channelId)
      .where((where) =>
        'peerId' in which ? where('id', '=', which.peerId) : where('personId', '=', which.personId),
      )
      .execute();
    for (const peer of peers) {
      hear(await takeOut(trx, peer));
      hear(await tellPeople(trx, channelId, { kind: 'removed', name: peer.name }));
    }
    return peers;
  });
  for (const peer of out) {
    deps.realtime.broadcast(topicOf(peer.key), 'removed', {});
    await putOutOfServer(deps.config.calls, { channelId, peerId: peer.id }, new Date()).catch(deps.onError);
  }
  if (out.length > 0) deps.realtime.broadcast(channelTopic(channelId), 'people', {});
  return out;
}

/** For rooms below and the house: a person may not be in the call of this channel any more, or in none. */
export async function putPersonOut(
  deps: Pick<Deps, 'db' | 'realtime' | 'config' | 'onError'>,
  personId: string,
  channelId?: string,
): Promise<void> {
  const calls = await deps.db
    .selectFrom('callPeer')
    .select('channelId')
    .distinct()
    .where('personId', '=', personId)
    .$if(channelId !== undefined, (query) => query.where('channelId', '=', channelId ?? ''))
    .execute();
  for (const call of calls) await putOut(deps, call.channelId, { personId });
}

/** Somebody who moderates puts somebody out: a guest for good, a person for a while. Throws `may_not_join`, `not_in_call`. */
export async function removePeer(
  deps: Deps,
  person: Actor,
  channelName: string,
  peerId: string,
  locale: Locale,
): Promise<void> {
  const channel = await getChannel(deps, person, channelName, locale);
  if (!canModerate(person, channel)) throw new AppError(callsErrors.may_not_moderate);
  const [out] = isUuid(peerId) ? await putOut(deps, channel.id, { peerId }) : [];
  if (!out) throw new AppError(callsErrors.person_gone);
  if (out.linkId !== null)
    await deps.db
      .updateTable('callLink')
      .set({ closedAt: sql<Date>`clock_timestamp()` })
      .where('id', '=', out.linkId)
      .execute();
  if (out.personId !== null)
    await sql`insert into call_removal (channel_id, person_id, until)
      values (${channel.id}, ${out.personId}, clock_timestamp() + ${removalMinutes} * interval '1 minute')
      on conflict (channel_id, person_id) do update set until = excluded.until`.execute(deps.db);
}

/** A picture of what is shown now, which stands in its place for everybody. Throws `not_in_call`, `no_stage`. */
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
  await inCall(deps, channelId, async (trx, hear) => {
    const stage = await findStage(trx, channelId);
    if (!stage) throw new AppError(callsErrors.no_stage);
    await sql`insert into call_frame (channel_id, id, bytes) values (${channelId}, ${id}, ${bytes})
      on conflict (channel_id) do update set id = excluded.id, bytes = excluded.bytes`.execute(trx);
    await trx.updateTable('call').set({ frameId: id }).where('channelId', '=', channelId).execute();
    hear(await tell(trx, channelId, 'stage', { stage: { ...stage, frameId: id } }));
  });
}

/** What is left of calls that are over, whatever became of the processes that served them. */
export async function forgetOld(deps: Pick<Deps, 'db' | 'realtime'>): Promise<void> {
  await sweepGone(deps);
  const { db } = deps;
  await sql`delete from call_removal where until < clock_timestamp()`.execute(db);
  await sql`delete from call_link where expires_at < clock_timestamp() - interval '7 days'`.execute(db);
  await sql`delete from call where not exists (select from call_peer where call_peer.channel_id = call.channel_id)`.execute(
    db,
  );
  await sql`delete from realtime_event where topic like 'peer:%'
    and at < clock_timestamp() - ${goneMs * 6} * interval '1 millisecond'
    and not exists (select from call_peer where 'peer:' || call_peer.key = realtime_event.topic)`.execute(db);
}
