import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAppError } from '../shared/errors.ts';
import { assertClean, uncleanPaths } from './unclean-text.ts';

describe('clean', () => {
  test.each([
    ['text', '드론 팔 – 3D 😀 \u200D é'],
    ['tab, line feed and carriage return', 'a\tb\nc\r\nd'],
    ['no text', 5],
    ['nothing', null],
    ['nothing at all', undefined],
    ['a whole pair', '\uD83D\uDE00'],
    ['lists and objects', { tags: ['a', ['b', { c: 'd' }]], 드론: true }],
  ])('%s', (_, value) => {
    expect(uncleanPaths(value)).toEqual([]);
  });
});

describe('unclean', () => {
  test.each([
    ['NUL', 'a\u0000b'],
    ['bell', '\u0007'],
    ['vertical tab', '\u000B'],
    ['form feed', '\u000C'],
    ['escape', '\u001B[31m'],
    ['delete', '\u007F'],
    ['the first half of a pair', 'a\uD83D'],
    ['the second half of a pair', '\uDE00a'],
    ['a pair the wrong way round', '\uDE00\uD83D'],
  ])('%s', (_, text) => {
    expect(uncleanPaths(text)).toEqual([[]]);
    expect(uncleanPaths({ title: text })).toEqual([['title']]);
  });

  test('each place is named by its path', () => {
    const sent = { title: '\0', tags: ['a', '\0', '\0'], details: { parts: [{ name: '\0', ok: 'x' }] } };
    expect(uncleanPaths(sent)).toEqual([
      ['title'],
      ['tags', 1],
      ['tags', 2],
      ['details', 'parts', 0, 'name'],
    ]);
  });

  test('an unclean key is named by the path of its parent, because it cannot be named itself', () => {
    expect(uncleanPaths({ details: { 'a\0': 'fine' } })).toEqual([['details']]);
  });

  test('finds every control character except three, anywhere in any text', () => {
    const control = fc
      .integer({ min: 0, max: 0x1f })
      .filter((code) => ![9, 10, 13].includes(code))
      .map((code) => String.fromCodePoint(code));
    fc.assert(
      fc.property(fc.string(), control, fc.string(), (before, character, after) => {
        expect(uncleanPaths([before + character + after])).toEqual([[0]]);
      }),
    );
  });
});

function nested(levels: number, inner: unknown): unknown {
  let value = inner;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

test('values nested too deep are refused without exhausting the stack', () => {
  assertClean(nested(100, 'deep'));
  expect(() => assertClean({ title: nested(100, 'too deep') })).toThrow('invalid_input');
  expect(() => assertClean({ title: nested(100_000, 'far too deep') })).toThrow('invalid_input');
});

test('a refusal has an error message for each field', () => {
  assertClean({ a: 'fine' }, undefined, ['fine']);
  let thrown: unknown;
  try {
    assertClean({ id: 'fine' }, { search: '\0' }, { parts: [{ name: '\0' }] });
  } catch (error) {
    thrown = error;
  }
  if (!isAppError(thrown)) throw new Error('not refused');
  expect(thrown.kind).toMatchObject({ code: 'invalid_encoding', status: 400 });
  expect(Object.keys(thrown.fields ?? {})).toEqual(['search', 'parts[0].name']);
  expect(thrown.fields?.['search']?.('en')).toBe('This contains characters that cannot be used.');
  expect(() => assertClean('\0')).toThrow('invalid_encoding');
});
