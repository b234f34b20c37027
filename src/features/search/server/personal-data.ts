import { sql } from 'kysely';
import { foldText } from '#platform/shared/search-text.ts';
import type { Db } from '#platform/server/db.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';
import { foldWords } from './vocabulary.ts';

/**
 * The searcher is never stored: searches are counted anonymously, and words are removed with their text. But the
 * term may be a person's name.
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
    // Removals noted by other rooms stay until the notes are folded.
    eraseOutside: () => foldWords(db),
  };
}
