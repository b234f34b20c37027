import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { CurrentUser } from '#features/accounts/contract.ts';
import type { Trx } from '#platform/server/db.ts';
import type { Heard, Topics } from '#platform/server/realtime-sockets.ts';
import { AppError, isAppError } from '#platform/shared/errors.ts';
import { modelLimits } from '#platform/shared/models/mesh.ts';
import { canJoin, canReplace, canShow, canShowFiles, canTurn, canWipe } from '../access.ts';
import {
  callsErrors,
  messages,
  type CallEvents,
  type CallMark,
  type Message,
  type MessageType,
  type ModelSource,
  type ShownModel,
  type Stage,
} from '../contract.ts';
import { callLimits, isOnModel, refusalToShow } from '../rules.ts';
import { endStage, inCall, leave, modeOf, sweepGone, tell, topicOf, type Deps } from './commands.ts';
import { findPeer, findStage, isHere, isRemoved, listPeople, type Actor, type Peer } from './queries.ts';

type Context = { deps: Deps; peer: Peer; key: string; findViewer(): Promise<CurrentUser | null> };
type Hearing = { [Type in MessageType]: (context: Context, message: Message<Type>) => Promise<void> };

/** Handlers of messages from participants, by type; each throws its refusals. */
const hearing: Hearing = {
  /** A person who has lost access is removed with the next heartbeat, even if we missed the cause. */
  async beat({ deps, peer, key, findViewer }) {
    if (!(await mayStay(deps, peer, await findViewer()))) {
      await leave(deps, peer);
      deps.realtime.broadcast(topicOf(key), 'removed', {});
      throw new AppError(callsErrors.not_in_call);
    }
    await sql`update call_peer set seen_at = clock_timestamp() where id = ${peer.id}`.execute(deps.db);
    await sweepGone(deps, peer.channelId);
  },

  /** Private signal: it is delivered only within the same call. */
  async signal({ deps, peer }, { to, ...signal }) {
    const topics = await tell(deps.db, peer.channelId, 'signal', { ...signal, from: peer.id }, to);
    if (topics.length === 0) throw new AppError(callsErrors.person_gone);
    for (const topic of topics) deps.realtime.wake(topic);
  },

  async state({ deps, peer }, state) {
    await asSeated(deps, peer, async (trx, { hear }) => {
      const now = await trx
        .selectFrom('callPeer')
        .select(['isMuted', 'hasVideo', 'handRaised'])
        .where('id', '=', peer.id)
        .executeTakeFirstOrThrow();
      const keys = Object.keys(now) as (keyof typeof now)[];
      if (keys.every((key) => state[key] === undefined || state[key] === now[key])) return;
      if (state.hasVideo === true) {
        const { length } = await listPeople(trx, peer.channelId);
        const refusal = refusalToShow(modeOf(deps.config), length);
        if (refusal) throw new AppError(callsErrors[refusal]);
      }
      await trx
        .updateTable('callPeer')
        .set({
          ...(state.isMuted !== undefined && { isMuted: state.isMuted }),
          ...(state.hasVideo !== undefined && { hasVideo: state.hasVideo }),
          ...(state.handRaised !== undefined && { handRaised: state.handRaised }),
        })
        .where('id', '=', peer.id)
        .execute();
      // A camera that is off cannot stay on the stage.
      const shown = await findStage(trx, peer.channelId);
      if (state.hasVideo === false && shown?.kind === 'camera' && shown.peerId === peer.id)
        hear(await endStage(trx, peer.channelId));
      hear(await tell(trx, peer.channelId, 'people', { people: await listPeople(trx, peer.channelId) }));
    });
  },

  async stage({ deps, peer }, { show }) {
    const model = show?.kind === 'model' ? await getModel(deps, peer, show.source) : null;
    await asSeated(deps, peer, async (trx, { hear }) => {
      const before = await findStage(trx, peer.channelId);
      if (!canReplace(peer.id, before)) throw new AppError(callsErrors.stage_taken);
      if (show === null) {
        if (before) hear(await endStage(trx, peer.channelId));
        return;
      }
      if (show.kind !== 'model') await assertShown(trx, deps, peer, show);
      if (before) hear(await endStage(trx, peer.channelId));
      const { source, ...shown } = model ?? { source: null };
      const stage: Stage = {
        id: randomUUID(),
        kind: show.kind,
        peerId: show.kind === 'model' ? peer.id : show.peerId,
        frameId: null,
        model: model && (shown as ShownModel),
        view: null,
      };
      await trx
        .updateTable('call')
        .set({
          stageId: stage.id,
          stageKind: stage.kind,
          stagePeerId: stage.peerId,
          frameId: null,
          stageModel: model && JSON.stringify({ source, ...shown }),
        })
        .where('channelId', '=', peer.channelId)
        .execute();
      hear(await tell(trx, peer.channelId, 'stage', { stage }));
    });
  },

  async view({ deps, peer }, { stageId, n, view }) {
    await onStage(deps, peer, async (trx, { hear }, stage) => {
      if (!canTurn(peer.id, stage, stageId)) throw new AppError(callsErrors.no_stage);
      // Repeated, because the acknowledgement was lost.
      if (stage.view && stage.view.n >= n) return;
      await trx
        .updateTable('call')
        .set({ stageView: JSON.stringify({ n, view }) })
        .where('channelId', '=', peer.channelId)
        .execute();
      hear(await tell(trx, peer.channelId, 'view', { stageId, n, view }));
    });
  },

  async turn({ deps, peer }, turned) {
    const stage = await findStage(deps.db, peer.channelId);
    if (stage && canTurn(peer.id, stage, turned.stageId)) await pass(deps, peer, 'turn', turned);
  },

  async mark({ deps, peer }, drawn) {
    await onStage(deps, peer, async (trx, { hear }, stage) => {
      // Drawn on a stage that has changed meanwhile.
      if (isOnModel(drawn) !== (stage.kind === 'model')) throw new AppError(callsErrors.no_stage);
      const mark = { ...drawn, from: peer.id, points: drawn.points.map(rounded) } as CallMark;
      const { rows } = await sql<{ count: number; bytes: number }>`
        select count(*)::int as count, coalesce(sum(octet_length(mark::text)), 0)::int as bytes
        from call_mark where channel_id = ${peer.channelId}`.execute(trx);
      const { count = 0, bytes = 0 } = rows[0] ?? {};
      if (count >= callLimits.marks || bytes + JSON.stringify(mark).length > callLimits.markBytes)
        throw new AppError(callsErrors.too_many_marks);
      // Repeated, because the acknowledgement was lost.
      const { rows: added } = await sql`insert into call_mark (channel_id, id, mark)
        values (${peer.channelId}, ${mark.id}, ${JSON.stringify(mark)}) on conflict do nothing returning id`.execute(
        trx,
      );
      if (added.length > 0) hear(await tell(trx, peer.channelId, 'mark', { mark }));
    });
  },

  async unmark({ deps, peer }, { id }) {
    await onStage(deps, peer, async (trx, { hear }) => {
      const { rows } = await sql`delete from call_mark where channel_id = ${peer.channelId} and id = ${id}
        and mark ->> 'from' = ${peer.id} returning id`.execute(trx);
      if (rows.length > 0) hear(await tell(trx, peer.channelId, 'unmark', { id }));
    });
  },

  async clear({ deps, peer }) {
    await onStage(deps, peer, async (trx, { hear }, stage) => {
      const of = canWipe(peer.id, stage) ? null : peer.id;
      await sql`delete from call_mark where channel_id = ${peer.channelId}
        and (${of}::text is null or mark ->> 'from' = ${of}::text)`.execute(trx);
      hear(await tell(trx, peer.channelId, 'clear', { of }));
    });
  },

  async unfreeze({ deps, peer }) {
    await onStage(deps, peer, async (trx, { hear }, stage) => {
      await trx.updateTable('call').set({ frameId: null }).where('channelId', '=', peer.channelId).execute();
      await trx.deleteFrom('callFrame').where('channelId', '=', peer.channelId).execute();
      hear(await tell(trx, peer.channelId, 'stage', { stage: { ...stage, frameId: null } }));
    });
  },

  async pointer({ deps, peer }, { at }) {
    await pass(deps, peer, 'pointer', { from: peer.id, at });
  },

  async stroke({ deps, peer }, drawn) {
    await pass(deps, peer, 'stroke', { mark: { ...drawn, from: peer.id } });
  },
};

