import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { AuctionCard } from '#features/auctions/contract.ts';
import { orderingOn } from '#features/orders/server/testing.ts';
import { demoAuctions } from './auctions.ts';
import { demoServices, demoUsers } from './content.ts';
import { writeAuctions } from './write-auctions.ts';

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('every demo auction belongs to a demo person, and nobody bids on their own', () => {
  const names = demoUsers.map(({ username }) => username);
  for (const { seller, bids, boughtBy, service } of demoAuctions) {
    const others = [...bids.map(({ by }) => by), ...(boughtBy === undefined ? [] : [boughtBy])];
    expect(names).toEqual(expect.arrayContaining([seller, ...others]));
    expect(others).not.toContain(seller);
    const owner = demoServices.find(({ slug }) => slug === service)?.owner;
    expect(owner ?? seller).toBe(seller);
  }
});

test('a fresh marketplace has live, upcoming and ended auctions', async () => {
  const on = orderingOn(server);
  const people = new Map<string, Person>();
  for (const { seller, bids, boughtBy } of demoAuctions) {
    for (const name of [seller, boughtBy, ...bids.map(({ by }) => by)])
      if (name !== undefined && !people.has(name)) people.set(name, await server.signUp());
  }
  const services = new Map<string, string>();
  for (const { service, seller } of demoAuctions) {
    const provider = people.get(seller);
    if (service && provider) services.set(service, await on.offerService(provider, {}));
  }
  await writeAuctions(server.runtime, {
    people: new Map([...people].map(([username, { id }]) => [username, id])),
    services,
    picture: async () => picture,
  });
  const list = async (state: string) =>
    (await server.call('GET', `/api/auctions?state=${state}`)).json<AuctionCard[]>();
  const live = await list('live');
  expect(live.map(({ title }) => title)).toEqual([
    '탁상 선반용 척과 바이트 한 벌',
    '2년 쓴 3D 프린터, 노즐과 벨트 새것',
    '이번 주 비는 레이저 커터 6시간',
    '뜯지 않은 PETG 필라멘트 10롤',
  ]);
  expect(live[0]).toMatchObject({ price: 74_500, bidCount: 4, bidderCount: 3, isReserveMet: true });
  expect(live[1]).toMatchObject({ hasReserve: true, isReserveMet: false });
  expect(await list('scheduled')).toHaveLength(1);
  expect(await list('ended')).toMatchObject([{ state: 'awaiting_payment', price: 80_000 }]);
});
