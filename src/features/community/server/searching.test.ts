import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allJobs } from '#app/jobs.ts';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { Channel, FoundMessage } from '../contract.ts';
import { idsOfMessages } from './searching.ts';
import { talkingOn, type Talking } from './testing.ts';

let server: TestServer;
let on: Talking;
let writer: Person;
let busy: Channel;
let quiet: Channel;
/** More messages than are scanned before the index is used. */
const count = 3000;
beforeAll(async () => {
  server = await startTestServer();
  on = talkingOn(server);
  const admin = await server.signUp({ isAdmin: true });
  writer = await server.signUp();
  busy = await on.channel(admin);
  quiet = await on.channel(admin);
  const first = await on.say(writer, quiet.id, '핀이 흔들려요 😀 ESP-WROOM-32');
  await server.runtime.pool.query(
    `insert into channel_message (channel_id, seq, id, author_id, client_id, input_hash, text, search_text, created_at)
      select $1, seq, overlay($3::text placing lpad(to_hex(seq), 8, '0') from 29)::uuid, $2, 'c' || seq, '', said, said, now()
      from generate_series(1, ${count}) as seq, concat('출력 ', md5(seq::text), ' 베드') as said`,
    [busy.id, writer.id, `f${first.id.slice(1)}`],
  );
});
afterAll(() => server.close());

async function search(query: string): Promise<FoundMessage[]> {
  const answer = await on.ask(writer, 'GET', `/api/messages?${query}`);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<FoundMessage[]>();
}
const texts = async (words: string, more = '') =>
  (await search(`search=${encodeURIComponent(words)}${more}`)).map(({ message }) => message.text);

test('finds old messages by any substring, and frequent words newest first', async () => {
  for (const words of ['핀', '흔들', '핀이 흔들', 'WROOM', 'oom-3', '😀', '려요', '32 핀'])
    expect(await texts(words), words).toEqual(['핀이 흔들려요 😀 ESP-WROOM-32']);
  expect(await texts('흔들리')).toEqual([]);
  expect(await texts('%')).toEqual([]);
  const often = await search(`search=${encodeURIComponent('출력 베드')}`);
  expect(often.map(({ message }) => message.seq)).toEqual(Array.from({ length: 20 }, (_, at) => count - at));
  const next = await search(`search=${encodeURIComponent('출력 베드')}&before=${often.at(-1)!.message.id}`);
  expect(next[0]?.message.seq).toBe(count - 20);
  expect(await texts('출력', `&channel=${quiet.id}`)).toEqual([]);
  expect(await texts('핀', `&channel=${quiet.id}`)).toHaveLength(1);
  expect(await texts('흔들', `&author=${writer.username}`)).toHaveLength(1);
});

test('finds an edited message by its current text, and a deleted one not at all', async () => {
  const { id } = await on.say(writer, quiet.id, '스텝모터가 탈조해요');
  await on.ask(writer, 'PATCH', `/api/messages/${id}`, { text: '서보모터가 떨어요' });
  expect(await texts('탈조')).toEqual([]);
  expect(await texts('서보')).toEqual(['서보모터가 떨어요']);
  await on.ask(writer, 'DELETE', `/api/messages/${id}`);
  expect(await texts('서보')).toEqual([]);
  const { rows } = await server.runtime.pool.query(
    `select from message_search s join channel_message m using (channel_id, seq) where m.id = $1`,
    [id],
  );
  expect(rows).toEqual([]);
});

test('uses the index under every plan', async () => {
  const { db, pool } = server.runtime;
  const { rows } = await pool.query(`select from channel_message where not has_tokens`);
  expect(rows.length).toBeGreaterThanOrEqual(count);
  await (
    allJobs(server.runtime)['community.index_messages'] as unknown as (payload: object) => Promise<void>
  )({});
  await pool.query('analyze message_search');
  const { rows: left } = await pool.query(`select from channel_message where not has_tokens`);
  expect(left).toEqual([]);
  const first = (await search(`search=${encodeURIComponent('출력 베드')}&limit=1`))[0]!;
  expect(first.message.seq).toBe(count);
  const hash = /\w{32}/.exec((await on.read(writer, busy.id, '?around=1&limit=2'))[0]?.text ?? '')?.[0] ?? '';
  expect(await texts(hash.slice(3, 20))).toHaveLength(1);
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    const plan = await db.transaction().execute(async (trx) => {
      await sql`set local plan_cache_mode = ${sql.raw(mode)}`.execute(trx);
      return sql<{ 'QUERY PLAN': string }>`explain ${idsOfMessages([hash], busy.id, sql`true`)}`.execute(trx);
    });
    const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines).toContain('message_search_tokens');
    expect(lines).not.toContain('Seq Scan');
  }
});
