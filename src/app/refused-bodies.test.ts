import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLongRun } from '#platform/shared/testing.ts';
import { startTestServer, type Person, type TestServer } from './testing.ts';

/** How long a body pauses in the middle, for calls that refuse it before it is complete. */
const pauseMs = 20;
const atOnce = 24;

let server: TestServer;
let user: Person;
let port: number;
beforeAll(async () => {
  server = await startTestServer({
    RATE_LIMIT_WRITES: '100000',
    RATE_LIMIT_OPEN_WRITES: '100000',
    RATE_LIMIT_VITALS: '100000',
    RATE_LIMIT_SIGN_IN_STEPS: '100000',
  });
  user = await server.signUp();
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  port = (server.app.server.address() as AddressInfo).port;
});
afterAll(() => server.close());

/** Reads responses from a connection; `next` waits for a whole response, and returns null when the connection ends. */
function answers(socket: Socket): { next(): Promise<string | null> } {
  let text = '';
  let isOver = false;
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  socket.on('error', () => {}).on('close', () => (isOver = true));
  const takeOne = () => {
    const end = text.indexOf('\r\n\r\n');
    if (end < 0) return null;
    const length = Number(/^content-length: (\d+)/im.exec(text.slice(0, end))?.[1] ?? 0);
    if (text.length < end + 4 + length) return null;
    const answer = text.slice(0, end + 4 + length);
    text = text.slice(answer.length);
    return answer;
  };
  return {
    async next() {
      for (;;) {
        const answer = takeOne();
        if (answer !== null || isOver) return answer;
        await Promise.race([once(socket, 'data'), once(socket, 'close')]).catch(() => {});
      }
    },
  };
}

const form = (boundary: string) => `multipart/form-data; boundary=${boundary}`;
const part = '--b\r\ncontent-disposition: form-data; name="nobody"; filename="a.txt"\r\n\r\n';
/** Bodies that no call accepts, by the point at which they are refused. */
const bodies: Record<string, { type: string; body: string; chunked?: true }> = {
  'JSON that is too large': { type: 'application/json', body: `"${'x'.repeat(1_500_000)}"` },
  'JSON that is too large, in chunks': {
    type: 'application/json',
    body: `"${'x'.repeat(1_500_000)}"`,
    chunked: true,
  },
  'JSON that is cut off': { type: 'application/json', body: `{"a":"${'x'.repeat(20_000)}` },
  'a field of a form that nobody knows': {
    type: form('b'),
    body: `${part}${'x'.repeat(400_000)}\r\n--b--\r\n`,
  },
  'a form that is none': { type: form('b'), body: 'x'.repeat(200_000) },
  'a boundary of 10,000 characters': { type: form('b'.repeat(10_000)), body: 'x'.repeat(200_000) },
  'a picture that is too large': { type: 'image/png', body: 'x'.repeat(6_000_000) },
  'a packed body that is none': {
    type: 'application/json\r\ncontent-encoding: gzip',
    body: 'x'.repeat(200_000),
  },
  'bytes that nobody asked for': { type: 'application/offset+octet-stream', body: 'x'.repeat(300_000) },
};

async function refuse(method: string, path: string, as: Person | null, sent: (typeof bodies)[string]) {
  const socket = connect(port, '127.0.0.1');
  const inbox = answers(socket);
  const { body, type, chunked } = sent;
  const half = Math.floor(body.length / 2);
  const send = (text: string) => socket.write(chunked ? `${text.length.toString(16)}\r\n${text}\r\n` : text);
  socket.write(
    [
      `${method} ${path} HTTP/1.1`,
      'host: gongbang.test',
      `content-type: ${type}`,
      chunked ? 'transfer-encoding: chunked' : `content-length: ${body.length}`,
      ...(as ? [`cookie: ${as.cookie}`] : []),
      '',
      '',
    ].join('\r\n'),
  );
  send(body.slice(0, half));
  const first = inbox.next();
  const pause = new Promise((resolve) => setTimeout(resolve, pauseMs));
  await Promise.race([first, pause]);
  send(body.slice(half));
  if (chunked) socket.write('0\r\n\r\n');
  const refusal = await first;
  socket.write('GET /healthz HTTP/1.1\r\nhost: gongbang.test\r\n\r\n');
  const after = await inbox.next();
  socket.destroy();
  return {
    refused: Number(/^HTTP\/1\.1 (\d+)/.exec(refusal ?? '')?.[1] ?? 0),
    after: after?.startsWith('HTTP/1.1 200') ?? false,
  };
}

describe.each(Object.keys(bodies))('after %s', (name) => {
  test('each call that takes a body responds, and the connection serves the next request', async () => {
    const { paths } = server.app.swagger() as { paths?: Record<string, object> };
    const writes = Object.entries(paths ?? {}).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => method !== 'get')
        .map((method) => [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, 'x')] as const),
    );
    expect(writes.length).toBeGreaterThan(150);
    const large = name.includes('picture');
    const asked = writes
      .filter(([, path]) => !large || path.includes('avatar') || path.includes('resources'))
      // Sign out last, because it ends the session that the other calls need.
      .filter(([, path]) => path !== '/api/logout' && path !== '/api/user/sessions')
      .flatMap(([method, path]) => [null, user].map((as) => ({ method, path, as })));
    // By day each call gets a third of these bodies and each body a third of the calls; the nightly run tries all.
    const turn = Object.keys(bodies).indexOf(name);
    const tried = asked.filter((_, index) => isLongRun || (index + turn) % 3 === 0);
    const wrong: string[] = [];
    const work = async () => {
      for (let each = tried.pop(); each; each = tried.pop()) {
        const { method, path, as } = each;
        const told = await refuse(method, path, as, bodies[name]!);
        if (told.refused === 0 || told.refused === 500 || !told.after)
          wrong.push(`${method} ${path} ${as ? 'user' : 'guest'}: ${told.refused}, then ${told.after}`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    expect(wrong).toEqual([]);
  });
});

describe('a body with more values than the server reads', () => {
  const unknown = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));

  test.each(['/api/register', '/api/login', '/api/resources', '/api/orders'])(
    '%s names at most 50 fields of it, and the answer is smaller than what was sent',
    async (path) => {
      const payload = JSON.stringify(unknown(5000));
      const answer = await server.call('POST', path, {
        as: user,
        payload,
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.statusCode).toBe(400);
      expect(Object.keys(answer.json<{ fields: object }>().fields).length).toBeLessThanOrEqual(50);
      expect(answer.body.length).toBeLessThan(payload.length / 5);
    },
  );

  test('one with more values than any call accepts is refused before a schema sees it', async () => {
    const answer = await server.call('POST', '/api/resources', { as: user, payload: unknown(30_000) });
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { fields: { body: expect.any(String) } }]);
    expect(Object.keys(answer.json<{ fields: object }>().fields)).toEqual(['body']);
  });

  test('one larger than any guest call needs is 413', async () => {
    const answer = await server.call('POST', '/api/register', { payload: unknown(40_000) });
    expect(answer.statusCode).toBe(413);
  });
});
