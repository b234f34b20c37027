import fc from 'fast-check';
import { expect, test } from 'vitest';
import { payableReasons } from '#features/payments/contract.ts';
import { waitingKinds, type Waiting } from './contract.ts';
import { byUrgency, firstPayout } from './rules.ts';

const moment = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

test('what waits is sorted by its deadline, nothing is lost, and equal deadlines keep their order', () => {
  const line = fc.record<Waiting>({
    kind: fc.constantFrom(...waitingKinds),
    id: fc.uuid(),
    title: fc.string(),
    until: fc.option(moment),
  });
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const sorted = byUrgency(lines);
      expect(sorted.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(
        lines.toSorted((a, b) => a.id.localeCompare(b.id)),
      );
      const times = sorted.map(({ until }) => (until === null ? Infinity : Date.parse(until)));
      expect(times).toEqual(times.toSorted((a, b) => (a === b ? 0 : a - b)));
      const undated = (all: readonly Waiting[]) => all.filter(({ until }) => until === null);
      expect(undated(sorted)).toEqual(undated(lines));
    }),
  );
});

test('the next payout is of what is on its way, then of the next run, then of the first day, and adds what comes together', () => {
  const none = { payableOn: null, holdDays: null };
  const held = (day: string, amount: number) => ({
    because: 'hold' as const,
    payableOn: `2026-12-${day}T00:00:00.000Z`,
    holdDays: 7,
    amount,
  });
  expect(firstPayout([])).toBeNull();
  expect(firstPayout([held('08', 500), held('03', 100), held('03', 30)])).toEqual(held('03', 130));
  const due = { ...none, because: 'next_run' as const, amount: 700 };
  expect(firstPayout([held('03', 100), due])).toEqual(due);
  const sent = { ...none, because: 'on_its_way' as const, amount: 900 };
  expect(firstPayout([due, sent, held('03', 100), { ...sent, amount: 1 }])).toEqual({ ...sent, amount: 901 });
});

test('a next payout is never more than what comes, and none is lost', () => {
  const upcoming = fc.record({
    because: fc.constantFrom(...payableReasons),
    payableOn: fc.option(moment),
    holdDays: fc.constant(null),
    amount: fc.nat(1_000_000),
  });
  fc.assert(
    fc.property(fc.array(upcoming, { minLength: 1 }), (all) => {
      const next = firstPayout(all);
      const amounts = all
        .filter(({ because, payableOn }) => because === next?.because && payableOn === next.payableOn)
        .map(({ amount }) => amount);
      expect(amounts.length).toBeGreaterThan(0);
      expect(next?.amount).toBe(amounts.reduce((sum, amount) => sum + amount, 0));
    }),
  );
});
