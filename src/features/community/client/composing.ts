import { tagOf } from '../rules.ts';

/** A name that is being typed: where it begins, and what of it is there. */
export type MentionQuery = { start: number; query: string };

/** Longer than this nobody's name is being typed any more. */
const longestQuery = 30;

/** The mention that the caret stands in; null where there is none. An address of a mail is none. */
export function mentionAt(text: string, caret: number): MentionQuery | null {
  const before = text.slice(0, caret);
  const [, query] = /(?:^|[\s([{"'“‘「『])@([^\s@]*)$/u.exec(before) ?? [];
  if (query === undefined || query.length > longestQuery) return null;
  return { start: caret - query.length - 1, query };
}

/** The text with somebody's name in the place of what was typed of it, and where the caret goes. */
export function withMention(
  text: string,
  { start, query }: MentionQuery,
  username: string,
): { text: string; caret: number } {
  const after = text.slice(start + 1 + query.length);
  const inserted = `@${username}${/^\s/.test(after) ? '' : ' '}`;
  return { text: text.slice(0, start) + inserted + after, caret: start + username.length + 2 };
}

/** The tags in what somebody typed, each once. */
export const tagsOf = (typed: string) => [
  ...new Set(
    typed
      .split(/[,\n、，]/)
      .map(tagOf)
      .filter((tag) => tag !== ''),
  ),
];