/** Checks that the session, the access to the channel and the guest link are still valid. */
async function mayStay(deps: Deps, peer: Peer, viewer: CurrentUser | null): Promise<boolean> {
  const actor = peer.linkId === null ? viewer : await findInviter(deps, peer.linkId);
  if (actor === null || (peer.personId !== null && actor.id !== peer.personId)) return false;
  const channel = await deps.getJoinable(actor, peer.channelId, 'ko');
  if (channel === null || !canJoin(channel)) return false;
  return !(await isRemoved(deps.db, peer.channelId, actor.id));
}

/** Returns the inviter of a guest; null if the link was closed. */
async function findInviter({ db }: Deps, linkId: string): Promise<Actor | null> {
  const row = await db
    .selectFrom('callLink')
    .select('madeBy')
    .where('id', '=', linkId)
    .where('closedAt', 'is', null)
    .executeTakeFirst();
  return row ? { id: row.madeBy, isAdmin: false } : null;
}

/** Throws `no_model`. */
async function getModel(
  { models }: Deps,
  peer: Peer,
  source: ModelSource,
): Promise<ShownModel & { source: ModelSource }> {
  const isOpen = 'resourceFileId' in source || canShowFiles(peer);
  const found = isOpen ? await models.find(peer.channelId, source) : null;
  if (!found || found.size > modelLimits.bytes) throw new AppError(callsErrors.no_model);
  const { name, size, triangles } = found;
  return { name, size, triangles, source };
}

