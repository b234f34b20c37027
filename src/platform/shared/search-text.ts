/**
 * Substring search that an index can serve. A text and a query are folded alike; what is found is every text
 * that contains each word of the query, exactly as a scan over the folded texts would find it. The tokens
 * only narrow down where to look: a text that contains a word has all of that word's tokens.
 */

/**
 * NFC first (macOS sends decomposed Hangul), then lower case, then what lower case alone leaves apart: the Greek
 * final sigma, the dot that a lower-cased İ trails behind, and full-width Latin as Japanese keyboards type it.
 * Each of these folds one character at a time, so a match by NFC and lower case alone is never lost.
 */
export function foldText(text: string): string {
  const lower = text.normalize('NFC').toLowerCase();
  return /[\u0307ς！-～]/.test(lower) ? lower.replace(/[\u0307ς！-～]/g, foldCharacter) : lower;
}

function foldCharacter(character: string): string {
  if (character === '\u0307') return '';
  if (character === 'ς') return 'σ';
  return String.fromCharCode(character.charCodeAt(0) - 0xfee0);
}

/** What is searched: the parts, folded, apart from each other so that no word matches across two of them. */
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

/*
 * Tokens are 32-bit integers made of UTF-16 code units: a single unit, two neighbours, or three ASCII ones (two say
 * little in English). Texts outside the BMP are pairs of surrogates and need nothing of their own. Different
 * kinds may share a number; that costs a look at a text in vain and never a result.
 */
const single = (a: number) => a;
const pair = (a: number, b: number) => (a << 16) | b;
const triple = (a: number, b: number, c: number) => (a << 14) | (b << 7) | c;

const isAscii = (unit: number) => unit < 0x80;

/** All tokens of a folded text, each once. */
export function textTokens(text: string): number[] {
  const tokens = new Set<number>();
  for (const word of text.split(/\s+/)) {
    for (let index = 0; index < word.length; index++) {
      const unit = word.charCodeAt(index);
      tokens.add(single(unit));
      if (index === 0) continue;
      const last = word.charCodeAt(index - 1);
      tokens.add(pair(last, unit));
      if (index === 1) continue;
      const before = word.charCodeAt(index - 2);
      if (isAscii(before) && isAscii(last) && isAscii(unit)) tokens.add(triple(before, last, unit));
    }
  }
  return [...tokens];
}

/** More would cost the index more than they narrow down. */
const mostQueryTokens = 16;

/** Tokens that every text containing all these words has: the most telling ones, at most 16. */
export function queryTokens(words: readonly string[]): number[] {
  const tokens = new Set<number>();
  for (const word of words) for (const token of wordTokens(word)) tokens.add(token);
  const all = [...tokens];
  if (all.length <= mostQueryTokens) return all;
  // Spread over the whole query, because its beginning may be what every text has.
  return Array.from({ length: mostQueryTokens }, (_, index) => all[Math.floor((index * all.length) / mostQueryTokens)]!);
}

function wordTokens(word: string): number[] {
  const units = Array.from({ length: word.length }, (_, index) => word.charCodeAt(index));
  if (units.length === 1) return units.map(single);
  const tokens: number[] = [];
  for (let index = 0; index + 1 < units.length; index++) {
    const [before, a, b, after] = [units[index - 1], units[index]!, units[index + 1]!, units[index + 2]];
    if (!isAscii(a) || !isAscii(b)) tokens.push(pair(a, b));
    else if (after !== undefined && isAscii(after)) tokens.push(triple(a, b, after));
    else if (before === undefined || !isAscii(before)) tokens.push(pair(a, b));
  }
  return tokens;
}

/**
 * The token of an exact value, as a category or a tag is. They begin with a C1 control character, which texts do
 * not hold, so they rarely meet the tokens of texts.
 */
export function valueToken(kind: string, value: string): number {
  let hash = 0x811c9dc5;
  for (const text of [kind, '\n', value]) {
    for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return 0x800000 | ((hash ^ (hash >>> 15)) & 0x1fffff);
}

/** A LIKE pattern (with the default escape character) for texts that contain the word. */
export function likePattern(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`;
}
