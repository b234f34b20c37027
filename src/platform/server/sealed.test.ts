import { expect, test } from 'vitest';
import { seal, unseal } from './sealed.ts';

const secret = 'a secret of at least thirty-two characters';

test('what was sealed opens with the same secret for the same purpose, and never looks alike', () => {
  const sealed = seal(secret, 'totp', '비밀');
  expect(unseal(secret, 'totp', sealed)).toBe('비밀');
  expect(sealed).not.toBe(seal(secret, 'totp', '비밀'));
});

test.each([
  ['another secret', () => unseal(`${secret}!`, 'totp', seal(secret, 'totp', 'x'))],
  ['another purpose', () => unseal(secret, 'bank', seal(secret, 'totp', 'x'))],
  ['a changed text', () => unseal(secret, 'totp', `${seal(secret, 'totp', 'x').slice(0, -2)}AA`)],
  ['a cut text', () => unseal(secret, 'totp', 'v1.AAAA')],
  ['another version', () => unseal(secret, 'totp', 'v9.AAAA')],
])('%s opens nothing', (_what, open) => {
  expect(open).toThrow(/./);
});
