import type { Locale } from '#i18n/languages.ts';
import { expect, test } from 'vitest';
import { commandIn, type VoiceCommand } from './voice-commands.ts';

test.each<[Locale, string, VoiceCommand | null]>([
  ['ko', '다음', 'next'],
  ['ko', '다음 단계로 넘어가 줘', 'next'],
  ['ko', '이전', 'back'],
  ['ko', '다시 읽어 줘', 'repeat'],
  ['ko', '다 했어', 'done'],
  ['ko', '완료', 'done'],
  ['en', 'Next step', 'next'],
  ['en', 'go back', 'back'],
  ['en', 'say that again', 'repeat'],
  ['en', "I'm done", 'done'],
  ['ja', '次', 'next'],
  ['ja', '戻って', 'back'],
  ['ja', 'もう一度', 'repeat'],
  ['ja', 'できました', 'done'],
])('%s: %s is %s', (locale, heard, command) => {
  expect(commandIn(heard, locale)).toBe(command);
});

test('ignores speech that is no command, or two commands at once', () => {
  expect(commandIn('', 'ko')).toBeNull();
  expect(commandIn('나사가 어디 갔지', 'ko')).toBeNull();
  expect(commandIn('이전 말고 다음', 'ko')).toBeNull();
  // Conversation that only mentions a command.
  expect(commandIn('the next thing that we should probably buy is a new soldering iron', 'en')).toBeNull();
  // Words of another language.
  expect(commandIn('next', 'ja')).toBeNull();
});
