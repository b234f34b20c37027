import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';
import { decodeJapanese } from './japanese-encoding.ts';
import { decodeKorean } from './korean-encoding.ts';

test.each([
  ['UTF-8', '공방', [0xea, 0xb3, 0xb5, 0xeb, 0xb0, 0xa9]],
  ['UTF-8 with a mark', '공', [0xef, 0xbb, 0xbf, 0xea, 0xb3, 0xb5]],
  ['CP949', '공방', [0xb0, 0xf8, 0xb9, 0xe6]],
  ['Shift JIS', '工房ヮ', [0x8d, 0x48, 0x96, 0x5b, 0x83, 0x8e]],
  ['Shift JIS that could be control characters', 'テスト', [0x83, 0x65, 0x83, 0x58, 0x83, 0x67]],
  ['Shift JIS in a table', '部品表', [0x95, 0x94, 0x95, 0x69, 0x95, 0x5c]],
  ['UTF-16, little end first', '공방', [0xff, 0xfe, 0xf5, 0xac, 0x29, 0xbc]],
  ['UTF-16, big end first', '공방', [0xfe, 0xff, 0xac, 0xf5, 0xbc, 0x29]],
  ['UTF-16 without a mark', '부품,3', [0x80, 0xbd, 0x88, 0xd4, 0x2c, 0x00, 0x33, 0x00]],
  ['UTF-16 without a mark, big end first', '부품,3', [0xbd, 0x80, 0xd4, 0x88, 0x00, 0x2c, 0x00, 0x33]],
  ['CP949 with a rare syllable', '똠방각하', [0x8c, 0x63, 0xb9, 0xe6, 0xb0, 0xa2, 0xc7, 0xcf]],
  ['CP949 with a sign of later', '3€', [0x33, 0xa2, 0xe6]],
  ['Shift JIS of Windows', '①㈱髙', [0x87, 0x40, 0x87, 0x8a, 0xfb, 0xfc]],
  ['Shift JIS in a list of parts', '抵抗 1kΩ', [0x92, 0xef, 0x8d, 0x52, 0x20, 0x31, 0x6b, 0x83, 0xb6]],
  ['Shift JIS in half width', 'ﾈｼﾞ 図面', [0xc8, 0xbc, 0xde, 0x20, 0x90, 0x7d, 0x96, 0xca]],
  ['nothing', '', []],
])('%s is read as %s', (_name, text, bytes) => {
  expect(decodeText(Uint8Array.from(bytes))).toBe(text);
  expect(decodeText(Uint8Array.from(bytes).buffer)).toBe(text);
});

test('all 11,172 syllables can be read, and nothing that is no character becomes one', () => {
  const syllables = new Set<string>();
  for (let lead = 0x80; lead <= 0xff; lead += 1) {
    for (let trail = 0x20; trail <= 0xff; trail += 1) {
      const { text } = decodeKorean(Uint8Array.of(lead, trail));
      if (/^[가-힣]$/.test(text)) syllables.add(text);
      for (const decoded of [text, decodeJapanese(Uint8Array.of(lead, trail)).text])
        expect(decoded).not.toMatch(/[\0-\u001f\u0080-\u009f\ue000-\uf8ff]/);
    }
  }
  expect(syllables.size).toBe(11_172);
});

test('one unknown character does not break the others', () => {
  const bytes = Uint8Array.from([0xb0, 0xf8, 0xb9, 0xe6, 0x20, 0xc9, 0xa1, 0x22, 0xb0, 0xf8]);
  expect(decodeText(bytes)).toBe('공방 \ufffd"공');
});

test('UTF-8 is unchanged, and any bytes can be decoded', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(decodeText(new TextEncoder().encode(`_${text}`))).toBe(`_${text}`);
    }),
  );
  fc.assert(fc.property(fc.uint8Array(), (bytes) => typeof decodeText(Uint8Array.from(bytes)) === 'string'));
});
