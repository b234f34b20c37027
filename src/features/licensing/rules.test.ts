import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { licenses, licenseTerms, type License } from '#platform/shared/licenses.ts';
import {
  copiesOf,
  covers,
  decideRights,
  portionsOf,
  purposes,
  reasons,
  shareAmount,
  shareLimits,
  usualUse,
  verdicts,
  type Case,
  type Purpose,
  type Reason,
  type Share,
  type Verdict,
} from './rules.ts';

const plain: Omit<Case, 'license' | 'purpose'> = {
  pieces: 1,
  changesShape: false,
  isOwnDesign: false,
  isMadeByAuthor: false,
  share: null,
  canAsk: true,
  permission: null,
};
const share: Share = { kind: 'amount', amount: 1000 };
const brief = (of: Case) => {
  const { verdict, reason } = decideRights(of);
  return [verdict, reason];
};

type Expected = [Verdict, Reason];
const free: Record<Purpose, Expected> = {
  own: ['allowed', 'own_use'],
  gift: ['allowed', 'gift'],
  sale: ['allowed', 'sale'],
};
const nonCommercial: Record<Purpose, Expected> = {
  own: ['allowed', 'own_use_non_commercial'],
  gift: ['allowed', 'gift_non_commercial'],
  sale: ['ask_author', 'no_sale'],
};
const reserved: Record<Purpose, Expected> = {
  own: ['ask_author', 'all_reserved'],
  gift: ['ask_author', 'all_reserved'],
  sale: ['ask_author', 'all_reserved'],
};

/** Written by hand from the licences' texts, not from the table of the code. */
const byHand: Record<License, Record<Purpose, Expected>> = {
  'CC-BY-4.0': free,
  'CC-BY-SA-4.0': free,
  'CC-BY-ND-4.0': free,
  'CC-BY-NC-4.0': nonCommercial,
  'CC-BY-NC-SA-4.0': nonCommercial,
  'CC-BY-NC-ND-4.0': nonCommercial,
  'CC0-1.0': free,
  MIT: free,
  'Apache-2.0': free,
  'BSD-3-Clause': free,
  '0BSD': free,
  'GPL-3.0-only': free,
  'GPL-3.0-or-later': free,
  'LGPL-3.0-only': free,
  'AGPL-3.0-only': free,
  'MPL-2.0': free,
  'CERN-OHL-P-2.0': free,
  'CERN-OHL-S-2.0': free,
  'CERN-OHL-W-2.0': free,
  'OFL-1.1': free,
  'all-rights-reserved': reserved,
};

describe('each licence and purpose', () => {
  test.each(licenses.flatMap((license) => purposes.map((purpose) => [license, purpose] as const)))(
    '%s, %s',
    (license, purpose) => {
      expect(brief({ ...plain, license, purpose })).toEqual(byHand[license][purpose]);
    },
  );

  test.each<[License, Purpose, boolean, Expected]>([
    ['CC-BY-ND-4.0', 'own', true, ['allowed', 'own_use']],
    ['CC-BY-ND-4.0', 'gift', true, ['ask_author', 'no_changes']],
    ['CC-BY-ND-4.0', 'sale', true, ['ask_author', 'no_changes']],
    ['CC-BY-NC-ND-4.0', 'own', true, ['allowed', 'own_use_non_commercial']],
    ['CC-BY-NC-ND-4.0', 'gift', true, ['ask_author', 'no_changes']],
    ['CC-BY-NC-ND-4.0', 'sale', true, ['ask_author', 'no_changes']],
    ['CC-BY-NC-4.0', 'gift', true, ['allowed', 'gift_non_commercial']],
    ['CC-BY-4.0', 'sale', true, ['allowed', 'sale']],
  ])('%s, %s, with a changed shape', (license, purpose, changesShape, expected) => {
    expect(brief({ ...plain, license, purpose, changesShape })).toEqual(expected);
  });

  test.each<[string, Partial<Case>, Expected, string]>([
    ['CC-BY-NC-4.0', { purpose: 'sale', share }, ['allowed_with_share', 'sale_by_share'], 'required'],
    ['CC-BY-NC-ND-4.0', { purpose: 'sale', share, changesShape: true }, ['ask_author', 'no_changes'], 'none'],
    ['CC-BY-NC-4.0', { purpose: 'own', share }, ['allowed', 'own_use_non_commercial'], 'optional'],
    ['CC-BY-4.0', { purpose: 'sale', share }, ['allowed', 'sale'], 'optional'],
    ['all-rights-reserved', { purpose: 'own', share }, ['ask_author', 'all_reserved'], 'none'],
    ['all-rights-reserved', { purpose: 'sale', isOwnDesign: true, share }, ['allowed', 'own_design'], 'none'],
    [
      'all-rights-reserved',
      { purpose: 'sale', isMadeByAuthor: true, share },
      ['allowed', 'made_by_author'],
      'none',
    ],
    ['Something-1.0', { purpose: 'own' }, ['ask_author', 'unknown_license'], 'none'],
    ['CC-BY-NC-4.0', { purpose: 'sale', canAsk: false }, ['not_allowed', 'no_sale'], 'none'],
    ['all-rights-reserved', { purpose: 'own', canAsk: false }, ['not_allowed', 'all_reserved'], 'none'],
  ])('%s with %j', (license, fields, expected, due) => {
    const decision = decideRights({ ...plain, purpose: 'own', license, ...fields });
    expect([decision.verdict, decision.reason]).toEqual(expected);
    expect(decision.share).toBe(due);
  });

  test('those who pass a thing on have to give credit, and to keep the licence where it says so', () => {
    const dutiesOf = (license: License, purpose: Purpose) =>
      decideRights({ ...plain, license, purpose }).duties;
    expect(dutiesOf('CC-BY-SA-4.0', 'own')).toEqual([]);
    expect(dutiesOf('CC-BY-SA-4.0', 'gift')).toEqual(['credit', 'same_license']);
    expect(dutiesOf('CC-BY-4.0', 'sale')).toEqual(['credit']);
    expect(dutiesOf('CC0-1.0', 'sale')).toEqual([]);
  });
});

