import { expect, test } from 'vitest';
import { judgedAgain } from './form.tsx';

test('an error of the form disappears once the field is right, and of the server once it is changed', () => {
  const shown = { email: '형식', fullName: '필수', username: '이미 있어요' };
  const judged = new Set(['email', 'fullName']);
  expect(judgedAgain(shown, { changed: 'email', wrong: { fullName: '필수' }, judged })).toEqual({
    fullName: '필수',
    username: '이미 있어요',
  });
  expect(
    judgedAgain(shown, { changed: 'username', wrong: { email: '형식', fullName: '필수' }, judged }),
  ).toEqual({ email: '형식', fullName: '필수' });
});

test('a field that is still wrong says why now', () => {
  const after = { changed: 'email', wrong: { email: '형식' }, judged: new Set(['email']) };
  expect(judgedAgain({ email: '필수' }, after)).toEqual({ email: '형식' });
});

test('a change of one field also rights another that was judged by both', () => {
  const after = { changed: 'password', wrong: {}, judged: new Set(['confirmPassword']) };
  expect(judgedAgain({ confirmPassword: '달라요' }, after)).toEqual({});
});
