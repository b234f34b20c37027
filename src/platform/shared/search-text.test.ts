import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  foldText,
  likePattern,
  queryTokens,
  searchText,
  searchWords,
  textTokens,
  tokenIsWord,
  valueToken,
} from './search-text.ts';

describe('folding', () => {
  test.each([
    ['upper and lower case', 'PLA Gear', 'pla gear'],
    ['Hangul that macOS took apart', '프린터'.normalize('NFD'), '프린터'],
    ['kana that macOS took apart', 'プリンター ガ'.normalize('NFD'), 'プリンター ガ'],
    ['full-width Latin and digits', '３Ｄプリンター！～', '3dプリンター!~'],
    ['İ, which lower case makes two characters of', 'İSTANBUL', 'istanbul'],
    ['the final sigma', 'ΟΔΟΣ', 'οδοσ'],
    ['ẞ', 'GROẞ', 'groß'],
    ['half-width kana', 'ﾄﾞﾛｰﾝ ﾌﾟﾘﾝﾀ', 'ドローン プリンタ'],
    ['full-width words', 'ＡＲＤＵＩＮＯ', 'arduino'],
    ['units in one square', '５㎜ ㎏ ㎡', '5mm kg m2'],
    ['signs of one character', '㈜공방 ①', '(주)공방 1'],
    ['single jamo, which stay as they are', 'ㄷㄹ ㅋㅋ', 'ㄷㄹ ㅋㅋ'],
    ['wide spaces', '공방　의', '공방 의'],
  ])('unifies %s', (_, text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  test('keeps every match that NFC and lower case alone would find', () => {
    const plain = (text: string) => text.normalize('NFC').toLowerCase();
    fc.assert(
      fc.property(anyText, fc.nat(), fc.nat(), (text, from, length) => {
        const whole = plain(text);
        const part = whole.slice(from % (whole.length + 1)).slice(0, length % 8);
        // A cut may split a surrogate pair or two characters that folding joins, or start with what it joins to a neighbour.
        fc.pre(part.isWellFormed() && plain(part) === part && !/^[\uFF9E\uFF9F\p{M}]/u.test(part));
        fc.pre(!/^[\uFF9E\uFF9F\p{M}]/u.test(whole.slice(whole.indexOf(part) + part.length)));
        expect(foldText(text)).toContain(foldText(part));
      }),
    );
  });
});

describe('words', () => {
  test.each([
    ['', []],
    [' \t　 ', []],
    ['  기어 ', ['기어']],
    ['3D　프린터', ['프린터', '3d']],
    ['gear GEAR Gears', ['gears']],
    ['100%_\\ x', ['100%_\\', 'x']],
  ])('of %j are %j', (query, words) => {
    expect(searchWords(query)).toEqual(words);
  });

  test('are escaped for LIKE', () => {
    expect(likePattern('100%_\\')).toBe('%100\\%\\_\\\\%');
  });
});

describe('tokens', () => {
  test('are exact 32-bit numbers', () => {
    expect(new Set(textTokens('가ab'))).toEqual(
      new Set([0xac00, 0x61, 0x62, (0xac00 << 16) | 0x61, (0x61 << 16) | 0x62]),
    );
    expect(textTokens('abcd')).toContain((0x61 << 14) | (0x62 << 7) | 0x63);
    expect(textTokens('abcd')).toContain((0x61 << 21) | (0x62 << 14) | (0x63 << 7) | 0x64);
  });

  test.each([
    ['가', true],
    ['기어', true],
    ['프린터', false],
    ['3d', true],
    ['pla', true],
    ['gear', false],
    ['щи', false],
  ])('of %j are equivalent to the word: %j', (word, is) => {
    expect(tokenIsWord(word)).toBe(is);
  });

  test('that are equivalent to a word occur in no text without it', () => {
    const short = fc.oneof(
      anyText,
      fc.string({ unit: fc.constantFrom('가', 'a', 'b', '\u0c38', '뇤', '\u0001'), maxLength: 12 }),
    );
    fc.assert(
      fc.property(short, short, (text, query) => {
        const folded = foldText(text);
        const tokens = new Set(textTokens(folded));
        for (const word of searchWords(query).flatMap((each) => [
          each,
          each.slice(0, 2),
          each.slice(-1),
          each.slice(0, 3),
        ])) {
          if (!word.isWellFormed() || !tokenIsWord(word)) continue;
          expect(queryTokens([word]).every((token) => tokens.has(token))).toBe(folded.includes(word));
        }
      }),
    );
  });

  test('do not span white space', () => {
    expect(textTokens('가 나')).not.toContain((0xac00 << 16) | 0xb098);
    expect(textTokens('가 나').toSorted()).toEqual(textTokens('나\n가').toSorted());
  });

  test('of a word are among those of every text that contains it', () => {
    fc.assert(
      fc.property(anyText, fc.nat(), fc.nat(), anyText, (before, from, length, after) => {
        const text = searchText([before, after]);
        const query = text.slice(from % (text.length + 1)).slice(0, 1 + (length % 40));
        const tokens = new Set(textTokens(text));
        const words = searchWords(query).filter((word) => text.includes(word));
        expect(queryTokens(words).filter((token) => !tokens.has(token))).toEqual([]);
      }),
    );
  });

  test('of a query are few, and at least one for each word', () => {
    fc.assert(
      fc.property(anyText, (query) => {
        const words = searchWords(query);
        const count = queryTokens(words).length;
        expect(count).toBeLessThanOrEqual(16);
        expect(count > 0).toBe(words.length > 0);
      }),
    );
  });

  test('of values do not collide with tokens of texts', () => {
    fc.assert(
      fc.property(anyText, anyText, (value, text) => {
        expect(textTokens(text)).not.toContain(valueToken('tag', value));
      }),
    );
  });
});

const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...'프린터 설계가각힣 3D プリンター歯車 Gear gear AbC %_\\ İiIıßΣςσ ＡＺａｚ０９ ﾊﾞ é한',
      ),
      fc.constantFrom(' ', '\n', '　', '\u0301', '\u0307', '\u3099', '👍', '👨‍👩‍👧', '𠮷', '한'.normalize('NFD')),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 2 }).filter((text) => !text.includes('\0')),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));
