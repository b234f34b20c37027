import { sql } from 'kysely';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { notifyEach } from '#features/notifications/server/public.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { hashBody } from '#platform/server/idempotency.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { insertEvents, type Realtime } from '#platform/server/realtime.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { AppError, isAppError, platformErrors, refused } from '#platform/shared/errors.ts';
import { isStaff } from '#platform/shared/roles.ts';
import { searchText } from '#platform/shared/search-text.ts';
import { canMentionEveryone } from '../access.ts';
import { communityErrors, type Message, type MessageInput, type Author } from '../contract.ts';
import { isPublicKind, mentionsEveryone, mentionsIn, messagePath, slowModeWait, titleOf } from '../rules.ts';
import { dropPictures, prepareAttachments, type AttachedFile } from './attachments.ts';
import {
  findChannel,
  getReadable,
  holdChannel,
  standingsIn,
  topicOf,
  writeDenialReason,
  type ChannelRow,
  type ChannelPolicies,
} from './channels.ts';
import {
  cardsOf,
  presentAttachment,
  presentPerson,
  quoteLength,
  readMessage,
  type PersonRow,
  type ReadingDeps,
} from './queries.ts';
import type { WordList } from './words.ts';

type Wanted = { writer: CurrentUser; input: MessageInput; files: readonly AttachedFile[]; hash: string };
type Waiting = Wanted & { answer(seq: Outcome): void; refuse(error: unknown): void };
type Repeated = { seq: number };
type Outcome = { message: Message } | { repeated: Repeated };
type Decision = Outcome | { error: AppError };

/** Maximum number of messages per transaction. */
const maxAtOnce = 256;
/** Delay of notification mails: people who read the message within it get none. */
export const mailDelayMs = 2 * 60_000;

export type PostingDeps = ReadingDeps & {
  storage: BlobStore;
  realtime: Pick<Realtime, 'wake'>;
  words: WordList;
  keepers: ChannelPolicies;
};

export type Posting = ReturnType<typeof createPosting>;

/**
 * Accepts messages. All that wait for one channel are written in one transaction, in the order in which they
 * reached this process; the channel's row lock orders the processes. Independent data is looked up before the
 * lock.
 */
