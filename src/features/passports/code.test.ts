import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomRuns } from '#platform/shared/testing.ts';
import { bodyOf, codeBytes, codeLength, codeOf, groupCode, readCode } from './code.ts';

const bytes = fc.uint8Array({ minLength: codeBytes, maxLength: codeBytes });
const body = bytes.map(bodyOf);

test('a code is known by hand', () => {
  expect(bodyOf(new Uint8Array(codeBytes).fill(255))).toBe('ZZZZZZZZZZZZZZZZ');
  // 2^80 is 34 modulo 37, because 2^36 is 1; one less is 33, the second of the marks.
  expect(codeOf('ZZZZZZZZZZZZZZZZ')).toBe('ZZZZZZZZZZZZZZZZ~');
  expect(codeOf('0000000000000001')).toBe('00000000000000011');
  expect(groupCode(codeOf('0000000000000001'))).toBe('0000-0000-0000-0001-1');
});

describe('codes', () => {
  test('are read as they are written, in groups, in lower case, in full width and with O, I and L', () => {
    fc.assert(
      fc.property(body, fc.constantFrom('i', 'I', 'l', 'L'), fc.constantFrom('o', 'O'), (of, one, zero) => {
        const code = codeOf(of);
        expect(code).toHaveLength(codeLength);
        expect(readCode(code)).toBe(of);
        expect(readCode(groupCode(code))).toBe(of);
        expect(readCode(` ${groupCode(code).toLowerCase().replaceAll('-', ' – ')} `)).toBe(of);
        expect(readCode(code.replaceAll('1', one).replaceAll('0', zero))).toBe(of);
        const wide = [...code].map((each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0)).join('');
        expect(readCode(wide)).toBe(of);
      }),
      randomRuns(500),
    );
  });

  test('with one wrong character are refused', () => {
    const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ*~$=U';
    fc.assert(
      fc.property(body, fc.nat(codeLength - 1), fc.constantFrom(...alphabet), (of, at, other) => {
        const code = codeOf(of);
        fc.pre(code[at] !== other);
        expect(readCode(code.slice(0, at) + other + code.slice(at + 1))).toBeNull();
      }),
      randomRuns(2000),
    );
  });

  test('with any two characters swapped are refused', () => {
    fc.assert(
      fc.property(body, fc.nat(codeLength - 1), fc.nat(codeLength - 1), (of, one, other) => {
        const characters = [...codeOf(of)];
        fc.pre(characters[one] !== characters[other]);
        [characters[one], characters[other]] = [characters[other] ?? '', characters[one] ?? ''];
        expect(readCode(characters.join(''))).toBeNull();
      }),
      randomRuns(2000),
    );
  });

  test('are not read of anything else, however long', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          body.map((of) => codeOf(of)),
          fc.string({ maxLength: 80 }),
        ),
        (text) => {
          const read = readCode(text);
          fc.pre(read !== null);
          expect(readCode(codeOf(read ?? ''))).toBe(read);
        },
      ),
      randomRuns(1000),
    );
    expect(readCode('')).toBeNull();
    expect(readCode(`${codeOf('0000000000000001')}0`)).toBeNull();
    expect(readCode('-'.repeat(1_000_000))).toBeNull();
    // U is a check character alone.
    expect(readCode('U0000000000000001')).toBeNull();
  });
});
