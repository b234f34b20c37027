import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import type { Job } from '#platform/server/jobs.ts';
import { queryTokens, textTokens, valueToken } from '#platform/shared/search-text.ts';

const channelToken = (channelId: string) => valueToken('channel', channelId);

/** Returns the tokens of a message in `message_search`. */
export const messageTokens = (channelId: string, searchText: string): number[] => [
  channelToken(channelId),
  ...textTokens(searchText),
];

/**
 * SQL of the ids of messages with all words, among those that match `condition` on `m`. Separate from the
 * rest of the statement, so that the index is used: the planner does not know word frequencies.
 */
export function idsOfMessages(
  words: readonly string[],
  channelId: string | undefined,
  condition: RawBuilder<unknown>,
): RawBuilder<{ id: string }> {
  const tokens = [...queryTokens(words), ...(channelId === undefined ? [] : [channelToken(channelId)])];
  return sql<{ id: string }>`with those as materialized (
      select channel_id, seq from message_search where tokens @> ${tokens}::integer[]),
    found as materialized (
      select m.id from those join channel_message m using (channel_id, seq) where ${condition}
      union all select m.id from channel_message m where not m.has_tokens and ${condition})
    select id from found`;
}

const perStep = 1000;
/** Number of batches after which the planner's statistics are outdated. */
const manySteps = 2;

/**
 * Adds tokens to messages that have none yet. They are not written with the message: a thousand together cost
 * the index a fraction of a thousand single ones, and the channel's lock stays short. Until then such
 * messages are scanned.
 */
export function indexMessages({ db }: { db: Db }): Job<unknown> {
  return async () => {
    for (let steps = 0; ; steps += 1) {
      const rows = await db
        .selectFrom('channelMessage')
        .select(['channelId', 'seq', 'searchText'])
        .where('hasTokens', '=', false)
        .orderBy('id')
        .limit(perStep)
        .execute();
      if (rows.length === 0) {
        // The planner relies on the number of unindexed messages being small.
        if (steps >= manySteps) await sql`analyze channel_message`.execute(db);
        return;
      }
      const given = rows.map(({ channelId, seq, searchText }) => ({
        channel_id: channelId,
        seq,
        search_text: searchText,
        tokens: messageTokens(channelId, searchText),
      }));
      // A message that was edited or deleted meanwhile keeps its own tokens, or none.
      await sql`with given as (
          select * from json_to_recordset(${JSON.stringify(given)}::json)
            as row (channel_id uuid, seq int, search_text text, tokens int[])),
        marked as (
          update channel_message m set has_tokens = true from given
          where m.channel_id = given.channel_id and m.seq = given.seq and not m.has_tokens and m.search_text = given.search_text
          returning m.channel_id, m.seq, given.tokens)
        insert into message_search (channel_id, seq, tokens) select channel_id, seq, tokens from marked`.execute(
        db,
      );
    }
  };
}
