/**
 * Substring search that an index can serve. A text and a query are folded alike; what is found is every text
 * that contains each word of the query, exactly as a scan over the folded texts would find it. The tokens
 * only narrow down where to look: a text that contains a word has all of that word's tokens.
 */

/**
 * NFC first (macOS sends decomposed Hangul), then lower case, then what lower case alone leaves apart: the Greek
 * final sigma, the dot that a lower-cased İ trails behind, and full-width Latin as Japanese keyboards type it.
 * Control characters, which nobody sees, go too. Each of these changes one character whatever stands beside it,
 * so a match by NFC and lower case alone is never lost.
 */
export function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(apart, foldCharacter);
}

// oxlint-disable-next-line no-control-regex -- finding control characters is the point
const apart = /[\0-\x08\x0E-\x1F\x7Fς！-～]|\u0307/g;

function foldCharacter(character: string): string {
  if (character === 'ς') return 'σ';
  return character >= '！' ? String.fromCharCode(character.charCodeAt(0) - 0xfee0) : '';
}

/** What is searched: the parts, folded, and apart from each other so that no word matches across two of them. */
export function searchText(parts: readonly string[]): string {
  return foldText(parts.join('\n'));
}

/**
 * The folded words of a query, longest first. All of them must occur, in any order and place, so whatever contains
 * the query as it was typed is among the results. A word inside another one adds nothing and is left out.
 */
export function searchWords(query: string): string[] {
  const words = [...new Set(foldText(query).split(/\s+/))].filter((word) => word !== '');
  words.sort((a, b) => b.length - a.length);
  return words.filter((word, index) => !words.slice(0, index).some((longer) => longer.includes(word)));
}

/**
 * The token of the code units `from` up to but not including `to`: a single one, two, or up to four ASCII ones,
 * because two or three letters say little in English. Characters outside the BMP are two units and need nothing
 * of their own. Four ASCII ones share their numbers with pairs that begin in U+0420–U+0FFF; no others share theirs.
 */
function unitsToken(text: string, from: number, to: number): number {
  const bits = to - from > 2 ? 7 : 16;
  let token = 0;
  for (let index = from; index < to; index++) token = (token << bits) | text.charCodeAt(index);
  return token;
}

/** How many units up to `end`, at most four, are ASCII. */
function asciiBefore(text: string, end: number): number {
  let count = 0;
  while (count < 4 && end - count > 0 && text.charCodeAt(end - count - 1) < 0x80) count++;
  return count;
}

/** All tokens of a folded text, each once. */
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

/** More would cost the index more than they narrow down. */
const mostQueryTokens = 16;

/** Tokens that every text with all these words has; of several words, one for each tells enough. */
export function queryTokens(words: readonly string[]): number[] {
  const tokens = words.flatMap((word) => (words.length > 1 ? wordTokens(word).slice(-1) : wordTokens(word)));
  const all = [...new Set(tokens)];
  if (all.length <= mostQueryTokens) return all;
  // Spread over the whole query, because its beginning may be what every text has.
  return Array.from(
    { length: mostQueryTokens },
    (_, index) => all[Math.floor((index * all.length) / mostQueryTokens)]!,
  );
}

/** The longest tokens that end at every second or third unit and at the last one. */
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

/** Whether a text that has the word's token contains the word for certain: one token is all of it, and no other's. */
export function tokenIsWord(word: string): boolean {
  const [token, more] = wordTokens(word);
  return more === undefined && token !== undefined && !(token >= 0x0420_0000 && token <= 0x0fff_ffff);
}

/**
 * The token of an exact value, as a category or a tag is. It begins with a high surrogate that no low one follows,
 * which a text never holds, so it does not meet the tokens of texts.
 */
export function valueToken(kind: string, value: string): number {
  let hash = 0x811c9dc5;
  for (const text of [kind, '\n', value]) {
    for (let index = 0; index < text.length; index++)
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return ((0xd800 | (hash >>> 22)) << 16) | ((hash >>> 3) & 0x7fff);
}

/** A LIKE pattern (with the default escape character) for texts that contain the word. */
export function likePattern(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`;
}
