import { sql } from 'kysely';
import { foldText } from '#platform/shared/search-text.ts';
import type { Db } from '#platform/server/db.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';
import { foldWords } from './vocabulary.ts';

/**
 * Nothing here names a person: searches are counted without who made them, and words of texts are counted down when a text
 * goes. But somebody may have been searched for.
 */
export function searchPersonalData({ db }: { db: Db }): PersonalData {
  return {
    room: 'search',
    tables: ['search_statistic', 'search_word', 'search_word_change'],
    lists: {},
    async erase(trx, { name, email, username }) {
      const terms = [name, email, username].map((text) => foldText(text).trim().replaceAll(/\s+/g, ' '));
      await sql`delete from search_statistic where term <> '' and term = any (${terms}::text[])`.execute(trx);
      return [];
    },
    // What the rooms have taken back is still noted until it is folded in.
    eraseOutside: () => foldWords(db),
  };
}
