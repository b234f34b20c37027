import { describe, expect, test } from 'vitest';
import {
  fitZoom,
  maxSaveBytes,
  maxSlots,
  nextZoom,
  parseFrameMessage,
  slotsProblem,
  zooms,
} from './rules.ts';

describe('messages from a frame', () => {
  test.each([
    [{ gongbang: 'ready' }, { type: 'ready' }],
    [{ gongbang: 'leave', more: 1 }, { type: 'leave' }],
    [
      { gongbang: 'load', call: 1, slot: 'main' },
      { type: 'load', call: 1, slot: 'main' },
    ],
    [
      { gongbang: 'save', call: 2, slot: 'a-1', text: '{}' },
      { type: 'save', call: 2, slot: 'a-1', text: '{}' },
    ],
  ])('%j is accepted', (data, message) => {
    expect(parseFrameMessage(data)).toEqual(message);
  });

  test.each([
    [null],
    ['ready'],
    [{}],
    [{ gongbang: 'delete' }],
    [{ gongbang: 'toString' }],
    [{ gongbang: 'load', call: '1', slot: 'main' }],
    [{ gongbang: 'load', call: 0.5, slot: 'main' }],
    [{ gongbang: 'load', call: 1, slot: '__proto__' }],
    [{ gongbang: 'save', call: 1, slot: 'main' }],
    [{ gongbang: 'save', call: 1, slot: 'main', text: { toString: 1 } }],
    [{ gongbang: 'save', call: 1, slot: 'main', text: 'x'.repeat(maxSaveBytes + 1) }],
  ])('anything else is ignored (%#)', (data) => {
    expect(parseFrameMessage(data)).toBeNull();
  });
});

describe('slots', () => {
  test('are limited by name, number and bytes', () => {
    const slots = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}`, '1']));
    expect(slotsProblem({})).toBeNull();
    expect(slotsProblem(slots(maxSlots))).toBeNull();
    expect(slotsProblem(slots(maxSlots + 1))).toBe('count');
    expect(slotsProblem({ 'A b': '1' })).toBe('name');
    expect(slotsProblem({ m: 'x'.repeat(maxSaveBytes - 1) })).toBeNull();
    expect(slotsProblem({ m: '가'.repeat(maxSaveBytes / 2) })).toBe('size');
  });
});

test('zooming goes step by step and stops at both ends', () => {
  expect(nextZoom(fitZoom, 1)).toBe(1.25);
  expect(nextZoom(fitZoom, -1)).toBe(0.75);
  expect(nextZoom(zooms[0], -1)).toBe(zooms[0]);
  expect(nextZoom(3, 1)).toBe(3);
});
