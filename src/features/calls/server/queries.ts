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

/** Person with permissions: a signed-in one, or the inviter of a guest. */
export type Actor = { id: string; isAdmin: boolean };

/** Channel with the permissions of a person who wants to join its call. */
export type Joinable = { id: string; slug: string; name: string; mayJoin: boolean; mayModerate: boolean };

/**
 * Lookup of a channel by id or slug, with a localized name and the actor's permissions; null if they cannot
 * see it. Injected by the app.
 */
export type GetJoinable = (actor: Actor | null, channel: string, locale: Locale) => Promise<Joinable | null>;

/** 3D model that can be shown, with its blob. */
export type ModelFile = ModelChoice & { blobKey: string; sha256: string; mediaType: string };
export type StagedModel = ShownModel & { source: ModelSource };

/**
 * Lookup of 3D models that everyone in a channel can see, injected by the app. Files of the channel's
 * messages are included on request.
 */
export type Models = {
  find(channelId: string, source: ModelSource): Promise<ModelFile | null>;
  /** Models of a resource; empty if it is not public. */
  listOf(resourceId: string): Promise<ModelChoice[]>;
  /** Models of the channel's subject and of its files. */
  listIn(channelId: string, options: { withFiles: boolean }): Promise<ModelChoice[]>;
};

/** Participant of a call. */
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

/** Returns the model on the stage with this id, if it is one. */
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

/**
 * Returns the participant with this key; null for an unknown key, and for one that has been silent for too
 * long.
 */
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

/** Returns true if a moderator has removed this person recently. */
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
