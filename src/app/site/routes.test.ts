import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#app/testing.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('a part of the sitemap is a range in order of publication, which removals do not shift', async () => {
  const person = await server.signUp();
  const publish = async () => {
    const payload = { title: '드론', category: 'software', assemblyInstructions: '1. 만들기' };
    const answer = await server.call('POST', '/api/resources', { as: person, payload });
    return answer.json<{ id: string }>().id;
  };
  const first = await publish();
  await server.runtime.pool.query("select setval('resource_seq', 10000)");
  const second = await publish();
  const read = async (name: string) => (await server.call('GET', name)).body;
  expect(await read('/sitemap.xml')).toContain('/sitemaps/resources-2.xml<');
  expect(await read('/sitemaps/resources-1.xml')).toContain(first);
  expect(await read('/sitemaps/resources-1.xml')).not.toContain(second);
  await server.call('DELETE', `/api/resources/${first}`, { as: person });
  expect(await read('/sitemaps/resources-2.xml')).toContain(second);
  expect(await read('/sitemaps/resources-999999.xml')).not.toContain('<loc>');
});

test('things wanted are in the sitemap with their pictures open to robots, while they are open or solved', async () => {
  const asker = await server.signUp();
  const ask = async (fields: object) => {
    const answer = await server.call('POST', '/api/wanted', {
      as: asker,
      headers: { 'idempotency-key': crypto.randomUUID() },
      payload: { title: '걸쇠', ...fields },
    });
    return answer.json<{ id: string }>().id;
  };
  const open = await ask({});
  const pending = await ask({ bounty: 5000 });
  const sitemap = (await server.call('GET', '/sitemaps/wanted.xml')).body;
  expect(sitemap).toContain(`/en/wanted/${open}<`);
  expect(sitemap).not.toContain(pending);
  expect((await server.call('GET', '/sitemap.xml')).body).toContain('/sitemaps/wanted.xml<');
  expect((await server.call('GET', '/sitemaps/pages.xml')).body).toContain('/wanted<');
  expect((await server.call('GET', '/robots.txt')).body).toContain('Allow: /api/wanted-images/');
});

test('services, lots and jobs are in the sitemap in three languages, drafts and ended ones are not', async () => {
  const provider = await server.signUp();
  const add = async (state: string) => {
    const payload = {
      title: '나무 깎기',
      serviceType: 'woodworking',
      isFreeService: true,
      state,
      locations: [{ address: '서울 성동구', lat: 37.54, long: 127.05 }],
    };
    const answer = await server.call('POST', '/api/services', { as: provider, payload });
    return answer.json<{ id: string }>().id;
  };
  const [active, draft] = [await add('active'), await add('draft')];
  const part = (await server.call('GET', '/sitemaps/services.xml')).body;
  expect(part).toContain(`/services/${active}</loc>`);
  expect(part).toContain(`/en/services/${active}</loc>`);
  expect(part).toMatch(new RegExp(`hreflang="ja" href="[^"]+/jp/services/${active}"`));
  expect(part).not.toContain(draft);
  const index = (await server.call('GET', '/sitemap.xml')).body;
  for (const name of ['services', 'auctions', 'jobs']) {
    expect(index).toContain(`/sitemaps/${name}.xml<`);
    expect((await server.call('GET', `/sitemaps/${name}.xml`)).statusCode).toBe(200);
  }
  expect((await server.call('GET', '/sitemaps/toString.xml')).statusCode).toBe(404);
});
