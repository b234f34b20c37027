import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#app/testing.ts';
import type { Comment } from '#features/social/contract.ts';
import type { Overview } from '#features/support/contract.ts';
import { demoHelp, demoVolunteers } from './help.ts';
import { writeHelp } from './write-help.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('volunteers are available, solved sessions are shown at their steps, and a second start writes nothing twice', async () => {
  const { runtime } = server;
  const people = new Map<string, string>();
  for (const { by } of demoVolunteers) people.set(by, (await server.signUp()).id);
  const { json } = await server.call('POST', '/api/resources', {
    as: await server.signUp(),
    payload: {
      title: demoHelp.resource,
      category: 'hardware_design',
      downloadUrl: 'https://example.com/board',
      assemblyInstructions: ['하나', '둘', '셋', '넷'].map((title) => ({ title, text: title })),
    },
  });
  const { id } = json<{ id: string }>();
  const began = Date.now();
  await writeHelp(runtime, { people, began });
  await runtime.db.deleteFrom('demoPart').execute();
  await writeHelp(runtime, { people, began });

  const here = demoVolunteers.filter(({ isHere }) => isHere);
  const overview = (await server.call('GET', '/api/support')).json<Overview>();
  expect(overview.available).toBe(here.length);
  const said = (await server.call('GET', `/api/resources/${id}/step-comments`)).json<Comment[]>();
  expect(said).toMatchObject([{ step: demoHelp.step, text: demoHelp.answer, support: { helped: {} } }]);
  const { rows } = await runtime.pool.query(`select state from support_session`);
  expect(rows).toEqual([{ state: 'solved' }]);
});
