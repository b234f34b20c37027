import { expect, test } from 'vitest';
import {
  besides,
  findReadme,
  isBoard,
  isBoardLayer,
  isLaidOut,
  maxMarkdownBytes,
  sourceLanguage,
  viewOf,
  viewOfEntry,
} from './viewing.ts';

test.each([
  ['a.PDF', 'pdf', 'application/pdf'],
  ['사진.jpeg', 'picture', 'image/jpeg'],
  ['a.heic', 'picture', 'image/heic'],
  ['a.mov', 'video', 'video/quicktime'],
  ['a.ipynb', 'text', 'text/plain; charset=utf-8'],
  ['a.ngc', 'text', 'text/plain; charset=utf-8'],
  ['a.html', 'text', 'text/plain; charset=utf-8'],
  ['a.svg', 'text', 'text/plain; charset=utf-8'],
  ['a.kicad_pcb', 'text', 'text/plain; charset=utf-8'],
  ['a.GTL', 'text', 'text/plain; charset=utf-8'],
  ['README', 'text', 'text/plain; charset=utf-8'],
  ['src/Makefile', 'text', 'text/plain; charset=utf-8'],
  ['.gitignore', 'text', 'text/plain; charset=utf-8'],
])('views %s as %s', (name, kind, mediaType) => {
  expect(viewOf(name)).toEqual({ kind, mediaType });
});

test.each(['a.stl', 'a.bin', 'a', 'a.constructor', 'a.__proto__', 'a.swf', 'a.exe'])(
  'offers %s for download only',
  (name) => {
    expect(viewOf(name)).toBeNull();
    expect(sourceLanguage(name)).toBeNull();
  },
);

test('views small texts and pictures inside an archive', () => {
  expect(viewOfEntry('a/b.py', 10)).not.toBeNull();
  expect(viewOfEntry('a/b.png', 10)).not.toBeNull();
  for (const [name, size] of [
    ['a.pdf', 10],
    ['a.mp4', 10],
    ['a.zip', 10],
    ['a.py', 6 * 1024 * 1024],
  ] as const) {
    expect(viewOfEntry(name, size)).toBeNull();
  }
});

test('knows circuit boards and their layers by name', () => {
  for (const name of ['a.gtl', 'x/B.GBR', 'a.drl', 'a.gm1'])
    expect([isBoard(name), isBoardLayer(name)]).toEqual([true, true]);
  expect([isBoard('a.kicad_pcb'), isBoardLayer('a.kicad_pcb')]).toEqual([true, false]);
  expect(isBoard('a.txt')).toBe(false);
});

test('picks the README nearest to the root', () => {
  expect(findReadme(['a/b/README.md', 'a/readme.txt', 'a/main.py'])).toBe('a/readme.txt');
  expect(findReadme(['a/README.en.md', 'a/README.md'])).toBe('a/README.md');
  expect(findReadme(['readme-generator.py', 'README.exe'])).toBeNull();
});

test.each([
  ['README.md', 'a.png', 'a.png'],
  ['docs/README.md', './img/a%20b.png#x', 'docs/img/a b.png'],
  ['docs/README.md', '../a.png?raw=true', 'a.png'],
  ['README.md', '../a.png', null],
  ['README.md', '/etc/passwd', null],
  ['README.md', '//evil.example/a.png', null],
  ['README.md', 'https://evil.example/a.png', null],
  ['README.md', 'data:image/png;base64,x', null],
  ['README.md', '%ff.png', null],
  ['README.md', '#top', null],
])('in %s, %s resolves to %s', (path, reference, found) => {
  expect(besides(path, reference)).toBe(found);
});

test('shows a document that is too long for Markdown as its source', () => {
  expect(isLaidOut('README.md', maxMarkdownBytes)).toBe(true);
  expect(isLaidOut('README.md', maxMarkdownBytes + 1)).toBe(false);
  expect(isLaidOut('a.txt', 1)).toBe(false);
});
