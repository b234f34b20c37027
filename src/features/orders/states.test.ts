import { describe, expect, test } from 'vitest';
import { orderStatesWhere, orderStateTable } from '#platform/shared/order-states.ts';
import { standardTerms } from '#platform/shared/order-terms.ts';
import {
  afterSilence,
  choicesOf,
  isTerminal,
  guard,
  orderStates,
  outcomeOf,
  personEvents,
  resultOf,
  sides,
  systemEvents,
  terminalStates,
  transitions,
  type Facts,
  type OrderEvent,
  type OrderState,
} from './states.ts';

const now = new Date('2026-12-01T00:00:00Z');
const ago = (days: number) => new Date(now.getTime() - days * 24 * 3600_000);
const facts: Facts = {
  state: 'created',
  isFree: false,
  isFunded: false,
  customMade: true,
  hasConsent: true,
  filesUnchanged: true,
  isMade: true,
  notes: { progress: 0, inspect: 0 },
  isMeasured: true,
  dueAt: null,
  deliveredAt: null,
  arrivedAt: null,
  reworks: 0,
  proposal: null,
  dispute: null,
  claim: null,
  wasClaimRefused: false,
};
const ended: Partial<Facts> = { state: 'completed', isFunded: true };
const asked = (event: OrderEvent, side: (typeof sides)[number], more: Partial<Facts>) => {
  const judged = guard(event, side, { ...facts, ...more }, now, standardTerms);
  return 'obstacle' in judged ? judged.obstacle : judged.transition.to;
};

describe('the table', () => {
  test('has every event, and ends only in terminal states', () => {
    const events = new Set(transitions.map(({ event }) => event));
    expect([...personEvents, ...systemEvents].filter((event) => !events.has(event))).toEqual([]);
    for (const { from, to, event } of transitions) {
      if (to === 'same' || to === 'previous' || to === 'outcome') continue;
      // Terminal states have no events.
      expect(from.some(isTerminal), event).toBe(false);
    }
  });

  test('refuses every event of a side that it does not list, in every state', () => {
    const raised: string[] = [];
    for (const state of orderStates) {
      for (const event of [...personEvents, ...systemEvents]) {
        for (const side of sides) {
          const isNamed = transitions.some(
            (one) => one.event === event && one.from.includes(state) && one.by.includes(side),
          );
          const isRaised = 'transition' in guard(event, side, { ...facts, state }, now, standardTerms);
          if (isRaised && !isNamed) raised.push(`${state} ${event} ${side}`);
        }
      }
    }
    expect(raised).toEqual([]);
  });
});

describe('obstacles', () => {
  test.each<[string, OrderEvent, (typeof sides)[number], Partial<Facts>, string]>([
    ['paid orders wait for money', 'accept', 'provider', {}, 'not_free'],
    ['free ones do not', 'accept', 'provider', { isFree: true }, 'accepted'],
    ['free ones are never paid', 'captured', 'system', { isFree: true }, 'free_order'],
    ['consent', 'start', 'provider', { state: 'accepted', hasConsent: false }, 'consent_missing'],
    ['files', 'start', 'provider', { state: 'accepted', filesUnchanged: false }, 'files_changed'],
    ['the buyer starts nothing', 'start', 'buyer', { state: 'accepted' }, 'not_yours'],
    ['two days late', 'cancel', 'buyer', { state: 'working', dueAt: ago(2) }, 'not_overdue'],
    ['four days late', 'cancel', 'buyer', { state: 'working', dueAt: ago(4) }, 'same'],
    ['no day agreed', 'cancel', 'buyer', { state: 'working' }, 'not_overdue'],
    ['no money to share', 'propose-settlement', 'buyer', { state: 'working' }, 'not_funded'],
    ['money to share', 'propose-settlement', 'buyer', { state: 'working', isFunded: true }, 'same'],
    [
      'one’s own proposal',
      'agree',
      'buyer',
      { state: 'working', proposal: { kind: 'settlement', side: 'buyer' } },
      'own_proposal',
    ],
    ['nothing arrived to be looked at', 'inspect', 'buyer', { state: 'delivered' }, 'not_arrived'],
    ['arrived', 'inspect', 'buyer', { state: 'delivered', arrivedAt: ago(1) }, 'same'],
    ['arrived and looked at', 'confirm', 'buyer', { state: 'delivered', arrivedAt: ago(1) }, 'completed'],
    [
      'the provider looks at nothing',
      'inspect',
      'provider',
      { state: 'delivered', arrivedAt: ago(1) },
      'not_yours',
    ],
    ['the work is shown', 'progress', 'provider', { state: 'working' }, 'same'],
    ['the buyer shows nothing', 'progress', 'buyer', { state: 'working' }, 'not_yours'],
    ['a lot is not made', 'progress', 'provider', { state: 'working', isMade: false }, 'not_now'],
    [
      'shown too often',
      'progress',
      'provider',
      { state: 'working', notes: { progress: 12, inspect: 0 } },
      'note_limit',
    ],
    [
      'what has to be measured is measured after many photos as well',
      'progress',
      'provider',
      { state: 'working', isMeasured: false, notes: { progress: 12, inspect: 0 } },
      'same',
    ],
    [
      'looked at too often',
      'inspect',
      'buyer',
      { state: 'delivered', arrivedAt: ago(1), notes: { progress: 0, inspect: 12 } },
      'note_limit',
    ],
    ['not measured', 'deliver', 'provider', { state: 'working', isMeasured: false }, 'not_measured'],
    ['measured', 'deliver', 'provider', { state: 'working' }, 'delivered'],
    [
      'a part of the money back',
      'propose-settlement',
      'buyer',
      { state: 'delivered', isFunded: true },
      'same',
    ],
    ['not arrived', 'auto_complete', 'system', { state: 'delivered' }, 'too_early'],
    [
      'arrived, but asked about',
      'auto_complete',
      'system',
      { state: 'delivered', arrivedAt: ago(7), proposal: { kind: 'rework', side: 'buyer' } },
      'proposal_open',
    ],
    ['made to measure', 'withdraw', 'buyer', { state: 'delivered' }, 'custom_made'],
    [
      'eight days later',
      'withdraw',
      'buyer',
      { state: 'delivered', customMade: false, arrivedAt: ago(8) },
      'too_late',
    ],
    [
      'six days later',
      'withdraw',
      'buyer',
      { state: 'delivered', customMade: false, arrivedAt: ago(6) },
      'same',
    ],
    ['reworked twice', 'rework', 'buyer', { state: 'delivered', reworks: 2 }, 'rework_limit'],
    ['claimed in time', 'claim', 'buyer', { ...ended, arrivedAt: ago(80) }, 'same'],
    ['claimed too late', 'claim', 'buyer', { ...ended, arrivedAt: ago(95) }, 'too_late'],
    [
      'claimed after an admin said no',
      'claim',
      'buyer',
      { ...ended, arrivedAt: ago(1), wasClaimRefused: true },
      'claim_refused',
    ],
    [
      'claimed when the bank has taken the money back',
      'claim',
      'buyer',
      { ...ended, arrivedAt: ago(1), isFunded: false },
      'not_funded',
    ],
    [
      'nothing to claim of what was free',
      'claim',
      'buyer',
      { state: 'completed', isFree: true },
      'free_order',
    ],
  ])('%s', (_name, event, side, more, expected) => {
    expect(asked(event, side, more)).toBe(expected);
  });

  const dispute = {
    openedBy: 'buyer',
    phase: 'answering',
    previousState: 'working',
    hasAppealed: false,
  } as const;
  test.each<[string, OrderEvent, (typeof sides)[number], Partial<Facts>, string]>([
    ['who opened it does not answer it', 'answer', 'buyer', { dispute }, 'own_dispute'],
    ['the other one does', 'answer', 'provider', { dispute }, 'same'],
    ['nor withdraws it', 'withdraw', 'provider', { dispute }, 'not_opener'],
    ['ruled is ruled', 'withdraw', 'buyer', { dispute: { ...dispute, phase: 'ruled' } }, 'too_late'],
    [
      'appealed once',
      'appeal',
      'buyer',
      { dispute: { ...dispute, phase: 'ruled', hasAppealed: true } },
      'already_appealed',
    ],
    ['nothing ruled', 'appeal', 'buyer', { dispute }, 'not_ruled'],
    ['an admin', 'rule', 'admin', { dispute }, 'outcome'],
    ['a party', 'rule', 'buyer', { dispute }, 'not_yours'],
  ])('in a dispute: %s', (_name, event, side, more, expected) => {
    expect(asked(event, side, { state: 'disputed', ...more })).toBe(expected);
  });
});

