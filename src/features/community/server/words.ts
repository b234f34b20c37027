import type { Db } from '#platform/server/db.ts';
import { AppError } from '#platform/shared/errors.ts';
import { communityErrors } from '../contract.ts';
import { bannedIn } from '../rules.ts';

/** In other processes a word counts within a second after it was added. */
const keptMs = 1000;

/** The banned words, remembered for a moment: every message is held against them. */
export function createWordList(db: Db) {
  let known: { words: Promise<string[]>; until: number } | undefined;

  async function load(): Promise<string[]> {
    const rows = await db.selectFrom('bannedWord').select('word').orderBy('id').execute();
    return rows.map(({ word }) => word);
  }
  function words(): Promise<string[]> {
    if (!known || known.until <= performance.now()) {
      const loading = load();
      known = { words: loading, until: performance.now() + keptMs };
      // One that failed is not remembered.
      loading.catch(() => (known = undefined));
    }
    return known.words;
  }
  return {
    forget(): void {
      known = undefined;
    },
    /** Throws `banned_words`, naming them and the field in which they stand. */
    async check(fields: Record<string, string | undefined>): Promise<void> {
      const all = await words();
      const found = new Map<string, string[]>();
      for (const [field, text] of Object.entries(fields)) {
        const banned = text === undefined ? [] : bannedIn(text, all);
        if (banned.length > 0) found.set(field, banned);
      }
      if (found.size === 0) return;
      throw new AppError(communityErrors.banned_words, {
        fields: Object.fromEntries(
          [...found.keys()].map((field) => [field, communityErrors.banned_words.words]),
        ),
        more: () => ({ words: [...new Set([...found.values()].flat())] }),
      });
    },
  };
}
export type WordList = ReturnType<typeof createWordList>;
