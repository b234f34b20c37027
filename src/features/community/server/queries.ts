import { sql, type RawBuilder } from 'kysely';
import { avatarUrl } from '#features/accounts/server/public.ts';
import type { Locale } from '#i18n/languages.ts';
import type { Db } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { AppError } from '#platform/shared/errors.ts';
import { likePattern, searchWords } from '#platform/shared/search-text.ts';
import { canReadHistory, type Actor } from '../access.ts';
import {
  communityErrors,
  type Attachment,
  type Card,
  type Edit,
  type FoundMessage,
  type Message,
  type MessagesRequest,
  type Person,
  type Question,
  type QuestionsRequest,
  type SearchRequest,
} from '../contract.ts';
import {
  communityLimits,
  isPublicKind,
  linksIn,
  messagePath,
  publicKinds,
  type ChannelKind,
  type LinkKind,
} from '../rules.ts';
import { idsOfMessages } from './searching.ts';
import { assertReadable, getReadable, standingIn, type ChannelRow, type FullStanding } from './channels.ts';

/** Lookups of link targets with their public data, injected by the app from other features. */
export type Linked = Record<
  LinkKind,
  (db: Db, ids: readonly string[]) => Promise<{ id: string; title: string }[]>
>;
export type ReadingDeps = { db: Db; linked: Linked; config: { publicOrigin: string } };

/** Maximum length of a quote. */
export const quoteLength = 200;
const excerptLength = 300;

export type PersonRow = Omit<Person, 'avatarUrl'> & { avatarId: string | null };
export function presentPerson<Row extends PersonRow>({ avatarId, ...person }: Row) {
  return { ...person, avatarUrl: avatarUrl(avatarId) };
}
type AuthorRow = PersonRow & { isStaff: boolean };
const personJson = (
  alias: string,
) => sql`case when ${sql.ref(alias)}.erased_at is null then json_build_object(
  'id', ${sql.ref(alias)}.id, 'username', ${sql.ref(alias)}.display_username, 'fullName', ${sql.ref(alias)}.name,
  'avatarId', ${sql.ref(alias)}.avatar_id, 'isStaff', ${sql.ref(alias)}.role <> 'user') end`;

export type FileRow = {
  id: string;
  name: string;
  size: number;
  mediaType: string;
  sha256: string;
  width: number | null;
  height: number | null;
  widths: number[] | null;
  placeholder: string | null;
};

export function presentAttachment({ width, height, widths, placeholder, ...file }: FileRow): Attachment {
  return {
    ...file,
    url: `/api/message-files/${file.id}`,
    picture: width === null || height === null ? null : { width, height, widths: widths ?? [], placeholder },
  };
}

type MessageRow = {
  id: string;
  channelId: string;
  seq: number;
  clientId: string;
  author: AuthorRow | null;
  text: string;
  state: 'shown' | 'deleted' | 'hidden';
  createdAt: Date;
  editedAt: Date | null;
  quoted: { id: string; seq: number; author: PersonRow | null; text: string } | null;
  threadId: string | null;
  replies: number;
  lastReplyAt: Date | null;
  mentions: Message['mentions'] | null;
  mentionsEveryone: boolean;
  attachments: FileRow[] | null;
  reactions: Message['reactions'] | null;
  isPinned: boolean;
  title: string | null;
  tags: string[];
  acceptedId: string | null;
  isAccepted: boolean;
  isFolded: boolean;
};

