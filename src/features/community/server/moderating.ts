import { sql, type RawBuilder } from 'kysely';
import { adminErrors } from '#features/admin/contract.ts';
import { recordAudit, type UndoneEntry } from '#features/admin/server/public.ts';
import type { CurrentUser } from '#features/accounts/contract.ts';
import type { Locale } from '#i18n/languages.ts';
import { notify } from '#features/notifications/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { AppError, refused } from '#platform/shared/errors.ts';
import { canSanction } from '../access.ts';
import {
  communityErrors,
  type BannedWord,
  type Person,
  type Sanction,
  type SanctionInput,
} from '../contract.ts';
import { channelPath, communityLimits, foldWord, publicKinds } from '../rules.ts';
import { topicOf, type ChannelDeps } from './channels.ts';
import { presentNamed, presentPerson, type PersonRow } from './queries.ts';
import type { WordList } from './words.ts';

type PersonFound = PersonRow & { isAdmin: boolean };

/** Returns a person with an account. Throws `person_not_found`. */
async function getPerson(db: Db, username: string): Promise<PersonFound> {
  const { rows } = await sql<PersonFound>`
    select id, display_username as username, name as full_name, avatar_id, role = 'admin' as is_admin
    from person where username = ${username.replace(/^@/, '').toLowerCase()} and erased_at is null`.execute(
    db,
  );
  if (!rows[0]) throw new AppError(communityErrors.person_not_found);
  return rows[0];
}

/**
 * Mutes or bans a person, in a channel or in all. Replaces a sanction of the same kind and scope. Open
 * subscriptions end at once.
 */
export async function sanction(
  { db, realtime }: ChannelDeps,
  actor: CurrentUser,
  { username, channelId, kind, minutes, reason }: SanctionInput,
): Promise<string> {
  const id = uuidv7();
  const now = currentTime();
  const until = minutes === null ? null : new Date(now.getTime() + minutes * 60_000);
  const personId = await db.transaction().execute(async (trx) => {
    const person = await getPerson(trx, username);
    if (!canSanction(actor, person)) throw refused(communityErrors.cannot_sanction, 'username');
    // Serialize: two concurrent sanctions would both be stored, and lifting one would leave the other.
    await trx.selectFrom('person').select('id').where('id', '=', person.id).forNoKeyUpdate().execute();
    const channel =
      channelId === null
        ? null
        : await trx
            .selectFrom('channel')
            .select(['slug', 'names'])
            .where('id', '=', channelId)
            .where('kind', 'in', [...publicKinds])
            .executeTakeFirst();
    if (channel === undefined) throw refused(communityErrors.channel_not_found, 'channelId');
    await sql`update channel_sanction set lifted_at = ${now} where person_id = ${person.id} and kind = ${kind}
      and channel_id is not distinct from ${channelId}::uuid and lifted_at is null`.execute(trx);
    await trx
      .insertInto('channelSanction')
      .values({
        id,
        channelId,
        personId: person.id,
        kind,
        until,
        reason,
        actorId: actor.id,
        createdAt: now,
      })
      .execute();
    await recordAudit(
      trx,
      {
        actor,
        action: `community.${kind}`,
        target: { type: 'person', id: person.id },
        reason,
        before: { sanction: null },
        after: { sanction: id, channelId, until: until?.toISOString() ?? null },
      },
      now,
    );
    await notify(
      trx,
      person.id,
      {
        what: kind === 'mute' ? 'channel_muted' : 'channel_banned',
        path: channel ? channelPath(channel.slug) : '/remote-support',
        params: { reason, ...(channel && { channel: channel.names }) },
      },
      now,
    );
    return person.id;
  });
  await recheckFollowed(db, realtime, { channelId, personId });
  return id;
}

/** Checks open subscriptions again: those of a channel, or all of a person after a ban everywhere. */
export async function recheckFollowed(
  db: Db,
  realtime: ChannelDeps['realtime'],
  { channelId, personId }: { channelId: string | null; personId: string },
): Promise<void> {
  if (channelId !== null) return realtime.recheck(topicOf(channelId));
  const { rows } = await sql<{ id: string }>`
    select id from channel where kind in (${sql.join(publicKinds)})
    union select channel_id from channel_member where person_id = ${personId}`.execute(db);
  for (const { id } of rows) realtime.recheck(topicOf(id));
}

export async function liftSanction(
  { db }: ChannelDeps,
  actor: CurrentUser,
  id: string,
  reason: string,
): Promise<void> {
  await db.transaction().execute((trx) => lift(trx, actor, id, { reason }, currentTime()));
}