test('choices list the events of a side, and obstacles for the others', () => {
  const { can, cannot } = choicesOf(
    'buyer',
    { ...facts, state: 'delivered', isFunded: true },
    now,
    standardTerms,
  );
  expect(can).toEqual(['arrived', 'confirm', 'propose-settlement', 'rework', 'dispute']);
  expect(cannot).toContainEqual({ event: 'inspect', why: 'not_arrived' });
  expect(cannot).toContainEqual({ event: 'withdraw', why: 'custom_made' });
});

test('ends of orders', () => {
  expect([outcomeOf(0, 10), outcomeOf(10, 10), outcomeOf(3, 10)]).toEqual(['buyer', 'provider', 'split']);
  expect([resultOf('provider', false), resultOf('buyer', false), resultOf('split', false)]).toEqual([
    'completed',
    'refunded',
    'settled',
  ]);
  expect([resultOf('provider', true), resultOf('buyer', true)]).toEqual(['completed', 'cancelled']);
});

test('silence before the delivery refunds the buyer, after it an admin decides', () => {
  const dispute = {
    openedBy: 'buyer',
    phase: 'answering',
    previousState: 'working',
    hasAppealed: false,
  } as const;
  expect(afterSilence(dispute)).toBe('refunded');
  expect(afterSilence({ ...dispute, previousState: 'delivered' })).toBe('ruling');
  expect(afterSilence({ ...dispute, openedBy: 'provider' })).toBe('ruling');
});

describe('rows of states', () => {
  const money = (state: string) => orderStateTable[state as OrderState].money;
  const leading = (...events: OrderEvent[]) => transitions.filter(({ event }) => events.includes(event));

  test('no money is held after the end, and it is from the payment to the handing over', () => {
    expect(terminalStates.map(money)).toEqual(terminalStates.map(() => 'none'));
    expect(leading('captured').map(({ to }) => money(to))).toEqual(['held']);
    const working = leading('start', 'deliver');
    expect(new Set(working.flatMap(({ from, to }) => [...from, to]).map(money))).toEqual(new Set(['held']));
  });

  test('money that a bank has taken back is not counted as held', () => {
    const left = leading('deposit_reversed').filter(({ to }) => to !== 'same');
    expect(left.map(({ to }) => money(to))).toEqual(['none', 'contested']);
  });

  test('what arrives was handed over before', () => {
    const before = orderStatesWhere(({ isBeforeDelivery }) => isBeforeDelivery === true);
    const arriving = new Set(leading('arrived', 'confirm').flatMap(({ from }) => from));
    expect(before.filter((state) => arriving.has(state))).toEqual([]);
    expect(before).toContain('working');
  });
});