/** Selects messages as a person sees them, in one statement. */
function selectMessages(actor: Actor, condition: RawBuilder<unknown>): RawBuilder<MessageRow> {
  const me = actor?.id ?? null;
  return sql<MessageRow>`
    select m.id, m.channel_id, m.seq, m.client_id, m.state, m.created_at, m.edited_at, m.thread_id, m.replies,
      m.last_reply_at, m.mentions_everyone, m.title, m.tags, m.accepted_id,
      case when m.state = 'shown' then m.text else '' end as text, ${personJson('author')} as author,
      (select json_build_object('id', q.id, 'seq', q.seq, 'author', ${personJson('asked')},
          'text', case when q.state = 'shown' then left(q.text, ${quoteLength}) else '' end)
        from channel_message q join person asked on asked.id = q.author_id
        where q.id = m.reply_to and q.channel_id = m.channel_id) as quoted,
      case when m.state = 'shown' then (
        select json_agg(json_build_object('id', p.id, 'username', p.display_username, 'fullName', p.name) order by p.id)
        from channel_mention named join person p on p.id = named.person_id
        where named.channel_id = m.channel_id and named.seq = m.seq and p.erased_at is null) end as mentions,
      case when m.state = 'shown' then (
        select json_agg(json_build_object('id', file.id, 'name', file.name, 'size', file.size, 'mediaType', file.media_type,
          'sha256', file.sha256, 'width', a.width, 'height', a.height, 'widths', a.widths, 'placeholder', a.placeholder)
          order by a.position)
        from channel_attachment a join kept_file file on file.id = a.file_id
        where a.channel_id = m.channel_id and a.seq = m.seq) end as attachments,
      case when m.state = 'shown' then (
        select json_agg(json_build_object('emoji', emoji, 'count', count, 'mine', mine) order by first, emoji)
        from (select emoji, count(*) as count, coalesce(bool_or(person_id = ${me}::uuid), false) as mine, min(at) as first
          from channel_reaction r where r.channel_id = m.channel_id and r.seq = m.seq group by emoji) as each) end as reactions,
      exists (select from channel_pin pin where pin.channel_id = m.channel_id and pin.seq = m.seq) as is_pinned,
      exists (select from channel_message root where root.id = m.thread_id and root.accepted_id = m.id) as is_accepted,
      exists (select from person_block b where b.blocker_id = ${me}::uuid and b.blocked_id = m.author_id) as is_folded
    from channel_message m join person author on author.id = m.author_id
    where ${condition}`;
}

function presentMessage(row: MessageRow, cards: Card[]): Message {
  const { quoted, mentions, attachments, reactions, title, tags, acceptedId, editedAt, ...rest } = row;
  const isShown = row.state === 'shown';
  return {
    ...rest,
    clientId: row.author === null ? null : row.clientId,
    author: row.author && presentPerson(row.author),
    createdAt: row.createdAt.toISOString(),
    ...(editedAt && isShown && { editedAt: editedAt.toISOString() }),
    replyTo: quoted && { ...quoted, author: quoted.author && presentPerson(quoted.author) },
    lastReplyAt: row.lastReplyAt?.toISOString() ?? null,
    mentions: mentions ?? [],
    mentionsEveryone: row.mentionsEveryone && isShown,
    attachments: (attachments ?? []).map(presentAttachment),
    cards,
    reactions: reactions ?? [],
    question: title === null ? null : { title: isShown ? title : '', tags: isShown ? tags : [], acceptedId },
  };
}

/** Returns the cards of links in texts, in order, with public data only. */
export async function cardsOf(
  { db, linked, config }: ReadingDeps,
  texts: readonly string[],
): Promise<Card[][]> {
  const links = texts.map((text) => linksIn(text, config.publicOrigin));
  const all = links.flat();
  if (all.length === 0) return texts.map(() => []);
  const found = new Map<string, Card>();
  const load = async (kind: LinkKind, folder: string) => {
    const ids = [...new Set(all.filter((link) => link.kind === kind).map(({ id }) => id))];
    if (ids.length === 0) return;
    for (const { id, title } of await linked[kind](db, ids)) {
      found.set(`${kind} ${id}`, { kind, id, title, path: `/${folder}/${id}` });
    }
  };
  await Promise.all([load('resource', 'resources'), load('service', 'services')]);
  return links.map((each) => each.flatMap(({ kind, id }) => found.get(`${kind} ${id}`) ?? []));
}

async function present(deps: ReadingDeps, rows: readonly MessageRow[]): Promise<Message[]> {
  const cards = await cardsOf(
    deps,
    rows.map(({ text }) => text),
  );
  return rows.map((row, index) => presentMessage(row, cards[index] ?? []));
}

