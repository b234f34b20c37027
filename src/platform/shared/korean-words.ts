/*
 * Korean words and their inflections: syllables and the keys that type them, particles and endings. Only pure
 * functions, which worker threads import too: nothing in here may import the server.
 */

const initials = [...'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'];
const vowels = [...'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ'];
const finals = ['', ...'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ'];
/** Vowels and finals that take two key strokes. */
export const strokes: Record<string, string> = Object.fromEntries(
  'ㅘㅗㅏ ㅙㅗㅐ ㅚㅗㅣ ㅝㅜㅓ ㅞㅜㅔ ㅟㅜㅣ ㅢㅡㅣ ㄳㄱㅅ ㄵㄴㅈ ㄶㄴㅎ ㄺㄹㄱ ㄻㄹㅁ ㄼㄹㅂ ㄽㄹㅅ ㄾㄹㅌ ㄿㄹㅍ ㅀㄹㅎ ㅄㅂㅅ'
    .split(' ')
    .map((each) => [each.slice(0, 1), each.slice(1)]),
);
const joined = new Map(Object.entries(strokes).map(([whole, parts]) => [parts, whole]));

const firstSyllable = 0xac00;
const lastSyllable = 0xd7a3;

export function isSyllable(character: string): boolean {
  const code = character.charCodeAt(0);
  return code >= firstSyllable && code <= lastSyllable;
}

export const isConsonant = (character: string) => character >= 'ㄱ' && character <= 'ㅎ';
export const isVowel = (character: string) => character >= 'ㅏ' && character <= 'ㅣ';

export function partsOf(syllable: string): [initial: string, vowel: string, final: string] {
  const index = syllable.charCodeAt(0) - firstSyllable;
  return [initials[Math.floor(index / 588)]!, vowels[Math.floor((index % 588) / 28)]!, finals[index % 28]!];
}

/** Decomposes Hangul into key strokes in typing order; other characters stay unchanged. */
export function keyStrokes(text: string): string {
  return [...text]
    .flatMap((character) => (isSyllable(character) ? partsOf(character) : [character]))
    .map((jamo) => strokes[jamo] ?? jamo)
    .join('');
}

/** Composes key strokes into syllables as a Korean keyboard does. */
export function composeHangul(jamos: string): string {
  let text = '';
  let at = 0;
  while (at < jamos.length) {
    const initial = initials.indexOf(jamos[at]!);
    if (initial < 0 || !isVowel(jamos[at + 1] ?? '')) {
      text += jamos[at]!;
      at += 1;
      continue;
    }
    const pair = joined.get(jamos.slice(at + 1, at + 3));
    const vowel = vowels.indexOf(pair ?? jamos[at + 1]!);
    at += pair === undefined ? 2 : 3;
    // A consonant belongs to the next syllable if a vowel follows it.
    const closes = (from: number) =>
      finals.indexOf(jamos[from] ?? ' ') > 0 && !isVowel(jamos[from + 1] ?? '');
    const double = joined.get(jamos.slice(at, at + 2));
    let final = 0;
    if (double !== undefined && finals.includes(double) && !isVowel(jamos[at + 2] ?? '')) {
      final = finals.indexOf(double);
      at += 2;
    } else if (closes(at)) {
      final = finals.indexOf(jamos[at]!);
      at += 1;
    }
    text += String.fromCharCode(firstSyllable + initial * 588 + vowel * 28 + final);
  }
  return text;
}

/** Particles that hardly any noun ends in. Longest first. */
const clearParticles =
  '으로부터 에서부터 에게서 으로서 으로써 까지 부터 에서 에게 한테 처럼 보다 만큼 마다 조차 마저 으로 이나 이랑 하고 에는 에도 에만 들의 들을 들은 을 를 은 에 와 과'.split(
    ' ',
  );
/** Particles that also end nouns (고양이, 온도, 마이크로): removed only if the whole word is unknown. */
const doubtfulParticles = '이라도 라도 이나 들이 들 는 이 가 의 도 만 로 랑 나 용'.split(' ');
/** Endings of verbs made from nouns with 하다, 되다: 출력하는, 설계된. */
const doing =
  '하는 하기 하다 하고 하면 하려면 하게 하여 해서 해요 해야 했다 했어요 합니다 한다 한 할 함 된 되는 되다 됩니다 시키기'.split(
    ' ',
  );
