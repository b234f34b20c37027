import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { countUpTo, hasWords } from '#platform/server/text-index.ts';
import {
  maxCounted,
  maxNews,
  type FindRequest,
  type FoundThings,
  type NewsRequest,
  type NewThings,
} from '#platform/server/found.ts';
import { searchWords } from '#platform/shared/search-text.ts';
import type { Actor } from '../access.ts';
import { messagePath } from '../rules.ts';
import { readableChannels } from './queries.ts';

/** Condition: neither has blocked the other. */
export function areUnblocked(personId: string | null, other: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`not exists (select from person_block b
    where b.blocker_id = ${personId}::uuid and b.blocked_id = ${other}
      or b.blocker_id = ${other} and b.blocked_id = ${personId}::uuid)`;
}

/** Condition: message `m` is a question that this person may read, with all words; nobody's with a block between them. */
function isFound(actor: Actor, words: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`m.title is not null and m.state = 'shown'
    and m.channel_id in (select id from channel where kind = 'questions' and id in (${readableChannels(actor)}))
    and ${areUnblocked(actor?.id ?? null, sql`m.author_id`)}
    and ${words.length === 0 ? sql`true` : hasWords(sql`m.search_text`, words)}`;
}

/** Finds questions in all channels of questions, newest first. */
export async function findQuestions(
  db: Db,
  actor: Actor,
  { search, page: asked, limit }: FindRequest,
): Promise<FoundThings> {
  const found = isFound(actor, searchWords(search));
  const total = await countUpTo(db, sql`select from channel_message m where ${found}`, maxCounted);
  const pageCount = Math.max(1, Math.ceil(total / Math.max(1, limit)));
  const page = Math.min(asked, pageCount);
  const { rows } = await sql<{ id: string; title: string; slug: string; seq: number; name: string | null }>`
    select m.id, m.title, c.slug, m.seq,
      case when author.erased_at is null and author.withdraws_at is null then author.name end as name
    from channel_message m join channel c on c.id = m.channel_id join person author on author.id = m.author_id
    where ${found} order by m.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return {
    items: rows.map(({ id, title, slug, seq, name }) => ({
      id,
      title,
      language: null,
      path: messagePath(slug, seq),
      imageUrl: null,
      detail: name ?? '',
    })),
    total,
    page,
    pageCount,
  };
}

/** Returns what was asked in a period and matches a saved search. */
export async function findNewQuestions(
  db: Db,
  actor: NonNullable<Actor>,
  { search, since, until, isOfOthers }: NewsRequest,
): Promise<NewThings> {
  const { rows } = await sql<{ title: string }>`
    select m.title from channel_message m where ${isFound(actor, searchWords(search))}
      and ${isOfOthers(sql`m.author_id`)} and m.created_at > ${since} and m.created_at <= ${until}
    order by m.id desc limit ${maxNews}`.execute(db);
  return { count: rows.length, title: rows[0]?.title ?? '' };
}