/** Returns messages of a channel, oldest first: the last ones, or those before, after or around a number. */
export async function listMessages(
  deps: ReadingDeps,
  actor: Actor,
  address: string,
  { before, after, around, thread, limit }: MessagesRequest,
): Promise<Message[]> {
  const { channel } = await getReadable(deps.db, actor, address);
  const inThread = thread === undefined ? sql`` : sql`and m.thread_id = ${thread}::uuid`;
  const select = async (condition: RawBuilder<unknown>, order: 'asc' | 'desc', most: number) => {
    const { rows } =
      await sql<MessageRow>`${selectMessages(actor, sql`m.channel_id = ${channel.id} ${inThread} and ${condition}`)}
      order by m.seq ${sql.raw(order)} limit ${most}`.execute(deps.db);
    return rows;
  };
  const ranges =
    around === undefined
      ? [
          await select(
            sql`m.seq < ${before ?? 2_147_483_647} and m.seq > ${after ?? 0}`,
            after === undefined ? 'desc' : 'asc',
            limit,
          ),
        ]
      : [
          await select(sql`m.seq <= ${around}`, 'desc', Math.ceil(limit / 2)),
          await select(sql`m.seq > ${around}`, 'asc', Math.floor(limit / 2)),
        ];
  return present(
    deps,
    ranges.flat().toSorted((a, b) => a.seq - b.seq),
  );
}

/**
 * Returns a readable message with its channel; with `orOwn`, also the person's own. Throws
 * `message_not_found`.
 */
export async function locateMessage(
  db: Db,
  actor: Actor,
  id: string,
  { orOwn = false } = {},
): Promise<{ channel: ChannelRow; standing: FullStanding; seq: number; authorId: string }> {
  const { rows } = isUuid(id)
    ? await sql<ChannelRow & { seq: number; authorId: string }>`
        select c.*, m.seq, m.author_id from channel_message m join channel c on c.id = m.channel_id
        where m.id = ${id}::uuid`.execute(db)
    : { rows: [] };
  const found = rows[0];
  if (!found) throw new AppError(communityErrors.message_not_found);
  const { seq, authorId, ...channel } = found;
  const standing = await standingIn(db, channel.id, actor);
  if (orOwn && authorId === actor?.id) return { channel, standing, seq, authorId };
  try {
    assertReadable(actor, channel, standing);
  } catch (error) {
    // Only people who know of the channel are told why they are excluded.
    if (isPublicKind(channel.kind) || standing.isMember) throw error;
    throw new AppError(communityErrors.message_not_found);
  }
  return { channel, standing, seq, authorId };
}

export async function getMessage(deps: ReadingDeps, actor: Actor, id: string): Promise<Message> {
  const { channel, seq } = await locateMessage(deps.db, actor, id);
  return readMessage(deps, actor, channel.id, seq);
}

/** Returns the message with this number. Throws `message_not_found`. */
export async function getNumbered(
  deps: ReadingDeps,
  actor: Actor,
  address: string,
  seq: number,
): Promise<Message> {
  const { channel } = await getReadable(deps.db, actor, address);
  return readMessage(deps, actor, channel.id, seq);
}

/** Returns a message; the caller has checked that the person can read it. */
export async function readMessage(
  deps: ReadingDeps,
  actor: Actor,
  channelId: string,
  seq: number,
): Promise<Message> {
  const { rows } = await selectMessages(
    actor,
    sql`m.channel_id = ${channelId}::uuid and m.seq = ${seq}`,
  ).execute(deps.db);
  const [message] = await present(deps, rows);
  if (!message) throw new AppError(communityErrors.message_not_found);
  return message;
}

export async function listPins(deps: ReadingDeps, actor: Actor, address: string): Promise<Message[]> {
  const { channel } = await getReadable(deps.db, actor, address);
  const pinned = sql`(select at from channel_pin pin where pin.channel_id = m.channel_id and pin.seq = m.seq)`;
  const { rows } = await sql<MessageRow>`${selectMessages(
    actor,
    sql`m.channel_id = ${channel.id} and m.state = 'shown'
      and m.seq in (select seq from channel_pin where channel_id = ${channel.id})`,
  )} order by ${pinned} desc, m.seq desc`.execute(deps.db);
  return present(deps, rows);
}

