import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { adminErrors } from '#features/admin/contract.ts';
import { doToOne, recordAudit, type UndoneEntry } from '#features/admin/server/public.ts';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { AppError, refused } from '#platform/shared/errors.ts';
import { communityErrors, type ChannelChange, type ChannelInput } from '../contract.ts';
import { communityLimits, publicKinds } from '../rules.ts';
import { findChannel, holdChannel, holding, topicOf, type ChannelDeps, type ChannelRow } from './channels.ts';

function isTakenSlug(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'channel_slug_key';
}

async function withFreeSlug<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (isTakenSlug(error)) throw refused(communityErrors.slug_taken, 'slug');
    throw error;
  }
}

/** Adds a channel after the others. Returns its id. */
export async function addChannel(
  { db }: ChannelDeps,
  actor: CurrentUser,
  { name, slug, description, kind, slowSeconds, reason }: ChannelInput,
): Promise<string> {
  const id = uuidv7();
  const now = currentTime();
  await withFreeSlug(() =>
    db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ count: number; last: number }>`
        select count(*) as count, coalesce(max(position), 0) as last from channel
        where kind in (${sql.join(publicKinds)})`.execute(trx);
      const { count = 0, last = 0 } = rows[0] ?? {};
      if (count >= communityLimits.channels) throw new AppError(communityErrors.too_many_channels);
      await trx
        .insertInto('channel')
        .values({
          id,
          slug,
          kind,
          slowSeconds,
          createdAt: now,
          lastMessageAt: null,
          names: JSON.stringify(name),
          descriptions: JSON.stringify(description),
          position: last + 1,
        })
        .execute();
      const after = { slug, kind, names: name, slowSeconds };
      await audit(trx, actor, { action: 'community.add_channel', id, reason, before: {}, after }, now);
    }),
  );
  return id;
}

/** Returns a public channel for its moderators. Throws `channel_not_found`. */
async function getManaged(db: Db, address: string): Promise<ChannelRow> {
  const channel = await findChannel(db, address);
  if (!channel || !publicKinds.some((kind) => kind === channel.kind))
    throw new AppError(communityErrors.channel_not_found);
  return channel;
}

/** Renames a channel, archives it or sets slow mode, and pushes the change. Returns its id. */
export async function changeChannel(
  deps: ChannelDeps,
  actor: CurrentUser,
  address: string,
  change: ChannelChange,
): Promise<string> {
  const { id } = await getManaged(deps.db, address);
  await doToOne(deps.db, (trx) => changeHeld(trx, actor, id, change));
  deps.realtime.wake(topicOf(id));
  return id;
}

/** Same in an open transaction. Returns the audit entry's id. */
export async function changeHeld(
  trx: Trx,
  actor: CurrentUser,
  id: string,
  { name, slug, description, state, slowSeconds, reason }: ChannelChange,
  undoes?: string,
): Promise<string> {
  await getManaged(trx, id);
  return withFreeSlug(() =>
    holding(trx, id, async ({ channel, now, push }) => {
      const after = {
        slug: slug ?? channel.slug,
        names: name ?? channel.names,
        descriptions: description ?? channel.descriptions,
        state: state ?? channel.state,
        slowSeconds: slowSeconds ?? channel.slowSeconds,
      };
      await trx
        .updateTable('channel')
        .set({
          ...after,
          names: JSON.stringify(after.names),
          descriptions: JSON.stringify(after.descriptions),
        })
        .where('id', '=', id)
        .execute();
      push({ type: 'channel', data: after });
      return audit(
        trx,
        actor,
        { action: 'community.change_channel', id, reason, before: changeable(channel), after, undoes },
        now,
      );
    }),
  );
}

/** Returns the fields of a channel that can be changed. */
function changeable({ slug, names, descriptions, state, slowSeconds }: ChannelRow) {
  return { slug, names, descriptions, state, slowSeconds };
}

/** Restores a channel, unless it has changed since. */
export async function undoChannelChange(
  trx: Trx,
  actor: CurrentUser,
  { id, targetId, before, after, reason }: UndoneEntry,
): Promise<string> {
  const { channel } = await holdChannel(trx, targetId);
  if (!isDeepStrictEqual(changeable(channel), after)) throw new AppError(adminErrors.changed_since);
  const { names, descriptions, ...was } = before as ReturnType<typeof changeable>;
  return changeHeld(trx, actor, targetId, { ...was, name: names, description: descriptions, reason }, id);
}

/** Reorders channels; those that are not named follow unchanged. */
export async function orderChannels(
  { db }: ChannelDeps,
  actor: CurrentUser,
  { ids, reason }: { ids: readonly string[]; reason: string },
): Promise<void> {
  await doToOne(db, async (trx) => {
    const before = await holdOrder(trx);
    if (ids.some((id) => !before.includes(id))) throw refused(communityErrors.channel_not_found, 'ids');
    await putInOrder(trx, actor, { before, ids, reason });
  });
}

/** Restores the previous order, unless it has changed since. New channels follow it. */
export async function undoOrder(
  trx: Trx,
  actor: CurrentUser,
  { id, before: was, after: is, reason }: UndoneEntry,
): Promise<string> {
  const before = await holdOrder(trx);
  const left = is['ids'] as string[];
  if (
    !isDeepStrictEqual(
      before.filter((each) => left.includes(each)),
      left,
    )
  )
    throw new AppError(adminErrors.changed_since);
  return putInOrder(trx, actor, { before, ids: was['ids'] as string[], reason, undoes: id });
}

async function holdOrder(trx: Trx): Promise<string[]> {
  const known = await trx
    .selectFrom('channel')
    .select('id')
    .where('kind', 'in', [...publicKinds])
    .orderBy('position')
    .orderBy('id')
    .forUpdate()
    .execute();
  return known.map(({ id }) => id);
}

async function putInOrder(
  trx: Trx,
  actor: CurrentUser,
  {
    before,
    ids,
    reason,
    undoes,
  }: { before: readonly string[]; ids: readonly string[]; reason: string; undoes?: string },
): Promise<string> {
  const after = [...new Set([...ids, ...before])];
  await sql`update channel set position = place.number
    from unnest(${after}::uuid[]) with ordinality as place (id, number) where channel.id = place.id`.execute(
    trx,
  );
  return audit(
    trx,
    actor,
    {
      action: 'community.order_channels',
      id: after[0] ?? '',
      reason,
      before: { ids: before },
      after: { ids: after },
      undoes,
    },
    currentTime(),
  );
}

async function audit(
  trx: Trx,
  actor: CurrentUser,
  done: {
    action: string;
    id: string;
    reason: string;
    before: Record<string, unknown>;
    after: Record<string, unknown>;
    undoes?: string | undefined;
  },
  now: Date,
): Promise<string> {
  const { id, ...entry } = done;
  return recordAudit(trx, { ...entry, actor, target: { type: 'channel', id } }, now);
}
