import type { Locale } from '#i18n/languages.ts';
import { sql } from 'kysely';
import { avatarUrl } from '#features/accounts/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { AppError } from '#platform/shared/errors.ts';
import {
  callsErrors,
  type CallMark,
  type CallPerson,
  type ModelChoice,
  type ModelSource,
  type ShownModel,
  type Stage,
} from '../contract.ts';
import { goneMs } from '../rules.ts';

/** Whoever acts: a person as the sessions know them, or whom a guest was invited by. */
export type Actor = { id: string; isAdmin: boolean };

/** A channel as somebody finds it who wants into its call. */
export type Joinable = { id: string; slug: string; name: string; mayJoin: boolean; mayModerate: boolean };

/**
 * What this room needs of channels: one by its id or its slug, named in a language, with what it lets the actor do. Null where there is
 * none that they may see. The house hands it in.
 */
export type GetJoinable = (actor: Actor | null, channel: string, locale: Locale) => Promise<Joinable | null>;

/** A 3D model that may be shown, and where its bytes are. */
export type ModelFile = ModelChoice & { blobKey: string; sha256: string; mediaType: string };
export type StagedModel = ShownModel & { source: ModelSource };

/**
 * What this room needs of 3D models: those that everybody in a channel may read. The house hands it in. Files of the channel's messages
 * come only where they are asked for.
 */
export type Models = {
  find(channelId: string, source: ModelSource): Promise<ModelFile | null>;
  /** Of a resource; empty where not everybody sees it. */
  listOf(resourceId: string): Promise<ModelChoice[]>;
  /** Of what the channel is about, and what was attached there. */
  listIn(channelId: string, options: { withFiles: boolean }): Promise<ModelChoice[]>;
};

/** Somebody in a call. */
export type Peer = {
  id: string;
  channelId: string;
  personId: string | null;
  linkId: string | null;
  name: string;
};

export const isHere = sql<boolean>`seen_at > clock_timestamp() - ${goneMs} * interval '1 millisecond'`;

export async function listPeople(db: Db, channelId: string): Promise<CallPerson[]> {
  const rows = await db
    .selectFrom('callPeer')
    .leftJoin('person', 'person.id', 'callPeer.personId')
    .select(['callPeer.id as peerId', 'callPeer.name', 'person.displayUsername as username'])
    .select(['person.avatarId', 'isMuted', 'hasVideo', 'handRaised', 'personId'])
    .where('channelId', '=', channelId)
    .where(isHere)
    .orderBy('joinedAt')
    .orderBy('callPeer.id')
    .execute();
  return rows.map(({ avatarId, personId, ...row }) => ({
    ...row,
    avatarUrl: avatarUrl(avatarId, 96),
    isGuest: personId === null,
  }));
}

export async function findStage(db: Db, channelId: string): Promise<Stage | null> {
  const row = await db
    .selectFrom('call')
    .select(['stageId', 'stageKind', 'stagePeerId', 'frameId', 'stageModel', 'stageView'])
    .where('channelId', '=', channelId)
    .executeTakeFirst();
  if (!row?.stageId || !row.stageKind || !row.stagePeerId) return null;
  const { stageId, stageKind, stagePeerId, frameId, stageModel, stageView } = row;
  const { source: _kept, ...model } = (stageModel as StagedModel | null) ?? { source: null };
  return {
    id: stageId,
    kind: stageKind,
    peerId: stagePeerId,
    frameId,
    model: stageModel === null ? null : (model as ShownModel),
    view: stageView as Stage['view'],
  };
}

/** What stands on the stage with this id, if it is a model. */
export async function findStagedModel(
  db: Db,
  channelId: string,
  stageId: string,
): Promise<StagedModel | null> {
  if (!isUuid(stageId)) return null;
  const row = await db
    .selectFrom('call')
    .select('stageModel')
    .where('channelId', '=', channelId)
    .where('stageId', '=', stageId)
    .executeTakeFirst();
  return (row?.stageModel as StagedModel | null | undefined) ?? null;
}

export async function listMarks(db: Db, channelId: string): Promise<CallMark[]> {
  const rows = await db
    .selectFrom('callMark')
    .select('mark')
    .where('channelId', '=', channelId)
    .orderBy('position')
    .execute();
  return rows.map(({ mark }) => mark as CallMark);
}

export async function findFrame(db: Db, channelId: string, id: string): Promise<Buffer | null> {
  if (!isUuid(id)) return null;
  const row = await db
    .selectFrom('callFrame')
    .select('bytes')
    .where('channelId', '=', channelId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.bytes ?? null;
}

/** Who is in a call with this key; null for keys of nobody, or of somebody who has been silent for too long. */
export async function findPeer(db: Db, key: string): Promise<Peer | null> {
  if (!isUuid(key)) return null;
  const row = await db
    .selectFrom('callPeer')
    .select(['id', 'channelId', 'personId', 'linkId', 'name'])
    .where('key', '=', key)
    .where(isHere)
    .executeTakeFirst();
  return row ?? null;
}

/** Throws `not_in_call`. */
export async function getPeer(db: Db, channelId: string, key: string | undefined): Promise<Peer> {
  const peer = key === undefined ? null : await findPeer(db, key);
  if (peer?.channelId !== channelId) throw new AppError(callsErrors.not_in_call);
  return peer;
}

/** Whether somebody who moderates has put this person out, not long ago. */
export async function isRemoved(db: Db, channelId: string, personId: string): Promise<boolean> {
  const removal = await db
    .selectFrom('callRemoval')
    .select('until')
    .where('channelId', '=', channelId)
    .where('personId', '=', personId)
    .where('until', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return removal !== undefined;
}
