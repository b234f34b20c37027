import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { orderingOn } from '#features/orders/server/testing.ts';
import type { TenderCard, TenderDetail } from '#features/tenders/contract.ts';
import { demoServices, demoUsers } from './content.ts';
import { demoTenders } from './tenders.ts';
import { writeTenders } from './write-tenders.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('every demo tender belongs to a demo person, and its bids are by other people with services of its kind', () => {
  const names = demoUsers.map(({ username }) => username);
  for (const { slug, customer, job, bids, until } of demoTenders) {
    expect(names).toContain(customer);
    for (const { service, principal } of bids) {
      const kept = demoServices.find((each) => each.slug === service);
      expect(kept?.serviceType, `${slug}: ${service}`).toBe(job.serviceType);
      expect(kept?.owner).not.toBe(customer);
      expect(principal).toBeLessThanOrEqual(job.ceiling ?? 0);
    }
    const offered = bids.map(({ service }) => service);
    expect(offered).toEqual(expect.arrayContaining(typeof until === 'object' ? [until.chosen] : []));
  }
});

test('a fresh marketplace has tenders that are open, waiting for a choice, and decided', async () => {
  const on = orderingOn(server);
  const people = new Map<string, Person>();
  const services = new Map<string, { id: string; owner: string }>();
  const used = demoServices.filter(({ slug }) =>
    demoTenders.some(({ bids }) => bids.some(({ service }) => service === slug)),
  );
  for (const name of [...demoTenders.map(({ customer }) => customer), ...used.map(({ owner }) => owner)])
    if (!people.has(name)) people.set(name, await server.signUp());
  for (const { slug, owner, serviceType } of used) {
    const provider = people.get(owner);
    if (provider) services.set(slug, { id: await on.offerService(provider, { serviceType }), owner });
  }
  const made = { people: new Map([...people].map(([username, { id }]) => [username, id])), services };
  await writeTenders(server.runtime, made);
  // A second start writes nothing twice.
  await writeTenders(server.runtime, made);
  const list = async (state: string) =>
    (await server.call('GET', `/api/tenders?state=${state}`)).json<TenderCard[]>();
  expect((await list('open')).map(({ title, bidCount }) => [title, bidCount])).toEqual([
    ['Oak enclosure for a small radio, five pieces', 0],
    ['교육 키트 기어 세트 60벌 출력', 2],
    ['드론 거치대용 알루미늄 브래킷 40개', 3],
  ]);
  const [waiting] = await list('closed');
  expect(waiting).toMatchObject({ title: '후가공실 작업등 제어 보드 15장 실장', bidCount: 3 });
  const { closesAt, chooseBy } = waiting ?? {};
  expect(Date.parse(chooseBy ?? '') - Date.parse(closesAt ?? '')).toBe(7 * 24 * 60 * 60 * 1000);
  const [decided] = await list('ended');
  expect(decided).toMatchObject({ state: 'chosen', bidCount: 2 });
  const customer = people.get('haenggung_pot');
  const answer = await server.call('GET', `/api/tenders/${decided?.id}`, {
    ...(customer && { as: customer }),
  });
  const { bids, quote } = answer.json<TenderDetail>();
  expect(bids.filter(({ isChosen }) => isChosen)).toHaveLength(1);
  expect(quote?.id).toBeDefined();
});
