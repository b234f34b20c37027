import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startChild, startTestServer, type Child, type TestServer } from '#app/testing.ts';
import { isLongRun } from '#platform/shared/testing.ts';
import { auctioningOn, type Auctioning } from './testing.ts';

/**
 * Kills a server with SIGKILL at the moment of an end and starts another one: the end is decided once, within
 * a second.
 */

let server: TestServer;
let on: Auctioning;
let child: Child | undefined;

beforeAll(async () => {
  server = await startTestServer();
  on = auctioningOn(server);
});
afterAll(() => server.close());
afterEach(() => child?.kill());

/** Starts the server's clock in a process of its own, which dies at a failpoint. */
async function serve(failpoint = ''): Promise<Child> {
  child = await startChild(server, 'startClock', { FAILPOINT: failpoint });
  return child;
}

/** `npm run nightly` tries all failpoints. */
const points = isLongRun
  ? ['auction close', 'auction win', 'auction minded', 'auction ordered']
  : ['auction win'];

test.each(points)(
  'an end is decided once, within a second, after a process died at "%s"',
  async (failpoint) => {
    const [one, other] = [await on.someone(), await on.someone()];
    const { id, seller } = await on.live();
    await on.bids(one, id, 30_000);
    await on.bids(other, id, 50_000);
    const dying = await serve(failpoint);
    await server.runtime.pool.query(
      `update auction set ends_at = clock_timestamp() + interval '300 ms' where id = $1`,
      [id],
    );
    expect(await dying.ended).toEqual([null, 'SIGKILL']);

    const { ready } = await serve();
    await expect
      .poll(async () => (await server.call('GET', '/api/user/orders', { as: other })).json<unknown[]>(), {
        timeout: 10_000,
      })
      .toHaveLength(1);
    const auction = await server.runtime.db
      .selectFrom('auction')
      .select(['state', 'endsAt', 'endedAt', 'winnerId', 'winnerPrice'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(auction).toMatchObject({ state: 'awaiting_payment', winnerId: other.id, winnerPrice: 31_000 });
    // Decided by the killed process, or by the next one at once.
    const couldDecide = Math.max(ready.getTime(), auction.endsAt!.getTime());
    expect(auction.endedAt!.getTime() - couldDecide).toBeLessThan(1000);
    const { rows } = await server.runtime.pool.query<{ event: string }>(
      `select event from auction_event where auction_id = $1 order by id`,
      [id],
    );
    expect(rows.map(({ event }) => event)).toEqual(['publish', 'start', 'close', 'win']);
    expect(await on.newsOf(other, id)).toEqual(['won']);
    expect(await on.newsOf(seller, id)).toEqual(['sold_to']);
    // The test has moved the end.
    expect(await on.problemsOf(await on.readLog(id))).toEqual(['end']);
  },
  180_000,
);