/** Endings of other verbs: 만들기, 만드는, 만들어요. */
const endings =
  '으려면 려면 습니다 었어요 았어요 어요 아요 어서 아서 으면 면서 지만 는데 기 는 던 고 면 어 아 자 지 게 다'.split(
    ' ',
  );

function without(word: string, suffixes: readonly string[], least: number): string[] {
  return suffixes
    .filter((suffix) => word.endsWith(suffix) && [...word].length - [...suffix].length >= least)
    .map((suffix) => word.slice(0, -suffix.length));
}

/** Returns the noun in a word, for the vocabulary: 드론을 adds 드론. Unambiguous cases only. */
export function plainNoun(word: string): string | null {
  if (![...word].every(isSyllable)) return null;
  return without(word, clearParticles, 2)[0] ?? null;
}

export type Stems = {
  /** Can be searched directly. */
  sure: string[];
  /** Used only if the vocabulary lacks the word itself: a word that ends in ㄴ is a noun as often as a verb. */
  likely: string[];
  /** Used only if, in addition, the vocabulary has the stem. */
  doubtful: string[];
};

/** Returns the possible stems of an inflected word. */
export function stems(word: string): Stems {
  if (/^[a-z]+$/.test(word)) return { sure: [], likely: [], doubtful: englishStems(word) };
  const hangul = [...word].every(isSyllable);
  if (!hangul) {
    // 3D프린터로, LED를: the particle may follow Latin letters or digits.
    const parts = /^(.*[a-z0-9])([가-힣]{1,3})$/.exec(word);
    const particles = [...clearParticles, ...doubtfulParticles];
    return { sure: parts && particles.includes(parts[2]!) ? [parts[1]!] : [], likely: [], doubtful: [] };
  }
  const nouns = [...without(word, clearParticles, 2), ...without(word, doing, 2)];
  const verbs = nouns.length > 0 ? [] : without(word, endings, 2);
  const single = [...clearParticles, ...endings].filter((suffix) => word.endsWith(suffix));
  return {
    sure: unique([...nouns, ...verbs.flatMap(lieulStems)]),
    likely: nouns.length + verbs.length > 0 ? [] : contracted(word).flatMap(lieulStems),
    doubtful: unique([...without(word, doubtfulParticles, 1), ...without(word, single, 1)]),
  };
}

function englishStems(word: string): string[] {
  const found: string[] = [];
  if (word.length >= 5 && word.endsWith('ies')) found.push(`${word.slice(0, -3)}y`);
  else if (word.length >= 5 && /(?:s|x|z|ch|sh)es$/.test(word)) found.push(word.slice(0, -2));
  else if (word.length >= 4 && /[^s]s$/.test(word)) found.push(word.slice(0, -1));
  if (word.length >= 6 && word.endsWith('ing')) found.push(word.slice(0, -3));
  if (word.length >= 6 && word.endsWith('ed')) found.push(word.slice(0, -2));
  return found;
}

/** 만든 is 만드 with ㄴ, 움직일 is 움직이 with ㄹ; words that end like a particle are excluded. */
function contracted(word: string): string[] {
  const last = [...word].at(-1)!;
  const [initial, vowel, final] = partsOf(last);
  if ([...word].length < 2 || !['ㄴ', 'ㄹ'].includes(final) || '은는을를들'.includes(last)) return [];
  return [word.slice(0, -1) + composeHangul(initial + (strokes[vowel] ?? vowel))];
}

/** ㄹ at the end of a verb stem is dropped in some forms: 만들, 만드 and 만든 are the same verb. */
function lieulStems(stem: string): string[] {
  const [initial, vowel, final] = partsOf([...stem].at(-1)!);
  if (vowel !== 'ㅡ' && vowel !== 'ㅓ' && vowel !== 'ㅏ' && vowel !== 'ㅣ') return [stem];
  const open = initial + vowel;
  const before = stem.slice(0, -1);
  // 움직이는 and 움직여요 share 움직.
  if (initial === 'ㅇ' && vowel === 'ㅣ' && final === '' && before.length >= 2) return [before, stem];
  if (final === 'ㄹ') return [stem, before + composeHangul(open), before + composeHangul(`${open}ㄴ`)];
  if (final === '') return [stem, before + composeHangul(`${open}ㄹ`)];
  return [stem];
}

export function unique<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items)];
}
