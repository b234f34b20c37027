import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#app/testing.ts';
import type { Message, Question } from '#features/community/contract.ts';
import { demoTalk, type DemoTalk } from './community.ts';
import { writeCommunity } from './write-community.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const everybodyIn = (talks: readonly DemoTalk[]): string[] =>
  talks.flatMap(({ by, reactions = {}, thread = [] }) => [
    by,
    ...Object.values(reactions).flat(),
    ...everybodyIn(thread),
  ]);

test('a fresh marketplace has messages and questions, solved and unsolved, and a second start writes nothing twice', async () => {
  const { runtime } = server;
  const names = [...new Set(Object.values(demoTalk).flatMap(everybodyIn))];
  const people = new Map<string, string>();
  for (const name of names) people.set(name, (await server.signUp()).id);
  const began = Date.now();
  await writeCommunity(runtime, { people, began });
  await runtime.db.deleteFrom('demoPart').execute();
  await writeCommunity(runtime, { people, began });

  const talk = (await server.call('GET', '/api/channels/talk/messages')).json<Message[]>();
  expect(talk.filter(({ threadId }) => threadId === null)).toHaveLength(demoTalk['talk']?.length ?? 0);
  expect(talk.map(({ createdAt }) => createdAt).toSorted()[0]).toBe(
    new Date(began - 26 * 60 * 60_000).toISOString(),
  );
  const questions = (await server.call('GET', '/api/channels/questions/questions')).json<Question[]>();
  expect(questions.map(({ isSolved }) => isSolved).toSorted()).toEqual([false, false, true, true]);
});