/** Returns the recent versions of a message and the current one, for people who can read it. */
export async function listEdits(db: Db, actor: Actor, id: string): Promise<Edit[]> {
  const { channel, standing, seq } = await locateMessage(db, actor, id);
  const now = await db
    .selectFrom('channelMessage')
    .select(['text', 'title', 'state', 'createdAt', 'editedAt'])
    .where('channelId', '=', channel.id)
    .where('seq', '=', seq)
    .executeTakeFirstOrThrow();
  if (!canReadHistory(actor, now, channel, standing)) throw new AppError(communityErrors.message_not_found);
  const before = await db
    .selectFrom('channelMessageEdit')
    .select(['text', 'title', 'at'])
    .where('channelId', '=', channel.id)
    .where('seq', '=', seq)
    .orderBy('number', 'desc')
    .limit(communityLimits.edits)
    .execute();
  return [
    ...before.toReversed(),
    { text: now.text, title: now.title, at: now.editedAt ?? now.createdAt },
  ].map((row) => ({
    ...row,
    at: row.at.toISOString(),
  }));
}

/** SQL of the channels that a person can read. */
export function readableChannels(actor: Actor): RawBuilder<unknown> {
  const me = actor?.id ?? null;
  return sql`select c.id from channel c
    where (c.kind in (${sql.join(publicKinds)})
        or exists (select from channel_member member where member.channel_id = c.id and member.person_id = ${me}::uuid))
      and (c.kind = 'inquiry' or not exists (select from channel_sanction s where s.person_id = ${me}::uuid and s.kind = 'ban'
        and s.lifted_at is null and (s.until is null or s.until > now()) and (s.channel_id is null or s.channel_id = c.id)))`;
}

const maxUuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Number of the newest messages that are scanned before the index is used. */
const newestRead = 2000;

/** Searches messages with all words in all readable channels, newest first. */
export async function searchMessages(
  deps: ReadingDeps,
  { actor, locale }: { actor: Actor; locale: Locale },
  { search, channel, author, before, limit }: SearchRequest,
): Promise<FoundMessage[]> {
  const words = searchWords(search);
  const wanted = sql.join(
    [
      sql`m.state = 'shown'`,
      ...words.map((word) => sql`m.search_text like ${likePattern(word)}`),
      sql`m.channel_id in (${readableChannels(actor)})`,
      ...(channel === undefined ? [] : [sql`m.channel_id = ${channel}::uuid`]),
      ...(before === undefined ? [] : [sql`m.id < ${before}::uuid`]),
    ],
    sql` and `,
  );
  const select = async (condition: RawBuilder<unknown>) => {
    const found = sql<MessageRow>`${selectMessages(actor, condition)} order by m.id desc limit ${limit}`;
    return (await found.execute(deps.db)).rows;
  };
  let rows: MessageRow[];
  if (author === undefined) {
    // Frequent words are found among the newest messages; the index is used only if these are not enough.
    const newest = sql`select id from channel_message where id < ${before ?? maxUuid}::uuid order by id desc limit ${newestRead}`;
    rows = await select(sql`m.id in (${newest}) and ${wanted}`);
    if (rows.length < limit)
      rows = await select(
        sql`m.id in (${idsOfMessages(words, channel, wanted)} order by id desc limit ${limit})`,
      );
  } else rows = await select(sql`author.username = ${author.toLowerCase()} and ${wanted}`);
  const messages = await present(deps, rows);
  const channels = await channelsById(
    deps.db,
    messages.map(({ channelId }) => channelId),
  );
  return messages.flatMap((message) => {
    const found = channels.get(message.channelId);
    return found ? [{ message, channel: presentNamed(found, locale) }] : [];
  });
}

