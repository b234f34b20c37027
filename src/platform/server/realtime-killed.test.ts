import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLongRun } from '../shared/testing.ts';
import { isDatabaseAway } from './db.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';
import {
  connectTo,
  happen,
  newTopic,
  prepareTopics,
  startProcess,
  type TestProcess,
} from './test-realtime.ts';

let dataDir: string;
let postgres: EmbeddedPostgres;
let processes: TestProcess[];
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gongbang-realtime-'));
  postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: { shared_buffers: '64MB' } });
  await migrate(postgres.connectionString);
  processes = [await startProcess(postgres.connectionString), await startProcess(postgres.connectionString)];
  for (const { db } of processes.slice(0, 1)) await prepareTopics(db);
}, 120_000);
afterAll(async () => {
  for (const each of processes) await each.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function killPostgres(): Promise<void> {
  const pid = Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
  process.kill(pid, 'SIGKILL');
}

test('no subscriber loses an event when PostgreSQL is killed under load', async () => {
  const topic = newTopic();
  const clients = processes.map(({ origin }) => connectTo(origin));
  for (const client of clients) expect(await client.subscribe(topic, 0)).toMatchObject({ ok: true });
  let last = 0;
  let failures = 0;
  const answers = new Set<string>();
  const events = isLongRun ? 300 : 90;
  for (let number = 0, isKilled = false; number < events;) {
    if (number === events / 3 && !isKilled) {
      isKilled = true;
      await killPostgres();
    }
    try {
      last = await happen(processes[number % 2] as TestProcess, topic);
      number += 1;
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      failures += 1;
      const answer = await clients[0]?.subscribe(newTopic());
      if (answer && 'code' in answer) answers.add(answer.code);
      await delay(50);
    }
  }
  expect(failures).toBeGreaterThan(0);
  expect([...answers]).toEqual(['unavailable']);
  const all = Array.from({ length: last }, (_, index) => index + 1);
  for (const client of clients) {
    await expect.poll(() => client.seqsOf(topic), { timeout: 20_000 }).toEqual(all);
    client.close();
  }
}, 120_000);
