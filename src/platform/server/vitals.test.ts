import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#app/testing.ts';
import { maxSamples } from '../shared/vitals.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const report = (payload: unknown, headers = {}) =>
  server.call('POST', '/api/vitals', {
    payload: JSON.stringify(payload),
    headers: { 'content-type': 'application/json', ...headers },
  });

async function metrics(lines: string[]): Promise<number[]> {
  const { body } = await server.call('GET', '/metrics');
  const values = new Map(body.split('\n').map((each) => [each.slice(0, each.lastIndexOf(' ')), each]));
  return lines.map((line) => Number(values.get(line)?.slice(line.length + 1) ?? 0));
}

test('browser measurements are in the metrics, and slow ones are counted', async () => {
  // The registry is shared by the process, and other test files of this worker count in it too.
  const lines = {
    'browser_slow_total{name="api_request"}': 1,
    'browser_slow_total{name="rendering"}': 1,
    'browser_slow_total{name="route_change"}': 0,
    'browser_slow_total{name="user_interaction"}': 1,
    'browser_slow_total{name="lcp"}': 0,
    'browser_duration_seconds_bucket{le="1",name="api_request"}': 1,
    'browser_duration_seconds_count{name="api_request"}': 2,
    'browser_duration_seconds_sum{name="lcp"}': 5,
    'browser_layout_shift_bucket{le="0.02"}': 0,
    browser_layout_shift_count: 1,
  };
  const before = await metrics(Object.keys(lines));
  const answer = await report({
    samples: [
      { name: 'api_request', value: 1000 },
      { name: 'api_request', value: 1001 },
      { name: 'rendering', value: 51 },
      { name: 'route_change', value: 300 },
      { name: 'user_interaction', value: 101 },
      { name: 'lcp', value: 5000 },
      { name: 'cls', value: 0.03 },
    ],
  });
  expect(answer.statusCode).toBe(204);
  expect(answer.body).toBe('');
  const after = await metrics(Object.keys(lines));
  for (const [index, [line, added]] of Object.entries(lines).entries())
    expect((after[index] ?? 0) - (before[index] ?? 0), line).toBeCloseTo(added, 6);
});

describe('refused with a message, and not counted, is', () => {
  const sample = { name: 'lcp', value: 1 };
  const counted = 'browser_duration_seconds_count{name="lcp"}';
  test.each([
    ['an unknown name', { samples: [{ name: 'who', value: 1 }] }, 'samples[0].name'],
    ['an endless time', { samples: [{ name: 'lcp', value: 1e9 }] }, 'samples[0].value'],
    ['a time before now', { samples: [{ name: 'lcp', value: -1 }] }, 'samples[0].value'],
    ['no number', { samples: [{ name: 'lcp', value: '1' }] }, 'samples[0].value'],
    ['nothing', { samples: [] }, 'samples'],
    ['too much', { samples: Array.from({ length: maxSamples + 1 }, () => sample) }, 'samples'],
    ['anything of a person', { samples: [sample], user: 'me' }, 'user'],
    ['a list', [sample], 'body'],
  ])('%s', async (_, payload, field) => {
    const before = await metrics([counted]);
    const answer = await report(payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'invalid_input',
      message: '입력한 내용을 다시 확인해 주세요.',
      fields: { [field]: expect.any(String) },
    });
    expect(await metrics([counted])).toEqual(before);
  });

  test('more than a report can hold', async () => {
    const answer = await report({ samples: [sample], filler: 'x'.repeat(10_000) });
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({ code: 'payload_too_large' });
  });

  test('another content type, and another site', async () => {
    expect((await report({ samples: [sample] }, { 'content-type': 'text/plain' })).statusCode).toBe(415);
    expect((await report({ samples: [sample] }, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
  });
});

test('reporting too often is refused with the time to retry', async () => {
  const strict = await startTestServer({ RATE_LIMIT_VITALS: '2' });
  try {
    const send = () =>
      strict.call('POST', '/api/vitals', { payload: { samples: [{ name: 'fcp', value: 1 }] } });
    expect((await send()).statusCode).toBe(204);
    expect((await send()).statusCode).toBe(204);
    const answer = await send();
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toMatchObject({ code: 'rate_limited' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  } finally {
    await strict.close();
  }
});
