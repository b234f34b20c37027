import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { randomRuns } from '#platform/shared/testing.ts';
import { readXlsx } from '#platform/shared/xlsx.ts';
import { readPartsOf } from './client/read-parts.ts';
import { PartsFileError, readPartsFile } from './parts-files.ts';
import { countDesignators, parseTable, proposeReading, readParts, rowsInWon } from './parts-reading.ts';
import { numberText } from './parts-numbers.ts';
import { xlsxOf } from '#platform/shared/testing-xlsx.ts';

function read(source: string | Uint8Array) {
  const [table] = readPartsFile(typeof source === 'string' ? strToU8(source) : source);
  const proposal = proposeReading(table!.rows, table!.delimiter);
  return {
    ...proposal,
    parts: readParts(table!.rows, proposal).map(({ name, quantity, partNumber, price }) => [
      name,
      quantity,
      partNumber,
      price,
    ]),
  };
}
const hex = (text: string) => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'));

describe('lists of the trade', () => {
  test.each<[string, string, string[][]]>([
    [
      'of KiCad, grouped',
      '"Reference","Value","Datasheet","Footprint","Qty","DNP"\n"C1,C2","100n","~","C_0603",2,""\n"R1","10k","~","R_0603",1,""\n',
      [
        ['100n', '2', '', ''],
        ['10k', '1', '', ''],
      ],
    ],
    [
      'of KiCad’s board editor',
      '"Id";"Designator";"Footprint";"Quantity";"Designation";"Supplier and ref";\n1;"R1,R2,R3";"R_0603";3;"4k7";;;\n2;"U1";"SOIC-8";1;"NE555";;;\n',
      [
        ['4k7', '3', '', ''],
        ['NE555', '1', '', ''],
      ],
    ],
    [
      'of KiCad’s script, with its own lines and each component alone',
      '"Source:","/a/b.kicad_sch"\n"Date:","2026-01-01"\n"Tool:","Eeschema"\n"Generator:","bom.py"\n"Component Count:","3"\n\n"Individual Components:"\n\n"Item","Qty","Reference(s)","Value","LibPart","Footprint","Datasheet"\n"","","R1","10k","Device:R","",""\n"","","R2","10k","Device:R","",""\n"","","C1","1u","Device:C","",""\n\n\n"Collated Components:"\n\n"Item","Qty","Reference(s)","Value","LibPart","Footprint","Datasheet"\n"1","2","R1, R2","10k","Device:R","",""\n"2","1","C1","1u","Device:C","",""\n',
      [
        ['10k', '2', '', ''],
        ['1u', '1', '', ''],
      ],
    ],
    [
      'for JLCPCB, which has no quantity',
      'Comment,Designator,Footprint,JLCPCB Part #（optional）\n100nF,"C1,C2,C5",C0603,C14663\nLED,D1-D4,LED0805,C84256\n',
      [
        ['100nF', '3', 'C14663', ''],
        ['LED', '4', 'C84256', ''],
      ],
    ],
    [
      'of EasyEDA',
      'ID\tName\tDesignator\tFootprint\tQuantity\tManufacturer Part\tManufacturer\tSupplier\tSupplier Part\tPrice\n1\t100nF\tC1,C2\tC0603\t2\tCC0603KRX7R9BB104\tYAGEO\tLCSC\tC14663\t0.003\n',
      [['100nF', '2', 'CC0603KRX7R9BB104', '0.003']],
    ],
    [
      'of Eagle and Fusion Electronics',
      '"Qty";"Value";"Device";"Package";"Parts";"Description";\n"2";"10k";"R-EU_R0603";"R0603";"R1, R2";"RESISTOR";\n',
      [['10k', '2', '', '']],
    ],
    [
      'of Fusion',
      'Item,Part Name,Part Number,Quantity,Material\n1,Bracket,BR-001,2,Aluminum\n2,M3x10,91292A113,8,Steel\n',
      [
        ['Bracket', '2', 'BR-001', ''],
        ['M3x10', '8', '91292A113', ''],
      ],
    ],
    [
      'of Altium',
      'Project: Arm\nDate: 2026-01-01\nLine #,Name,Description,Designator,Quantity,Manufacturer 1,Manufacturer Part Number 1,Supplier 1,Supplier Part Number 1,Supplier Unit Price 1\n1,100nF,Capacitor,"C1, C2",2,Yageo,CC0603,Digi-Key,311-1344,0.1\n',
      [['100nF', '2', 'CC0603', '0.1']],
    ],
    [
      'with line breaks in its cells',
      'name,quantity\r\n"M3\r\nbolt",4\r\n"nut ""thin""",8\r\n',
      [
        ['M3\r\nbolt', '4', '', ''],
        ['nut "thin"', '8', '', ''],
      ],
    ],
    ['with the line of Excel', 'sep=;\nName;Qty\nBolt, long;4\n', [['Bolt, long', '4', '', '']]],
  ])('%s', (_which, text, parts) => {
    const found = read(text);
    expect(found.parts).toEqual(parts);
    expect(found.doubts.filter((doubt) => doubt !== 'currency')).toEqual([]);
  });

  test('of KiCad as XML: the same components are one row, those that are not placed none', () => {
    const component = (ref: string, value: string, more = '') =>
      `<comp ref="${ref}"><value>${value}</value><footprint>R_0603</footprint><fields><field name="MPN">X-${value}</field></fields>${more}</comp>`;
    const xml = `<?xml version="1.0"?><export version="E"><design><source>a</source></design><components>${component('R1', '10k')}${component('R2', '10k')}${component('R3', '1k')}${component('R4', '1k', '<property name="dnp"/>')}</components><libparts><libpart><fields><field name="MPN">no</field></fields></libpart></libparts></export>`;
    expect(read(xml)).toMatchObject({
      doubts: [],
      parts: [
        ['10k', '2', 'X-10k', ''],
        ['1k', '1', 'X-1k', ''],
      ],
    });
  });
});