/** Throws `person_gone` and `too_many_for_video`. */
async function assertShown(
  trx: Trx,
  { config }: Deps,
  peer: Peer,
  show: { kind: 'screen' | 'camera'; peerId: string },
): Promise<void> {
  const people = await listPeople(trx, peer.channelId);
  const theirs = people.find(({ peerId }) => peerId === show.peerId);
  if (!theirs || !canShow(peer.id, show)) throw new AppError(callsErrors.person_gone);
  if (show.kind === 'camera' && !theirs.hasVideo) throw new AppError(callsErrors.person_gone);
  const refusal = show.kind === 'screen' ? refusalToShow(modeOf(config), people.length) : null;
  if (refusal) throw new AppError(callsErrors[refusal]);
}

/** Precision below what is visible is not stored. */
const rounded = (place: readonly number[]) => place.map((value) => Math.round(value * 10_000) / 10_000);

type InCall = Parameters<typeof inCall<void>>[2];
async function onStage(
  deps: Deps,
  peer: Peer,
  act: (trx: Parameters<InCall>[0], after: Parameters<InCall>[1], stage: Stage) => Promise<void>,
): Promise<void> {
  await asSeated(deps, peer, async (trx, after) => {
    const stage = await findStage(trx, peer.channelId);
    if (!stage) throw new AppError(callsErrors.no_stage);
    await act(trx, after, stage);
  });
}

/**
 * Runs an action under the call's lock, unless the person has lost their seat while waiting for it. Throws
 * `not_in_call`, `rate_limited`.
 */
async function asSeated(deps: Deps, peer: Peer, act: InCall): Promise<void> {
  await deps.rateLimits.take('callChanges', peer.id);
  await inCall(deps, peer.channelId, async (trx, after) => {
    const seat = await trx.selectFrom('callPeer').select('id').where('id', '=', peer.id).executeTakeFirst();
    if (!seat) throw new AppError(callsErrors.not_in_call);
    await act(trx, after);
  });
}

/** Broadcasts to all others in the call; not stored. */
async function pass<Type extends 'pointer' | 'stroke' | 'turn'>(
  deps: Deps,
  peer: Peer,
  type: Type,
  data: CallEvents[Type],
): Promise<void> {
  const others = await deps.db
    .selectFrom('callPeer')
    .select('key')
    .where('channelId', '=', peer.channelId)
    .where('id', '<>', peer.id)
    .where(isHere)
    .execute();
  for (const { key } of others) deps.realtime.broadcast(topicOf(key), type, data);
}

/**
 * Topics of this feature: the participants of a call, for people who see the channel, and the events of one
 * participant.
 */
export function callTopics(deps: Deps): Topics<CurrentUser> {
  return {
    call: { mayRead: async (viewer, id) => (await deps.getJoinable(viewer, id, 'ko')) !== null },
    peer: {
      // Knowing the key is the permission: only its owner received it.
      mayRead: async (_viewer, key) => (await findPeer(deps.db, key)) !== null,
      hear: (heard) => takeMessage(deps, heard),
    },
  };
}

async function takeMessage(
  deps: Deps,
  { id: key, type, data, findViewer }: Heard<CurrentUser>,
): Promise<{ ok: true } | { code: string }> {
  if (!Object.hasOwn(messages, type)) return { code: 'bad_request' };
  const parsed = messages[type as MessageType].safeParse(data);
  if (!parsed.success) return { code: 'bad_request' };
  const peer = await findPeer(deps.db, key);
  if (!peer) return { code: callsErrors.not_in_call.code };
  try {
    await hearing[type as MessageType]({ deps, peer, key, findViewer }, parsed.data as never);
    return { ok: true };
  } catch (error) {
    if (isAppError(error)) return { code: error.kind.code };
    throw error;
  }
}
