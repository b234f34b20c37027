import { afterAll, beforeAll, expect, test } from 'vitest';
import { talkingOn } from '#features/community/server/testing.ts';
import { joinable } from './joinable-adapter.ts';
import { startTestServer, type Person, type TestServer } from './testing.ts';

let server: TestServer;
let admin: Person;
let somebody: Person;
let banned: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signUp({ role: 'admin' });
  [somebody, banned] = [await server.signUp(), await server.signUp()];
});
afterAll(() => server.close());

const mayOf = async (person: Person | null, channel: string) => {
  const actor = person && { id: person.id, isAdmin: person === admin };
  const found = await joinable(server.runtime.db)(actor, channel, 'ko');
  return found && [found.name, found.mayJoin, found.mayModerate];
};

test('any signed-in person who may write in a voice room can join its call', async () => {
  expect(await mayOf(null, 'voice')).toEqual(['음성방', false, false]);
  expect(await mayOf(somebody, 'voice')).toEqual(['음성방', true, false]);
  expect(await mayOf(admin, 'voice')).toEqual(['음성방', true, true]);
  const shutOut = (kind: string) =>
    server.call('POST', '/api/sanctions', {
      as: admin,
      payload: { username: banned.username, channelId: null, kind, minutes: null, reason: '욕설' },
    });
  expect((await shutOut('mute')).statusCode).toBe(201);
  expect(await mayOf(banned, 'voice')).toEqual(['음성방', false, false]);
  expect((await shutOut('ban')).statusCode).toBe(201);
  expect(await mayOf(banned, 'voice')).toBeNull();
  const asked = await server.call('POST', '/api/calls/voice/join', { as: banned, payload: {} });
  expect(asked.statusCode).toBe(404);
  expect((await server.call('POST', '/api/calls/voice/join', { as: somebody, payload: {} })).statusCode).toBe(
    201,
  );
});

test('text channels have no calls, and private channels only for their members', async () => {
  expect(await mayOf(somebody, 'talk')).toBeNull();
  expect(await mayOf(somebody, 'nowhere')).toBeNull();
  const id = await talkingOn(server).privateChannel([somebody, banned]);
  expect(await mayOf(somebody, id)).toEqual(['둘이', true, false]);
  expect(await mayOf(admin, id)).toBeNull();
  expect(await mayOf(null, id)).toBeNull();
});
