import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { folderBlobStore, type BlobStore } from './storage.ts';

let folder: string;
let store: BlobStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gongbang-storage-'));
  store = folderBlobStore(folder);
});
afterEach(() => rm(folder, { recursive: true }));

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function filesOnDisk(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
}

async function keysBelow(prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys.toSorted();
}

describe('storing', () => {
  const bytes = randomBytes(300_000);

  test.each<[string, () => Readable | Uint8Array, Uint8Array]>([
    ['a buffer', () => bytes, bytes],
    ['an array of bytes', () => new Uint8Array([1, 2, 3]), new Uint8Array([1, 2, 3])],
    ['a stream of pieces', () => Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]), bytes],
    ['nothing', () => Buffer.alloc(0), Buffer.alloc(0)],
    ['a stream of nothing', () => Readable.from([]), Buffer.alloc(0)],
  ])('%s is stored unchanged, with its size and hash', async (_, source, expected) => {
    expect(await store.put('files/a', source())).toEqual({
      size: expected.length,
      sha256: sha256(expected),
    });
    expect(new Uint8Array(await buffer(store.read('files/a')))).toEqual(new Uint8Array(expected));
    expect(await store.size('files/a')).toBe(expected.length);
    expect(await filesOnDisk()).toEqual(['files/a']);
  });

  test('replaces the existing blob', async () => {
    await store.put('a', Buffer.from('a long first text'));
    await store.put('a', Buffer.from('second'));
    expect((await buffer(store.read('a'))).toString()).toBe('second');
  });

  test('a source that fails in the middle leaves nothing behind', async () => {
    async function* failing() {
      yield randomBytes(100_000);
      throw new Error('upload cut off');
    }
    await expect(store.put('files/a', Readable.from(failing()))).rejects.toThrow('upload cut off');
    expect(await store.size('files/a')).toBeNull();
    expect(await filesOnDisk()).toEqual([]);
  });

  test('a source that fails keeps the older file', async () => {
    await store.put('a', Buffer.from('older'));
    const broken = new Readable({
      read() {
        this.destroy(new Error('gone'));
      },
    });
    await expect(store.put('a', broken)).rejects.toThrow('gone');
    expect((await buffer(store.read('a'))).toString()).toBe('older');
    expect(await filesOnDisk()).toEqual(['a']);
  });

  test('a source that is closed before its end counts as failed', async () => {
    const source = new Readable({ read() {} });
    source.push('half');
    const storing = store.put('a', source);
    source.destroy();
    await expect(storing).rejects.toThrow('Premature close');
    expect(await filesOnDisk()).toEqual([]);
  });

  test('a failed write leaves nothing behind', async () => {
    await mkdir(join(folder, 'a'));
    await expect(store.put('a', Buffer.from('x'))).rejects.toThrow('EISDIR');
    expect(await filesOnDisk()).toEqual([]);
  });

  test('of many concurrent writes to one key, one wins and is whole', async () => {
    const all = Array.from({ length: 20 }, (_, index) => Buffer.alloc(50_000 + index, index));
    const answers = await Promise.all(all.map((each) => store.put('files/same', Readable.from([each]))));
    expect(answers.map((answer) => answer.sha256)).toEqual(all.map(sha256));
    const kept = await buffer(store.read('files/same'));
    expect(all.map(sha256)).toContain(sha256(kept));
    expect(await filesOnDisk()).toEqual(['files/same']);
  });
});

describe('reading', () => {
  test.each([
    [undefined, '0123456789'],
    [{ start: 0, end: 0 }, '0'],
    [{ start: 3, end: 5 }, '345'],
    [{ start: 9, end: 9 }, '9'],
    [{ start: 0, end: 9 }, '0123456789'],
    [{ start: 5, end: 100 }, '56789'],
  ])('a range (%j) includes its end', async (range, expected) => {
    await store.put('a', Buffer.from('0123456789'));
    expect((await buffer(store.read('a', range))).toString()).toBe(expected);
  });

  test('a missing key throws, and has no size', async () => {
    await expect(buffer(store.read('files/none'))).rejects.toThrow('ENOENT');
    expect(await store.size('files/none')).toBeNull();
  });

  test('a file that is being replaced is still read to its end', async () => {
    const old = randomBytes(500_000);
    await store.put('a', old);
    const reading = store.read('a');
    await new Promise((opened) => void reading.once('open', opened));
    await store.put('a', Buffer.from('new'));
    expect(sha256(await buffer(reading))).toBe(sha256(old));
  });
});

