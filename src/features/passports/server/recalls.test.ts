import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startChild, startTestServer, type Child, type Person, type TestServer } from '#app/testing.ts';
import { isLongRun } from '#platform/shared/testing.ts';

/** A recall reaches every holder within a minute, each once, also when the process that tells them is killed. */

const count = 1000;
let server: TestServer;
let author: Person;
const children: Child[] = [];

beforeAll(async () => {
  server = await startTestServer();
  author = await server.signUp();
  await server.runtime.pool.query(
    `insert into person (name, email, username, display_username, email_verified)
      select 'holder', 'holder' || each || '@example.com', 'holder' || each, 'holder' || each, true
      from generate_series(1, $1) each`,
    [count],
  );
});
afterEach(() => Promise.all(children.splice(0).map((child) => child.kill())));
afterAll(() => server.close());

async function resourceOf(): Promise<string> {
  const answer = await server.call('POST', '/api/resources', {
    as: author,
    payload: {
      title: '접는 받침',
      category: 'other',
      state: 'published',
      downloadUrl: 'https://example.com/x',
    },
  });
  const { id } = answer.json<{ id: string }>();
  // One thing of each holder, and a second one of every tenth; one in ten things is of a version that is not recalled.
  await server.runtime.pool.query(
    `insert into passport (id, order_id, position, pieces, resource_id, version, title, file_hashes, material, machine,
        provider_id, shows_maker, warranty, made_at, holder_id, claimed_at)
      select uuidv7(), uuidv7(), 1, 1, $1, 1, '접는 받침', '{}', 'PLA', '', $2, true, '', now(), id, now()
      from person, generate_series(1, case when username like '%0' then 2 else 1 end) where name = 'holder'`,
    [id, author.id],
  );
  return id;
}

async function start(failpoint?: string): Promise<Child> {
  const child = await startChild(
    server,
    'startJobs',
    failpoint === undefined ? {} : { FAILPOINT: failpoint },
  );
  children.push(child);
  return child;
}

const told = async () => {
  const { rows } = await server.runtime.pool.query<{ people: number; notices: number }>(
    `select count(distinct person_id)::int as people, count(*)::int as notices from notification where what = 'recall_stop'
      and params ->> 'what' = $1`,
    [what],
  );
  return rows[0];
};
let what = '';

test.each([undefined, 'passports told', ...(isLongRun ? ['passports telling'] : [])])(
  'a recall of a thousand things, with a process that dies at %s',
  async (failpoint) => {
    what = `손잡이가 부러져요 ${failpoint}`;
    const resourceId = await resourceOf();
    const began = performance.now();
    const posted = await server.call('POST', `/api/resources/${resourceId}/recalls`, {
      as: author,
      payload: { urgency: 'stop', versions: null, what, remedy: '새로 출력해 주세요.' },
    });
    expect(posted.statusCode, posted.body).toBe(201);
    const child = failpoint === undefined ? null : await start(failpoint);
    await child?.ended;
    expect((await told())?.people).toBeLessThan(count);
    await start();
    await expect.poll(async () => (await told())?.people, { timeout: 60_000 }).toBe(count);
    expect(performance.now() - began).toBeLessThan(60_000);
    expect(await told()).toEqual({ people: count, notices: count });
    // The mail that a killed process was sending waits for another to take it over.
    if (failpoint !== undefined && !isLongRun) return;
    const mails = join(server.runtime.config.dataDir, 'outbox', 'mail');
    await expect
      .poll(
        async () => {
          const { rows } = await server.runtime.pool.query<{ count: number }>(
            "select count(*)::int as count from graphile_worker.jobs where task_identifier = 'notifications.mail'",
          );
          return rows[0]?.count;
        },
        { timeout: 90_000 },
      )
      .toBe(0);
    expect((await readdir(mails)).length).toBeGreaterThanOrEqual(count);
  },
  130_000,
);
