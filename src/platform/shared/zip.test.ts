import { zipSync } from 'fflate';
import fc from 'fast-check';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { listZip, unpackEntry, ZipError } from './zip.ts';
import { zipNames } from './zip-names.ts';

const none = new Uint8Array();
const raw = (hex: string, flags = 0, extra: Uint8Array = none) => ({
  name: new Uint8Array(Buffer.from(hex, 'hex')),
  extra,
  flags,
});

test.each([
  ['ASCII', ['a/b.stl'], [raw('612f622e73746c')]],
  ['UTF-8 with its flag', ['부품.stl'], [raw(Buffer.from('부품.stl').toString('hex'), 0x800)]],
  ['UTF-8 of macOS, without', ['부품.stl'], [raw(Buffer.from('부품.stl').toString('hex'))]],
  ['CP949', ['공방/부품표.csv'], [raw('b0f8b9e62fbacec7b0c7a52e637376')]],
  [
    'CP949 with rare syllables',
    ['똠방각하.stl', '햏.txt'],
    [raw('8c63b9e6b0a2c7cf2e73746c'), raw('c1642e747874')],
  ],
  ['Shift JIS', ['カメラスタンド/ベース.stl'], [raw('834a838183898358835e839383682f8378815b83582e73746c')]],
  [
    'Shift JIS whose second bytes are backslashes',
    ['ソース/表.csv', '能力.txt'],
    [raw('835c815b83582f955c2e637376'), raw('945c97cd2e747874')],
  ],
  ['Shift JIS in half width', ['ﾈｼﾞ 図面.stl'], [raw('c8bcde20907d96ca2e73746c')]],
  ['code page 437', ['Résumé.txt'], [raw('528273756d822e747874')]],
  ['backslashes', ['a/b.txt'], [raw('615c622e747874')]],
])('names in %s are read', (_how, names, entries) => expect(zipNames(entries)).toEqual(names));

test('a Unicode path counts if it was made for this name', () => {
  const name = Buffer.from('b0f82e73746c', 'hex');
  const field = (sum: number) => {
    const path = Buffer.from('工房.stl');
    const bytes = Buffer.alloc(9 + path.length);
    bytes.writeUInt16LE(0x7075, 0);
    bytes.writeUInt16LE(5 + path.length, 2);
    bytes.writeUInt8(1, 4);
    bytes.writeUInt32LE(sum, 5);
    path.copy(bytes, 9);
    return new Uint8Array(bytes);
  };
  const hex = name.toString('hex');
  expect(zipNames([raw(hex, 0, field(crc32(name)))])).toEqual(['工房.stl']);
  expect(zipNames([raw(hex, 0, field(1))])).toEqual(['공.stl']);
});

test('no name has a control character of half of another', () => {
  const c280 = { name: Uint8Array.from([0xc2, 0x80]), extra: none };
  // Letters of Korean, or controls of UTF-8 where the archive says that it is UTF-8.
  expect(zipNames([{ ...c280, flags: 0 }])).toEqual([expect.stringMatching(/^[^\0-\u001f\u0080-\u009f]+$/)]);
  expect(zipNames([{ ...c280, flags: 0x800 }])).toEqual(['']);
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ min: 0x20, maxLength: 30 }), { maxLength: 5 }), (names) => {
      const read = zipNames(names.map((name) => ({ name, extra: none, flags: 0 })));
      // DEL is a byte of its own.
      for (const name of read) expect(name).not.toMatch(/[\0-\u001f\u0080-\u009f]/);
    }),
  );
});

test('lists and unpacks what is in a ZIP, and refuses what is none', () => {
  const zip = zipSync({ 'a.txt': Buffer.from('a'.repeat(1000)), 'b.txt': [Buffer.from('b'), { level: 0 }] });
  const entries = listZip(zip, 10);
  expect(entries.map(({ name, size }) => [name, size])).toEqual([
    ['a.txt', 1000],
    ['b.txt', 1],
  ]);
  expect(entries.map((entry) => Buffer.from(unpackEntry(zip, entry)).toString())).toEqual([
    'a'.repeat(1000),
    'b',
  ]);
  expect(() => listZip(zip, 1)).toThrow(new ZipError('bomb'));
  expect(() => listZip(zip.subarray(0, -5), 10)).toThrow(new ZipError('malformed'));
  // A size that its bytes cannot have does not take memory.
  expect(() => unpackEntry(zip, { ...entries[0]!, size: 2 ** 31 })).toThrow(new ZipError('malformed'));
  expect(() => unpackEntry(zip, { ...entries[0]!, flags: 1 })).toThrow(new ZipError('encrypted'));
  expect(unpackEntry(zip, { ...entries[0]!, size: 3 })).toHaveLength(3);
});
