import fc from 'fast-check';
import { expect, test } from 'vitest';
import { romanise, romanisePlace } from './romanise.ts';

test.each([
  ['종로', 'jongno'],
  ['왕십리', 'wangsimni'],
  ['신라', 'silla'],
  ['독립문', 'dongnimmun'],
  ['압구정', 'apgujeong'],
  ['한라', 'halla'],
  ['을지', 'eulji'],
  ['값이', 'gapsi'],
  ['FDM 출력', 'FDM chullyeok'],
])('%s is %s', (text, written) => expect(romanise(text)).toBe(written));

test.each([
  ['성수동', 'Seongsu-dong'],
  ['성수이로', 'Seongsui-ro'],
  ['성수이로20길', 'Seongsui-ro 20-gil'],
  ['분당구', 'Bundang-gu'],
  ['테헤란로', 'Teheran-ro'],
  ['경기도', 'Gyeonggi-do'],
  ['강원특별자치도', 'Gangwon-do'],
  ['세종대로', 'Sejong-daero'],
])('the place %s is %s', (name, written) => expect(romanisePlace(name)).toBe(written));

test('leaves no syllable, and everything else as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
      expect(romanise(text)).not.toMatch(/[가-힣]/);
      romanisePlace(text);
    }),
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[ -~]*$/), (text) => {
      expect(romanise(text)).toBe(text);
    }),
  );
});
