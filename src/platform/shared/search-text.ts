import { plainWidth } from './widths.ts';

/**
 * Substring search served by an index. Texts and queries are folded alike; the result is every text that contains each
 * word of the query, exactly as a scan over the folded texts would find it. Tokens only narrow down the candidates: a
 * text that contains a word has all of that word's tokens.
 */

/**
 * Folds a text: NFKC first, then lower case, then what lower case leaves different: the Greek final sigma and the
 * combining dot of a lower-cased İ. NFKC composes what macOS sends decomposed, and makes one of the widths and signs
 * that East Asian keyboards offer: ﾄﾞﾛｰﾝ is ドローン, ＡＢＣ is abc, ㎜ is mm. Invisible control characters are removed.
 */
export function foldText(text: string): string {
  return plainWidth(text).toLowerCase().replace(apart, foldCharacter);
}

// oxlint-disable-next-line no-control-regex -- finding control characters is the point
const apart = /[\0-\x08\x0E-\x1F\x7Fς]|\u0307/g;

function foldCharacter(character: string): string {
  return character === 'ς' ? 'σ' : '';
}

/** Builds the searched text: the folded parts, separated so that no word matches across two of them. */
export function searchText(parts: readonly string[]): string {
  return foldText(parts.join('\n'));
}

/**
 * Splits a query into folded words, longest first. All of them must occur, in any order and place, so every text that
 * contains the query as typed is found. A word contained in another one is redundant and left out.
 */
export function searchWords(query: string): string[] {
  const words = [...new Set(foldText(query).split(/\s+/))].filter((word) => word !== '');
  words.sort((a, b) => b.length - a.length);
  return words.filter((word, index) => !words.slice(0, index).some((longer) => longer.includes(word)));
}

/**
 * Token of the code units `from` (inclusive) to `to` (exclusive): one, two, or up to four ASCII units, because two or
 * three letters are not selective in English. Characters outside the BMP are two units and need no special case. Four
 * ASCII units share their numbers with pairs that start in U+0420–U+0FFF; no others collide.
 */
function unitsToken(text: string, from: number, to: number): number {
  const bits = to - from > 2 ? 7 : 16;
  let token = 0;
  for (let index = from; index < to; index++) token = (token << bits) | text.charCodeAt(index);
  return token;
}

/** Counts the ASCII units before `end`, at most four. */
function asciiBefore(text: string, end: number): number {
  let count = 0;
  while (count < 4 && end - count > 0 && text.charCodeAt(end - count - 1) < 0x80) count++;
  return count;
}

/** Returns all distinct tokens of a folded text. */
export function textTokens(text: string): number[] {
  const tokens = new Set<number>();
  for (const word of text.split(/\s+/)) {
    let ascii = 0;
    for (let end = 1; end <= word.length; end++) {
      ascii = word.charCodeAt(end - 1) < 0x80 ? ascii + 1 : 0;
      tokens.add(unitsToken(word, end - 1, end));
      if (end >= 2) tokens.add(unitsToken(word, end - 2, end));
      if (ascii >= 3) tokens.add(unitsToken(word, end - 3, end));
      if (ascii >= 4) tokens.add(unitsToken(word, end - 4, end));
    }
  }
  return [...tokens];
}

/** More tokens would cost the index more than they narrow down. */
const maxQueryTokens = 16;

/** Returns tokens that every text with all these words has; of several words, one token each is enough. */
export function queryTokens(words: readonly string[]): number[] {
  const tokens = words.flatMap((word) => (words.length > 1 ? wordTokens(word).slice(-1) : wordTokens(word)));
  const all = [...new Set(tokens)];
  if (all.length <= maxQueryTokens) return all;
  // Spread over the whole query, because its beginning may occur in every text.
  return Array.from(
    { length: maxQueryTokens },
    (_, index) => all[Math.floor((index * all.length) / maxQueryTokens)]!,
  );
}

/** Longest tokens that end at every second or third unit and at the last one. */
function wordTokens(word: string): number[] {
  const least = Math.min(2, word.length);
  const tokens: number[] = [];
  let end = least;
  while (end < word.length && asciiBefore(word, end + 1) === end + 1) end++;
  for (;;) {
    const size = Math.max(least, asciiBefore(word, end));
    tokens.push(unitsToken(word, end - size, end));
    if (end === word.length) return tokens;
    end = Math.min(end + Math.max(2, size - 1), word.length);
  }
}

/** Tells whether a text with the word's token certainly contains the word: one token covers it, and no other word has it. */
export function tokenIsWord(word: string): boolean {
  const [token, more] = wordTokens(word);
  return more === undefined && token !== undefined && !(token >= 0x0420_0000 && token <= 0x0fff_ffff);
}

/**
 * Token of an exact value, such as a category or a tag. It starts with an unpaired high surrogate, which texts never
 * contain, so it cannot collide with their tokens.
 */
export function valueToken(kind: string, value: string): number {
  let hash = 0x811c9dc5;
  for (const text of [kind, '\n', value]) {
    for (let index = 0; index < text.length; index++)
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return ((0xd800 | (hash >>> 22)) << 16) | ((hash >>> 3) & 0x7fff);
}

/** LIKE pattern (with the default escape character) for texts that contain the word. */
export function likePattern(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`;
}
