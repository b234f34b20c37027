import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as access from './access.ts';
import { isOver, sessionStates } from './rules.ts';

const people = ['ann', 'ben', 'cho', 'dan'] as const;
const anybody = fc.constantFrom(...people);
const anySession = fc.record({
  state: fc.constantFrom(...sessionStates),
  askerId: fc.constant('ann'),
  helperId: fc.option(fc.constantFrom('ben', 'cho')),
  invitedId: fc.option(fc.constantFrom('ben', 'cho')),
  orderId: fc.option(fc.constant('order')),
  replacedIds: fc.subarray(['ben', 'cho', 'dan']),
  resourceId: fc.option(fc.constant('resource')),
  questionId: fc.option(fc.constant('question')),
});

test('a stranger sees a session only while it waits, as a volunteer not replaced by its asker, and reads none of it', () => {
  fc.assert(
    fc.property(anybody, anySession, fc.boolean(), (id, session, isVolunteer) => {
      const role = access.roleOf({ id }, session, isVolunteer);
      const isAsked =
        session.invitedId === id && session.helperId === null && !session.replacedIds.includes(id);
      const isIn = session.askerId === id || session.helperId === id || isAsked;
      if (isIn) return;
      const isOffered = isVolunteer && session.state === 'waiting' && !session.replacedIds.includes(id);
      expect(role).toBe(isOffered ? 'volunteer' : null);
      expect(access.canRead(role)).toBe(false);
      expect(access.canShowStep(role, session)).toBe(false);
      expect(access.canPropose(role, session)).toBe(false);
      expect(role === null ? ['take'] : access.eventsOf(role, session)).toEqual(['take']);
    }),
  );
});

test('nobody takes their own session, acts on a closed one, or learns of an order through one party alone', () => {
  fc.assert(
    fc.property(anybody, anySession, (id, session) => {
      const role = access.roleOf({ id }, session, true);
      if (role === null) return;
      const events = access.eventsOf(role, session);
      expect(events.length > 0 && isOver(session.state)).toBe(false);
      expect(events.includes('take') && id === session.askerId).toBe(false);
      const handsOrderOn = events.includes('hand_on') && session.orderId !== null;
      expect(handsOrderOn && role !== 'invited').toBe(false);
      const isBetweenTwo = session.orderId !== null && session.helperId === session.invitedId;
      expect(events.includes('replace') && isBetweenTwo).toBe(false);
    }),
  );
});

test('only the two of a solved session with a public place can write it up', () => {
  fc.assert(
    fc.property(anybody, anySession, (id, session) => {
      const role = access.roleOf({ id }, session, true);
      const expected =
        (role === 'asker' || role === 'helper') &&
        session.state === 'solved' &&
        (session.resourceId !== null || session.questionId !== null);
      expect(access.canPropose(role, session)).toBe(expected);
    }),
  );
});
