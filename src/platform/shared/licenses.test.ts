import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chooseLicense,
  licensed,
  licenses,
  recognizeLicense,
  remixProblem,
  termsOf,
  type Wishes,
} from './licenses.ts';

const wishes = fc.record<Wishes>({
  what: fc.constantFrom(...licensed),
  share: fc.constant(true),
  commercial: fc.boolean(),
  changes: fc.constantFrom('yes', 'same_license', 'no'),
  credit: fc.boolean(),
});

describe('choosing a licence', () => {
  test('gives a licence that fulfils every wish', () => {
    fc.assert(
      fc.property(wishes, (wish) => {
        const terms = termsOf(chooseLicense({ ...wish, share: true }));
        expect(terms).toMatchObject({ commercial: wish.commercial, changes: wish.changes !== 'no' });
        expect(terms?.sameLicense === 'all').toBe(wish.changes === 'same_license');
        // A licence may require attribution that was not wished for, but not the other way round.
        expect(terms?.credit || !wish.credit).toBe(true);
        expect(chooseLicense({ ...wish, share: false })).toBe('all-rights-reserved');
      }),
    );
  });

  test.each([
    ['content', 'CC-BY-4.0'],
    ['code', 'MIT'],
    ['hardware', 'CERN-OHL-P-2.0'],
  ] as const)('for %s with attribution only gives %s', (what, license) => {
    expect(chooseLicense({ what, share: true, commercial: true, changes: 'yes', credit: true })).toBe(
      license,
    );
  });
});

describe('a remix', () => {
  test.each([
    ['CC-BY-4.0', 'all-rights-reserved', null],
    ['CC-BY-ND-4.0', 'CC-BY-ND-4.0', 'no_changes'],
    ['all-rights-reserved', 'MIT', 'no_changes'],
    ['CC-BY-SA-4.0', 'CC-BY-4.0', 'same_license'],
    ['CC-BY-SA-4.0', 'CC-BY-SA-4.0', null],
    ['CC-BY-SA-4.0', 'GPL-3.0-or-later', null],
    ['GPL-3.0-or-later', 'CC-BY-SA-4.0', 'same_license'],
    ['GPL-3.0-or-later', 'GPL-3.0-only', null],
    ['CC-BY-NC-4.0', 'CC-BY-4.0', 'not_commercial'],
    ['CC-BY-NC-4.0', 'CC-BY-NC-SA-4.0', null],
    ['MPL-2.0', 'MIT', null],
    ['an unknown one', 'MIT', null],
  ])('of %s under %s: %s', (origin, license, problem) => {
    expect(remixProblem(origin, license)).toBe(problem);
  });

  test('may keep the licence of its original wherever changes are allowed', () => {
    for (const license of licenses) {
      expect(remixProblem(license, license)).toBe(termsOf(license)?.changes ? null : 'no_changes');
    }
  });
});

test('every licence except one has the address of its text', () => {
  expect(licenses.filter((license) => termsOf(license)?.url === null)).toEqual(['all-rights-reserved']);
  expect(termsOf('__proto__')).toBeNull();
});

test.each([
  ['MIT License\n\nCopyright (c) 2026\n\nPermission is hereby granted, free of charge, to any person', 'MIT'],
  [
    '                    GNU GENERAL PUBLIC LICENSE\n                       Version 3, 29 June 2007',
    'GPL-3.0-only',
  ],
  ['GNU LESSER GENERAL PUBLIC LICENSE\n Version 3, 29 June 2007', 'LGPL-3.0-only'],
  ['GNU AFFERO GENERAL PUBLIC LICENSE\nVersion 3', 'AGPL-3.0-only'],
  ['                                 Apache License\n                           Version 2.0', 'Apache-2.0'],
  ['Creative Commons Attribution-NonCommercial-ShareAlike 4.0 International', 'CC-BY-NC-SA-4.0'],
  ['Attribution 4.0 International', 'CC-BY-4.0'],
  ['CC0 1.0 Universal', 'CC0-1.0'],
  ['CERN Open Hardware Licence Version 2 - Strongly Reciprocal', 'CERN-OHL-S-2.0'],
  ['Do what you like.', null],
])('recognises the text %#', (text, license) => {
  expect(recognizeLicense(text)).toBe(license);
});
