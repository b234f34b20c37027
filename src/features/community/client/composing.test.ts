import { expect, test } from 'vitest';
import { mentionAt, withMention } from './composing.ts';

test('a mention begins after a space or a bracket, and an e-mail address is none', () => {
  expect(mentionAt('@', 1)).toEqual({ start: 0, query: '' });
  expect(mentionAt('안녕 @김도', 6)).toEqual({ start: 3, query: '김도' });
  expect(mentionAt('(@leo', 5)).toEqual({ start: 1, query: 'leo' });
  expect(mentionAt('me@example', 10)).toBeNull();
  expect(mentionAt('@leo 안녕', 7)).toBeNull();
  expect(mentionAt(`@${'a'.repeat(31)}`, 32)).toBeNull();
});

test('a selected name replaces the typed text, with the caret after it', () => {
  expect(withMention('안녕 @le 고마워요', { start: 3, query: 'le' }, 'leo_makes')).toEqual({
    text: '안녕 @leo_makes 고마워요',
    caret: 14,
  });
  expect(withMention('@', { start: 0, query: '' }, 'leo')).toEqual({ text: '@leo ', caret: 5 });
});
