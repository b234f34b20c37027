import type { Db } from '#platform/server/db.ts';
import { AppError } from '#platform/shared/errors.ts';
import { communityErrors } from '../contract.ts';
import { bannedIn } from '../rules.ts';

/** Time for which the list is cached: in other processes a new word takes effect within a second. */
const keptMs = 1000;

/** Cached list of banned words, because every message is checked against them. */
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
      // Failures are not cached.
      loading.catch(() => (known = undefined));
    }
    return known.words;
  }
  return {
    forget(): void {
      known = undefined;
    },
    /** Throws `banned_words` with the words and their field. */
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