export function createPosting(deps: PostingDeps) {
  const { db, keepers, realtime, storage, words } = deps;
  const queues = new Map<string, Waiting[]>();

  async function drain(channelId: string): Promise<void> {
    const queue = queues.get(channelId) ?? [];
    while (queue.length > 0) {
      const batch = queue.splice(0, maxAtOnce);
      try {
        const decisions = await settle(channelId, batch);
        realtime.wake(topicOf(channelId));
        for (const [index, decision] of decisions.entries()) {
          if ('error' in decision) batch[index]?.refuse(decision.error);
          else batch[index]?.answer(decision);
        }
      } catch (error) {
        for (const { refuse } of batch) refuse(error);
      }
    }
    queues.delete(channelId);
  }

  async function settle(channelId: string, wanted: readonly Wanted[]): Promise<Decision[]> {
    return knowingNames(wanted, async () => {
      const known = await lookUp(deps, channelId, wanted);
      return db.transaction().execute((trx) => write(trx, channelId, wanted, known));
    });
  }

  function enqueueMessage(channelId: string, wanted: Wanted): Promise<Outcome> {
    return new Promise((answer, refuse) => {
      const waiting = { ...wanted, answer, refuse };
      const queue = queues.get(channelId);
      if (queue) {
        queue.push(waiting);
        return;
      }
      queues.set(channelId, [waiting]);
      // Batches the messages that arrive in the same turn of the event loop.
      setImmediate(() => void drain(channelId));
    });
  }

  return {
    /**
     * Returns the stored message; the same `clientId` returns the same one. Throws the reason of a refusal.
     */
    async post(writer: CurrentUser, address: string, input: MessageInput): Promise<Message> {
      const channelId = isUuid(address) ? address.toLowerCase() : (await findChannel(db, address))?.id;
      if (channelId === undefined) throw new AppError(communityErrors.channel_not_found);
      const { clientId } = input;
      const hash = hashOf(channelId, input);
      let files: AttachedFile[] = [];
      if (input.attachments.length > 0) {
        // Skip slow work for messages that are already stored, or are refused anyway.
        const { first } = await lookUp(deps, channelId, [{ writer, input, files, hash }]);
        const before = first.get(`${writer.id} ${clientId}`);
        if (!before) {
          await words.check({ text: input.text, title: input.title, tags: input.tags.join('\n') });
          const { channel, standing } = await getReadable(db, writer, channelId);
          const obstacle = writeDenialReason(writer, channel, standing);
          if (obstacle) throw obstacle;
          files = await prepareAttachments(deps, writer, input.attachments);
        }
      }
      try {
        // A repeated message is not checked again: the first answer is final.
        const outcome = await enqueueMessage(channelId, { writer, input, files, hash });
        if ('message' in outcome) return outcome.message;
        await dropPictures(storage, files);
        return await readMessage(deps, writer, channelId, outcome.repeated.seq);
      } catch (error) {
        if (isAppError(error)) await dropPictures(storage, files);
        throw error;
      }
    },
    /**
     * Opens a private channel with its first message, atomically: `open` runs in the same transaction.
     * Returns null if `open` has nothing to open.
     */
    async open(
      writer: CurrentUser,
      channelId: string,
      input: MessageInput,
      open: (trx: Trx) => Promise<boolean>,
    ): Promise<Message | null> {
      const wanted = [{ writer, input, files: [], hash: hashOf(channelId, input) }];
      const message = await knowingNames(wanted, async () => {
        const known = await lookUp(deps, channelId, wanted);
        return db.transaction().execute(async (trx) => {
          if (!(await open(trx))) return null;
          const [decision] = await write(trx, channelId, wanted, known);
          if (decision && 'error' in decision) throw decision.error;
          return decision && 'message' in decision ? decision.message : null;
        });
      });
      realtime.wake(topicOf(channelId));
      return message;
    },
  };

  async function write(
    trx: Trx,
    channelId: string,
    wanted: readonly Wanted[],
    known: Known,
  ): Promise<Decision[]> {
    const { channel, now } = await holdChannel(trx, channelId);
    const writerIds = [...new Set(wanted.map(({ writer }) => writer.id))];
    const standings = await standingsIn(trx, channelId, writerIds);
    const lastAt = channel.slowSeconds > 0 ? await lastMessages(trx, channelId, writerIds) : new Map();
    const shown = await listShown(trx, channel, wanted, known);
    const keeper = keepers[channel.kind];
    const news: New[] = [];
    const decide = (each: Wanted): New | Exclude<Decision, { message: Message }> => {
      const { writer, input } = each;
      const name = `${writer.id} ${input.clientId}`;
      const before = known.first.get(name) ?? news.find((other) => other.name === name);
      if (before) {
        if (before.hash !== each.hash) return { error: new AppError(platformErrors.idempotency_conflict) };
        return { repeated: { seq: before.seq } };
      }
      const standing = standings.get(writer.id);
      if (!standing || standing.isGone) return { error: new AppError(platformErrors.not_signed_in) };
      const obstacle = writeDenialReason(writer, channel, standing) ?? known.obstacles.get(each);
      if (obstacle) return { error: obstacle };
      if (input.replyTo !== null && !shown.has(input.replyTo))
        return { error: refused(communityErrors.message_not_found, 'replyTo') };
      const questionId = channel.kind === 'questions' ? questionOf(each, known) : null;
      if (questionId !== null && !shown.has(questionId))
        return {
          error: refused(communityErrors.message_not_found, input.threadId === null ? 'replyTo' : 'threadId'),
        };
      const waitSeconds = writer.isAdmin
        ? 0
        : slowModeWait(channel.slowSeconds, lastAt.get(writer.id) ?? null, now);
      if (waitSeconds > 0)
        return { error: new AppError(communityErrors.slow_mode, { retryAfterSeconds: waitSeconds }) };
      return makeNew(each, { channel, known, now, seq: channel.lastSeq + news.length + 1 });
    };
    const decisions: Decision[] = [];
    for (const each of wanted) {
      const made = decide(each);
      if (!('message' in made)) {
        decisions.push(made);
        continue;
      }
      const { writer } = each;
      const error = keeper ? await keeper.onMessage(trx, { channelId, writer, seq: made.seq, now }) : null;
      if (error) {
        decisions.push({ error });
        continue;
      }
      lastAt.set(writer.id, now);
      news.push(made);
      decisions.push({ message: made.message });
    }
    if (news.length > 0) await insertNews(trx, channel, news, now);
    return decisions;
  }
}