type Named = { id: string; slug: string; kind: ChannelKind; names: Record<Locale, string> };
export function presentNamed({ id, slug, kind, names }: Named, locale: Locale) {
  return { id, slug, kind, name: names[locale] };
}

async function channelsById(db: Db, ids: readonly string[]): Promise<Map<string, Named>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('channel')
    .select(['id', 'slug', 'kind', 'names'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

async function getQuestionsChannel(db: Db, actor: Actor, address: string): Promise<ChannelRow> {
  const { channel } = await getReadable(db, actor, address);
  if (channel.kind !== 'questions') throw new AppError(communityErrors.not_questions);
  return channel;
}

/** Lists questions of a channel, newest first. */
export async function listQuestions(
  db: Db,
  actor: Actor,
  address: string,
  wanted: QuestionsRequest,
): Promise<{ items: Question[]; total: number; page: number; pageCount: number }> {
  const channel = await getQuestionsChannel(db, actor, address);
  const { search = '', tag, solved, limit } = wanted;
  const condition = sql.join(
    [
      sql`m.channel_id = ${channel.id} and m.title is not null and m.state = 'shown'`,
      ...searchWords(search).map((word) => sql`m.search_text like ${likePattern(word)}`),
      ...(tag === undefined || tag === '' ? [] : [sql`m.tags @> array[${tag}]::text[]`]),
      ...(solved === undefined ? [] : [sql`(m.accepted_id is not null) = ${solved}`]),
    ],
    sql` and `,
  );
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from channel_message m where ${condition}`.execute(db);
  const total = counted[0]?.total ?? 0;
  const pageCount = Math.max(1, Math.ceil(total / limit));
  const page = Math.min(wanted.page, pageCount);
  const { rows } = await sql<
    Pick<
      MessageRow,
      | 'id'
      | 'channelId'
      | 'seq'
      | 'author'
      | 'createdAt'
      | 'editedAt'
      | 'replies'
      | 'lastReplyAt'
      | 'isFolded'
    > & { title: string; tags: string[]; isSolved: boolean; excerpt: string }
  >`select m.id, m.channel_id, m.seq, ${personJson('author')} as author, m.created_at, m.edited_at, m.replies,
      m.last_reply_at, m.title, m.tags, m.accepted_id is not null as is_solved, left(m.text, ${excerptLength}) as excerpt,
      exists (select from person_block b where b.blocker_id = ${actor?.id ?? null}::uuid and b.blocked_id = m.author_id)
        as is_folded
    from channel_message m join person author on author.id = m.author_id
    where ${condition} order by m.seq desc limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return {
    items: rows.map(({ author, createdAt, editedAt, lastReplyAt, ...row }) => ({
      ...row,
      author: author && presentPerson(author),
      createdAt: createdAt.toISOString(),
      ...(editedAt && { editedAt: editedAt.toISOString() }),
      lastReplyAt: lastReplyAt?.toISOString() ?? null,
    })),
    total,
    page,
    pageCount,
  };
}

const maxTags = 50;

/** Lists the tags of a channel's questions, most frequent first. */
export async function listTags(
  db: Db,
  actor: Actor,
  address: string,
): Promise<{ tag: string; count: number }[]> {
  const channel = await getQuestionsChannel(db, actor, address);
  const { rows } = await sql<{ tag: string; count: number }>`
    select tag, count(*) as count from channel_message m, unnest(m.tags) as tag
    where m.channel_id = ${channel.id} and m.title is not null and m.state = 'shown'
    group by tag order by count desc, tag limit ${maxTags}`.execute(db);
  return rows;
}

/** Returns a readable question with its channel. Throws `message_not_found`. */
export async function findQuestion(
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ id: string; channelId: string; title: string; path: string }> {
  const { channel, seq } = await locateMessage(db, actor, id);
  const found = await db
    .selectFrom('channelMessage')
    .select(['id', 'title'])
    .where('channelId', '=', channel.id)
    .where('seq', '=', seq)
    .where('state', '=', 'shown')
    .executeTakeFirst();
  if (!found?.title || channel.kind !== 'questions') throw new AppError(communityErrors.message_not_found);
  return { id: found.id, channelId: channel.id, title: found.title, path: messagePath(channel.slug, seq) };
}

/** Returns the addresses of the newest public questions, for the sitemap. */
export async function listQuestionAddresses(db: Db, most: number): Promise<{ path: string }[]> {
  const { rows } = await sql<{ slug: string; seq: number }>`
    select c.slug, m.seq from channel_message m join channel c on c.id = m.channel_id
    where c.kind = 'questions' and m.title is not null and m.state = 'shown'
    order by m.id desc limit ${most}`.execute(db);
  return rows.map(({ slug, seq }) => ({ path: messagePath(slug, seq) }));
}

export type SolvedAbout = { id: string; title: string; text: string; path: string; changedAt: Date };

/** Number of the newest solved questions that are searched for an address. */
const maxSolved = 5000;

/** Returns the accepted answers to public questions that contain this address. */
export async function listSolvedAbout(db: Db, address: string, most: number): Promise<SolvedAbout[]> {
  const { rows } = await sql<Omit<SolvedAbout, 'path'> & { slug: string; seq: number }>`
    select a.id, q.title, a.text, q.slug, q.seq,
      greatest(a.created_at, a.edited_at, q.created_at, q.edited_at) as "changedAt"
    from (select m.id, m.title, m.text, m.seq, m.accepted_id, m.created_at, m.edited_at, c.slug
      from channel_message m join channel c on c.id = m.channel_id
      where c.kind = 'questions' and c.state = 'open' and m.title is not null and m.state = 'shown' and m.accepted_id is not null
      order by m.id desc limit ${maxSolved}) as q
    join channel_message a on a.id = q.accepted_id and a.state = 'shown'
    where strpos(q.text, ${address}) > 0 or strpos(a.text, ${address}) > 0
    limit ${most}`.execute(db);
  return rows.map(({ slug, seq, ...row }) => ({ ...row, path: messagePath(slug, seq) }));
}

/** Returns the paths of the questions with these public accepted answers, by answer. */
export async function findQuestionPaths(db: Db, answerIds: readonly string[]): Promise<Map<string, string>> {
  if (answerIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; slug: string; seq: number }>`
    select a.id, c.slug, q.seq from channel_message a
    join channel_message q on q.id = a.thread_id and q.accepted_id = a.id and q.state = 'shown'
    join channel c on c.id = q.channel_id and c.kind = 'questions'
    where a.id = any (${answerIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, slug, seq }) => [id, messagePath(slug, seq)]));
}

const maxPeople = 8;
/** Number of the newest messages whose authors are suggested first. */
const lately = 500;

/** Suggests people by the beginning of a name; recent authors of the channel come first. */
export async function suggestPeople(
  db: Db,
  actor: { id: string; isAdmin: boolean },
  address: string,
  search: string,
): Promise<Person[]> {
  const { channel } = await getReadable(db, actor, address);
  const [word = ''] = searchWords(search.replace(/^@/, ''));
  const isPublic = isPublicKind(channel.kind);
  const { rows } = await sql<PersonRow>`
    with lately as (select author_id, max(seq) as seq
      from (select author_id, seq from channel_message where channel_id = ${channel.id} order by seq desc limit ${lately}) as those
      group by author_id)
    select p.id, p.display_username as username, p.name as full_name, p.avatar_id
    from person p ${word === '' && isPublic ? sql`join` : sql`left join`} lately on lately.author_id = p.id
    where p.erased_at is null and p.withdraws_at is null and p.id <> ${actor.id}
      and (p.suspended_at is null or p.suspended_until <= now())
      and (p.username like ${likePattern(word).slice(1)} or lower(p.name) like ${likePattern(word)})
      and (${isPublic} or exists (select from channel_member m where m.channel_id = ${channel.id} and m.person_id = p.id))
      and not exists (select from person_block b where b.blocker_id = p.id and b.blocked_id = ${actor.id})
    order by lately.seq desc nulls last, p.username limit ${maxPeople}`.execute(db);
  return rows.map(presentPerson);
}
