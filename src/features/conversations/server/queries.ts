import { sql, type RawBuilder } from 'kysely';
import { avatarUrl } from '#features/accounts/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { AppError } from '#platform/shared/errors.ts';
import { canSettle, canWrite } from '../access.ts';
import {
  conversationsErrors,
  type Author,
  type Conversation,
  type ConversationDetail,
  type Message,
  type MessagesRequest,
} from '../contract.ts';
import type { Side } from '../rules.ts';

type Person = { username: string; fullName: string; avatarId: string | null };
type Row = {
  id: string;
  subject: string;
  serviceId: string | null;
  orderId: string | null;
  resourceId: string | null;
  role: Side;
  other: Person | null;
  lastText: string;
  lastMine: boolean;
  lastMessageAt: Date;
  lastSeq: number;
  unread: number;
  otherReadSeq: number;
  waitingSince: Date | null;
  answerBy: Date | null;
  otherLeaves: boolean;
};

/** Length of the last message's excerpt in a list. */
const excerptLength = 200;

/** Condition: suspended or leaving customers, and deleted questions, wait for no answer. */
export const isWaitedFor = sql`((customer.suspended_at is null or customer.suspended_until <= now())
  and customer.withdraws_at is null and customer.erased_at is null
  and exists (select from channel_message asked where asked.channel_id = c.id and asked.author_id = c.customer_id
    and asked.state = 'shown' and asked.created_at >= c.waiting_since))`;

/** Returns the text of a message, or the names of its files. */
const textOf = (alias: string) => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<string>`case when ${column('state')} <> 'shown' then '' when ${column('text')} <> '' then ${column('text')}
    else coalesce((select string_agg(file.name, ', ' order by a.position) from channel_attachment a
      join kept_file file on file.id = a.file_id
      where a.channel_id = ${column('channel_id')} and a.seq = ${column('seq')}), '') end`;
};
const readSeqOf = (column: string) => sql`coalesce((select max(seq) from channel_read r
  where r.channel_id = c.id and r.person_id = ${sql.ref(column)}), 0)`;

/** Selects conversations from one person's point of view. */
function selectConversations(personId: string, condition: RawBuilder<unknown>): RawBuilder<Row> {
  const isCustomer = sql`c.customer_id = ${personId}::uuid`;
  return sql<Row>`
    select c.id, c.subject, case when ${isCustomer} then 'customer' else 'provider' end as role,
      case when s.state = 'active' or (s.owner_id = ${personId}::uuid and s.state <> 'removed') then s.id end
        as service_id, c.order_id,
      case when r.state = 'published' or (r.owner_id = ${personId}::uuid and r.state <> 'removed') then r.id end
        as resource_id,
      case when other.erased_at is null then json_build_object('username', other.display_username,
        'fullName', other.name, 'avatarId', other.avatar_id) end as other,
      left(${textOf('last')}, ${excerptLength}) as last_text, last.author_id = ${personId}::uuid as last_mine,
      channel.last_message_at, channel.last_seq,
      (select count(*)::integer from channel_message said
        where said.channel_id = c.id and said.author_id <> ${personId}::uuid and said.state = 'shown'
          and said.seq > ${readSeqOf('me.id')}) as unread,
      ${readSeqOf('other.id')} as other_read_seq,
      c.waiting_since, case when s.state = 'active' and ${isWaitedFor} then c.answer_by end as answer_by,
      other.withdraws_at is not null as other_leaves
    from conversation c
    join channel on channel.id = c.id
    join person me on me.id = ${personId}::uuid
    join person customer on customer.id = c.customer_id
    join person other on other.id = case when ${isCustomer} then c.provider_id else c.customer_id end
    join channel_message last on last.channel_id = c.id and last.seq = channel.last_seq
    left join service s on s.id = c.service_id
    left join resource r on r.id = c.resource_id
    where (c.customer_id = ${personId}::uuid or c.provider_id = ${personId}::uuid) and ${condition}`;
}

function presentPerson({ avatarId, ...person }: Person): Author {
  return { ...person, avatarUrl: avatarUrl(avatarId) };
}

