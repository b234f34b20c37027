import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

/** A parser according to RFC 4180. */
function parse(csv: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  for (let at = csv.startsWith('\uFEFF') ? 1 : 0; at < csv.length; at += 1) {
    const sign = csv[at] ?? '';
    if (quoted && sign === '"' && csv[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === ',') {
      rows.at(-1)?.push(cell);
      cell = '';
    } else if (!quoted && sign === '\r' && csv[at + 1] === '\n') {
      rows.at(-1)?.push(cell);
      cell = '';
      rows.push([]);
      at += 1;
    } else cell += sign;
  }
  return rows.slice(0, -1);
}

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '＝', '"', ',', '\r', '\n', '\t', "'", '1', '가') }),
);

test('any cell is read back unchanged, and starts no formula', () => {
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { minLength: 1 }), (rows) => {
      const read = parse(toCsv(rows));
      expect(read.map((row) => row.length)).toEqual(rows.map((row) => row.length));
      for (const [index, cell] of read.flat().entries()) {
        const original = rows.flat()[index] ?? '';
        const isNumber = /^-?\d+(\.\d+)?$/.test(cell);
        expect(/^[=+\-@\t\r\n＝＋－＠]/.test(cell) && !isNumber).toBe(false);
        expect([original, `'${original}`]).toContain(cell);
      }
    }),
  );
});

test.each([
  ['=1+1', "'=1+1"],
  ['-5', '-5'],
  ['-5+1', "'-5+1"],
  ['+821012345678', "'+821012345678"],
  ['a "b", c', '"a ""b"", c"'],
])('%j becomes %j', (cell, written) => {
  expect(toCsv([[cell]])).toBe(`\uFEFF${written}\r\n`);
});