describe('encodings', () => {
  const table = '부품명,수량,단가\r\n저항,10,12원\r\n';
  test.each([
    ['UTF-8', strToU8(table)],
    ['UTF-16', new Uint8Array(Buffer.from(`\uFEFF${table}`, 'utf16le'))],
    ['UTF-16 without a mark', new Uint8Array(Buffer.from(table, 'utf16le'))],
    ['UTF-16, big end first', new Uint8Array(Buffer.from(`\uFEFF${table}`, 'utf16le').swap16())],
    ['CP949', hex('bacec7b0b8ed 2c bcf6b7ae 2c b4dcb0a1 0d0a c0fac7d7 2c 3130 2c 3132bff8 0d0a')],
  ])('%s', (_name, bytes) => {
    expect(read(bytes)).toMatchObject({ currency: 'KRW', doubts: [], parts: [['저항', '10', '', '12']] });
  });
  test('Shift JIS, with prices in yen', () => {
    // 部品名,数量,型番,単価 / 抵抗 1kΩ 0603,10,RC,12円 / コンデンサ,4,GRM,"1,200円"
    const bytes = hex(
      '9594 9569 96bc 2c 9094 97ca 2c 8c5e 94d4 2c 92 50 89bf 0d0a 92ef 8d52 20 31 6b 83b6 20 30363033 2c 3130 2c 5243 2c 3132 897e 0d0a 8352 8393 8366 8393 8354 2c 34 2c 47524d 2c 22 312c323030 897e 22 0d0a',
    );
    expect(read(bytes)).toMatchObject({
      currency: 'JPY',
      doubts: ['currency'],
      parts: [
        ['抵抗 1kΩ 0603', '10', 'RC', '12'],
        ['コンデンサ', '4', 'GRM', '1200'],
      ],
    });
  });
});

describe('numbers', () => {
  test.each<[string, string, '.' | ',', boolean, string[]]>([
    ['decimal commas', 'Name;Qty;Price\na;10;0,05\nb;4;1,25\n', ',', false, ['0.05', '1.25']],
    [
      'both kinds of separators',
      'Name;Qty;Price\na;1;1.200,50 €\nb;2;3,00 €\n',
      ',',
      false,
      ['1200.50', '3.00'],
    ],
    ['decimal points', 'Name,Qty,Price\na,1,"1,200.50"\nb,2,0.5\n', '.', false, ['1200.50', '0.5']],
    ['won', '부품;수량;단가(원)\na;1;1,200\n', '.', false, ['1200']],
    ['commas that may be either', 'Name;Qty;Price\na;1;1,200\n', ',', true, ['1.200']],
    ['points that may be either', 'Name;Qty;Price\na;1;1.200\n', ',', true, ['1200']],
    ['contradictions', 'Name;Qty;Price\na;1;0,5\nb;1;0.5\n', ',', true, ['0.5', '05']],
  ])('with %s', (_how, text, decimal, isOpen, prices) => {
    const found = read(text);
    expect([found.decimal, found.doubts.includes('decimal')]).toEqual([decimal, isOpen]);
    expect(found.parts.map(([, , , price]) => price)).toEqual(prices);
  });
  test.each([
    ['US$0.05', '.', '0.05'],
    ['€ 1,25', ',', '1.25'],
    ["1'200.50 CHF", '.', "1'200.50 CHF"],
    ["1'200.50", '.', '1200.50'],
    ['1 200,50 €', ',', '1200.50'],
    ['￥1,200', '.', '1200'],
    ['10 本', '.', '10'],
    ['-', '.', '-'],
    ['10 20', '.', '10 20'],
    ['1.2.3', ',', '123'],
  ] as const)('%j with a decimal %j is %j', (text, decimal, number) =>
    expect(numberText(text, decimal)).toBe(number),
  );
  test.each([
    ['R1, R2 R3', 3],
    ['C1;C2', 2],
    ['D1-D4', 4],
    ['D1..D3,D9', 4],
    ['R1,R1', 1],
    ['', 0],
  ])('%j are %i', (text, count) => expect(countDesignators(text)).toBe(count));
});

