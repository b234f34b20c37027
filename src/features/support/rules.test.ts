import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  eventOfLeaving,
  expectedWait,
  minWaits,
  isAvailable,
  isOver,
  seenForMs,
  sessionEvents,
  sessionStates,
  stateAfter,
  tidyTags,
  type AnyEvent,
  type Role,
  type SessionState,
} from './rules.ts';

const roles: Role[] = ['asker', 'helper', 'invited', 'volunteer', 'house'];
const events: AnyEvent[] = [...sessionEvents, 'expire', 'fall_silent'];

describe('states', () => {
  test.each<[SessionState, AnyEvent, Role, SessionState | null]>([
    ['waiting', 'take', 'volunteer', 'taken'],
    ['waiting', 'take', 'asker', null],
    ['taken', 'take', 'volunteer', null],
    ['asked', 'take', 'volunteer', null],
    ['asked', 'take', 'invited', 'taken'],
    ['asked', 'decline', 'invited', 'declined'],
    ['asked', 'hand_on', 'invited', 'waiting'],
    ['taken', 'give_back', 'helper', 'waiting'],
    ['taken', 'give_back', 'asker', null],
    ['taken', 'replace', 'asker', 'waiting'],
    ['taken', 'solve', 'helper', 'solved'],
    ['taken', 'cancel', 'asker', null],
    ['waiting', 'solve', 'asker', null],
    ['waiting', 'expire', 'house', 'expired'],
    ['taken', 'expire', 'house', null],
    ['solved', 'give_up', 'asker', null],
  ])('%s, %s by %s: %s', (state, event, by, expected) => {
    expect(stateAfter(state, event, by)).toBe(expected);
  });

  test('in any sequence of events, a closed session stays closed, and only a taken one is solved', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom(...events), fc.constantFrom(...roles)), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(fc.constantFrom('asked' as const, 'waiting' as const), steps, (first, taken) => {
        let state: SessionState = first;
        for (const [event, by] of taken) {
          const next = stateAfter(state, event, by);
          if (next === null) continue;
          expect(isOver(state)).toBe(false);
          expect(next === 'solved' && state !== 'taken').toBe(false);
          // Outsiders cannot take a session from its helper.
          expect(state === 'taken' && (by === 'volunteer' || by === 'invited')).toBe(false);
          state = next;
        }
      }),
    );
  });

  test('leaving has the same effect as the matching event, and closed sessions stay as they are', () => {
    const pairs = sessionStates.flatMap((state) => roles.map((role) => ({ state, role })));
    const wrong = pairs.filter(({ state, role }) => {
      const event = eventOfLeaving(state, role);
      if (event !== null) return stateAfter(state, event, role) === null;
      return role === 'asker' && !isOver(state);
    });
    expect(wrong).toEqual([]);
  });
});

describe('the expected wait', () => {
  test('is unknown with too few earlier waits', () => {
    expect(expectedWait([])).toBeNull();
    expect(expectedWait(Array.from({ length: minWaits - 1 }, () => 60))).toBeNull();
    expect(expectedWait([0, 0, 0, 0, 0])).toEqual({ usual: 1, long: 1 });
    expect(expectedWait([600, 60, 240, 120, 180])).toEqual({ usual: 3, long: 10 });
  });

  test('lies among the waits in any order, and the long one is not below the usual one', () => {
    const waits = fc.array(fc.integer({ min: 0, max: 86_400 }), { minLength: minWaits, maxLength: 60 });
    fc.assert(
      fc.property(waits, (seconds) => {
        const wait = expectedWait(seconds);
        expect(wait).not.toBeNull();
        expect(wait).toEqual(expectedWait(seconds.toReversed()));
        const minutes = seconds.map((each) => Math.max(1, Math.ceil(each / 60)));
        expect(minutes).toContain(wait?.usual);
        expect(minutes).toContain(wait?.long);
        expect(wait?.long).toBeGreaterThanOrEqual(wait?.usual ?? Infinity);
      }),
    );
  });
});

test('a volunteer is available until their chosen time, while they are seen', () => {
  const now = new Date('2026-11-23T09:00:00Z');
  const at = (ms: number) => new Date(now.getTime() + ms);
  expect(isAvailable({ availableUntil: at(1), seenAt: at(1 - seenForMs) }, now)).toBe(true);
  expect(isAvailable({ availableUntil: at(0), seenAt: now }, now)).toBe(false);
  expect(isAvailable({ availableUntil: at(1), seenAt: at(-seenForMs) }, now)).toBe(false);
  expect(isAvailable({ availableUntil: null, seenAt: now }, now)).toBe(false);
});

test('tags are normalized', () => {
  expect(tidyTags([' #Robot  Arm', 'robot arm', '', '##', '로봇'])).toEqual(['robot arm', '로봇']);
});
