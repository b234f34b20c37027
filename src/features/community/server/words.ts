import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import type { Db } from '#platform/server/db.ts';
import { AppError } from '#platform/shared/errors.ts';
import { communityErrors } from '../contract.ts';
import { bannedIn } from '../rules.ts';

/** Time for which the list is cached: in other processes a new word takes effect within a second. */
const keptMs = 1000;

/** Names of the fields that are checked; others are named by the form that shows the error. */
const fieldNames: Record<string, (locale: Locale) => string> = {
  title: (locale) => m['community.words.title']({}, { locale }),
  tags: (locale) => m['community.words.tags']({}, { locale }),
  attachments: (locale) => m['community.words.attachments']({}, { locale }),
  device: (locale) => m['community.words.device']({}, { locale }),
};

/**
 * Names the words in the writer's own text, and where they are. The list itself stays with the staff: only what
 * somebody wrote is told.
 */
function tellOf(field: string, banned: readonly string[], locale: Locale): string {
  const name = fieldNames[field] ?? ((each: Locale) => m['community.words.text']({}, { locale: each }));
  return m['community.error.banned_words_named'](
    { field: name(locale), words: banned.join(', ') },
    { locale },
  );
}

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
      const named = [...found].map(
        ([field, banned]) => [field, (locale: Locale) => tellOf(field, banned, locale)] as const,
      );
      throw new AppError(
        {
          ...communityErrors.banned_words,
          words: (locale) => named.map(([, tell]) => tell(locale)).join(' '),
        },
        {
          fields: Object.fromEntries(named),
          more: () => ({ words: [...new Set([...found.values()].flat())] }),
        },
      );
    },
  };
}
export type WordList = ReturnType<typeof createWordList>;
