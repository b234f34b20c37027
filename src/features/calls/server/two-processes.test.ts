import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChild, startTestServer, type Child, type TestServer } from '#app/testing.ts';
import { callingOn, channelsOf, prepareChannels, sitDown } from './testing.ts';

/** Participants of one call on two processes, one of which is killed. */

let server: TestServer;
let origin: string;
let child: Child;
beforeAll(async () => {
  server = await startTestServer({}, ({ db }) => ({ getJoinable: channelsOf(db) }));
  await prepareChannels(server.runtime.db);
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  child = await startChild(
    server,
    'startJobs',
    {},
    `{ getJoinable: (await import('#features/calls/server/testing.ts')).channelsOf(runtime.db) }`,
  );
}, 60_000);
afterAll(async () => {
  await child.kill();
  await server.close();
});

test('two processes forward messages in order; people on a killed one are removed after their silence', async () => {
  const on = callingOn(server);
  const [one, other] = [await server.signUp(), await server.signUp()];
  const id = await on.channel();
  const [seat, far] = [await on.enter(one, id), await on.enter(other, id)];
  const mine = await sitDown(origin, seat, one);
  const theirs = await sitDown(child.origin, far, other);
  const numbers = Array.from({ length: 40 }, (_, n) => n);
  for (const n of numbers) {
    expect(await mine.send('signal', { to: far.peerId, n })).toEqual({ ok: true });
    // On a busy machine they take longer than the silence after which people are removed.
    if (n % 10 === 0) await Promise.all([mine.send('beat'), theirs.send('beat')]);
  }
  await expect.poll(() => theirs.heard('signal').map(({ n }) => n)).toEqual(numbers);
  expect(await theirs.send('signal', { to: seat.peerId, n: 0 })).toEqual({ ok: true });
  await theirs.send('pointer', { at: [0.5, 0.5] });
  await expect.poll(() => mine.heard('pointer')).toHaveLength(1);

  // A reconnected client has missed nothing.
  theirs.close();
  expect(await mine.send('signal', { to: far.peerId, n: 40 })).toEqual({ ok: true });
  const again = await sitDown(child.origin, far, other);
  await expect.poll(() => again.heard('signal').map(({ n }) => n)).toEqual([...numbers, 40]);

  expect(await again.send('beat')).toEqual({ ok: true });
  await child.kill();
  // Simulates ten seconds without a heartbeat, by the database's clock.
  await server.runtime.pool.query(
    `update call_peer set seen_at = seen_at - interval '11 seconds' where id = $1`,
    [far.peerId],
  );
  const present = async () => {
    await mine.send('beat');
    const told = (mine.heard('people').at(-1) ?? { people: [] }) as { people: { peerId: string }[] };
    return told.people.map(({ peerId }) => peerId);
  };
  await expect.poll(present).toEqual([seat.peerId]);
  mine.close();
}, 60_000);
