import { createServer } from 'node:net';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectTo, type TestClient } from '#platform/server/test-realtime.ts';
import { findServer } from '../../scripts/lib-servers.mjs';
import { startChild, startTestServer, type Child, type Person, type TestServer } from './testing.ts';

/**
 * When a session ends, its connections are cut in every process: a person who is signed out, suspended or has another
 * role receives no more events. Tested over PostgreSQL, and over Redis where it is available.
 */

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

const redisServer = findServer('redis-server');

const reason = '시험이에요.';
/** Every way in which sessions end, except erasure, which starts with leaving. */
const endings: Record<string, (server: TestServer, person: Person, admin: Person) => Promise<unknown>> = {
  'logging out': (server, person) => server.call('POST', '/api/logout', { as: person }),
  'being suspended': (server, person, admin) =>
    server.call('PATCH', `/api/admin/users/${person.id}`, {
      as: admin,
      payload: { suspended: true, reason },
    }),
  'another role': (server, person, admin) =>
    server.call('PATCH', `/api/admin/users/${person.id}`, {
      as: admin,
      payload: { role: 'support', reason },
    }),
  'signing in again in the same browser': (server, person) =>
    server.call('POST', '/api/login', {
      as: person,
      payload: { email: person.email, password: person.password },
    }),
  leaving: (server, person) =>
    server.call('DELETE', '/api/user', { as: person, payload: { password: person.password } }),
  'a row that is deleted by hand': (server, person) =>
    server.runtime.pool.query('delete from session where user_id = $1', [person.id]),
};

describe.each([['PostgreSQL'], ...(redisServer ? [['Redis']] : [])])('over %s', (transport) => {
  let server: TestServer;
  let child: Child;
  let redis: ChildProcess | undefined;
  let origins: string[];
  let admin: Person;
  beforeAll(async () => {
    const environment: Record<string, string> = {};
    if (transport === 'Redis') {
      const port = await freePort();
      redis = spawn(
        redisServer ?? '',
        ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
        { stdio: ['ignore', 'pipe', 'ignore'] },
      );
      await new Promise<void>((resolve) =>
        redis?.stdout?.on('data', (text: Buffer) => {
          if (text.toString().includes('Ready to accept connections')) resolve();
        }),
      );
      environment['REDIS_URL'] = `redis://127.0.0.1:${port}`;
    }
    server = await startTestServer(environment);
    child = await startChild(server, 'startJobs', environment);
    origins = [await server.app.listen({ port: 0, host: '127.0.0.1' }), child.origin];
    admin = await server.signUp({ isAdmin: true });
  }, 60_000);
  afterAll(async () => {
    await child.kill();
    await server.close();
    redis?.kill();
  });

  test.each(Object.entries(endings))(
    '%s cuts the connections of that session, and no others',
    async (_, end) => {
      const [person, other] = [await server.signUp(), await server.signUp()];
      const follow = async (as: Person, origin: string): Promise<TestClient> => {
        const client = connectTo(origin, { cookie: as.cookie });
        expect(await client.subscribe('user')).toMatchObject({ ok: true });
        return client;
      };
      const theirs = await Promise.all(origins.map((origin) => follow(person, origin)));
      const others = await Promise.all(origins.map((origin) => follow(other, origin)));
      // Both processes receive events.
      await expect
        .poll(() => {
          server.runtime.realtime.broadcast(`user:${other.id}`, 'notification', {});
          return others.every(({ events }) => events.length > 0);
        })
        .toBe(true);
      const answer = await end(server, person, admin);
      expect((answer as { statusCode?: number }).statusCode ?? 200).toBeLessThan(300);
      await expect
        .poll(() => theirs.map(({ socket }) => socket.connected), { timeout: 5000, interval: 20 })
        .toEqual([false, false]);
      server.runtime.realtime.broadcast(`user:${person.id}`, 'notification', {});
      server.runtime.realtime.broadcast(`user:${other.id}`, 'last', {});
      await expect.poll(() => others.map(({ events }) => events.at(-1)?.type)).toEqual(['last', 'last']);
      expect(theirs.map(({ events }) => events)).toEqual([[], []]);
      for (const client of [...theirs, ...others]) client.close();
    },
  );
});