/** Same in an open transaction. Returns the audit entry's id. */
export async function lift(
  trx: Trx,
  actor: CurrentUser,
  id: string,
  { reason }: { reason: string },
  now: Date,
  undoes?: string,
): Promise<string> {
  if (!isUuid(id)) throw new AppError(communityErrors.sanction_not_found);
  const lifted = await trx
    .updateTable('channelSanction')
    .set({ liftedAt: now })
    .where('id', '=', id)
    .where('liftedAt', 'is', null)
    .where((where) => where.or([where('until', 'is', null), where('until', '>', now)]))
    .returning(['personId', 'channelId', 'kind', 'until'])
    .executeTakeFirst();
  if (!lifted) throw new AppError(communityErrors.sanction_not_found);
  const { personId, channelId, kind, until } = lifted;
  return recordAudit(
    trx,
    {
      actor,
      action: `community.lift_${kind}`,
      target: { type: 'person', id: personId },
      reason,
      before: { sanction: id, channelId, until: until?.toISOString() ?? null },
      after: { sanction: null },
      undoes,
    },
    now,
  );
}

/** Undoes a mute or ban, unless it has ended or was replaced. */
export async function undoSanction(
  trx: Trx,
  actor: CurrentUser,
  entry: UndoneEntry,
  now: Date,
): Promise<string> {
  return lift(trx, actor, String(entry.after['sanction']), entry, now, entry.id);
}

/** Restores a lifted sanction, unless it has expired or was replaced. */
export async function undoLift(
  trx: Trx,
  actor: CurrentUser,
  { id, targetId, before, reason }: UndoneEntry,
  now: Date,
): Promise<string> {
  // Serialize, as in `sanction`.
  await trx.selectFrom('person').select('id').where('id', '=', targetId).forNoKeyUpdate().execute();
  const { rows } = await sql<{ kind: 'mute' | 'ban'; channelId: string | null; until: Date | null }>`
    update channel_sanction s set lifted_at = null
    where id = ${String(before['sanction'])}::uuid and lifted_at is not null and (until is null or until > ${now})
      and not exists (select from channel_sanction other where other.person_id = s.person_id and other.kind = s.kind
        and other.channel_id is not distinct from s.channel_id and other.lifted_at is null
        and (other.until is null or other.until > ${now}))
    returning kind, channel_id, until`.execute(trx);
  const [back] = rows;
  if (!back) throw new AppError(adminErrors.changed_since);
  return recordAudit(
    trx,
    {
      actor,
      action: `community.${back.kind}`,
      target: { type: 'person', id: targetId },
      reason,
      before: { sanction: null },
      after: {
        sanction: before['sanction'],
        channelId: back.channelId,
        until: back.until?.toISOString() ?? null,
      },
      undoes: id,
    },
    now,
  );
}

export type SanctionRow = {
  id: string;
  kind: 'mute' | 'ban';
  person: PersonRow;
  channel: { id: string; slug: string; kind: 'text'; names: Record<Locale, string> } | null;
  until: Date | null;
  reason: string;
  by: string;
  createdAt: Date;
};

export function selectSanctions(condition: RawBuilder<unknown>): RawBuilder<SanctionRow> {
  return sql<SanctionRow>`
    select s.id, s.kind, s.until, s.reason, s.created_at, actor.display_username as by,
      json_build_object('id', p.id, 'username', p.display_username, 'fullName', p.name, 'avatarId', p.avatar_id) as person,
      case when c.id is not null then json_build_object('id', c.id, 'slug', c.slug, 'names', c.names) end as channel
    from channel_sanction s join person p on p.id = s.person_id join person actor on actor.id = s.actor_id
    left join channel c on c.id = s.channel_id
    where s.lifted_at is null and (s.until is null or s.until > now()) and p.erased_at is null and ${condition}`;
}

