import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import type { App } from './http.ts';
import { drainUnreadBodies } from './unread-bodies.ts';

const apps: App[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

/** A server that refuses every body unread, and a connection to it that has announced one of so many bytes. */
async function refuse(announced: number, limits: { bytes: number; ms: number }) {
  const app = Fastify() as unknown as App;
  apps.push(app);
  drainUnreadBodies(app, limits);
  app.addContentTypeParser('text/plain', (_request, _body, done) => done(null));
  app.post('/', (request, reply) => {
    // Somebody has begun to read it, so Node leaves the rest alone.
    request.raw.once('data', () => {
      request.raw.pause();
      void reply.code(413).send('too large');
    });
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(
    `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: ${announced}\r\n\r\nx`,
  );
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toContain('413');
  return socket;
}

test('what is left of a refused body is read up to the limit', async () => {
  const socket = await refuse(1001, { bytes: 1000, ms: 60_000 });
  socket.write('x'.repeat(1000));
  socket.write('GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toContain('404');
  socket.destroy();
});

test('beyond the limit the connection is closed', async () => {
  const socket = await refuse(1_000_000, { bytes: 1000, ms: 60_000 });
  socket.on('error', () => {}).resume();
  socket.write('x'.repeat(100_000));
  await new Promise((resolve) => socket.once('close', resolve));
  expect(socket.destroyed).toBe(true);
});

test('a sender who stops in the middle is not waited for', async () => {
  const socket = await refuse(1000, { bytes: 1000, ms: 20 });
  socket.on('error', () => {}).resume();
  await new Promise((resolve) => socket.once('close', resolve));
  expect(socket.destroyed).toBe(true);
});
