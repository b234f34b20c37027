/** Korean in Latin letters by the Revised Romanization, as on road signs. Pure. */

const initials = [
  'g',
  'kk',
  'n',
  'd',
  'tt',
  'r',
  'm',
  'b',
  'pp',
  's',
  'ss',
  '',
  'j',
  'jj',
  'ch',
  'k',
  't',
  'p',
  'h',
];
const vowels = [
  'a',
  'ae',
  'ya',
  'yae',
  'eo',
  'e',
  'yeo',
  'ye',
  'o',
  'wa',
  'wae',
  'oe',
  'yo',
  'u',
  'wo',
  'we',
  'wi',
  'yu',
  'eu',
  'ui',
  'i',
];
/** How each final consonant sounds before another consonant, and what of it moves to a vowel. */
const finals: readonly (readonly [sound: string, before: string, moved: string])[] = [
  ['', '', ''],
  ['k', '', 'g'],
  ['k', '', 'kk'],
  ['k', 'k', 's'],
  ['n', '', 'n'],
  ['n', 'n', 'j'],
  ['n', '', 'n'],
  ['t', '', 'd'],
  ['l', '', 'r'],
  ['k', 'l', 'g'],
  ['m', 'l', 'm'],
  ['l', 'l', 'b'],
  ['l', 'l', 's'],
  ['l', 'l', 't'],
  ['p', 'l', 'p'],
  ['l', '', 'r'],
  ['m', '', 'm'],
  ['p', '', 'b'],
  ['p', 'p', 's'],
  ['t', '', 's'],
  ['t', '', 'ss'],
  ['ng', 'ng', ''],
  ['t', '', 'j'],
  ['t', '', 'ch'],
  ['k', '', 'k'],
  ['t', '', 't'],
  ['p', '', 'p'],
  ['t', '', 'h'],
];
const nasal: Record<string, string> = { k: 'ng', t: 'n', p: 'm' };

type Syllable = { initial: string; vowel: string; final: number };

function syllableOf(character: string): Syllable | null {
  const index = character.codePointAt(0)! - 0xac00;
  if (index < 0 || index > 11_171) return null;
  return {
    initial: initials[Math.floor(index / 588)]!,
    vowel: vowels[Math.floor(index / 28) % 21]!,
    final: index % 28,
  };
}

/** Joins a final sound with the initial of the next syllable; returns both as they are written. */
function joined(final: number, initial: string): [string, string] {
  const [sound, before, moved] = finals[final]!;
  if (sound === '') return ['', initial];
  if (initial === '') return sound === 'ng' ? ['ng', ''] : [before, moved];
  if (initial === 'r') {
    if (sound === 'n' || sound === 'l') return ['l', 'l'];
    return [nasal[sound] ?? sound, 'n'];
  }
  if ((initial === 'n' || initial === 'm') && nasal[sound] !== undefined) return [nasal[sound], initial];
  if (initial === 'n' && sound === 'l') return ['l', 'l'];
  return [sound, initial];
}

/** Writes Hangul in Latin letters; everything else stays. */
export function romanise(text: string): string {
  let written = '';
  let open: number | null = null;
  for (const character of text.normalize('NFC')) {
    const syllable = syllableOf(character);
    if (!syllable) {
      written += (open === null ? '' : finals[open]![0]) + character;
      open = null;
      continue;
    }
    const [end, begin] = joined(open ?? 0, syllable.initial);
    written += end + begin + syllable.vowel;
    open = syllable.final;
  }
  return written + (open === null ? '' : finals[open]![0]);
}

/** Syllables at the end of the names of places that are written apart. */
const units = [
  '특별자치시',
  '특별자치도',
  '특별시',
  '광역시',
  '대로',
  '번길',
  '시',
  '도',
  '군',
  '구',
  '읍',
  '면',
  '동',
  '리',
  '가',
  '로',
  '길',
];

/** Units that addresses in Latin letters write short. */
const plainUnits: Record<string, string> = {
  특별자치시: 'si',
  특별자치도: 'do',
  특별시: 'si',
  광역시: 'si',
};

/** Writes the name of a place with a capital letter and its unit apart: Seongsu-dong, Seongsui-ro 20-gil. */
export function romanisePlace(name: string): string {
  const street = /^(.*[로길])(\d+[가-힣]?)길$/.exec(name);
  if (street) return `${romanisePlace(street[1]!)} ${romanise(street[2]!)}-gil`;
  const unit = units.find((each) => name.endsWith(each) && name.length > each.length);
  if (unit === undefined) return capital(romanise(name));
  const stem = name.slice(0, -unit.length);
  return `${capital(romanise(stem))}-${plainUnits[unit] ?? romanise(unit)}`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
