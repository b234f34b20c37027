import { describe, expect, test } from 'vitest';
import { differenceOf, parseByteCount, parseChecksum, parseMetadata } from './rules.ts';

const encode = (text: string) => Buffer.from(text).toString('base64');

describe('metadata', () => {
  test.each<[string, Record<string, string> | null]>([
    ['', {}],
    [`filename ${encode('드론.stl')}`, { filename: '드론.stl' }],
    [`filename ${encode('a')},filetype ${encode('b/c')}`, { filename: 'a', filetype: 'b/c' }],
    [`filename ${encode('a')}, empty`, { filename: 'a', empty: '' }],
    [`filename ${encode('a')},filename ${encode('b')}`, null],
    ['filename a b', null],
    ['filename !!!', null],
    ['filename /w==', null],
    [',', null],
    [`한글 ${encode('a')}`, null],
    [`a ${'A'.repeat(9000)}`, null],
  ])('%j', (header, pairs) => {
    const parsed = parseMetadata(header);
    expect(parsed && Object.fromEntries(parsed)).toEqual(pairs);
  });
});

test.each([
  ['sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=', { algorithm: 'sha1', digest: 'Kq5sNclPz7QV2+lfQIuc6R7oRu0=' }],
  ['crc32 AAAA', 'unknown_algorithm'],
  ['sha1', null],
  ['sha1 ', null],
  ['sha1 ***', null],
])('checksum %j', (header, parsed) => {
  expect(parseChecksum(header)).toEqual(parsed);
});

test.each([
  ['0', 0],
  ['123', 123],
  ['', null],
  ['-1', null],
  ['1.5', null],
  ['1e3', null],
  ['9'.repeat(16), null],
  [undefined, null],
])('a count of bytes %j', (header, count) => {
  expect(parseByteCount(header)).toBe(count);
});

describe('a file chosen again', () => {
  const begun = { name: 'arm.stl', size: 10, modified: 1, digest: 'abc' };
  test.each([
    ['is known', {}, null],
    ['is known though the telephone says that it was made just now', { modified: 2 }, null],
    ['is another one under another name', { name: 'leg.stl' }, 'name'],
    ['is another one of another size', { size: 11 }, 'size'],
    ['is another one with other content', { digest: 'xyz' }, 'content'],
    ['is known by its time where nothing is known of its content', { digest: '' }, null],
    [
      'is another one by its time where nothing is known of its content',
      { digest: '', modified: 2 },
      'content',
    ],
  ])('%s', (_name, chosen, difference) => {
    expect(differenceOf(begun, { ...begun, ...chosen })).toBe(difference);
  });

  test('is recognised with a name in decomposed Unicode, as Macs write it', () => {
    const name = '로봇.stl';
    expect(differenceOf({ ...begun, name }, { ...begun, name: name.normalize('NFD') })).toBeNull();
  });
});
