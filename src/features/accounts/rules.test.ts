import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deviceOf, isProven, isUsername, looksLikeEmail, mayRemoveWayIn, networkOf } from './rules.ts';
import { isOwnPath } from './going-on.ts';

describe('a username', () => {
  test.each(['a', '7', 'min', 'Min_Su', 'kim.min.su', 'a_b.c', 'maker2026', 'A..b', 'x__y'])(
    'may be %j',
    (name) => {
      expect(isUsername(name)).toBe(true);
    },
  );

  test.each([
    '',
    ' ',
    '.',
    '_',
    '.kim',
    'kim.',
    '_kim',
    'kim_',
    'kim min',
    'kim-min',
    'kim@example.com',
    '김민수',
    'ｋｉｍ',
    'kím',
    'kim/',
    'kim\\',
    'kim\n',
    '\nkim',
    'kim\0',
    'kim\u200B',
    'ſam',
    'K\u0131m',
    '<kim>',
    '%6bim',
  ])('may not be %j', (name) => {
    expect(isUsername(name)).toBe(false);
  });

  test('is safe in a URL and cannot be mistaken for an e-mail address', () => {
    const unit = fc.constantFrom(...'abZ09._-@/%+ 가\0');
    fc.assert(
      fc.property(fc.string({ unit, minLength: 1, maxLength: 4 }), (name) => {
        fc.pre(isUsername(name));
        expect(encodeURIComponent(name)).toBe(name);
        expect(name).not.toContain('@');
        expect(name).not.toMatch(/^\.|\.$/);
      }),
    );
  });

  test('has the same validity in any case', () => {
    const ascii = fc.string({ unit: fc.constantFrom(...'aZ09._- @'), maxLength: 12 });
    fc.assert(
      fc.property(ascii, (name) => {
        expect(isUsername(name.toUpperCase())).toBe(isUsername(name));
      }),
    );
  });

  test('is checked in linear time', () => {
    expect(isUsername(`${'a.'.repeat(50_000)}!`)).toBe(false);
  });
});

test.each(['/', '/resources?page=2', '/my/security', '/ko/가', '/a#b', '/apiary'])(
  'a sign-in may go on to %j',
  (path) => {
    expect(isOwnPath(path)).toBe(true);
  },
);
test.each([
  '',
  'x',
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  '/\t/evil',
  '/ a',
  '/api',
  '/api/logout',
  '/x/../api/user',
  `/${'a'.repeat(2001)}`,
])('a sign-in never goes on to %j', (path) => {
  expect(isOwnPath(path)).toBe(false);
});

test.each([
  ['password', 0, true, true],
  ['password', 9, true, true],
  ['password', 10, true, false],
  ['service', 0, true, false],
  ['service', 0, false, true],
  ['service', 11, false, false],
] as const)(
  'a session started by %s, %i minutes old, with own proof %s, is proven: %s',
  (method, minutes, hasOwnProof, proven) => {
    const now = new Date('2026-11-22T00:00:00Z');
    const createdAt = new Date(now.getTime() - minutes * 60_000);
    expect(isProven({ method, createdAt }, { hasOwnProof }, now)).toBe(proven);
  },
);

test('the last sign-in method cannot be removed', () => {
  expect(mayRemoveWayIn({ password: true, passkeys: 0, services: 1 })).toBe(true);
  expect(mayRemoveWayIn({ password: false, passkeys: 1, services: 0 })).toBe(false);
});

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0',
    'Edge',
    'Windows',
  ],
  ['curl/8.0', '', ''],
])('the user agent %s is %s on %s', (userAgent, browser, system) => {
  expect(deviceOf(userAgent)).toEqual({ browser, system });
});

test.each([
  ['203.0.113.9', '203.0.113.*'],
  ['::ffff:203.0.113.9', '203.0.113.*'],
  ['2001:db8:1:2::9', '2001:db8:1::*'],
  ['', ''],
])('the network of %j is %j', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['a@b.co', true],
  [' 이름@예시.한국 ', true],
  ['a@b', false],
  ['a b@c.de', false],
  ['ab.de', false],
  ['a@b.', false],
])('%s looks like an e-mail address: %s', (typed, looks) => {
  expect(looksLikeEmail(typed)).toBe(looks);
});
