import { expect, test } from 'vitest';
import { hoursText, ordinaryWeek, type Day } from './hours.ts';

const name = (index: number) => '월화수목금토일'[index] ?? '';
const change = (changes: Record<number, Partial<Day>>) =>
  ordinaryWeek.map((day, index) => ({ ...day, ...changes[index] }));

test.each([
  [ordinaryWeek, '월–금 10:00–18:00'],
  [change({ 5: { isOpen: true, to: '14:00' } }), '월–금 10:00–18:00\n토 10:00–14:00'],
  [change({ 2: { isOpen: false } }), '월–화 10:00–18:00\n목–금 10:00–18:00'],
  [ordinaryWeek.map((day) => ({ ...day, isOpen: false })), ''],
  [ordinaryWeek.map((day) => ({ ...day, isOpen: true })), '월–일 10:00–18:00'],
])('a week becomes words', (week, expected) => {
  expect(hoursText(week, name)).toBe(expected);
});
