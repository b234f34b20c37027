import { expect, test, vi } from 'vitest';
import type { OrderDetail } from '../contract.ts';
import { disputePhases, orderStates, personEvents, systemEvents } from '../states.ts';
import {
  dueWords,
  actionLabel,
  actionName,
  eventWords,
  nextSteps,
  nextWords,
  relativeWords,
  sideName,
  turnWords,
} from './order-words.ts';

// Behave as in a browser, outside of server rendering.
vi.mock('#platform/client/page-context.ts', () => ({
  pageContext: () => undefined,
  currentLocale: () => 'ko',
}));

const order = (fields: object) =>
  ({
    state: 'created',
    isFree: false,
    proposal: null,
    claim: null,
    dispute: null,
    payment: null,
    waitsFor: null,
    delivery: { arrivedAt: null },
    events: [],
    ...fields,
  }) as unknown as OrderDetail;

test('every state describes the next step, for paid and free orders and in every phase of a dispute', () => {
  const told = [false, true].flatMap((isFree) =>
    orderStates.flatMap((state) =>
      state === 'disputed'
        ? disputePhases.map((phase) => nextWords(order({ state, isFree, dispute: { phase } })))
        : [nextWords(order({ state, isFree }))],
    ),
  );
  for (const words of told) expect(words).toMatch(/[.요]$/);
});

test('the text of an ended order says why it ended', () => {
  const words = (toState: string, event: string) =>
    nextWords(order({ state: toState, events: [{ event, fromState: 'paid', toState }] }));
  expect(words('cancelled', 'unpaid')).toContain('기한까지 결제되지 않아');
  expect(words('cancelled', 'cancel')).not.toContain('기한');
  expect(words('refunded', 'decline')).toContain('맡지 못해');
  expect(words('refunded', 'unanswered')).toContain('답하지 않아');
  expect(words('refunded', 'ruling_final')).toBe('구매자에게 전액 환불했어요.');
  expect(words('settled', 'agree')).toContain('합의');
  expect(words('settled', 'ruling_final')).toContain('판정');
});

test('money with an unknown outcome is described before anything else of an unpaid order', () => {
  expect(nextWords(order({ payment: { state: 'unknown' } }))).toContain('두 번 결제하지 마세요');
  expect(nextWords(order({ payment: { state: 'waiting_deposit' } }))).toContain('입금');
});

test('silence that counts as agreement is worded differently from silence that does not', () => {
  const words = (kind: string) => nextWords(order({ state: 'delivered', proposal: { kind } }));
  expect(words('return')).toBe(words('late_cancel'));
  expect(words('rework')).toBe(words('settlement'));
  expect(words('return')).not.toBe(words('rework'));
});

test('while a proposal waits, an earlier deadline of the state is shown too', () => {
  const steps = (until: string) =>
    nextSteps(
      order({
        state: 'paid',
        waitsFor: 'provider',
        until,
        proposal: { kind: 'cancel', expiresAt: '2026-12-01T00:00:00Z' },
      }),
    );
  const [answer, sooner] = steps('2026-11-29T00:00:00Z');
  expect(answer).toEqual({ words: expect.stringContaining('제안'), by: '2026-12-01T00:00:00Z' });
  expect(sooner).toEqual({ words: expect.stringContaining('환불'), by: '2026-11-29T00:00:00Z' });
  expect(steps('2026-12-01T00:00:00Z')).toEqual([answer]);
});

test('no two actions of an order have the same label', () => {
  for (const kind of ['settlement', 'rework', 'return', 'late_cancel', 'cancel'])
    for (const serviceType of ['manufacturing', 'auction']) {
      const waiting = order({ state: 'paid', serviceType, proposal: { kind } });
      const labels = personEvents.map((event) => actionLabel(actionName(event, waiting), waiting));
      expect(new Set(labels).size).toBe(labels.length);
    }
});

test('who fetches a thing has received it, and who made it tells that it was fetched', () => {
  const label = (side: string, deliveryKind: string) => actionLabel('arrived', order({ side, deliveryKind }));
  expect(label('buyer', 'pickup')).toBe('받았다고 알리기');
  expect(label('provider', 'pickup')).toBe('찾아갔다고 알리기');
  expect(label('provider', 'ship')).toBe('도착 알리기');
});

test('every event has a text', () => {
  for (const event of ['create', ...personEvents, ...systemEvents]) {
    const happened = {
      event,
      fromState: 'paid',
      toState: 'paid',
      detail: {},
    } as OrderDetail['events'][number];
    for (const serviceType of ['manufacturing', 'auction']) {
      expect(eventWords(happened, { serviceType })).not.toBe(event);
    }
  }
});

test('the same event has another text in another state', () => {
  expect(actionName('withdraw', order({ state: 'delivered' }))).toBe('withdraw');
  expect(actionName('withdraw', order({ state: 'disputed' }))).toBe('withdraw_dispute');
  expect(actionName('cancel', order({ state: 'paid' }))).toBe('cancel');
  expect(actionName('cancel', order({ state: 'working' }))).toBe('cancel_late');
  const claim = { state: 'open' };
  expect(actionName('agree', order({ state: 'completed', claim }))).toBe('claim_grant');
  expect(actionName('refuse', order({ state: 'completed', claim }))).toBe('claim_refuse');
});

test.each([
  [-30, '30분 전'],
  [59, '59분 후'],
  [60 * 24, '24시간 후'],
  [60 * 24 * 3, '3일 후'],
])('%i minutes away is %s', (minutes, words) => {
  const now = Date.parse('2026-11-22T00:00:00Z');
  expect(relativeWords(new Date(now + minutes * 60_000).toISOString(), now)).toBe(words);
});

test('a due day is as many days away as the estimate said, at any time of the day', () => {
  // The end of November 26 in Korea.
  const dueAt = '2026-11-26T14:59:59.999Z';
  for (const now of ['2026-11-21T15:00:00Z', '2026-11-22T00:30:00Z', '2026-11-22T14:59:00Z'])
    expect(dueWords(dueAt, Date.parse(now))).toBe('완성 예정일 11월 26일 (목) · 4일 후');
});

test('during a negotiation it is the turn of both parties, and staff only look on', () => {
  const turn = (side: string, waitsFor: string | null) =>
    turnWords({ ...order({ side, waitsFor }), until: null }, String);
  expect(turn('buyer', 'both')).toBe(turn('provider', 'both'));
  expect(turn('buyer', 'both')).toBe(turn('buyer', 'buyer'));
  expect(turn('admin', 'both')).toBe('양쪽의 차례예요');
  expect(turn('buyer', 'provider')).toBe('제작자의 차례예요');
  expect(turn('buyer', null)).toBe('');
});

test('an order of a lot speaks of a seller and an item, and does not promise a refund at any time', () => {
  const lot = order({ state: 'accepted', serviceType: 'auction' });
  const made = order({ state: 'accepted', serviceType: 'manufacturing' });
  expect([nextWords(lot).includes('판매자'), nextWords(lot).includes('제작자')]).toEqual([true, false]);
  expect([nextWords(made).includes('제작자'), nextWords(lot) === nextWords(made)]).toEqual([true, false]);
  expect([sideName('provider', lot), sideName('provider', made)]).toEqual(['판매자', '제작자']);
  expect([sideName('buyer', lot), sideName('buyer', made)]).toEqual(['구매자', '구매자']);
});
