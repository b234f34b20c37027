import { expect, test, vi } from 'vitest';
import { maxSamples, slowAfterMs, type VitalSample } from '../shared/vitals.ts';
import { createSamples, layoutShift } from './vitals.ts';

test('the thresholds match docs/product.md', () => {
  expect(slowAfterMs).toEqual({ api_request: 1000, rendering: 50, route_change: 300, user_interaction: 100 });
});

test.each([
  ['nothing', [], 0],
  ['one go', [0, 500, 1400], 0.3],
  ['two goes, of which the worse counts', [0, 1001, 1500, 1600], 0.3],
  ['a go of more than five seconds, which is cut', [0, 900, 1800, 2700, 3600, 4500, 5400], 0.6],
])('layout shift of %s', (_, times, worst) => {
  expect(layoutShift(times.map((startTime) => ({ startTime, value: 0.1 })))).toBeCloseTo(worst);
});

test('samples are sent once, and never more than the maximum', () => {
  const send = vi.fn<(samples: VitalSample[]) => void>();
  const { add, flush } = createSamples(send);
  flush();
  expect(send).not.toHaveBeenCalled();
  add('lcp', 1234.56789);
  for (let count = 0; count < 100; count += 1) add('api_request', -1);
  flush();
  flush();
  expect(send).toHaveBeenCalledTimes(1);
  expect(send.mock.calls[0]?.[0]).toHaveLength(maxSamples);
  expect(send.mock.calls[0]?.[0].slice(0, 2)).toEqual([
    { name: 'lcp', value: 1234.568 },
    { name: 'api_request', value: 0 },
  ]);
});
