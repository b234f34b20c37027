import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { composeHangul, keyStrokes, plainNoun, stems } from '#platform/shared/korean-words.ts';
import { plainWidth } from '#platform/shared/widths.ts';
import {
  asTypedInKorean,
  asTypedInLatin,
  fitsInitials,
  hasInitials,
  initialsOf,
  initialsPattern,
  isLongEnoughForTypos,
  isOneEditApart,
  looksPersonal,
  soundKey,
  splits,
  typoNumbers,
  wordsOf,
} from './rules.ts';

const syllable = fc.integer({ min: 0xac00, max: 0xd7a3 }).map((code) => String.fromCharCode(code));
const hangul = fc.array(syllable, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));

test('every syllable is composed from its key strokes', () => {
  for (let code = 0xac00; code <= 0xd7a3; code++) {
    const one = String.fromCharCode(code);
    expect(composeHangul(keyStrokes(one))).toBe(one);
  }
});

test('text typed in the wrong layout is converted back', () => {
  fc.assert(
    fc.property(hangul, (text) => {
      const latin = asTypedInLatin(text);
      // Shift is lost with the case, so only text without double consonants survives the round trip.
      fc.pre(!/[ㄲㄸㅃㅆㅉㅒㅖ]/.test(keyStrokes(text)));
      expect(keyStrokes(asTypedInKorean(latin ?? '') ?? '')).toBe(keyStrokes(text));
    }),
  );
});

test.each([
  ['emfhs', '드론'],
  ['EMFHS', '뜨론'],
  ['vmfpdla', '프레임'],
  ['Rhcqud', '꽃병'],
  ['3emfhs', '3드론'],
  ['xylophone', null],
  ['123', null],
  ['드론', null],
])('%s on a Korean keyboard is %s', (latin, korean) => {
  expect(asTypedInKorean(latin)).toBe(korean);
});

test.each([
  ['ㅣㄷㅇ', 'led'],
  ['ㅎㄷㅁㄱ', 'gear'],
  ['ㅠㅐㅣㅅ', 'bolt'],
  ['ㅇ개ㅜㄷ', 'drone'],
  ['led', null],
])('%s on a Latin keyboard is %s', (korean, latin) => {
  expect(asTypedInLatin(korean)).toBe(latin);
});

describe('initials', () => {
  test.each([
    ['드론', 'ㄷㄹ'],
    ['3d프린터', '3dㅍㄹㅌ'],
    ['까치발', 'ㄲㅊㅂ'],
    ['led', ''],
  ])('of %s are %s', (word, initials) => {
    expect(initialsOf(word)).toBe(initials);
  });

  test('match words that begin with them, loose or in whole syllables', () => {
    expect(hasInitials('ㄷㄹ')).toBe(true);
    expect(hasInitials('드ㄹ')).toBe(true);
    expect(hasInitials('ㅋ')).toBe(false);
    expect(hasInitials('드론')).toBe(false);
    expect(hasInitials('ㅠㅠ')).toBe(false);
    expect(initialsPattern('드ㄳ')).toBe('ㄷㄱㅅ');
    expect(fitsInitials('ㄷㄹ', '드론')).toBe(true);
    expect(fitsInitials('드ㄹ', '드론')).toBe(true);
    expect(fitsInitials('다ㄹ', '드론')).toBe(false);
    expect(fitsInitials('ㄷㄹㅇ', '드론')).toBe(false);
    fc.assert(fc.property(hangul, (word) => fitsInitials(initialsOf(word), word)));
  });
});

test.each([
  ['드론을', '드론'],
  ['드론으로', '드론'],
  ['화분에', '화분'],
  ['만들기', '만들'],
  ['만드는', '만들'],
  ['만들어', '만들'],
  ['출력하는', '출력'],
  ['설계된', '설계'],
  ['움직이는', '움직'],
  ['led를', 'led'],
  ['3d프린터로', '3d프린터'],
])('%s certainly comes from %s', (word, stem) => {
  expect([...stems(word).sure, stem]).toContain(stem);
});

test('a word that may be a noun of its own is uncertain', () => {
  expect(stems('고양이')).toEqual({ sure: [], likely: [], doubtful: ['고양'] });
  expect(stems('만든')).toMatchObject({ sure: [], likely: ['만드', '만들'] });
  expect(stems('드론').sure).toEqual([]);
  expect(stems('gears')).toEqual({ sure: [], likely: [], doubtful: ['gear'] });
  expect(stems('glass').doubtful).toEqual([]);
  expect(plainNoun('드론을')).toBe('드론');
  expect(plainNoun('고양이')).toBeNull();
});

test('words that sound the same have one key', () => {
  const key = soundKey('ドローン');
  for (const same of ['ﾄﾞﾛｰﾝ', 'どろーん', 'ドロン', 'どろん']) expect(soundKey(same)).toBe(key);
  expect(soundKey('ー')).not.toBe('');
  expect(plainWidth('ｱＡ ㄷㄹ')).toBe('アA ㄷㄹ');
});

describe('a typo', () => {
  const word = fc.string({ unit: fc.constantFrom('ㄱ', 'ㅏ', 'a', 'b', 'c'), minLength: 1, maxLength: 8 });

  test('is one stroke more, less or different, or two exchanged', () => {
    for (const other of ['drne', 'droone', 'drune', 'dorne', 'rdone', 'dron', 'xdrone'])
      expect(isOneEditApart('drone', other)).toBe(true);
    for (const other of ['drone', 'dr', 'odrne', 'drnoex', 'enord'])
      expect(isOneEditApart('drone', other)).toBe(false);
  });

  test('is found by numbers that both keys share', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        fc.pre(isOneEditApart(a, b));
        const numbers = new Set(typoNumbers(a));
        expect(typoNumbers(b).some((number) => numbers.has(number))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test('is accepted from four strokes on', () => {
    expect(['드론', 'gear', 'ボルト'].every(isLongEnoughForTypos)).toBe(true);
    expect(['칼', 'led', 'ab'].some(isLongEnoughForTypos)).toBe(false);
  });
});

test('the words of a text are split by script', () => {
  expect(wordsOf('3d프린터로 卓上ドローンを m8 볼트·너트 2048 칼 a')).toEqual([
    '3d',
    '프린터로',
    '卓上',
    'ドローン',
    'm8',
    '볼트',
    '너트',
    '칼',
  ]);
  expect(splits('드론날개')).toEqual([
    ['드', '론날개'],
    ['드론', '날개'],
    ['드론날', '개'],
  ]);
  expect(splits('gearbox')).toEqual([]);
});

test.each([
  ['kim@example.com', true],
  ['010-1234-5678', true],
  ['드론 01012345678', true],
  ['3d 프린터', false],
  ['m8 2048', false],
])('%s looks personal: %o', (term, personal) => {
  expect(looksPersonal(term)).toBe(personal);
});