export function presentSanction(row: SanctionRow, locale: Locale): Sanction {
  const { person, channel, until, createdAt, ...rest } = row;
  return {
    ...rest,
    person: presentPerson(person),
    channel: channel && presentNamed(channel, locale),
    until: until?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

/** Lists the sanctions in force, newest first. */
export async function listSanctions(
  db: Db,
  locale: Locale,
  wanted: { page: number; limit: number; channel?: string | undefined },
): Promise<{ items: Sanction[]; total: number; page: number; pageCount: number }> {
  const condition =
    wanted.channel === undefined
      ? sql`true`
      : sql`(s.channel_id is null or s.channel_id = ${wanted.channel}::uuid)`;
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from (${selectSanctions(condition)}) as all_of_them`.execute(db);
  const total = counted[0]?.total ?? 0;
  const pageCount = Math.max(1, Math.ceil(total / wanted.limit));
  const page = Math.min(wanted.page, pageCount);
  const { rows } = await sql<SanctionRow>`${selectSanctions(condition)}
    order by s.id desc limit ${wanted.limit} offset ${(page - 1) * wanted.limit}`.execute(db);
  return { items: rows.map((row) => presentSanction(row, locale)), total, page, pageCount };
}

export async function getSanction(db: Db, locale: Locale, id: string): Promise<Sanction> {
  const { rows } = await selectSanctions(sql`s.id = ${id}::uuid`).execute(db);
  if (!rows[0]) throw new AppError(communityErrors.sanction_not_found);
  return presentSanction(rows[0], locale);
}

export async function listBannedWords(db: Db): Promise<BannedWord[]> {
  const rows = await db
    .selectFrom('bannedWord')
    .select(['id', 'word', 'createdAt'])
    .orderBy('folded')
    .execute();
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
}

type WordDeps = { db: Db; words: WordList };

/** Bans a word; idempotent. */
export async function banWord(
  { db, words }: WordDeps,
  actor: CurrentUser,
  { word, reason }: { word: string; reason: string },
): Promise<BannedWord> {
  const now = currentTime();
  const banned = await db.transaction().execute(async (trx) => {
    await addWord(trx, actor, { id: uuidv7(now.getTime()), word, reason }, now);
    return trx
      .selectFrom('bannedWord')
      .select(['id', 'word', 'createdAt'])
      .where('folded', '=', foldWord(word))
      .executeTakeFirstOrThrow();
  });
  words.forget();
  return { ...banned, createdAt: banned.createdAt.toISOString() };
}

/** Returns the audit entry's id; null if the word is banned already. */
async function addWord(
  trx: Trx,
  actor: CurrentUser,
  { id, word, reason, undoes }: { id: string; word: string; reason: string; undoes?: string },
  now: Date,
): Promise<string | null> {
  const { count } = await trx
    .selectFrom('bannedWord')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= communityLimits.words) throw new AppError(communityErrors.too_many_words);
  const added = await trx
    .insertInto('bannedWord')
    .values({ id, word, folded: foldWord(word), createdAt: now })
    .onConflict((conflict) => conflict.column('folded').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) return null;
  return recordAudit(
    trx,
    {
      actor,
      action: 'community.ban_word',
      target: { type: 'banned_word', id },
      reason,
      before: { word: null },
      after: { word },
      undoes,
    },
    now,
  );
}

export async function allowWord(
  { db, words }: WordDeps,
  actor: CurrentUser,
  id: string,
  reason: string,
): Promise<void> {
  if (!isUuid(id)) throw new AppError(communityErrors.word_not_found);
  await db.transaction().execute((trx) => removeWord(trx, actor, { id, reason }, currentTime()));
  words.forget();
}

async function removeWord(
  trx: Trx,
  actor: CurrentUser,
  { id, reason, undoes }: { id: string; reason: string; undoes?: string },
  now: Date,
): Promise<string> {
  const gone = await trx.deleteFrom('bannedWord').where('id', '=', id).returning('word').executeTakeFirst();
  if (!gone) throw new AppError(undoes ? adminErrors.changed_since : communityErrors.word_not_found);
  return recordAudit(
    trx,
    {
      actor,
      action: 'community.allow_word',
      target: { type: 'banned_word', id },
      reason,
      before: { word: gone.word },
      after: { word: null },
      undoes,
    },
    now,
  );
}

/** Takes effect within a second in every process. */
export function undoBan(
  trx: Trx,
  actor: CurrentUser,
  { id, targetId, reason }: UndoneEntry,
  now: Date,
): Promise<string> {
  return removeWord(trx, actor, { id: targetId, reason, undoes: id }, now);
}

/** Bans the word again, unless someone has done so since. */
export async function undoAllowing(
  trx: Trx,
  actor: CurrentUser,
  { id, targetId, before, reason }: UndoneEntry,
  now: Date,
): Promise<string> {
  const word = String(before['word']);
  const auditId = await addWord(trx, actor, { id: targetId, word, reason, undoes: id }, now);
  if (auditId === null) throw new AppError(adminErrors.changed_since);
  return auditId;
}

export async function listBlocked(db: Db, personId: string): Promise<Person[]> {
  const { rows } = await sql<PersonRow>`
    select p.id, p.display_username as username, p.name as full_name, p.avatar_id
    from person_block b join person p on p.id = b.blocked_id
    where b.blocker_id = ${personId} and p.erased_at is null order by b.at desc, p.id`.execute(db);
  return rows.map(presentPerson);
}

/** Returns true if a person has blocked another. */
export async function isBlocked(db: Db, { by, id }: { by: string; id: string }): Promise<boolean> {
  const found = await db
    .selectFrom('personBlock')
    .select('blockedId')
    .where('blockerId', '=', by)
    .where('blockedId', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}

export async function block(db: Db, personId: string, username: string): Promise<void> {
  const { id } = await getPerson(db, username);
  if (id === personId) throw new AppError(communityErrors.cannot_block);
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('person').select('id').where('id', '=', personId).forUpdate().execute();
    const { count } = await trx
      .selectFrom('personBlock')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('blockerId', '=', personId)
      .executeTakeFirstOrThrow();
    if (count >= communityLimits.blocks) throw new AppError(communityErrors.too_many_blocks);
    await trx
      .insertInto('personBlock')
      .values({ blockerId: personId, blockedId: id, at: currentTime() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

export async function unblock(db: Db, personId: string, username: string): Promise<void> {
  const { id } = await getPerson(db, username);
  await db.deleteFrom('personBlock').where('blockerId', '=', personId).where('blockedId', '=', id).execute();
}
