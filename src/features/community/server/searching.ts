import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import type { Job } from '#platform/server/jobs.ts';
import { queryTokens, textTokens, valueToken } from '#platform/shared/search-text.ts';

const channelToken = (channelId: string) => valueToken('channel', channelId);

/** What a message has in `message_search`. */
export const messageTokens = (channelId: string, searchText: string): number[] => [
  channelToken(channelId),
  ...textTokens(searchText),
];

/**
 * Ids of messages of which `condition` says of `m` that they contain all words. Apart from all else, so that it is the index alone that
 * serves it: how often a word is said the planner does not know.
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
/** After so many steps the planner's figures are out of date. */
const manySteps = 2;

/**
 * Gives tokens to messages that have none yet. Writing a message does not: a thousand together cost the index a fraction of a thousand
 * one by one, and nobody waits for them under the channel's lock. Until then they are looked through.
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
        // Searches are planned by how few are left.
        if (steps >= manySteps) await sql`analyze channel_message`.execute(db);
        return;
      }
      const given = rows.map(({ channelId, seq, searchText }) => ({
        channel_id: channelId,
        seq,
        search_text: searchText,
        tokens: messageTokens(channelId, searchText),
      }));
      // One that was edited or taken away meanwhile has its tokens, or none.
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
