import { expect, test } from 'vitest';
import { stepAt, toBase32, totp } from './second-factor.ts';

// RFC 6238, appendix B; six digits instead of its eight.
const secret = toBase32(Buffer.from('12345678901234567890'));

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at %i s is %s', (seconds, code) => {
  expect(totp(secret, stepAt(new Date(seconds * 1000)))).toBe(code);
});

test('secrets are encoded as in RFC 4648', () => {
  expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(toBase32(Buffer.from('fooba'))).toBe('MZXW6YTB');
});