describe('removing', () => {
  test('deletes one file, and does not fail when there is none', async () => {
    await store.put('files/a', Buffer.from('a'));
    await store.put('files/b', Buffer.from('b'));
    await store.remove('files/a');
    await store.remove('files/a');
    expect(await store.size('files/a')).toBeNull();
    expect(await filesOnDisk()).toEqual(['files/b']);
  });
});

describe('listing', () => {
  test('lists every key below a prefix, with its age', async () => {
    const before = new Date('2026-01-02T03:04:05Z');
    for (const key of ['files/a', 'images/b/480.webp', 'images/b/960.webp', 'images2/c']) {
      await store.put(key, Buffer.from('x'));
    }
    await utimes(join(folder, 'images/b/480.webp'), before, before);
    expect(await keysBelow('images')).toEqual(['images/b/480.webp', 'images/b/960.webp']);
    expect(await keysBelow('images/b')).toEqual(['images/b/480.webp', 'images/b/960.webp']);
    expect(await keysBelow('files')).toEqual(['files/a']);
    expect(await keysBelow('nothing')).toEqual([]);
    const ages = new Map<string, Date>();
    for await (const { key, modifiedAt } of store.list('images')) ages.set(key, modifiedAt);
    expect(ages.get('images/b/480.webp')).toEqual(before);
    expect(ages.get('images/b/960.webp')).not.toEqual(before);
  });

  test('finds unfinished files of a killed process', async () => {
    await store.put('files/a', Buffer.from('x'));
    await writeFile(join(folder, 'unfinished', 'half'), 'x');
    expect(await keysBelow('unfinished')).toEqual(['unfinished/half']);
    await store.put('files/a', Readable.from(['x']));
    const all = [];
    for await (const { key } of store.listAll()) all.push(key);
    expect(all).toEqual(['files/a']);
  });

  test('skips files that are removed meanwhile', async () => {
    for (const key of ['files/a', 'files/b', 'files/c']) await store.put(key, Buffer.from('x'));
    const seen: string[] = [];
    for await (const { key } of store.list('files')) {
      seen.push(key);
      for (const other of ['files/a', 'files/b', 'files/c']) await store.remove(other);
    }
    expect(seen).toHaveLength(1);
  });
});

describe('a key', () => {
  test.each([
    'a',
    '0',
    'files/0197f0c0-0000-7000-8000-000000000000',
    'images/a/480.webp',
    'a.b-c/d.e',
    'a..b',
  ])('%j is accepted', async (key) => {
    await store.put(key, Buffer.from('x'));
    expect(await store.size(key)).toBe(1);
    expect(await filesOnDisk()).toEqual([key]);
  });

  test.each([
    '',
    '.',
    '..',
    '../outside',
    'files/../../outside',
    'files/..',
    'files/./a',
    '/etc/passwd',
    'files//a',
    'files/',
    'Files/a',
    'files/A',
    'files\\a',
    'files/a b',
    'files/한글',
    'files/.hidden',
    '-rf',
    'files/a\0',
    'files/a\n',
    'files/%2e%2e',
    'a:b',
  ])('%j is refused by every method', async (key) => {
    const source = Readable.from(['x']);
    await expect(store.put(key, source)).rejects.toThrow('not a blob key');
    expect(() => store.read(key)).toThrow('not a blob key');
    await expect(store.size(key)).rejects.toThrow('not a blob key');
    await expect(store.remove(key)).rejects.toThrow('not a blob key');
    await expect(keysBelow(key)).rejects.toThrow('not a blob key');
    expect(await readdir(folder)).toEqual([]);
  });
});

test('check fails if the store cannot be written', async () => {
  await store.check();
  expect(await filesOnDisk()).toEqual([]);
  // A file in place of the folder fails for every user, including one who ignores permissions.
  await writeFile(join(folder, 'file'), '');
  await expect(folderBlobStore(join(folder, 'file')).check()).rejects.toThrow('ENOTDIR');
});
