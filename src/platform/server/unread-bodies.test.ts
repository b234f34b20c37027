import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import type { App } from './http.ts';
import { drainUnreadBodies } from './unread-bodies.ts';

const apps: App[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

/**
 * A server that refuses every body in its middle or, at /unread, before its beginning, and a connection to it that has
 * announced a body of this size.
 */
async function refuse(announced: number | 'chunked', limits: { bytes: number; ms: number }, path = '/') {
  const app = Fastify() as unknown as App;
  apps.push(app);
  drainUnreadBodies(app, limits);
  app.addContentTypeParser('text/plain', (_request, _body, done) => done(null));
  app.post('/', (request, reply) => {
    // Something has started to read it, so Node does not discard the rest.
    request.raw.once('data', () => {
      request.raw.pause();
      void reply.code(413).send('too large');
    });
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.url === '/unread') return reply.code(413).send('too large');
  });
  app.post('/unread', () => '');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\n` +
      (announced === 'chunked'
        ? 'transfer-encoding: chunked\r\n\r\n1\r\nx\r\n'
        : `content-length: ${announced}\r\n\r\nx`),
  );
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toContain('413');
  return socket;
}

test('the rest of a refused body is read up to the limit', async () => {
  const socket = await refuse(1001, { bytes: 1000, ms: 60_000 });
  socket.write('x'.repeat(1000));
  socket.write('GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toContain('404');
  socket.destroy();
});

test('a connection that stays open keeps nothing of the bodies refused on it', async () => {
  const app = Fastify() as unknown as App;
  apps.push(app);
  drainUnreadBodies(app, { bytes: 1000, ms: 60_000 });
  app.addHook('onRequest', async (_request, reply) => reply.code(413).send('too large'));
  app.post('/', () => '');
  let listeners = () => 0;
  app.server.on('connection', (socket) => (listeners = () => socket.listenerCount('close')));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const refused: number[] = [];
  for (let times = 0; times < 4; times += 1) {
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 1\r\n\r\n');
    await once(socket, 'data');
    socket.write('x');
    await expect.poll(listeners).toBeLessThanOrEqual(refused[0] ?? Infinity);
    refused.push(listeners());
  }
  expect(refused).toHaveLength(4);
  socket.destroy();
});

test('beyond the limit the connection is closed', async () => {
  const socket = await refuse(1_000_000, { bytes: 1000, ms: 60_000 });
  socket.on('error', () => {}).resume();
  socket.write('x'.repeat(100_000));
  await new Promise((resolve) => socket.once('close', resolve));
  expect(socket.destroyed).toBe(true);
});

describe('of an unread body', () => {
  test('the rest is read up to the limit', async () => {
    const socket = await refuse(1000, { bytes: 1000, ms: 60_000 }, '/unread');
    socket.write('x'.repeat(999));
    socket.write('GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toContain('404');
    socket.destroy();
  });

  test.each([
    ['announced', 50_000_000, ''],
    ['sent', 60_000_000, 'x'.repeat(100_000)],
    ['sent in chunks', 'chunked' as const, `${'186a0'}\r\n${'x'.repeat(100_000)}\r\n`],
  ])('the connection is closed when more is %s', async (_, announced, sent) => {
    const socket = await refuse(announced, { bytes: 1000, ms: 60_000 }, '/unread');
    socket.on('error', () => {}).resume();
    socket.write(sent);
    await new Promise((resolve) => socket.once('close', resolve));
    expect(socket.destroyed).toBe(true);
  });
});

test('the server does not wait for a sender who stops in the middle', async () => {
  const socket = await refuse(1000, { bytes: 1000, ms: 20 });
  socket.on('error', () => {}).resume();
  await new Promise((resolve) => socket.once('close', resolve));
  expect(socket.destroyed).toBe(true);
});
