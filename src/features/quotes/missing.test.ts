import { describe, expect, test } from 'vitest';
import { isMet, missingOf, needsOf, requiredFields, type NeedCode, type Wanted } from './missing.ts';

const nothing: Wanted = {
  description: '',
  material: '',
  colour: '',
  tolerance: '',
  finish: '',
  quantity: null,
  wantedOn: null,
  budget: null,
  files: [],
};
const codes = (needs: readonly { code: NeedCode; isRequired: boolean }[], isRequired: boolean) =>
  needs.filter((need) => need.isRequired === isRequired).map(({ code }) => code);

test.each([
  ['3d_printing', ['model', 'material', 'quantity']],
  ['electronics', ['design', 'quantity', 'parts']],
  ['woodworking', ['drawing', 'dimensions', 'material', 'quantity']],
  ['metalworking', ['drawing', 'dimensions', 'material', 'quantity']],
  ['manufacturing', ['drawing', 'material', 'quantity', 'date']],
  ['engineer', ['goal', 'date']],
  ['something_new', ['goal', 'quantity']],
])('a shop for %s cannot give a price without %j', (type, required) => {
  expect(codes(needsOf([type]), true)).toEqual(required);
  expect(codes(missingOf([type], nothing), true)).toEqual(required);
});

test.each([
  [['3d_printing'], ['material', 'quantity']],
  [['engineer'], ['quantity', 'wantedOn']],
  [
    ['electronics', 'manufacturing'],
    ['material', 'quantity', 'wantedOn'],
  ],
  [[''], ['quantity']],
])('the form for %j requires %j, as its checklist does', (types, fields) => {
  expect([...requiredFields(types)].toSorted()).toEqual(fields);
  const asked = needsOf(types).filter(({ code }) => code in nothing);
  expect(asked.map(({ code }) => [code, requiredFields(types).has(code)])).toEqual(
    asked.map(({ code, isRequired }) => [code, isRequired]),
  );
});

test('several shops together require what any of them requires, without duplicates', () => {
  const needs = needsOf(['metalworking', 'manufacturing']);
  expect(codes(needs, true)).toEqual(['drawing', 'dimensions', 'material', 'quantity', 'date']);
  expect(codes(needs, false)).toEqual(['tolerance', 'finish', 'budget']);
  expect(new Set(needs.map(({ code }) => code)).size).toBe(needs.length);
});

describe('texts of requests', () => {
  const long = '두께 2 mm 알루미늄 판을 직각으로 두 번 접고 구멍을 네 개 뚫은 브래킷이에요. '.repeat(2);
  test.each<[NeedCode, Partial<Wanted>, boolean]>([
    ['model', { files: ['톱니.STL'] }, true],
    ['model', { files: ['사진.jpg'] }, false],
    ['model', { description: long }, true],
    ['model', { description: '톱니' }, false],
    ['drawing', { files: ['도면.pdf'] }, true],
    ['drawing', { files: ['사진.jpeg'] }, true],
    ['drawing', { files: ['목록.csv'] }, false],
    ['design', { files: ['board.kicad_pcb'] }, true],
    ['design', { files: ['gerber.zip'] }, true],
    ['design', { files: ['board.png'] }, false],
    ['dimensions', { description: '600 x 400 크기' }, true],
    ['dimensions', { description: '두께 2mm' }, true],
    ['dimensions', { description: '幅 30センチ' }, true],
    ['dimensions', { description: '2개 주세요' }, false],
    ['dimensions', { files: ['판.dxf'] }, true],
    ['parts', { description: '부품은 제가 보내요' }, true],
    ['parts', { description: 'I send the parts' }, true],
    ['parts', { description: '部品は支給します' }, true],
    ['parts', { description: '기판만' }, false],
    ['material', { material: ' ' }, false],
    ['material', { material: 'SUS304' }, true],
    ['quantity', { quantity: 0 }, false],
    ['quantity', { quantity: 1 }, true],
    ['date', { wantedOn: '2026-12-01' }, true],
    ['date', { wantedOn: '' }, false],
    ['budget', { budget: 0 }, true],
    ['goal', { description: long }, true],
  ])('%s of %j: %s', (code, said, expected) => {
    expect(isMet(code, { ...nothing, ...said })).toBe(expected);
  });
});
