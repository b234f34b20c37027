import { expect, test } from 'vitest';
import { createVault, seal, unseal } from './sealed.ts';

const secret = 'a secret of at least thirty-two characters';

test('a sealed text opens with the same secret and purpose, and is never the same twice', () => {
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
])('%s does not open it', (_what, open) => {
  expect(open).toThrow(/./);
});

const oldKey = 'the first key, of thirty-two characters or more';
const newKey = 'the second key, of thirty-two characters or more';

test('a vault seals with the newest key and opens texts sealed with older ones', () => {
  const sealed = createVault([oldKey]).seal('bank', '11012345678');
  const renewed = createVault([newKey, oldKey]);
  expect(renewed.open('bank', sealed)).toBe('11012345678');
  expect(renewed.isCurrent(sealed)).toBe(false);
  expect(renewed.isCurrent(renewed.seal('bank', 'x'))).toBe(true);
  expect(sealed).not.toContain(oldKey.slice(0, 8));
});

test('a vault without the key throws a clear error', () => {
  const sealed = createVault([oldKey]).seal('bank', '11012345678');
  expect(() => createVault([newKey]).open('bank', sealed)).toThrow(/DATA_KEYS/);
});
