import { expect, test } from 'vitest';
import { isGuessable } from './guessable.ts';

const own = ['김하나', 'hana.kim@example.com', 'hanamaker'];

test.each([
  'password',
  'Password1!',
  'P@ssw0rd',
  'P@55w0rd123',
  'passwordpassword',
  'iloveyou2',
  'letmein!!',
  'welcome2026',
  'qwertyuiop',
  'qwerty123',
  '1q2w3e4r',
  '1qaz2wsx',
  'asdfghjkl;',
  'zxcvbnm1',
  '12345678',
  '87654321',
  '123456789012',
  '19900101',
  '2026-11-22',
  '010-1234-5678',
  'aaaaaaaa',
  'abcabcabc',
  'abcd1234',
  'abcdefgh',
  'qlalfqjsgh1',
  'tkfkdgo1234',
  'saranghae1!',
  'gongbang',
  'gongbang2026',
  'dragon12345',
  'hanamaker1',
  'hana.kim@example.com',
  'HanaKim1990',
  '김하나1234',
  'korea2026!',
])('%j is guessable', (password) => {
  expect(isGuessable(password, own)).toBe(true);
});

test.each([
  'correct horse battery',
  'a long enough one',
  '튼튼한 비밀번호 1',
  'long enough for this',
  'tr0ub4dor&3',
  'kJ8#vq2Lp!',
  'my cat eats password soup',
  '나는 김하나가 아니에요 진짜',
  'vZ92hfk3',
  '804215937716',
])('%j is not guessable', (password) => {
  expect(isGuessable(password, own)).toBe(false);
});

test('the longest password is checked quickly', () => {
  for (const text of ['a', '1', 'qwe', 'ab1!', '가']) {
    const began = performance.now();
    isGuessable(text.repeat(128).slice(0, 128), own);
    expect(performance.now() - began).toBeLessThan(200);
  }
});
