import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterMessage,
  answerMs,
  lastWithoutGap,
  mergeMessages,
  notArrived,
  nobodyWaits,
  reminderMs,
  responseBound,
  usualResponseMinutes,
  type Side,
  type Waiting,
} from './rules.ts';

const start = Date.parse('2026-03-01T00:00:00Z');
const hour = 3_600_000;
const at = (hours: number) => new Date(start + hours * hour);

/** Returns the state after messages, each with its side and hour. */
function play(messages: readonly (readonly [Side, number])[]) {
  let waiting: Waiting = nobodyWaits;
  const answered: number[] = [];
  for (const [from, hours] of messages) {
    const { responseSeconds, ...next } = afterMessage(waiting, from, at(hours));
    waiting = next;
    if (responseSeconds !== null) answered.push(responseSeconds / 3600);
  }
  return { waiting, answered };
}

describe('waiting for an answer', () => {
  test.each([
    ['nobody, before anything was said', [], null, null, []],
    ['the customer, from the question', [['customer', 0]], 0, 24, []],
    [
      'still from the first of two questions',
      [
        ['customer', 0],
        ['customer', 5],
      ],
      0,
      24,
      [],
    ],
    [
      'nobody, after the answer',
      [
        ['customer', 0],
        ['provider', 2],
      ],
      null,
      null,
      [2],
    ],
    [
      'nobody, when the provider goes on',
      [
        ['customer', 0],
        ['provider', 2],
        ['provider', 9],
      ],
      null,
      null,
      [2],
    ],
    [
      'the customer again',
      [
        ['customer', 0],
        ['provider', 2],
        ['customer', 3],
      ],
      3,
      27,
      [2],
    ],
    ['nobody, when the provider writes first', [['provider', 1]], null, null, []],
    [
      'each wait counts once',
      [
        ['customer', 0],
        ['customer', 1],
        ['provider', 4],
        ['customer', 5],
        ['provider', 6],
      ],
      null,
      null,
      [4, 1],
    ],
  ] as const)('%s', (_name, messages, since, until, answered) => {
    expect(play(messages)).toEqual({
      waiting: {
        waitingSince: since === null ? null : at(since),
        remindAt: until === null ? null : at(until - 4),
        answerBy: until === null ? null : at(until),
      },
      answered,
    });
  });

  test('a passed deadline is not extended, and the next question sets a new one', () => {
    const passed = { waitingSince: at(0), remindAt: null, answerBy: null };
    expect(afterMessage(passed, 'customer', at(40))).toEqual({
      waitingSince: at(0),
      remindAt: new Date(at(40).getTime() + reminderMs),
      answerBy: new Date(at(40).getTime() + answerMs),
      responseSeconds: null,
    });
    expect(afterMessage(passed, 'provider', at(41))).toEqual({ ...nobodyWaits, responseSeconds: 41 * 3600 });
  });

  test('a clock that is set back causes no negative response time', () => {
    const { waiting } = play([['customer', 5]]);
    expect(afterMessage(waiting, 'provider', at(4)).responseSeconds).toBe(0);
  });
});

describe('the usual response time', () => {
  test.each([
    [[], null],
    [[60, 60], null],
    [[60, 60, 60], 1],
    [[0, 0, 0], 1],
    [[600, 60, 86_400], 10],
    [[60, 120, 180, 240], 3],
    [[61, 61, 61], 2],
  ])('%j seconds are %j minutes', (seconds, minutes) => {
    expect(usualResponseMinutes(seconds)).toBe(minutes);
  });

  test('does not depend on the order, and lies between the shortest and the longest', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000_000), { minLength: 3 }), (seconds) => {
        const minutes = usualResponseMinutes(seconds) ?? Number.NaN;
        expect(usualResponseMinutes(seconds.toReversed())).toBe(minutes);
        expect(minutes).toBeGreaterThanOrEqual(Math.min(...seconds) / 60);
        expect(minutes).toBeLessThanOrEqual(Math.max(1, Math.ceil(Math.max(...seconds) / 60)));
      }),
    );
  });

  test.each([
    [1, 'minutes', 10],
    [10, 'minutes', 10],
    [11, 'minutes', 30],
    [31, 'hours', 1],
    [60, 'hours', 1],
    [61, 'hours', 2],
    [110, 'hours', 2],
    [24 * 60, 'hours', 24],
    [24 * 60 + 1, 'days', 2],
    [72 * 60, 'days', 3],
  ])('%i minutes are promised as %s %i', (minutes, unit, count) => {
    expect(responseBound(minutes)).toEqual({ unit, count });
  });
});

test('a message that has arrived is not pending any more', () => {
  const sent = [{ clientId: 'a' }, { clientId: 'b' }];
  expect(notArrived(sent, [])).toEqual(sent);
  expect(notArrived(sent, [{ clientId: null }, { clientId: 'a' }])).toEqual([{ clientId: 'b' }]);
});

describe('messages loaded in several pages', () => {
  const list = (...seqs: number[]) => seqs.map((seq) => ({ seq }));

  test('are sorted without duplicates, however the pages overlap', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(30)), fc.array(fc.nat(30)), (known, more) => {
        const merged = mergeMessages(list(...known), list(...more)).map(({ seq }) => seq);
        expect(merged).toEqual([...new Set([...known, ...more])].toSorted((a, b) => a - b));
      }),
    );
  });

  test.each([
    [[], 0],
    [[4], 4],
    [[4, 5, 6], 6],
    [[4, 5, 8, 9], 5],
  ])('%j have no gap up to %i', (seqs, last) => {
    expect(lastWithoutGap(list(...seqs))).toBe(last);
  });
});
