import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomRuns } from '#platform/shared/testing.ts';
import { readNotebook } from './notebook.ts';

const cells = [
  { cell_type: 'markdown', source: ['# 제목\n', '본문'] },
  {
    cell_type: 'code',
    source: 'print(1)',
    outputs: [
      { output_type: 'stream', name: 'stdout', text: ['1\n', '2\n'] },
      { output_type: 'execute_result', data: { 'text/plain': '<Figure>', 'image/png': 'aaaa' } },
      { output_type: 'display_data', data: { 'text/html': '<script>alert(1)</script>' } },
      { output_type: 'error', traceback: ['\u001b[0;31mError\u001b[0m', 'line 1'] },
    ],
  },
  { cell_type: 'raw', source: 'plain' },
];

test('cells are read with the texts that they put out, without pictures and HTML', () => {
  const text = JSON.stringify({ nbformat: 4, metadata: { language_info: { name: 'python' } }, cells });
  expect(readNotebook(text)).toEqual({
    language: 'python',
    isCut: false,
    cells: [
      { kind: 'markdown', source: '# 제목\n본문', outputs: [] },
      { kind: 'code', source: 'print(1)', outputs: ['1\n2\n', '<Figure>', 'Error\nline 1'] },
      { kind: 'raw', source: 'plain', outputs: [] },
    ],
  });
});

test('version 3 has its cells in a worksheet', () =>
  expect(
    readNotebook(
      JSON.stringify({ nbformat: 3, worksheets: [{ cells: [{ cell_type: 'code', input: 'a' }] }] }),
    )?.cells,
  ).toEqual([{ kind: 'code', source: 'a', outputs: [] }]));

test.each(['', '{', '[]', 'null', '{"a":1}', '{"cells":5}'])('%j is no notebook', (text) =>
  expect(readNotebook(text)).toBeNull(),
);

test('a long one is cut', () => {
  const many = Array.from({ length: 1001 }, () => ({ cell_type: 'code', source: 'a' }));
  expect(readNotebook(JSON.stringify({ cells: many }))).toMatchObject({
    isCut: true,
    cells: { length: 1000 },
  });
  expect(readNotebook(JSON.stringify({ cells: [{ source: 'a'.repeat(200_000) }] }))?.isCut).toBe(true);
});

test('any JSON gives a notebook or none', () => {
  fc.assert(
    fc.property(fc.json(), fc.array(fc.jsonValue()), (json, values) => {
      readNotebook(json);
      expect(
        readNotebook(JSON.stringify({ cells: values, metadata: values[0] ?? null }))?.cells,
      ).toHaveLength(values.length);
    }),
    randomRuns(300),
  );
});
