import {
  strokes,
  isSyllable,
  isConsonant,
  isVowel,
  partsOf,
  keyStrokes,
  composeHangul,
  unique,
} from '#platform/shared/korean-words.ts';
import { foldText } from '#platform/shared/search-text.ts';
import { plainWidth } from '#platform/shared/widths.ts';

/*
 * Guesses what people mean when they type something else: Korean by its first consonants, on the wrong keyboard
 * layout, with a typo, with particles and endings, or Japanese in the other kana. These are only proposals: results
 * for the words as typed always come first, and a proposal counts only if it finds something.
 */

/** Ways in which a search went beyond the words as typed. */
export const expansionKinds = [
  'inflection',
  'variant',
  'spacing',
  'synonym',
  'layout',
  'initials',
  'typo',
  'fewer_words',
] as const;
export type ExpansionKind = (typeof expansionKinds)[number];

/**
 * Returns a phonetic key for comparison: Hangul as key strokes, katakana and half-width kana as hiragana without long
 * vowels. Words with the same key count as one.
 */
export function soundKey(word: string): string {
  const folded = foldText(word).replaceAll(/[ァ-ヶ]/g, (kana) =>
    String.fromCharCode(kana.charCodeAt(0) - 0x60),
  );
  // Long vowels are optional in spelling: プリンタ, プリンター.
  const short = folded.replaceAll(/[ー~〜]/g, '');
  return keyStrokes(short === '' ? folded : short);
}

/** Returns the first consonants, such as ㄷㄹ for 드론; empty for a word without Hangul. */
export function initialsOf(word: string): string {
  const characters = [...word];
  if (!characters.some(isSyllable)) return '';
  return characters.map((character) => (isSyllable(character) ? partsOf(character)[0] : character)).join('');
}

/** Returns whether a word has loose first consonants: ㄷㄹ, 드ㄹ. */
export function hasInitials(word: string): boolean {
  const characters = [...word];
  return characters.length >= 2 && characters.some(isConsonant) && !characters.some(isVowel);
}

/** Returns the consonants to look up for {@link hasInitials} words; keyboards combine ㄱㅅ into ㄳ. */
export function initialsPattern(word: string): string {
  return [...word]
    .map((character) => (isSyllable(character) ? partsOf(character)[0] : (strokes[character] ?? character)))
    .join('');
}

/**
 * Returns whether a word begins as typed, where a loose consonant matches any syllable with it: 드ㄹ matches 드론 and
 * 드라이버.
 */
export function fitsInitials(typed: string, word: string): boolean {
  const loose = [...typed].map((character) =>
    isSyllable(character) ? character : (strokes[character] ?? character),
  );
  const characters = [...word];
  return [...loose.join('')].every((character, index) => {
    const other = characters[index];
    if (other === undefined) return false;
    return isConsonant(character) && isSyllable(other)
      ? partsOf(other)[0] === character
      : other === character;
  });
}

const latinKeys = 'rRseEfaqQtTdwWczxvgkoiOjpuPhynbml';
const hangulKeys = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎㅏㅐㅑㅒㅓㅔㅕㅖㅗㅛㅜㅠㅡㅣ';

/**
 * Converts Latin letters to what the same keys type in the Korean layout: emfhs is 드론. Null if that is not made of
 * whole syllables.
 */
export function asTypedInKorean(latin: string): string | null {
  if (!/^[a-z0-9.+-]+$/i.test(latin) || !/[a-z]/i.test(latin)) return null;
  const jamos = [...latin]
    .map((key) => {
      const index = latinKeys.indexOf(key);
      const any = index < 0 ? latinKeys.indexOf(key.toLowerCase()) : index;
      return any < 0 ? key : hangulKeys[any]!;
    })
    .join('');
  const text = composeHangul(jamos);
  return /^[가-힣0-9.+-]+$/.test(text) ? text : null;
}

/** Converts Hangul to what the same keys type in the Latin layout: ㅣㄷㅇ is led. Null without Hangul. */
export function asTypedInLatin(korean: string): string | null {
  const jamos = [...keyStrokes(korean)];
  if (!jamos.some((jamo) => hangulKeys.includes(jamo))) return null;
  const text = jamos
    .map((jamo) => {
      const index = hangulKeys.indexOf(jamo);
      return index < 0 ? jamo : latinKeys[index]!;
    })
    .join('')
    .toLowerCase();
  return /^[a-z0-9.+-]+$/.test(text) ? text : null;
}

/** Returns all splits of a word into two, such as 드론프레임. */
export function splits(word: string): [string, string][] {
  const characters = [...word];
  if (characters.length < 3 || characters.length > 12 || !characters.some((each) => each >= '\u1100'))
    return [];
  return characters
    .slice(1)
    .map((_, index) => [characters.slice(0, index + 1).join(''), characters.slice(index + 1).join('')]);
}

/** Returns whether a word is long enough for typo correction; a typo in a shorter one makes another word. */
export function isLongEnoughForTypos(word: string): boolean {
  const key = soundKey(word);
  return /^[\u3131-\u318e]+$/.test(key) ? key.length >= 4 : key.length >= (/^[a-z0-9-]+$/.test(key) ? 4 : 3);
}

/**
 * Returns numbers for a key and for every key with one stroke deleted. Two keys that are one edit apart share a
 * number, so an index over them finds candidates.
 */
export function typoNumbers(key: string): number[] {
  const variants = new Set([key]);
  for (let index = 0; index < key.length; index++) variants.add(key.slice(0, index) + key.slice(index + 1));
  return unique([...variants].map(hash));
}

function hash(text: string): number {
  let number = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    number = Math.imul(number ^ text.charCodeAt(index), 0x01000193);
  return number | 0;
}

/** Returns whether one added, deleted or changed stroke, or two exchanged ones, turn `a` into `b`. */
export function isOneEditApart(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

const maxWordsOfText = 400;
const longestWord = 24;
/** Splits by script, so that "3D프린터" and "卓上ドローン" come apart; digits alone are dropped. */
const runs =
  /[가-힣]+|[ァ-ヶー]+|[ぁ-ゖー]+|[々一-鿿]+|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}0-9+#]+/gu;

/** Returns the indexable words of a folded text, without duplicates. */
export function wordsOf(text: string): string[] {
  const found = new Set<string>();
  for (const [word] of plainWidth(text).matchAll(runs)) {
    if (word.length > longestWord || /^[0-9+#ー]+$/.test(word)) continue;
    if (word.length === 1 && !/[가-힣一-鿿]/.test(word)) continue;
    found.add(word);
    if (found.size >= maxWordsOfText) break;
  }
  return [...found];
}

/**
 * Returns whether a term looks like a mail address or the number of a phone, card or account, which statistics must
 * not contain.
 */
export function looksPersonal(term: string): boolean {
  const isAddress = (word: string) => {
    const at = word.indexOf('@', 1);
    return at !== -1 && /.\../.test(word.slice(at + 1));
  };
  return term.split(/\s+/).some(isAddress) || /(?:\d[ .-]?){7,}/.test(term);
}

/** Kinds of searches, which are counted separately. */
export const searchKinds = ['resources', 'services'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** Filters and sort orders of the table of synonyms. */
export const synonymsTable = { filters: {}, sorts: ['words', 'newest', 'oldest'] } as const;
