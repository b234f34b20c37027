import { tagOf } from '../rules.ts';

/** Mention that is being typed: its start and its text so far. */
export type MentionQuery = { start: number; query: string };

/** Longest text, in characters, that still counts as a mention. */
const longestQuery = 30;

/** Returns the mention at the caret, or null. An e-mail address is no mention. */
export function mentionAt(text: string, caret: number): MentionQuery | null {
  const before = text.slice(0, caret);
  const [, query] = /(?:^|[\s([{"'“‘「『])@([^\s@]*)$/u.exec(before) ?? [];
  if (query === undefined || query.length > longestQuery) return null;
  return { start: caret - query.length - 1, query };
}

/** Returns the text with the mention replaced by a username, and the new position of the caret. */
export function withMention(
  text: string,
  { start, query }: MentionQuery,
  username: string,
): { text: string; caret: number } {
  const after = text.slice(start + 1 + query.length);
  const inserted = `@${username}${/^\s/.test(after) ? '' : ' '}`;
  return { text: text.slice(0, start) + inserted + after, caret: start + username.length + 2 };
}

/** Returns the unique tags in a text field. */
export const tagsOf = (typed: string) => [
  ...new Set(
    typed
      .split(/[,\n、，]/)
      .map(tagOf)
      .filter((tag) => tag !== ''),
  ),
];