describe('what a table leaves open is asked', () => {
  test.each([
    ['columns without titles', 'Bolt,4,10\nNut,8,20\n', ['columns']],
    ['no quantities', '부품\t링크\n볼트\thttps://a.example\n', ['quantity']],
    ['prices of an unknown currency', 'Name,Qty,Price\nBolt,4,10\n', ['currency']],
    ['a sign of yen or yuan', 'Name,Qty,Price\nBolt,4,¥10\n', ['currency']],
    ['two currencies', 'Name,Qty,Price\nBolt,4,$10\nNut,4,10원\n', ['currency']],
    ['nothing', '부품,수량,단가\n볼트,4,10\n', []],
    ['nothing, without prices', 'Name,Qty,Price\nBolt,4,\n', []],
  ])('%s', (_what, text, doubts) => {
    expect(read(text).doubts).toEqual(doubts);
    expect(Object.keys(readPartsOf(text))).toEqual([doubts.length === 0 ? 'parts' : 'tables']);
  });
  test('prices become won at a rate, or are left out', () => {
    const rows = parseTable('Name,Qty,Price\nBolt,4,0.05\nNut,1,soon\n');
    const parts = readParts(rows, proposeReading(rows));
    expect(rowsInWon(parts, 'USD', 1400).map(({ priceWon }) => priceWon)).toEqual(['70', 'soon']);
    expect(rowsInWon(parts, 'USD', null).map(({ priceWon }) => priceWon)).toEqual(['', '']);
    expect(rowsInWon(parts, 'KRW', null).map(({ priceWon }) => priceWon)).toEqual(['0.05', 'soon']);
  });
});

describe('workbooks', () => {
  const bom = [
    ['우리 팀 부품표'],
    [],
    ['부품명', '수량', '부품 번호', '단가(원)'],
    ['저항 & 10k', 10, 'RC0603', 12],
    ['볼트', 4, '', 0.1 + 0.2],
  ];
  test('are read from their titles on', () => {
    expect(read(xlsxOf({ BOM: bom }))).toMatchObject({
      doubts: [],
      parts: [
        ['저항 & 10k', '10', 'RC0603', '12'],
        ['볼트', '4', '', '0.30000000000000004'],
      ],
    });
  });
  test('with several sheets are asked about', () => {
    const answer = readPartsOf(xlsxOf({ 표지: [['표지']], BOM: bom, 비었음: [] }));
    expect('tables' in answer && answer.tables.map(({ name }) => name)).toEqual(['표지', 'BOM']);
  });
  test('keep neither pronunciations nor hidden sheets, and take no memory for far cells', () => {
    const workbook = (sheet: string, state = 'visible') =>
      zipSync(
        Object.fromEntries(
          Object.entries({
            'xl/workbook.xml': `<workbook xmlns:r="r"><sheets><sheet name="a" state="${state}" r:id="1"/></sheets></workbook>`,
            'xl/_rels/workbook.xml.rels':
              '<Relationships><Relationship Id="1" Target="/xl/a.xml"/></Relationships>',
            'xl/sharedStrings.xml':
              '<sst><si><r><t>抵</t></r><r><t>抗</t></r><rPh><t>ていこう</t></rPh></si></sst>',
            'xl/a.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
          }).map(([path, text]) => [path, strToU8(text)]),
        ),
      );
    const row =
      '<row r="1"><c t="s"><v>0</v></c><c t="inlineStr"><is><t>b</t></is></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c></row>';
    expect(readXlsx(workbook(row))).toEqual([{ name: 'a', rows: [['抵抗', 'b', '1', '']] }]);
    expect(readXlsx(workbook(row, 'hidden'))).toEqual([]);
    expect(readXlsx(workbook('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'))).toEqual([
      { name: 'a', rows: [] },
    ]);
  });
  test.each([
    ['an old or encrypted one', hex('d0cf11e0a1b11ae1'), 'encrypted'],
    ['a ZIP of something else', zipSync({ 'a.txt': strToU8('a') }), 'unreadable'],
    ['broken XML', zipSync({ 'xl/workbook.xml': strToU8('<workbook>') }), 'unreadable'],
    ['one with entities', zipSync({ 'xl/workbook.xml': strToU8('<!DOCTYPE a><workbook/>') }), 'unreadable'],
    ['one that unpacks to too much', zipSync({ 'xl/workbook.xml': new Uint8Array(40_000_000) }), 'too_large'],
  ])('%s is refused', (_what, bytes, problem) => {
    expect(() => readPartsFile(bytes)).toThrow(new PartsFileError(problem as 'unreadable'));
  });
});

test('random changes to a file give parts, a question or a reason', () => {
  const files = [
    xlsxOf({
      BOM: [
        ['부품명', '수량'],
        ['저항', 10],
      ],
    }),
    strToU8('<export><components><comp ref="R1"><value>1</value></comp></components></export>'),
    strToU8('Name;Qty;Price\n"a, b";10;0,05\n'),
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...files),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 }),
      (original, changes) => {
        const bytes = original.slice();
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        const began = performance.now();
        expect(readPartsOf(bytes)).toBeTypeOf('object');
        expect(performance.now() - began).toBeLessThan(2000);
      },
    ),
    randomRuns(500),
  );
});
