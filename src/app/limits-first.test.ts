import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from './testing.ts';

/** Rate limits are counted before the body is parsed: validating a bad body costs more than refusing it. */

let server: TestServer;
let person: Person;
beforeAll(async () => {
  const limits = [
    'MESSAGES',
    'SIGNALS',
    'VITALS',
    'ASSISTANT',
    'ASSISTANT_PER_ADDRESS',
    'WEBHOOKS',
    'NOTIFICATION_READS',
  ];
  server = await startTestServer(Object.fromEntries(limits.map((name) => [`RATE_LIMIT_${name}`, '1'])));
  person = await server.signUp();
});
afterAll(() => server.close());

const talk = '019a0000-0000-7000-8000-000000000004';
const wrong = { payload: { text: 1, seq: 'x', threadId: 1, state: 1, samples: 1, path: 1 } };

test.each([
  ['POST', `/api/channels/${talk}/messages`, 'messages', 'signed in'],
  ['PUT', `/api/channels/${talk}/read`, 'signals', 'signed in'],
  ['POST', `/api/channels/${talk}/typing`, 'signals', 'signed in'],
  ['POST', `/api/channels/${talk}/presence`, 'signals', 'signed in'],
  ['POST', '/api/user/notifications/read', 'notification reads', 'signed in'],
  ['POST', `/api/assistant/conversations/${talk}/messages`, 'assistant', 'signed in'],
  ['POST', `/api/assistant/conversations/${talk}/messages`, 'assistant', 'guest'],
  ['POST', '/api/vitals', 'vitals', 'guest'],
  ['POST', '/api/webhooks/nobody', 'webhooks', 'guest'],
] as const)('%s %s counts invalid requests, too (%s, %s)', async (method, url, _limit, who) => {
  await server.runtime.pool.query('delete from rate_limit');
  const send = () => server.call(method, url, { ...(who === 'signed in' && { as: person }), ...wrong });
  const [first, second] = [await send(), await send()];
  expect([400, 404]).toContain(first.statusCode);
  expect(second.json().code).toBe('rate_limited');
});

test('starting an upload counts as a write, with wrong headers too', async () => {
  await server.runtime.pool.query('delete from rate_limit');
  await server.call('POST', '/api/uploads', { as: person });
  const { rows } = await server.runtime.pool.query<{ points: number }>('select points from rate_limit');
  expect(rows.map(({ points }) => points)).toEqual([1]);
});
