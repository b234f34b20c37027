import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { commitmentText, rankBids } from '../rules.ts';
import type { RecordedBid } from '../contract.ts';
import { isRecordTrue } from './checking.ts';

const tenderId = '01890000-0000-7000-8000-000000000000';
const formula = { weights: { price: 50, time: 20, rating: 20, distance: 10 }, farKm: 100 };

function recordOf(principals: readonly number[]): RecordedBid[] {
  const bids = principals.map((principal, index) => ({
    number: index + 1,
    principal,
    readyInDays: 3,
    rating: null,
    km: 5,
  }));
  const ranked = rankBids(bids, formula);
  return bids.map(({ number, principal, readyInDays }) => {
    const { points, score, rank } = ranked.find((each) => each.number === number)!;
    const opened = { principal, readyInDays, details: 'd', salt: `salt ${number}` };
    return {
      number,
      madeAt: '2026-11-22T00:00:00.000Z',
      commitment: createHash('sha256')
        .update(commitmentText({ ...opened, tenderId }))
        .digest('hex'),
      state: 'standing',
      opened: { ...opened, provider: number, points, score, rank, isChosen: false, isMine: false },
    };
  });
}

const changed = (bid: Partial<NonNullable<RecordedBid['opened']>>) => {
  const [first, ...others] = recordOf([100, 200]);
  return [{ ...first!, opened: { ...first!.opened!, ...bid } }, ...others];
};

test.each([
  ['as it was made', recordOf([300, 100, 200]), true],
  ['without bids', [], true],
  ['with another price', changed({ principal: 99 }), false],
  ['with other days', changed({ readyInDays: 2 }), false],
  ['with another salt', changed({ salt: 'other' }), false],
  ['with a score that is not the sum', changed({ score: 9999 }), false],
  ['with another rank', changed({ rank: 2 }), false],
])('a record is verified: %s', async (_name, record, isTrue) => {
  expect(await isRecordTrue(tenderId, record)).toBe(isTrue);
});
