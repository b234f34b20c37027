import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldText, queryTokens, searchWords, textTokens } from '../shared/search-text.ts';
import { randomRuns } from '../shared/testing.ts';
import { connectDatabase, type DatabaseHandle } from './db.ts';
import { hasWords } from './text-index.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

let database: TestDatabase;
let connection: DatabaseHandle;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connectDatabase(database.connectionString, { poolSize: 2, onError() {} });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom('드', '론', 'プ', '卓', 'a', 'b', '3', '.', ' ', '\n', '🛠', '𠮷', 'é') }),
  fc.string({ unit: 'grapheme' }),
);

test('tokens of the database are those of the code', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const folded = foldText(text).toWellFormed();
      const { rows } = await sql<{ tokens: number[] }>`select text_tokens(${folded}) as tokens`.execute(
        connection.db,
      );
      const made = new Set(rows[0]?.tokens);
      // Rare spaces part words in the code only: then the database has tokens more, which costs a look and loses nothing.
      expect(textTokens(folded).filter((token) => !made.has(token))).toEqual([]);
    }),
    randomRuns(200),
  );
});

test('every text that contains the words has their tokens', async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.nat(), fc.integer({ min: 1, max: 6 }), async (text, at, length) => {
      const folded = foldText(text).toWellFormed();
      const characters = [...folded];
      const words = searchWords(
        characters
          .slice(at % (characters.length + 1))
          .slice(0, length)
          .join(''),
      );
      fc.pre(words.length > 0);
      const { rows } = await sql<{ found: boolean }>`
        select ${hasWords(sql`${folded}::text`, words)} as found`.execute(connection.db);
      expect(rows[0]?.found, JSON.stringify({ folded, words, tokens: queryTokens(words) })).toBe(true);
    }),
    randomRuns(200),
  );
});
