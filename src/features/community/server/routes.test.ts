import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { talkingOn, type Talking } from './testing.ts';

let server: TestServer;
let on: Talking;
let admin: Person;
let writer: Person;
let other: Person;

beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_MESSAGES: '10000', RATE_LIMIT_MESSAGES_PER_ADDRESS: '10000' });
  on = talkingOn(server);
  admin = await server.signUp({ isAdmin: true });
  writer = await server.signUp();
  other = await server.signUp();
});
afterAll(() => server.close());

test('smoke', async () => {
  const { id } = await on.channel(admin);
  const one = await on.say(writer, id, { text: '안녕하세요 @person3', clientId: 'a' });
  expect(one).toMatchObject({ seq: 1, clientId: 'a', mentions: [{ username: 'person3' }] });
  expect(await on.read(undefined, id)).toEqual([one]);
  expect(await on.channelOf(other, id)).toMatchObject({ lastSeq: 1 });
});
