import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberText, partsTotal, partsToCsv, typedNumber } from './parts-table.ts';
import { isTable, parseTable, partsFromTable } from './parts-reading.ts';

const titles = {
  name: '부품',
  quantity: '수량',
  partNumber: '부품 번호',
  priceWon: '단가(원)',
  url: '구매 링크',
  substitute: '대체 부품',
};

test.each([
  ['부품명\t수량\t부품 번호\t단가(원)\n저항 10k\t3개\tCFR-25\t₩1,200'],
  ['Part name\tQty\tPart No.\tUnit Price\n저항 10k\t3\tCFR-25\t1200'],
  ['単価,員数,型番,品名\n"1,200",3,CFR-25,저항 10k'],
  ['Name;Quantity;MPN;Price\r\n저항 10k;3;CFR-25;1200원\r\n'],
  ['\uFEFF저항 10k\t3\tCFR-25\t1,200'],
])('parses the table %j into parts', (text) => {
  expect(partsFromTable(text)).toEqual([
    { name: '저항 10k', quantity: '3', partNumber: 'CFR-25', priceWon: '1200', url: '', substitute: '' },
  ]);
});

test('quoted cells keep their commas, line breaks and quotes', () => {
  expect(parseTable('a,"b, ""c""\nd"\ne,f')).toEqual([
    ['a', 'b, "c"\nd'],
    ['e', 'f'],
  ]);
});

test('a single text is not a table, but a row without a quantity is', () => {
  expect([isTable('저항 10k'), isTable('a, b'), isTable('a\tb'), isTable('a,b\nc,d')]).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(partsFromTable('부품\t수량\n볼트\t')).toMatchObject([{ name: '볼트', quantity: '1' }]);
  expect(partsFromTable('\n\t\n')).toEqual([]);
});

test.each([
  ['₩1,200', '1200'],
  ['1,200원', '1200'],
  ['3 pcs', '3'],
  ['０．５', '0.5'],
  ['세 개', '세 개'],
  ['1.2.3', '1.2.3'],
])('reads %j as the number %j', (text, number) => expect(numberText(text)).toBe(number));

test('leaves text that is no number for the server to refuse', () => {
  expect([typedNumber(' '), typedNumber('2.5'), typedNumber('둘')]).toEqual([undefined, 2.5, '둘']);
});

test('a total adds the parts that have a price, times the number of pieces', () => {
  const parts = [{ quantity: 2, priceWon: 150 }, { quantity: 0.5, priceWon: 33 }, { quantity: 9 }];
  expect([partsTotal(parts), partsTotal(parts, 10), partsTotal([{ quantity: 1 }])]).toEqual([
    317,
    3165,
    null,
  ]);
});

test('cells that would be a formula in a spreadsheet are escaped', () => {
  const csv = partsToCsv(
    [{ name: '=HYPERLINK("x")', quantity: 1, partNumber: '-1+2', priceWon: 5 }],
    titles,
    3,
  );
  expect(csv).toBe(
    `부품,수량,부품 번호,단가(원),구매 링크,대체 부품\r\n"'=HYPERLINK(""x"")",3,'-1+2,5,,\r\n`,
  );
});

test('a CSV export can be read back unchanged', () => {
  const text = fc.string({ maxLength: 20 }).map((value) => value.replaceAll(/[\r\n\t]/g, '').trim());
  const part = fc.record({
    name: text.filter((value) => value !== ''),
    quantity: fc.nat(1000),
    partNumber: text,
    priceWon: fc.nat(1_000_000),
    url: fc.constant('https://example.com/a?b=1,2'),
    substitute: text,
  });
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
      expect(partsFromTable(partsToCsv(parts, titles))).toEqual(
        parts.map((each) => ({ ...each, quantity: String(each.quantity), priceWon: String(each.priceWon) })),
      );
    }),
  );
});

test('any text gives parts, and never more than the limit', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(partsFromTable(text).length).toBeLessThanOrEqual(500);
    }),
  );
});
