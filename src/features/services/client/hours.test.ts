import { expect, test } from 'vitest';
import { hoursAfter, hoursText, isWeekComplete, ordinaryWeek, type Day } from './hours.ts';

const name = (index: number) => '월화수목금토일'[index] ?? '';
const change = (changes: Record<number, Partial<Day>>) =>
  ordinaryWeek.map((day, index) => ({ ...day, ...changes[index] }));

test.each([
  [ordinaryWeek, '월–금 10:00–18:00'],
  [change({ 5: { isOpen: true, to: '14:00' } }), '월–금 10:00–18:00\n토 10:00–14:00'],
  [change({ 2: { isOpen: false } }), '월–화 10:00–18:00\n목–금 10:00–18:00'],
  [ordinaryWeek.map((day) => ({ ...day, isOpen: false })), ''],
  [ordinaryWeek.map((day) => ({ ...day, isOpen: true })), '월–일 10:00–18:00'],
])('a week is written as text', (week, expected) => {
  expect(hoursText(week, name)).toBe(expected);
});

test('changing the week rewrites the hours, unless they were edited by hand', () => {
  const late = change({ 0: { to: '20:00' } });
  const later = change({ 0: { to: '21:00' } });
  expect(hoursAfter('', ordinaryWeek, late, name)).toBe(hoursText(late, name));
  expect(hoursAfter(hoursText(late, name), late, later, name)).toBe(hoursText(later, name));
  expect(hoursAfter('예약만 받아요', ordinaryWeek, late, name)).toBe('예약만 받아요');
});

test('a day needs both an opening and a closing time', () => {
  const half = change({ 1: { from: '' } });
  expect(isWeekComplete(half)).toBe(false);
  expect(hoursAfter('월–금 10:00–18:00', ordinaryWeek, half, name)).toBe('월–금 10:00–18:00');
  expect(isWeekComplete(change({ 1: { from: '', isOpen: false } }))).toBe(true);
});