/** Hashes the content sent under a `clientId`, so that a repetition can be compared. */
function hashOf(channelId: string, { clientId: _name, ...said }: MessageInput): string {
  return hashBody({ channelId, ...said });
}

/**
 * If another process takes a `clientId` concurrently, the batch starts again and knows it then: at most once
 * per id.
 */
async function knowingNames<Result>(wanted: readonly Wanted[], act: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- repeated only after a failure
      return await act();
    } catch (error) {
      if (!isTakenName(error) || tries === wanted.length) throw error;
    }
  }
}

/** Message of the channel that others refer to. */
type Referred = {
  id: string;
  seq: number;
  threadId: string | null;
  rootSeq: number | null;
  rootAuthorId: string | null;
  authorId: string;
  author: PersonRow | null;
  text: string;
};
type Mentionable = { id: string; username: string; fullName: string };
type Known = {
  /** Messages that were stored before, by writer and `clientId`. */
  first: Map<string, { seq: number; hash: string }>;
  referred: Map<string, Referred>;
  mentionable: Map<string, Mentionable>;
  /** Pairs as `blocker blocked`. */
  blocks: Set<string>;
  cards: Map<Wanted, Message['cards']>;
  /** Reasons to refuse a message that do not depend on the others. */
  obstacles: Map<Wanted, AppError>;
};

async function lookUp(
  deps: Pick<PostingDeps, 'words'> & ReadingDeps,
  channelId: string,
  wanted: readonly Wanted[],
): Promise<Known> {
  const { db, words } = deps;
  const referredIds = wanted.flatMap(({ input }) =>
    [input.replyTo, input.threadId].filter((id) => id !== null),
  );
  const names = [...new Set(wanted.flatMap(({ input }) => mentionsIn(input.text)))];
  const obstacles = new Map<Wanted, AppError>();
  const checkWords = async () => {
    for (const each of wanted) {
      const { text, title, tags } = each.input;
      const attachments = each.files.map(({ name }) => name).join('\n');
      try {
        await words.check({ text, title, tags: tags.join('\n'), attachments });
      } catch (error) {
        if (!isAppError(error)) throw error;
        obstacles.set(each, error);
      }
    }
  };
  const [first, referred, mentionable, cards] = await Promise.all([
    firstOf(db, wanted),
    referredIds.length === 0 ? [] : selectReferred(db, channelId, referredIds),
    names.length === 0 ? [] : selectMentionable(db, channelId, names),
    cardsOf(
      deps,
      wanted.map(({ input }) => input.text),
    ),
    checkWords(),
  ]);
  const byId = new Map(referred.map((row) => [row.id, row]));
  for (const each of wanted) {
    const { replyTo, threadId } = each.input;
    const unknown =
      replyTo !== null && !byId.has(replyTo)
        ? 'replyTo'
        : threadId !== null && !byId.has(threadId)
          ? 'threadId'
          : null;
    if (unknown !== null && !obstacles.has(each)) {
      obstacles.set(each, refused(communityErrors.message_not_found, unknown));
    }
  }
  const heard = [...mentionable.map(({ id }) => id), ...referred.flatMap(heardOf)];
  return {
    first,
    referred: byId,
    mentionable: new Map(mentionable.map((person) => [person.username.toLowerCase(), person])),
    blocks: heard.length === 0 ? new Set() : await selectBlocks(db, heard, wanted),
    cards: new Map(wanted.map((each, index) => [each, cards[index] ?? []])),
    obstacles,
  };
}