describe('an author’s answer', () => {
  const of = (fields: Partial<Case>): Case => ({
    ...plain,
    license: 'all-rights-reserved',
    purpose: 'sale',
    ...fields,
  });

  test.each<[Partial<Case>, Expected]>([
    [{ permission: { state: 'granted', purpose: 'sale', left: 1 } }, ['allowed', 'permission']],
    [
      { pieces: 2, permission: { state: 'granted', purpose: 'sale', left: 1 } },
      ['ask_author', 'all_reserved'],
    ],
    [{ permission: { state: 'granted', purpose: 'gift', left: 9 } }, ['ask_author', 'all_reserved']],
    [
      { purpose: 'own', permission: { state: 'granted', purpose: 'gift', left: 9 } },
      ['allowed', 'permission'],
    ],
    [{ permission: { state: 'refused', purpose: 'sale' } }, ['not_allowed', 'all_reserved']],
    // A refusal of one's own use includes selling; a refusal of selling still allows asking for one's own use.
    [{ permission: { state: 'refused', purpose: 'own' } }, ['not_allowed', 'all_reserved']],
    [{ purpose: 'own', permission: { state: 'refused', purpose: 'sale' } }, ['ask_author', 'all_reserved']],
  ])('%j', (fields, expected) => {
    expect(brief(of(fields))).toEqual(expected);
  });

  test('is spent only where the licence does not allow it', () => {
    const permission = { state: 'granted', purpose: 'sale', left: 10 } as const;
    expect(brief(of({ license: 'CC-BY-NC-4.0', purpose: 'own', permission }))).toEqual([
      'allowed',
      'own_use_non_commercial',
    ]);
    expect(brief(of({ license: 'CC-BY-NC-4.0', permission, share }))).toEqual(['allowed', 'permission']);
  });

  test('never takes away what the licence allows', () => {
    const permission = { state: 'refused', purpose: 'own' } as const;
    expect(brief(of({ license: 'CC-BY-4.0', permission }))).toEqual(['allowed', 'sale']);
  });
});

const anyShare: fc.Arbitrary<Share> = fc.oneof(
  fc.record({
    kind: fc.constant('amount' as const),
    amount: fc.integer({ min: 1, max: shareLimits.amount }),
  }),
  fc.record({
    kind: fc.constant('percent' as const),
    percent: fc.integer({ min: 1, max: shareLimits.percent * 100 }).map((hundredths) => hundredths / 100),
  }),
);
const anyCase: fc.Arbitrary<Case> = fc.record({
  license: fc.oneof(fc.constantFrom(...licenses), fc.string()),
  purpose: fc.constantFrom(...purposes),
  pieces: fc.integer({ min: 1, max: 1000 }),
  changesShape: fc.boolean(),
  isOwnDesign: fc.boolean(),
  isMadeByAuthor: fc.boolean(),
  share: fc.option(anyShare),
  canAsk: fc.boolean(),
  permission: fc.option(
    fc.oneof(
      fc.record({
        state: fc.constant('granted' as const),
        purpose: fc.constantFrom(...purposes),
        left: fc.nat({ max: 1000 }),
      }),
      fc.record({ state: fc.constant('refused' as const), purpose: fc.constantFrom(...purposes) }),
    ),
  ),
});

