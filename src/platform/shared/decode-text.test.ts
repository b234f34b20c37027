import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

test.each([
  ['UTF-8', '공방', [0xea, 0xb3, 0xb5, 0xeb, 0xb0, 0xa9]],
  ['UTF-8 with a mark', '공', [0xef, 0xbb, 0xbf, 0xea, 0xb3, 0xb5]],
  ['CP949', '공방', [0xb0, 0xf8, 0xb9, 0xe6]],
  ['Shift JIS', '工房ヮ', [0x8d, 0x48, 0x96, 0x5b, 0x83, 0x8e]],
  ['Shift JIS that could be control characters', 'テスト', [0x83, 0x65, 0x83, 0x58, 0x83, 0x67]],
  ['Shift JIS in a table', '部品表', [0x95, 0x94, 0x95, 0x69, 0x95, 0x5c]],
  ['UTF-16, little end first', '공방', [0xff, 0xfe, 0xf5, 0xac, 0x29, 0xbc]],
  ['UTF-16, big end first', '공방', [0xfe, 0xff, 0xac, 0xf5, 0xbc, 0x29]],
  ['nothing', '', []],
])('%s is read as %s', (_name, text, bytes) => {
  expect(decodeText(Uint8Array.from(bytes))).toBe(text);
  expect(decodeText(Uint8Array.from(bytes).buffer)).toBe(text);
});

test('one unknown syllable does not break the others', () => {
  const bytes = Uint8Array.from([0xb0, 0xf8, 0xb9, 0xe6, 0x20, 0x94, 0xee, 0x20, 0xb0, 0xf8]);
  expect(decodeText(bytes)).toMatch(/^공방 .+ 공$/);
});

test('UTF-8 is unchanged, and any bytes can be decoded', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(decodeText(new TextEncoder().encode(`_${text}`))).toBe(`_${text}`);
    }),
  );
  fc.assert(fc.property(fc.uint8Array(), (bytes) => typeof decodeText(Uint8Array.from(bytes)) === 'string'));
});