const heardOf = ({ authorId, rootAuthorId }: Referred) =>
  rootAuthorId === null ? [authorId] : [authorId, rootAuthorId];

async function firstOf(db: Db, wanted: readonly Wanted[]): Promise<Known['first']> {
  const { rows } = await sql<{ authorId: string; clientId: string; seq: number; hash: string }>`
    select m.author_id, m.client_id, m.seq, m.input_hash as hash from channel_message m
    join unnest(${wanted.map(({ writer }) => writer.id)}::uuid[], ${wanted.map(({ input }) => input.clientId)}::text[])
      as asked (author_id, client_id) on m.author_id = asked.author_id and m.client_id = asked.client_id`.execute(
    db,
  );
  return new Map(rows.map(({ authorId, clientId, seq, hash }) => [`${authorId} ${clientId}`, { seq, hash }]));
}

async function selectReferred(db: Db, channelId: string, ids: readonly string[]): Promise<Referred[]> {
  const { rows } = await sql<Referred>`
    select m.id, m.seq, m.thread_id, root.seq as root_seq, root.author_id as root_author_id, m.author_id,
      left(m.text, ${quoteLength}) as text,
      case when p.erased_at is null then json_build_object('id', p.id, 'username', p.display_username, 'fullName', p.name,
        'avatarId', p.avatar_id) end as author
    from channel_message m join person p on p.id = m.author_id
    left join channel_message root on root.id = m.thread_id
    where m.channel_id = ${channelId}::uuid and m.id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

/** People who have left cannot be mentioned, nor can non-members in a private channel. */
async function selectMentionable(
  db: Db,
  channelId: string,
  usernames: readonly string[],
): Promise<Mentionable[]> {
  const { rows } = await sql<Mentionable>`
    select p.id, p.display_username as username, p.name as full_name from person p
    where p.username = any(${usernames}::text[]) and p.erased_at is null and p.withdraws_at is null
      and (exists (select from channel c where c.id = ${channelId}::uuid and c.kind not in ('inquiry', 'support'))
        or exists (select from channel_member m where m.channel_id = ${channelId}::uuid and m.person_id = p.id))`.execute(
    db,
  );
  return rows;
}

async function selectBlocks(
  db: Db,
  blockers: readonly string[],
  wanted: readonly Wanted[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('personBlock')
    .select(['blockerId', 'blockedId'])
    .where('blockerId', 'in', [...new Set(blockers)])
    .where('blockedId', 'in', [...new Set(wanted.map(({ writer }) => writer.id))])
    .execute();
  return new Set(rows.map(({ blockerId, blockedId }) => `${blockerId} ${blockedId}`));
}

async function lastMessages(
  trx: Trx,
  channelId: string,
  writerIds: readonly string[],
): Promise<Map<string, Date>> {
  const { rows } = await sql<{ writerId: string; at: Date }>`
    select writer_id, last.created_at as at from unnest(${writerIds}::uuid[]) as writer_id
    cross join lateral (select created_at from channel_message m where m.author_id = writer_id
      and m.channel_id = ${channelId} order by m.id desc limit 1) as last`.execute(trx);
  return new Map(rows.map(({ writerId, at }) => [writerId, at]));
}

/** Returns the question that an answer belongs to; null for a question. */
function questionOf({ input }: Wanted, { referred }: Known): string | null {
  const below = referred.get(input.threadId ?? input.replyTo ?? '');
  return below ? (below.threadId ?? below.id) : null;
}

/**
 * Returns the referenced messages that still exist under the lock: a deleted message is not quoted, and a
 * deleted question is not answered.
 */
async function listShown(
  trx: Trx,
  channel: ChannelRow,
  wanted: readonly Wanted[],
  known: Known,
): Promise<ReadonlySet<string>> {
  const replied = wanted.flatMap(({ input }) => input.replyTo ?? []);
  const answered =
    channel.kind === 'questions' ? wanted.flatMap((each) => questionOf(each, known) ?? []) : [];
  const ids = [...new Set([...replied, ...answered])];
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select id from channel_message where channel_id = ${channel.id}::uuid and id = any(${ids}::uuid[])
      and state = 'shown'`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

type Heard = { id: string; what: 'channel_mention' | 'channel_reply' | 'question_answered' };
type New = {
  name: string;
  hash: string;
  seq: number;
  message: Message;
  files: readonly AttachedFile[];
  rootSeq: number | null;
  heard: Heard[];
};

function makeNew(
  each: Wanted,
  { channel, known, now, seq }: { channel: ChannelRow; known: Known; now: Date; seq: number },
): New {
  const { writer, input, files, hash } = each;
  const replied = input.replyTo === null ? undefined : known.referred.get(input.replyTo);
  const threaded = input.threadId === null ? undefined : known.referred.get(input.threadId);
  const below = threaded ?? (replied?.threadId != null || channel.kind === 'questions' ? replied : undefined);
  const threadId = below ? (below.threadId ?? below.id) : null;
  const rootSeq = below ? (below.rootSeq ?? below.seq) : null;
  const rootAuthorId = below ? (below.rootAuthorId ?? below.authorId) : null;
  const isQuestion = channel.kind === 'questions' && threadId === null;

  const isBlocked = (id: string) => known.blocks.has(`${id} ${writer.id}`);
  const mentions = mentionsIn(input.text).flatMap((username) => {
    const person = known.mentionable.get(username);
    return person && !isBlocked(person.id) ? [person] : [];
  });
  const heard = new Map<string, Heard>();
  const tell = (id: string | null | undefined, what: Heard['what']) => {
    if (id == null || id === writer.id || heard.has(id) || isBlocked(id)) return;
    heard.set(id, { id, what });
  };
  for (const { id } of mentions) tell(id, 'channel_mention');
  if (channel.kind === 'questions') tell(rootAuthorId, 'question_answered');
  tell(replied?.authorId, 'channel_reply');
  tell(rootAuthorId, 'channel_reply');

  const author: Author = {
    id: writer.id,
    username: writer.username,
    fullName: writer.fullName,
    avatarUrl: writer.avatarUrl,
    isStaff: isStaff(writer),
  };
  const message: Message = {
    id: uuidv7(now.getTime()),
    channelId: channel.id,
    seq,
    clientId: input.clientId,
    author,
    text: input.text,
    createdAt: now.toISOString(),
    state: 'shown',
    replyTo: replied
      ? {
          id: replied.id,
          seq: replied.seq,
          author: replied.author && presentPerson(replied.author),
          text: replied.text,
        }
      : null,
    threadId,
    replies: 0,
    lastReplyAt: null,
    mentions,
    mentionsEveryone: canMentionEveryone(writer) && mentionsEveryone(input.text),
    attachments: files.map(({ blobPrefix: _prefix, ...file }) => presentAttachment(file)),
    cards: known.cards.get(each) ?? [],
    reactions: [],
    isPinned: false,
    question: isQuestion
      ? {
          title: input.title ?? (titleOf(input.text) || (files[0]?.name ?? '…')),
          tags: input.tags,
          acceptedId: null,
        }
      : null,
    isAccepted: false,
    isFolded: false,
  };
  return {
    name: `${writer.id} ${input.clientId}`,
    hash,
    seq,
    message,
    files,
    rootSeq,
    heard: [...heard.values()],
  };
}

/** Returns the searchable text of a message. */
export function searchTextOf(message: Pick<Message, 'text' | 'question' | 'attachments'>): string {
  const { text, question, attachments } = message;
  return searchText([
    ...(question ? [question.title, ...question.tags] : []),
    text,
    ...attachments.map(({ name }) => name),
  ]);
}

async function insertNews(trx: Trx, channel: ChannelRow, news: readonly New[], now: Date): Promise<void> {
  const last = news.at(-1)?.seq ?? channel.lastSeq;
  const rows = news.map(({ message, hash }, index) => ({
    seq: message.seq,
    id: message.id,
    author_id: message.author?.id,
    client_id: message.clientId,
    input_hash: hash,
    text: message.text,
    reply_to: message.replyTo?.id ?? null,
    thread_id: message.threadId,
    title: message.question?.title ?? null,
    tags: message.question?.tags ?? [],
    mentions_everyone: message.mentionsEveryone,
    search_text: searchTextOf(message),
    event_seqs: [channel.eventSeq + index + 1],
  }));
  const events = news.map(({ message }) => ({ type: 'message', data: message }));
  // One statement, because each round trip prolongs the lock.
  await sql`with said as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as row (seq int, id uuid, author_id uuid, client_id text,
        input_hash text, text text, reply_to uuid, thread_id uuid, title text, tags text[], mentions_everyone boolean,
        search_text text, event_seqs bigint[])),
    added as (
      insert into channel_message (channel_id, seq, id, author_id, client_id, input_hash, text, reply_to, thread_id, title, tags,
        mentions_everyone, search_text, event_seqs, created_at)
      select ${channel.id}::uuid, seq, id, author_id, client_id, input_hash, text, reply_to, thread_id, title, tags,
        mentions_everyone, search_text, event_seqs, ${now}::timestamptz from said),
    moved as (
      update channel set last_seq = ${last}, last_message_at = ${now}, event_seq = ${channel.eventSeq + events.length}
      where id = ${channel.id})
    ${insertEvents(topicOf(channel.id), channel.eventSeq + 1, events, now)}`.execute(trx);

  const mentions = news.flatMap(({ message }) =>
    message.mentions.map(({ id }) => ({ channelId: channel.id, seq: message.seq, personId: id })),
  );
  if (mentions.length > 0) await trx.insertInto('channelMention').values(mentions).execute();
  const attached = news.flatMap(({ seq, files }) =>
    files.map(({ id, width, height, widths, blobPrefix, placeholder }, position) => ({
      channelId: channel.id,
      seq,
      position,
      fileId: id,
      width,
      height,
      widths,
      blobPrefix,
      placeholder,
    })),
  );
  if (attached.length > 0) await trx.insertInto('channelAttachment').values(attached).execute();
  const roots = news.flatMap(({ rootSeq }) => rootSeq ?? []);
  if (roots.length > 0) {
    await sql`update channel_message root set replies = replies + said.count, last_reply_at = ${now}
      from (select seq, count(*)::integer as count from unnest(${roots}::int[]) as seq group by seq) as said
      where root.channel_id = ${channel.id} and root.seq = said.seq`.execute(trx);
  }
  await tellOf(trx, channel, news, now);
}

/** Notifies mentioned and answered people in one statement, because the channel is locked. */
async function tellOf(trx: Trx, channel: ChannelRow, news: readonly New[], now: Date): Promise<void> {
  // The owning feature notifies both people of an inquiry about each message.
  if (channel.kind === 'inquiry') return;
  for (const { message } of news) {
    if (message.mentionsEveryone)
      await enqueue(trx, 'community.tell_everyone', { channelId: channel.id, seq: message.seq });
  }
  const heard = news.flatMap((each) => each.heard.map(({ id, what }) => ({ id, what, said: each.message })));
  if (heard.length === 0) return;
  // People who cannot read the channel are not notified.
  const standings = await standingsIn(trx, channel.id, [...new Set(heard.map(({ id }) => id))]);
  const told = heard.filter(({ id }) => {
    const standing = standings.get(id);
    return (
      standing && !standing.isBanned && !standing.isGone && (isPublicKind(channel.kind) || standing.isMember)
    );
  });
  await notifyEach(
    trx,
    told.map(({ id, what, said }) => ({
      personId: id,
      what,
      path: messagePath(channel.slug, said.seq),
      params: { name: said.author?.fullName ?? '', channel: channel.names },
      people: said.author ? [said.author.id] : [],
    })),
    { now, mailAt: new Date(now.getTime() + mailDelayMs) },
  );
}

function isTakenName(error: unknown): boolean {
  return (
    error instanceof Error &&
    'constraint' in error &&
    error.constraint === 'channel_message_author_id_client_id_key'
  );
}