test('every case is decided, and nothing is sold that a licence forbids without a share or a permission', () => {
  fc.assert(
    fc.property(anyCase, (of) => {
      const decision = decideRights(of);
      expect(verdicts).toContain(decision.verdict);
      expect(reasons).toContain(decision.reason);
      expect(decision.share === 'required').toBe(decision.verdict === 'allowed_with_share');
      const isOwn = of.isOwnDesign || of.isMadeByAuthor;
      expect((of.share === null || isOwn) && decision.share !== 'none').toBe(false);
      expect(!of.canAsk && decision.verdict === 'ask_author').toBe(false);
      const isAllowed = decision.verdict === 'allowed' || decision.verdict === 'allowed_with_share';
      const terms = Object.hasOwn(licenseTerms, of.license) ? licenseTerms[of.license as License] : null;
      const isForbidden = of.purpose === 'sale' && !isOwn && terms?.commercial !== true;
      const isGiven = decision.reason === 'permission' || decision.reason === 'sale_by_share';
      expect(isAllowed && isForbidden && !isGiven).toBe(false);
    }),
    { numRuns: 5000 },
  );
});

test('a wider purpose is never allowed where a narrower one is not', () => {
  fc.assert(
    fc.property(anyCase, fc.constantFrom(...purposes), (of, other) => {
      const rank: Record<Verdict, number> = {
        allowed: 0,
        allowed_with_share: 0,
        ask_author: 1,
        not_allowed: 2,
      };
      const [narrow, wide] = covers(of.purpose, other) ? [other, of.purpose] : [of.purpose, other];
      const verdictFor = (purpose: Purpose) => rank[decideRights({ ...of, purpose }).verdict];
      expect(verdictFor(narrow)).toBeLessThanOrEqual(verdictFor(wide));
    }),
    { numRuns: 3000 },
  );
});

test('a share is whole won, at most half of the price by percent, and nothing of a free order', () => {
  expect(shareAmount({ kind: 'percent', percent: 12.5 }, { principal: 9999, pieces: 3 })).toBe(1249);
  expect(shareAmount({ kind: 'amount', amount: 700 }, { principal: 9999, pieces: 3 })).toBe(2100);
  fc.assert(
    fc.property(anyShare, fc.nat(), fc.integer({ min: 1, max: 1000 }), (of, principal, pieces) => {
      const amount = shareAmount(of, { principal, pieces });
      expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true);
      const most = of.kind === 'percent' ? principal / 2 : principal === 0 ? 0 : of.amount * pieces;
      expect(amount).toBeLessThanOrEqual(most);
    }),
  );
});

describe('several orders of one thing', () => {
  const of = (pieces: number, ...parts: string[]) => ({ pieces, parts });

  test.each([
    [[], 0],
    [[of(1, 'a'), of(1, 'b')], 1],
    [[of(1, 'a', 'b'), of(1, 'b')], 2],
    [[of(3, 'a'), of(2, 'b'), of(2, 'a')], 5],
    [[of(2, 'a', 'a')], 2],
  ])('%j make %i', (makings, copies) => expect(copiesOf(makings)).toBe(copies));

  test.each([
    [777, [of(1, 'a'), of(1, 'b')], [389, 388]],
    [777, [of(1, 'a', 'b'), of(1, 'c')], [518, 259]],
    [777, [of(1, 'a'), of(1, 'a')], [777, 777]],
    [777, [of(10, 'a', 'b')], [7770]],
    [1, [of(1, 'a'), of(1, 'b'), of(1, 'c')], [1, 0, 0]],
  ])('of %i won, %j carry %j', (amount, makings, portions) =>
    expect(portionsOf(amount, makings)).toEqual(portions),
  );

  test('an author is never owed less than for the copies whose every part is made', () => {
    const making = fc.record({
      pieces: fc.integer({ min: 1, max: 50 }),
      parts: fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 }),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.array(making, { minLength: 1, maxLength: 6 }),
        (amount, makings) => {
          const owed = portionsOf(amount, makings).reduce((sum, portion) => sum + portion, 0);
          const parts = new Set(makings.flatMap((each) => each.parts));
          const whole = Math.min(
            ...[...parts].map((part) =>
              makings.reduce((sum, each) => sum + (each.parts.includes(part) ? each.pieces : 0), 0),
            ),
          );
          expect(owed).toBeGreaterThanOrEqual(amount * whole);
          expect(owed).toBeLessThanOrEqual(amount * copiesOf(makings));
        },
      ),
    );
  });
});

test('nobody pays a share that is not asked for without having chosen it', () => {
  expect(usualUse).toEqual({ purpose: 'own', withThanks: false });
});
