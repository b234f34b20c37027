import { expect, test } from 'vitest';
import { distinctNames } from './server/all-files.ts';
import { fileChanges, nextFiles } from './version-files.ts';

const current = ['a.stl', 'b.stl', 'c.stl'].map((name) => ({ id: `id of ${name}`, name }));
const names = (files: readonly { name: string }[]) => files.map(({ name }) => name);

test.each([
  ['nothing is said', [], undefined, ['a.stl', 'b.stl', 'c.stl']],
  ['one is added', ['d.stl'], undefined, ['a.stl', 'b.stl', 'c.stl', 'd.stl']],
  ['one comes anew, whatever its case', ['B.STL'], undefined, ['a.stl', 'B.STL', 'c.stl']],
  ['one is left out', [], ['id of a.stl', 'id of c.stl'], ['a.stl', 'c.stl']],
  ['one is left out and comes anew', ['b.stl'], ['id of a.stl'], ['a.stl', 'b.stl']],
  ['two of one name come', ['b.stl', 'b.stl'], undefined, ['a.stl', 'b.stl', 'c.stl', 'b.stl']],
  ['all are left out', [], [], []],
])('the next version has the expected files when %s', (_when, added, kept, expected) => {
  const next = nextFiles(
    current,
    added.map((name) => ({ name })),
    kept && new Set(kept),
  );
  expect(names(next)).toEqual(expected);
});

test('treats composed and decomposed spellings of a name as equal', () => {
  const [now] = nextFiles(
    [{ id: '1', name: '설계.pdf' }],
    [{ name: '설계.pdf'.normalize('NFD'), isNew: true }],
  );
  expect(now).toMatchObject({ isNew: true });
});

test('numbers names that would collide in one folder', () => {
  expect(
    distinctNames(['a.stl', 'A.stl', 'a (2).stl', 'README', 'readme', '.env', '설'.normalize('NFD')]),
  ).toEqual(['a.stl', 'A (2).stl', 'a (2) (2).stl', 'README', 'readme (2)', 'env', '설']);
});

const files = (...named: [name: string, sha256: string][]) =>
  named.map(([name, sha256], index) => ({ id: `${index} ${name}`, name, sha256 }));

test.each([
  ['nothing', files(['a.stl', '1']), files(['a.stl', '1']), [], []],
  ['one that came', files(['a.stl', '1']), files(['a.stl', '1'], ['b.stl', '2']), [['1 b.stl', 'new']], []],
  ['one that changed', files(['a.stl', '1']), files(['A.STL', '2']), [['0 A.STL', 'changed']], []],
  ['one that went', files(['a.stl', '1'], ['b.stl', '2']), files(['b.stl', '2']), [], ['a.stl']],
  ['one under another name', files(['a.stl', '1']), files(['c.stl', '1']), [['0 c.stl', 'new']], ['a.stl']],
  [
    'one of two of one name',
    files(['a.stl', '1'], ['a.stl', '2']),
    files(['a.stl', '3'], ['a.stl', '1']),
    [['0 a.stl', 'changed']],
    [],
  ],
])('lists the changes of a version with %s', (_what, before, now, marks, gone) => {
  const changes = fileChanges(before, now);
  expect([...changes.marks]).toEqual(marks);
  expect(names(changes.gone)).toEqual(gone);
});
