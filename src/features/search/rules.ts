import {
  strokes,
  isSyllable,
  isConsonant,
  isVowel,
  partsOf,
  keyStrokes,
  composeHangul,
  plainWidth,
  unique,
} from '#platform/shared/korean-words.ts';
import { foldText } from '#platform/shared/search-text.ts';

/*
 * What people mean when they type something else: Korean by its first consonants, on the wrong keyboard, with a slip
 * of the finger, with particles and endings, Japanese in the other kana. Everything here only proposes; what is found
 * by the words as typed always comes first, and a proposal counts only if it finds something.
 */

/** How a search went beyond the words as they were typed. */
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
 * What a word sounds like, for comparing: Hangul by key strokes, katakana and half-width kana as hiragana without long
 * vowels. Words with one key are one word.
 */
export function soundKey(word: string): string {
  const folded = foldText(plainWidth(word)).replaceAll(/[ァ-ヶ]/g, (kana) =>
    String.fromCharCode(kana.charCodeAt(0) - 0x60),
  );
  // A long vowel is written or left out as one likes: プリンタ, プリンター.
  const short = folded.replaceAll(/[ー~〜]/g, '');
  return keyStrokes(short === '' ? folded : short);
}

/** 드론 is ㄷㄹ. A word without Hangul has none. */
export function initialsOf(word: string): string {
  const characters = [...word];
  if (!characters.some(isSyllable)) return '';
  return characters.map((character) => (isSyllable(character) ? partsOf(character)[0] : character)).join('');
}

/** Whether a word is typed, in part at least, by its first consonants: ㄷㄹ, 드ㄹ. */
export function hasInitials(word: string): boolean {
  const characters = [...word];
  return characters.length >= 2 && characters.some(isConsonant) && !characters.some(isVowel);
}

/** The consonants to look up for {@link hasInitials} words; keyboards put ㄱㅅ together as ㄳ. */
export function initialsPattern(word: string): string {
  return [...word]
    .map((character) => (isSyllable(character) ? partsOf(character)[0] : (strokes[character] ?? character)))
    .join('');
}

/** Whether a word begins as typed, where a loose consonant stands for any syllable with it: 드ㄹ fits 드론 and 드라이버. */
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

/** What the same keys write with the keyboard set to Korean, or null if that is no whole syllables: emfhs is 드론. */
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

/** What the same keys write with the keyboard set to Latin letters, or null where there is no Hangul: ㅣㄷㅇ is led. */
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

/** The two words that a word may be made of: 드론프레임, in all places where it may be parted. */
export function splits(word: string): [string, string][] {
  const characters = [...word];
  if (characters.length < 3 || characters.length > 12 || !characters.some((each) => each >= '\u1100'))
    return [];
  return characters
    .slice(1)
    .map((_, index) => [characters.slice(0, index + 1).join(''), characters.slice(index + 1).join('')]);
}

/** Below these a slip of the finger makes just another word. */
export function isLongEnoughForTypos(word: string): boolean {
  const key = soundKey(word);
  return /^[\u3131-\u318e]+$/.test(key) ? key.length >= 4 : key.length >= (/^[a-z0-9-]+$/.test(key) ? 4 : 3);
}

/**
 * Numbers for a key and for everything that one left-out stroke makes of it: two keys that are one edit apart share
 * one, so an index over them finds the other.
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

/** Whether one stroke more, less, another one, or two exchanged ones make `b` of `a`. */
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

const mostWordsOfText = 400;
const longestWord = 24;
/** Script by script, so that "3D프린터" and "卓上ドローン" come apart; digits alone say nothing. */
const runs =
  /[가-힣]+|[ァ-ヶー]+|[ぁ-ゖー]+|[々一-鿿]+|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}0-9+#]+/gu;

/** The words of a folded text that are worth knowing, each once. */
export function wordsOf(text: string): string[] {
  const found = new Set<string>();
  for (const [word] of plainWidth(text).matchAll(runs)) {
    if (word.length > longestWord || /^[0-9+#ー]+$/.test(word)) continue;
    if (word.length === 1 && !/[가-힣一-鿿]/.test(word)) continue;
    found.add(word);
    if (found.size >= mostWordsOfText) break;
  }
  return [...found];
}

/** Kept out of the statistics: what looks like a mail address or the number of a phone, card or account. */
export function looksPersonal(term: string): boolean {
  const isAddress = (word: string) => {
    const at = word.indexOf('@', 1);
    return at !== -1 && /.\../.test(word.slice(at + 1));
  };
  return term.split(/\s+/).some(isAddress) || /(?:\d[ .-]?){7,}/.test(term);
}

/** What is searched through, and counted apart. */
export const searchKinds = ['resources', 'services'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** What the table of synonyms can be asked for. */
export const synonymsTable = { filters: {}, sorts: ['words', 'newest', 'oldest'] } as const;
