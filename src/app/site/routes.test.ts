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