function present(row: Row): Conversation {
  const { lastText, lastMine, lastMessageAt, other, waitingSince, answerBy, otherLeaves, ...rest } = row;
  return {
    ...rest,
    slug: row.id,
    name: row.subject,
    kind: 'inquiry',
    other: other && presentPerson(other),
    lastMessage: { text: lastText, mine: lastMine, createdAt: lastMessageAt.toISOString() },
    waitingSince: waitingSince?.toISOString() ?? null,
    answerBy: answerBy?.toISOString() ?? null,
    can: {
      write: canWrite({ isAnyGone: other === null || otherLeaves }),
      settle: canSettle(row.role) && waitingSince !== null,
    },
  };
}

/** Lists a person's conversations on both sides, latest message first. */
export async function listConversations(
  db: Db,
  personId: string,
  wanted: { page: number; limit: number },
): Promise<{ items: Conversation[]; total: number; page: number; pageCount: number }> {
  const { count } = await db
    .selectFrom('conversation')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where((where) => where.or([where('customerId', '=', personId), where('providerId', '=', personId)]))
    .executeTakeFirstOrThrow();
  const pageCount = Math.max(1, Math.ceil(count / wanted.limit));
  const page = Math.min(wanted.page, pageCount);
  const { rows } = await sql<Row>`${selectConversations(personId, sql`true`)}
    order by channel.last_message_at desc, c.id desc limit ${wanted.limit} offset ${(page - 1) * wanted.limit}`.execute(
    db,
  );
  return { items: rows.map(present), total: count, page, pageCount };
}

/** Returns one of a person's conversations. Throws `conversation_not_found`. */
export async function getConversation(db: Db, personId: string, id: string): Promise<Conversation> {
  const { rows } = isUuid(id)
    ? await selectConversations(personId, sql`c.id = ${id}::uuid`).execute(db)
    : { rows: [] };
  const row = rows[0];
  if (!row) throw new AppError(conversationsErrors.conversation_not_found);
  return present(row);
}

/** Returns a conversation with its latest messages, oldest first, or those before or after a given one. */
export async function getConversationDetail(
  db: Db,
  personId: string,
  id: string,
  wanted: MessagesRequest,
): Promise<ConversationDetail> {
  const conversation = await getConversation(db, personId, id);
  const { before, after, limit } = wanted;
  const rows = await selectMessages(db)
    .where('channelId', '=', id)
    .$if(before !== undefined, (query) => query.where('seq', '<', before ?? 0))
    .$if(after !== undefined, (query) => query.where('seq', '>', after ?? 0))
    .orderBy('seq', after === undefined ? 'desc' : 'asc')
    .limit(limit)
    .execute();
  return {
    ...conversation,
    messages: rows.map((row) => presentMessage(row, personId)).toSorted((a, b) => a.seq - b.seq),
  };
}

/** Returns a message of a conversation; the caller has checked that the person takes part in it. */
export async function getMessage(db: Db, personId: string, id: string): Promise<Message> {
  return presentMessage(
    await selectMessages(db).where('message.id', '=', id).executeTakeFirstOrThrow(),
    personId,
  );
}

function selectMessages(db: Db) {
  return db
    .selectFrom('channelMessage as message')
    .innerJoin('person', 'person.id', 'message.authorId')
    .select(['message.id', 'seq', 'clientId', 'authorId', 'message.createdAt'])
    .select(textOf('message').as('text'))
    .select(['name', 'displayUsername', 'avatarId', 'erasedAt']);
}
type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>['executeTakeFirstOrThrow']>>;

function presentMessage(row: MessageRow, personId: string): Message {
  const { id, seq, clientId, authorId, text, createdAt, name, displayUsername, avatarId, erasedAt } = row;
  const mine = authorId === personId;
  return {
    id,
    seq,
    clientId: mine ? clientId : null,
    mine,
    author: erasedAt === null ? presentPerson({ username: displayUsername, fullName: name, avatarId }) : null,
    text,
    createdAt: createdAt.toISOString(),
  };
}

/** Returns the resource that a channel is about; null for other channels. */
export async function findResourceOf(db: Db, channelId: string): Promise<string | null> {
  const row = await db
    .selectFrom('conversation')
    .select('resourceId')
    .where('id', '=', channelId)
    .executeTakeFirst();
  return row?.resourceId ?? null;
}
