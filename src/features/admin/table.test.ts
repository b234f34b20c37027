import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  foldStaffWords,
  maxRows,
  piecesOf,
  readTableState,
  writeTableState,
  type TableShape,
} from './table.ts';

const shape: TableShape = {
  filters: { state: ['hidden', 'removed'], role: ['admin'] },
  sorts: ['newest', 'oldest', 'name'],
};

const anything = fc.oneof(fc.string(), fc.integer(), fc.constant(undefined), fc.constant(null), fc.object());
const asked = fc.dictionary(
  fc.oneof(fc.constantFrom('search', 'page', 'sort', 'state', 'role'), fc.string()),
  fc.oneof(anything, fc.constantFrom('hidden', 'admin', 'name', 'newest', '3', 3)),
);

test('any address gives a valid query, whose own address gives the same query', () => {
  fc.assert(
    fc.property(asked, (address) => {
      const state = readTableState(shape, address);
      expect(shape.sorts).toContain(state.sort);
      expect(Number.isInteger(state.page) && state.page >= 1 && state.page <= maxRows).toBe(true);
      for (const [name, value] of Object.entries(state.filters)) expect(shape.filters[name]).toContain(value);
      expect([...state.search].length).toBeLessThanOrEqual(200);
      expect(readTableState(shape, writeTableState(shape, state))).toEqual(state);
    }),
  );
});

test('a default query has an empty address', () => {
  expect(writeTableState(shape, readTableState(shape, {}))).toEqual({});
});

test('a page past the end gives the last page and not the first', () => {
  expect(readTableState(shape, { page: '999' }).page).toBe(maxRows);
});

test('a word is split into pieces, each of which it contains', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'abc1.가나ｋ日💡'), minLength: 1 }), (text) => {
      const word = foldStaffWords(text);
      const pieces = piecesOf(word);
      expect(pieces.length).toBeGreaterThan(0);
      expect(pieces.length).toBeLessThanOrEqual(3);
      for (const piece of pieces) expect(word).toContain(piece);
    }),
  );
});
