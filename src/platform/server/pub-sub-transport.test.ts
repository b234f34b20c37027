import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findServer } from '../../../scripts/lib-servers.mjs';
import {
  connectTo,
  happen,
  newTopic,
  prepareTopics,
  startProcess,
  type TestProcess,
} from './test-realtime.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

const redisServer = findServer('redis-server');
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe.skipIf(redisServer === undefined)('two processes that share Redis', () => {
  let database: TestDatabase;
  let port: number;
  let redis: ChildProcess;
  let one: TestProcess;
  let other: TestProcess;

  beforeAll(async () => {
    port = await freePort();
    redis = await startRedis();
    database = await createTestDatabase();
    const environment = { REDIS_URL: `redis://127.0.0.1:${port}` };
    one = await startProcess(database.connectionString, environment);
    other = await startProcess(database.connectionString, environment);
    await prepareTopics(one.db);
  });
  afterAll(async () => {
    await one.close();
    await other.close();
    await database.drop();
    redis.kill('SIGKILL');
  });

  async function startRedis(): Promise<ChildProcess> {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const started = spawn(redisServer ?? '', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const chunk of started.stdout as AsyncIterable<Buffer>) {
      if (chunk.includes('Ready to accept connections')) break;
    }
    return started;
  }

  /** Subscribes at the other process and returns the numbers that were broadcast there. */
  async function follow(topic: string) {
    const client = connectTo(other.origin);
    expect(await client.subscribe(topic, 0)).toMatchObject({ ok: true });
    return {
      client,
      passed: () => client.events.flatMap(({ data }) => ('passing' in data ? data['passing'] : [])),
    };
  }

  test('stored and ephemeral events arrive at other processes in order', async () => {
    const topic = newTopic();
    const { client, passed } = await follow(topic);
    for (const number of upTo(20)) {
      await happen(one, topic);
      one.realtime.broadcast(topic, 'typing', { passing: number });
    }
    await expect.poll(passed).toEqual(upTo(20));
    await expect.poll(() => client.seqsOf(topic)).toEqual(upTo(20));
    client.close();
  });

  test('a process that loses its connection receives what was sent meanwhile', async () => {
    const topic = newTopic();
    const { client, passed } = await follow(topic);
    const control = createClient({ url: `redis://127.0.0.1:${port}` });
    control.on('error', () => {});
    await control.connect();
    let cut = 0;
    for (const number of upTo(60)) {
      if (number % 20 === 0) {
        const list = String(await control.sendCommand(['CLIENT', 'LIST']));
        const readers = list.split('\n').filter((line) => /cmd=xread\b/.test(line));
        const ids = readers.map((line) => /id=(\d+)/.exec(line)?.[1] ?? '');
        for (const id of ids) await control.sendCommand(['CLIENT', 'KILL', 'ID', id]);
        cut += ids.length;
      }
      one.realtime.broadcast(topic, 'typing', { passing: number });
      await delay(20);
    }
    expect(cut).toBeGreaterThanOrEqual(3);
    await expect.poll(passed, { timeout: 15_000 }).toEqual(upTo(60));
    control.destroy();
    client.close();
  });

  test('stored events arrive while Redis is down, and ephemeral ones again afterwards', async () => {
    const topic = newTopic();
    const { client, passed } = await follow(topic);
    redis.kill('SIGKILL');
    await once(redis, 'exit');
    for (let number = 0; number < 5; number += 1) await happen(one, topic);
    await expect.poll(() => client.seqsOf(topic), { timeout: 15_000 }).toEqual(upTo(5));
    // The database itself notifies about ended sessions.
    await sql`select pg_notify('realtime', ${JSON.stringify([{ topic, type: 'typing', data: { passing: 'told' } }])})`.execute(
      one.db,
    );
    await expect.poll(passed).toContain('told');
    redis = await startRedis();
    await expect
      .poll(
        () => {
          one.realtime.broadcast(topic, 'typing', { passing: 'back' });
          return passed();
        },
        { timeout: 20_000, interval: 200 },
      )
      .toContain('back');
    client.close();
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
