import fc from 'fast-check';
import { expect, test } from 'vitest';
import { carrierCodes, carrierOf, carriers, trackingNumber, trackingUrl } from './carriers.ts';

const samples: Record<(typeof carrierCodes)[number], string> = {
  cj: '640123456789',
  hanjin: '501234567890',
  lotte: '231234567890',
  korea_post: '6890012345678',
  logen: '95012345678',
  kyungdong: '3012345678901',
  daesin: '4012345678901',
  gs25: '361234567890',
  cu: '311234567890',
  yamato: '480012345678',
  sagawa: '401234567890',
  japan_post: '12345678901',
};

test.each(carrierCodes)('%s is found by its names, and leads to its own page', (code) => {
  const { names, also } = carriers[code];
  for (const name of [code, ...Object.values(names), ...also]) expect(carrierOf(name), name).toBe(code);
  const url = new URL(trackingUrl(names.ko, samples[code]) ?? '');
  expect(url.protocol).toBe('https:');
  expect(url.href).toContain(samples[code]);
});

test('no two carriers share a name', () => {
  const names = carrierCodes.flatMap((code) => [
    ...new Set([code, ...Object.values(carriers[code].names), ...carriers[code].also].map(carrierOf)),
  ]);
  expect(names).toHaveLength(carrierCodes.length);
});

test.each([
  ['CJ 대한통운', '6401-2345-6789', '640123456789'],
  ['cj logistics', '６４０１−２３４５−６７８９', '640123456789'],
  ['우체국', '68900 1234 5678', '6890012345678'],
  ['우체국택배', 'em 123 456 785 kr', 'EM123456785KR'],
  ['우체국택배', 'EM123456784KR', null],
  ['ヤマト運輸', '4800ー1234ー5678', '480012345678'],
  ['佐川急便', '４０１２－３４５６－７８９０', '401234567890'],
  ['佐川急便', '12345', null],
  ['로젠', 'LG-12345678', null],
  ['동네 퀵', '가-12', null],
  ['동네 퀵', 'q-12 34', 'Q1234'],
])('%s %s', (carrier, typed, number) => {
  expect(trackingNumber(carrier, typed)).toBe(number);
});

test('what groups digits, and their width, never change a number', () => {
  const wide = (digit: string) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0);
  const mark = fc.record({ before: fc.constantFrom('', ' ', '-', '–', '−', 'ー'), isWide: fc.boolean() });
  fc.assert(
    fc.property(
      fc.constantFrom(...carrierCodes),
      fc.array(mark, { minLength: 16, maxLength: 16 }),
      (code, marks) => {
        const number = samples[code];
        const typed = [...number].map((digit, index) => {
          const { before, isWide } = marks[index]!;
          return `${before}${isWide ? wide(digit) : digit}`;
        });
        expect(trackingNumber(code, typed.join(''))).toBe(number);
      },
    ),
  );
});

test('anything that is typed is a number or refused, and a link is always to the carrier', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...carrierCodes, '동네 퀵'),
      fc.string({ unit: 'binary', maxLength: 80 }),
      (code, typed) => {
        const number = trackingNumber(code, typed);
        expect(number ?? 'NONE').toMatch(/^[A-Z\d/]{1,40}$/);
        const url = trackingUrl(code, typed);
        expect(url ?? 'https://none.test/').toMatch(/^https:\/\/[a-z\d.]+\//);
      },
    ),
  );
});
