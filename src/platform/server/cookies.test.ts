import { expect, test } from 'vitest';
import { cookieName, readCookie } from './cookies.ts';

test.each<[string, string | undefined, string | undefined]>([
  ['none', undefined, undefined],
  ['the only one', 'a=1', '1'],
  ['one of several', 'b=2; a=1; c=3', '1'],
  ['one without a space before it', 'b=2;a=1', '1'],
  ['an encoded one', 'a=x%2By%3D', 'x+y='],
  ['the same twice', 'a=1; a=1', '1'],
  ['two that differ', 'a=1; a=2', undefined],
  ['a longer name', 'xa=1; aa=2', undefined],
  ['a no-break space before the name', 'b=2;\u00a0a=1', undefined],
  ['a no-break space in the value', 'a=1\u00a0', undefined],
  ['a tab before the name', 'b=2;\ta=1', undefined],
  ['quotes', 'a="1"', undefined],
  ['a broken escape', 'a=%zz', undefined],
])('reads %s', (_what, header, value) => {
  expect(readCookie(header, 'a')).toBe(value);
});

test('its name is bound to the host where there is https', () => {
  expect(cookieName('https://gongbang.test', 'session')).toBe('__Host-gongbang.session');
  expect(cookieName('http://localhost:3000', 'session')).toBe('gongbang.session');
});
