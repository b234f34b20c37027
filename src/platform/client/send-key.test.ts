import { expect, test } from 'vitest';
import { isSendKey } from './send-key.ts';

test('Enter sends, Shift+Enter breaks the line, and Enter during composition does neither', () => {
  const enter = { key: 'Enter', shiftKey: false, altKey: false, keyCode: 13, isComposing: false };
  expect(isSendKey(enter)).toBe(true);
  expect(isSendKey({ ...enter, shiftKey: true })).toBe(false);
  expect(isSendKey({ ...enter, isComposing: true })).toBe(false);
  expect(isSendKey({ ...enter, keyCode: 229 })).toBe(false);
  expect(isSendKey({ ...enter, key: 'a' })).toBe(false);
});
