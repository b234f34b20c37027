import { afterAll, beforeAll, expect, test } from 'vitest';
import { formOf, startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { resourcesJobs } from '#features/resources/server/public.ts';
import { binaryStl, box } from '#platform/shared/models/testing.ts';
import type { Demand, Proposals } from '../contract.ts';
import { wantingOn } from './testing.ts';

/** The desk for broken parts, and the map of demand. */

let server: TestServer;
let on: ReturnType<typeof wantingOn>;
let author: Person;
beforeAll(async () => {
  server = await startTestServer();
  on = wantingOn(server);
  author = await server.signUp();
});
afterAll(() => server.close());

async function publish(title: string, size: [number, number, number]): Promise<string> {
  const answer = await server.call('POST', '/api/resources', {
    as: author,
    ...formOf([
      { name: 'title', value: title },
      { name: 'category', value: '3d_model' },
      { name: 'state', value: 'published' },
      { name: 'downloadFile', filename: '부품.stl', bytes: Buffer.from(binaryStl(box(...size))) },
    ]),
  });
  expect(answer.statusCode, answer.body).toBe(201);
  await resourcesJobs(server.runtime)['resources.measure_models']({} as never);
  return answer.json<{ id: string }>().id;
}

async function propose(query: string): Promise<Proposals> {
  const answer = await server.call('GET', `/api/wanted/proposals?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Proposals>();
}

test('the desk proposes what fits first, what else is there, and what was solved or is wanted for the device', async () => {
  const loose = await publish('키코 K9 걸쇠 큰 것', [80, 18, 6]);
  const fitting = await publish('키코 K9 걸쇠', [42, 18, 6]);
  const other = await publish('키코 K9 손잡이', [120, 20, 20]);
  await publish('다른 기기 걸쇠', [42, 18, 6]);
  const [asker, helper] = [await server.signUp(), await server.signUp()];
  const solved = await on.post(asker, { title: 'K9 바퀴', device: '키코 K9', kind: 'broken_part' });
  await on.act(helper, solved.id, 'answers', { kind: 'words', text: '6201 베어링이 맞아요.' });
  const { answers } = await on.read(asker, solved.id);
  await on.act(asker, solved.id, 'give', { awards: [{ answerId: answers[0]?.id }] });
  const open = await on.post(asker, { title: 'K9 필터 뚜껑', device: '키코 K9', kind: 'broken_part' });

  const found = await propose(`device=${encodeURIComponent('키코 K9')}&what=걸쇠&mm=42.3&mm=6.1&mm=18`);
  expect(found.resources.map(({ resource, fits }) => [resource.id, fits])).toEqual([
    [fitting, 3],
    [loose, 2],
    [other, 0],
  ]);
  expect(found.solved.map(({ id }) => id)).toEqual([solved.id]);
  expect(found.open.map(({ id }) => id)).toEqual([open.id]);
  const unmeasured = await propose(`device=${encodeURIComponent('키코 K9')}`);
  expect(unmeasured.resources.every(({ fits }) => fits === null)).toBe(true);
  // The board finds what was solved by the device's name.
  const board = await server.call('GET', `/api/wanted?state=solved&search=${encodeURIComponent('키코 k9')}`);
  expect(board.json<{ id: string }[]>().map(({ id }) => id)).toEqual([solved.id]);

  for (const [query, field] of [
    ['what=x', 'device'],
    ['device=x&mm=0', 'mm[0]'],
    ['device=x&mm=1&mm=2&mm=3&mm=4', 'mm'],
    ['device=x&mm=wide', 'mm[0]'],
  ] as const) {
    const refused = await server.call('GET', `/api/wanted/proposals?${query}`);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { fields: { [field]: expect.any(String) } },
    ]);
  }
});

test('demand is counted by district from three people on, in the reader’s language, without a person', async () => {
  const mapo = { address: '서울 마포구 월드컵북로 1', lat: 37.5663, long: 126.9019 };
  const demand = async (query = '', language = 'ko') =>
    (
      await server.call('GET', `/api/wanted/demand${query}`, { headers: { 'accept-language': language } })
    ).json<Demand>();
  const people = [await server.signUp(), await server.signUp(), await server.signUp()];
  await on.post(people[0]!, { title: '찻잔', place: mapo, trade: '3d_printing' });
  await on.post(people[0]!, { title: '접시', place: mapo, trade: '3d_printing' });
  await on.post(people[1]!, { title: '그릇', place: mapo, trade: 'woodworking' });
  expect(await demand()).toEqual([]);
  // Those who wait for a maker near them count too.
  const wish = await server.call('POST', '/api/user/near-wishes', {
    as: people[2]!,
    payload: { trade: '3d_printing', lat: mapo.lat, long: mapo.long, radiusKm: 10 },
  });
  expect(wish.statusCode, wish.body).toBe(201);
  const [district, ...others] = await demand();
  expect(others).toEqual([]);
  expect(district).toMatchObject({ address: '서울 마포구', people: 3 });
  // The centre of the district, wherever its people are.
  expect(district).toEqual({ ...district, lat: 37.5663, long: 126.9019 });
  expect((await demand('', 'en'))[0]?.address).toBe('Mapo-gu, Seoul');
  expect(await demand('?trade=3d_printing')).toEqual([]);
  const suspend = (suspendedAt: Date | null) =>
    server.runtime.db.updateTable('person').set({ suspendedAt }).where('id', '=', people[2]!.id).execute();
  await suspend(new Date());
  expect(await demand()).toEqual([]);
  await suspend(null);
  expect(await demand()).toHaveLength(1);
  // What was withdrawn is not looked for any more.
  const posts = await server.call('GET', '/api/user/wanted', { as: people[1]! });
  await on.act(people[1], posts.json<{ id: string }[]>()[0]?.id ?? '', 'withdraw');
  expect(await demand()).toEqual([]);
});

test('demand is counted once a minute, and for guests a limited number of times', async () => {
  const busy = await startTestServer({ LIST_CACHE_MS: '1000', RATE_LIMIT_GUEST_SEARCH: '3' });
  try {
    const mapo = { address: '서울 마포구 월드컵북로 1', lat: 37.5663, long: 126.9019 };
    const ask = (query = '?trade=woodworking') => busy.call('GET', `/api/wanted/demand${query}`);
    expect((await ask()).json()).toEqual([]);
    const posts = wantingOn(busy);
    for (const person of [await busy.signUp(), await busy.signUp(), await busy.signUp()])
      await posts.post(person, { place: mapo, trade: 'woodworking' });
    expect((await ask()).json()).toEqual([]);
    expect((await ask('')).json()).toMatchObject([{ people: 3 }]);
    expect((await ask()).statusCode).toBe(429);
  } finally {
    await busy.close();
  }
});
