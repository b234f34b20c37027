import { expect, test } from 'vitest';
import { cutOff, leftToTell } from './field-limit.ts';

test.each([
  [0, 500, null],
  [449, 500, null],
  [450, 500, 50],
  [500, 500, 0],
  [4899, 5000, null],
  [4900, 5000, 100],
  [89, 100, null],
  [90, 100, 10],
  // Numbers and short texts have no counter.
  [7, 7, null],
])('%s of %s characters show the remaining count %s', (length, maxLength, left) => {
  expect(leftToTell(length, maxLength)).toBe(left);
});

test.each([
  [{ value: '', selectionStart: 0, selectionEnd: 0 }, 'abc', 3, 0],
  [{ value: 'ab', selectionStart: 2, selectionEnd: 2 }, 'abc', 3, 2],
  [{ value: 'ab', selectionStart: 0, selectionEnd: 2 }, 'abc', 3, 0],
  [{ value: '', selectionStart: 0, selectionEnd: 0 }, 'a\r\nb', 3, 0],
  [{ value: '', selectionStart: null, selectionEnd: null }, 'abcd', 3, 1],
])('%j with %j pasted, limited to %s, loses %s', (field, put, maxLength, lost) => {
  expect(cutOff(field, put, maxLength)).toBe(lost);
});
