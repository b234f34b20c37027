import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { connectTo } from '#platform/server/test-realtime.ts';
import type { Call, CallMark, IceServers, Joined } from '../contract.ts';
import { callsJobs } from './jobs.ts';
import { callsPersonalData } from './personal-data.ts';
import { callingOn, channelsOf, prepareChannels, sitDown, type Sitting } from './testing.ts';

const turnSecret = 'what coturn knows as well';
let server: TestServer;
let origin: string;
let on: ReturnType<typeof callingOn>;
const sitting: Sitting[] = [];

beforeAll(async () => {
  server = await startTestServer(
    {
      TURN_URLS: 'turn:turn.example:3478',
      TURN_SECRET: turnSecret,
      STUN_URLS: 'stun:stun.example',
      RATE_LIMIT_CALLS: '30',
    },
    ({ db }) => ({ getJoinable: channelsOf(db) }),
  );
  await prepareChannels(server.runtime.db);
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  on = callingOn(server);
});
afterEach(() => {
  for (const each of sitting.splice(0)) each.close();
});
afterAll(() => server.close());

async function sit(seat: Joined, as?: Person): Promise<Sitting> {
  const sat = await sitDown(origin, seat, as);
  sitting.push(sat);
  return sat;
}
const look = async (id: string, as?: Person) =>
  (await server.call('GET', `/api/calls/${id}`, as ? { as } : {})).json<Call>();
const codeOf = (answer: { json(): { code: string } }) => answer.json().code;
/** Simulates silence, by the database's clock. */
const silence = (peerId: string, seconds: number) =>
  server.runtime.pool.query(
    `update call_peer set seen_at = seen_at - $2 * interval '1 second' where id = $1`,
    [peerId, seconds],
  );

/** Waits until someone waits for a call's row. */
const waitForLock = () =>
  expect
    .poll(async () => {
      const { rows } = await server.runtime.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length;
    })
    .toBeGreaterThan(0);

const forget = (of: TestServer) =>
  (callsJobs(of.runtime)['calls.forget'] as (input: object) => Promise<void>)({});

describe('joining', () => {
  test('makes people visible to everyone under their public names', async () => {
    const [one, other] = [await server.signUp(), await server.signUp()];
    const id = await on.channel({ moderators: [one], slug: 'voice-room' });
    const seat = await on.enter(one, 'voice-room', { isMuted: false });
    expect(seat).toMatchObject({
      channelId: id,
      name: '음성방',
      stage: null,
      marks: [],
      guestKey: null,
      server: null,
    });
    expect(seat.can).toEqual({ moderate: true, invite: true });
    const theirs = await on.enter(other, id, { hasVideo: true });
    expect(theirs.can).toEqual({ moderate: false, invite: true });
    expect(theirs.people.map(({ peerId }) => peerId)).toEqual([seat.peerId, theirs.peerId]);
    const seen = await look(id);
    expect(seen.people).toEqual([
      expect.objectContaining({
        peerId: seat.peerId,
        username: one.username,
        isMuted: false,
        hasVideo: false,
        isGuest: false,
      }),
      expect.objectContaining({ peerId: theirs.peerId, isMuted: true, hasVideo: true }),
    ]);
    expect(seen).toMatchObject({ seats: 4, can: { join: false, invite: false, moderate: false } });
    expect(JSON.stringify(seen)).not.toContain(seat.key);
  });

  test('drops the oldest window of a person with too many', async () => {
    const [one, other] = [await server.signUp(), await server.signUp()];
    const id = await on.channel();
    const seats = [];
    for (let window = 0; window < 4; window += 1) seats.push(await on.enter(one, id));
    const theirs = await on.enter(other, id);
    expect((await look(id)).people.map(({ peerId }) => peerId)).toEqual([
      ...seats.slice(1).map(({ peerId }) => peerId),
      theirs.peerId,
    ]);
  });

  test('refuses guests, strangers in a private channel and unknown channels', async () => {
    const [member, stranger] = [await server.signUp(), await server.signUp()];
    const open = await on.channel();
    const closed = await on.channel({ members: [member] });
    expect((await server.call('POST', `/api/calls/${open}/join`, { payload: {} })).statusCode).toBe(401);
    for (const id of [closed, randomUUID(), 'nowhere']) {
      const answer = await server.call('POST', `/api/calls/${id}/join`, { as: stranger, payload: {} });
      expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'call_not_found']);
      expect((await server.call('GET', `/api/calls/${id}`, { as: stranger })).statusCode).toBe(404);
      expect((await server.call('POST', `/api/calls/${id}/links`, { as: stranger })).statusCode).toBe(404);
    }
    await on.enter(member, closed);
    const wrong = await server.call('POST', `/api/calls/${open}/join`, {
      as: member,
      payload: { hasVideo: 'yes' },
    });
    expect(wrong.statusCode).toBe(400);
    expect(Object.keys(wrong.json().fields)).toEqual(['hasVideo']);
  });

  test('admits eight voices and no ninth; four with a camera, and no camera among five', async () => {
    const people = await Promise.all(Array.from({ length: 9 }, () => server.signUp()));
    const id = await on.channel();
    for (const person of people.slice(0, 4)) await on.enter(person, id);
    const [first, second, third, fourth, fifth] = people as [Person, Person, Person, Person, Person];
    const camera = await server.call('POST', `/api/calls/${id}/join`, {
      as: fifth,
      payload: { hasVideo: true },
    });
    expect(codeOf(camera)).toBe('too_many_for_video');
    for (const person of people.slice(4, 8)) await on.enter(person, id);
    const ninth = await server.call('POST', `/api/calls/${id}/join`, { as: people[8]!, payload: {} });
    expect([ninth.statusCode, codeOf(ninth)]).toEqual([409, 'call_full']);

    const small = await on.channel();
    for (const person of [first, second, third]) await on.enter(person, small);
    const seat = await on.enter(fourth, small, { hasVideo: true });
    const voice = await server.call('POST', `/api/calls/${small}/join`, { as: fifth, payload: {} });
    expect(codeOf(voice)).toBe('call_full');
    const theirs = await sit(seat, fourth);
    expect(await theirs.send('state', { hasVideo: false })).toEqual({ ok: true });
    await on.enter(fifth, small);
    expect(await theirs.send('state', { hasVideo: true })).toEqual({ code: 'too_many_for_video' });
    expect(await theirs.send('stage', { show: { kind: 'screen', peerId: seat.peerId } })).toEqual({
      code: 'too_many_for_video',
    });
  });

  test('replaces a seat with its own key, and not with that of someone else', async () => {
    const [one, other] = [await server.signUp(), await server.signUp()];
    const id = await on.channel();
    const [seat, theirs] = [await on.enter(one, id), await on.enter(other, id)];
    const back = await on.enter(one, id, { former: seat.key });
    expect(back.people.map(({ peerId }) => peerId)).toEqual([theirs.peerId, back.peerId]);
    const third = await on.enter(one, id, { former: theirs.key });
    expect(third.people).toHaveLength(3);
  });

  test('never exceeds the seats for concurrent joins', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => server.signUp()));
    const id = await on.channel();
    const answers = await Promise.all(
      people.map((as) => server.call('POST', `/api/calls/${id}/join`, { as, payload: { hasVideo: true } })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(4);
    expect((await look(id)).people).toHaveLength(4);
  });

  test('is rate limited', async () => {
    const person = await server.signUp();
    const id = await on.channel();
    for (let time = 0; time < 30; time++) {
      const { key } = await on.enter(person, id);
      await server.call('POST', `/api/calls/${id}/leave`, { headers: { 'x-call-key': key } });
    }
    const answer = await server.call('POST', `/api/calls/${id}/join`, { as: person, payload: {} });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, expect.any(String)]);
  });
});

describe('relays', () => {
  test('credentials equal those of coturn, expire within an hour, and are renewed for participants', async () => {
    const person = await server.signUp();
    const id = await on.channel();
    const seat = await on.enter(person, id);
    const [stun, turn] = seat.iceServers;
    expect(stun).toEqual({ urls: ['stun:stun.example'] });
    const [ends = '', peerId] = turn?.username?.split(':') ?? [];
    expect(peerId).toBe(seat.peerId);
    const minutes = (Number(ends) * 1000 - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(55);
    expect(minutes).toBeLessThan(61);
    expect(turn?.credential).toBe(
      createHmac('sha1', turnSecret)
        .update(turn?.username ?? '')
        .digest('base64'),
    );
    const again = await server.call('POST', `/api/calls/${id}/ice`, { headers: { 'x-call-key': seat.key } });
    expect(again.json<IceServers>().iceServers).toHaveLength(2);
    for (const key of ['', 'x', randomUUID(), seat.peerId]) {
      const refused = await server.call('POST', `/api/calls/${id}/ice`, { headers: { 'x-call-key': key } });
      expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'not_in_call']);
    }
    const elsewhere = await on.channel();
    const wrong = await server.call('POST', `/api/calls/${elsewhere}/ice`, {
      headers: { 'x-call-key': seat.key },
    });
    expect(wrong.statusCode).toBe(403);
  });
});

describe('signals', () => {
  test('reach only their recipient, with the sender', async () => {
    const people = [await server.signUp(), await server.signUp(), await server.signUp()] as const;
    const id = await on.channel();
    const seats = [
      await on.enter(people[0], id),
      await on.enter(people[1], id),
      await on.enter(people[2], id),
    ] as const;
    const [one, two, three] = [
      await sit(seats[0], people[0]),
      await sit(seats[1], people[1]),
      await sit(seats[2], people[2]),
    ];
    const description = { type: 'offer', sdp: 'v=0\r\n'.repeat(2000) };
    expect(await one.send('signal', { to: seats[1].peerId, n: 0, description })).toEqual({ ok: true });
    await expect.poll(() => two.heard('signal')).toEqual([{ from: seats[0].peerId, n: 0, description }]);
    expect(
      await one.send('signal', { to: seats[2].peerId, n: 1, candidates: [{ candidate: 'c', sdpMid: '0' }] }),
    ).toEqual({ ok: true });
    await expect.poll(() => three.heard('signal')).toHaveLength(1);
    expect([one.heard('signal'), two.heard('signal')]).toEqual([[], [expect.anything()]]);
  });

  test('a stranger can neither follow nor send to a topic of a call, and nobody sends to another call', async () => {
    const [person, stranger] = [await server.signUp(), await server.signUp()];
    const id = await on.channel({ members: [person] });
    const seat = await on.enter(person, id);
    const mine = await sit(seat, person);
    const theirs = connectTo(origin, { cookie: stranger.cookie });
    for (const topic of [`call:${id}`, `peer:${seat.peerId}`, `peer:${randomUUID()}`]) {
      expect(await theirs.subscribe(topic)).toEqual({ code: 'topic_not_found' });
      const data = { to: seat.peerId, n: 0 };
      expect(await theirs.ask('send', { topic, type: 'signal', data })).toEqual({ code: 'topic_not_found' });
    }
    // Knowing the key is not enough to send without having joined with it.
    expect(await theirs.ask('send', { topic: mine.topic, type: 'beat', data: {} })).toEqual({
      code: 'topic_not_found',
    });
    theirs.close();

    const elsewhere = await on.enter(stranger, await on.channel());
    const other = await sit(elsewhere, stranger);
    expect(await other.send('signal', { to: seat.peerId, n: 0 })).toEqual({ code: 'person_gone' });
    expect(mine.heard('signal')).toEqual([]);
  });

  test('invalid messages are refused', async () => {
    const person = await server.signUp();
    const id = await on.channel();
    const seat = await on.enter(person, id);
    const mine = await sit(seat, person);
    const wrong: [string, unknown][] = [
      ['signal', { to: 'x', n: 0 }],
      ['signal', { to: seat.peerId, n: 0, description: { type: 'offer', sdp: 'x'.repeat(24_001) } }],
      ['signal', { to: seat.peerId, n: -1 }],
      ['signal', { to: seat.peerId, n: 0, candidates: Array.from({ length: 21 }, () => null) }],
      ['pointer', { at: [0.5, 1.01] }],
      ['mark', { id: randomUUID(), tool: 'axe', points: [[0, 0]] }],
      ['mark', { id: randomUUID(), tool: 'pen', points: Array.from({ length: 401 }, () => [0, 0]) }],
      ['constructor', {}],
      ['beat', null],
    ];
    for (const [type, data] of wrong)
      expect(await mine.client.ask('send', { topic: mine.topic, type, data }), type).toEqual({
        code: 'bad_request',
      });
    expect(await mine.client.ask('send', 'x')).toEqual({ code: 'bad_request' });
  });

  test('a flood is rate limited', async () => {
    const person = await server.signUp();
    const seat = await on.enter(person, await on.channel());
    const mine = await sit(seat, person);
    const answers = await Promise.all(Array.from({ length: 400 }, () => mine.send('pointer', { at: null })));
    expect(answers).toContainEqual({ code: 'too_fast' });
    expect(answers).toContainEqual({ ok: true });
  });
});

describe('presence', () => {
  test('people who are silent for ten seconds are removed; others learn of it, and their stored events are deleted', async () => {
    const [one, other] = [await server.signUp(), await server.signUp()];
    const id = await on.channel();
    const [stays, goes] = [await on.enter(one, id), await on.enter(other, id)];
    const mine = await sit(stays, one);
    const theirs = await sit(goes, other);
    await mine.send('signal', { to: goes.peerId, n: 0 });
    await silence(goes.peerId, 9);
    await mine.send('beat');
    expect((await look(id)).people).toHaveLength(2);
    await silence(goes.peerId, 2);
    expect((await look(id)).people.map(({ peerId }) => peerId)).toEqual([stays.peerId]);
    expect(await theirs.send('beat')).toEqual({ code: 'not_in_call' });
    expect(await mine.send('beat')).toEqual({ ok: true });
    await expect
      .poll(() => mine.heard('people').at(-1))
      .toMatchObject({
        news: { kind: 'left', name: '사람 ' + other.username.slice(6) },
        people: [{ peerId: stays.peerId }],
      });
    const { rows } = await server.runtime.pool.query('select from realtime_event where topic = $1', [
      theirs.topic,
    ]);
    expect(rows).toEqual([]);
  });

  test('a job sweeps calls without anyone left to notice', async () => {
    const person = await server.signUp();
    const id = await on.channel();
    const seat = await on.enter(person, id);
    await silence(seat.peerId, 11);
    await forget(server);
    const { rows } = await server.runtime.pool.query(
      `select 1 from call_peer where channel_id = $1 union all select 1 from call where channel_id = $1
       union all select 1 from realtime_event where topic = $2`,
      [id, `peer:${seat.key}`],
    );
    expect(rows).toEqual([]);
  });

  test('a person who joins while an empty call is swept stays', async () => {
    const id = await on.channel();
    const entering = await server.runtime.pool.connect();
    try {
      await entering.query('insert into call (channel_id) values ($1)', [id]);
      await entering.query('begin');
      await entering.query('update call set channel_id = channel_id where channel_id = $1', [id]);
      const person = await server.signUp();
      await entering.query(
        `insert into call_peer (id, channel_id, key, person_id, name, is_muted, has_video, joined_at, seen_at)
         values (gen_random_uuid(), $1, gen_random_uuid(), $2, 'x', true, false, now(), clock_timestamp())`,
        [id, person.id],
      );
      const forgetting = forget(server);
      await waitForLock();
      await entering.query('commit');
      await forgetting;
      expect((await look(id)).people).toHaveLength(1);
    } finally {
      entering.release();
    }
  });

  test('hands, microphones and cameras are sent, and the channel’s page learns that something changed', async () => {
    const [one, other] = [await server.signUp(), await server.signUp()];
    const id = await on.channel();
    const [mine, theirs] = [
      await sit(await on.enter(one, id), one),
      await sit(await on.enter(other, id), other),
    ];
    const guest = connectTo(origin);
    expect(await guest.subscribe(`call:${id}`)).toMatchObject({ ok: true });
    await mine.send('state', { handRaised: true, isMuted: false });
    await expect
      .poll(() => theirs.heard('people').at(-1))
      .toMatchObject({ people: [{ handRaised: true, isMuted: false }, { handRaised: false }] });
    await on.enter(await server.signUp(), id);
    await expect.poll(() => guest.events).toContainEqual({ topic: `call:${id}`, type: 'people', data: {} });
    guest.close();
  });
});

describe('removal', () => {
  test('by a moderator is immediate: nothing is sent to the person and nothing accepted', async () => {
    const [host, person] = [await server.signUp(), await server.signUp()];
    const id = await on.channel({ moderators: [host] });
    const [hosts, out] = [await on.enter(host, id), await on.enter(person, id)];
    const [mine, theirs] = [await sit(hosts, host), await sit(out, person)];
    const remove = (as: Person | undefined, peerId: string) =>
      server.call('DELETE', `/api/calls/${id}/people/${peerId}`, as ? { as } : {});
    expect((await remove(undefined, out.peerId)).statusCode).toBe(401);
    expect(codeOf(await remove(person, hosts.peerId))).toBe('may_not_moderate');
    expect(codeOf(await remove(host, randomUUID()))).toBe('person_gone');
    expect((await remove(host, out.peerId)).statusCode).toBe(204);
    await expect.poll(() => theirs.heard('removed')).toEqual([{}]);
    await expect.poll(() => mine.heard('people').at(-1)).toMatchObject({ news: { kind: 'removed' } });
    expect(await theirs.send('signal', { to: hosts.peerId, n: 0 })).toEqual({ code: 'not_in_call' });
    await mine.send('state', { handRaised: true });
    await expect.poll(() => mine.heard('people').at(-1)).toMatchObject({ people: [{ handRaised: true }] });
    expect(
      theirs.heard('people').some(({ people }) => (people as { handRaised: boolean }[])[0]?.handRaised),
    ).toBe(false);
    const again = await server.call('POST', `/api/calls/${id}/join`, { as: person, payload: {} });
    expect([again.statusCode, codeOf(again)]).toEqual([403, 'removed_from_call']);
    await server.runtime.pool.query(`update call_removal set until = until - interval '61 minutes'`);
    await on.enter(person, id);
  });

  test('of a silent person is prevented by heartbeats only, and not by raising a hand', async () => {
    const person = await server.signUp();
    const seat = await on.enter(person, await on.channel());
    const mine = await sit(seat, person);
    await silence(seat.peerId, 9);
    expect(await mine.send('state', { handRaised: true })).toEqual({ ok: true });
    await silence(seat.peerId, 2);
    expect(await mine.send('state', { handRaised: false })).toEqual({ code: 'not_in_call' });
  });

  test('comes with the next heartbeat after access to the channel was lost', async () => {
    const [one, other] = [await server.signUp(), await server.signUp()];
    const id = await on.channel({ members: [one, other] });
    const [mine, theirs] = [
      await sit(await on.enter(one, id), one),
      await sit(await on.enter(other, id), other),
    ];
    await server.runtime.pool.query('update test_channel set members = $2 where id = $1', [id, [one.id]]);
    expect(await theirs.send('beat')).toEqual({ code: 'not_in_call' });
    await expect.poll(() => theirs.heard('removed')).toEqual([{}]);
    expect(await mine.send('beat')).toEqual({ ok: true });
    expect((await look(id, one)).people).toHaveLength(1);
  });

  test('covers all windows of a person and the guests they invited, whose links become invalid', async () => {
    const [host, person] = [await server.signUp(), await server.signUp()];
    const id = await on.channel({ moderators: [host] });
    const seats = [await on.enter(person, id), await on.enter(person, id)] as const;
    const [first, second] = [await sit(seats[0], person), await sit(seats[1], person)];
    const [used, unused] = [await on.linkTo(person, id), await on.linkTo(person, id)];
    const join = (token: string) =>
      server.call('POST', `/api/call-links/${token}/join`, { payload: { name: '손님' } });
    const guest = await sit((await join(used)).json<Joined>());
    const removed = await server.call('DELETE', `/api/calls/${id}/people/${seats[0].peerId}`, { as: host });
    expect(removed.statusCode).toBe(204);
    for (const window of [first, second]) await expect.poll(() => window.heard('removed')).toEqual([{}]);
    expect(codeOf(await join(unused))).toBe('link_expired');
    expect(await guest.send('beat')).toEqual({ code: 'not_in_call' });
    expect((await look(id)).people).toEqual([]);
  });

  test('holds for a person who joins at the same time', async () => {
    const person = await server.signUp();
    const id = await on.channel();
    await on.enter(person, id);
    const removing = await server.runtime.pool.connect();
    try {
      await removing.query('begin');
      await removing.query('select from call where channel_id = $1 for update', [id]);
      const joining = server.call('POST', `/api/calls/${id}/join`, { as: person, payload: {} });
      await waitForLock();
      await removing.query(
        `insert into call_removal (channel_id, person_id, until) values ($1, $2, now() + interval '1 hour')`,
        [id, person.id],
      );
      await removing.query('commit');
      expect(codeOf(await joining)).toBe('removed_from_call');
    } finally {
      removing.release();
    }
  });

  test('a session that ends also ends the call', async () => {
    const person = await server.signUp();
    const id = await on.channel();
    const seat = await on.enter(person, id);
    const mine = await sit(seat, person);
    await server.call('POST', '/api/logout', { as: person });
    // Its connection is closed, and a browser that returns is anonymous: the seat is silent and removed.
    await expect.poll(() => mine.client.socket.connected).toBe(false);
    const again = await sit(seat, person);
    expect(await again.send('beat')).toEqual({ code: 'not_in_call' });
    await silence(seat.peerId, 11);
    expect((await look(id)).people).toEqual([]);
  });
});

describe('guests', () => {
  const guest = (token: string, input: object = {}) =>
    server.call('POST', `/api/call-links/${token}/join`, { payload: { name: '손님', ...input } });

  test('a link admits one guest, once, and its key lets them return', async () => {
    const host = await server.signUp();
    const id = await on.channel({ members: [host] });
    const token = await on.linkTo(host, id);
    const before = await server.call('GET', `/api/call-links/${token}`);
    expect(before.json()).toEqual({ name: '음성방', isUsed: false });
    const nameless = await guest(token, { name: ' \u200b ' });
    expect([nameless.statusCode, Object.keys(nameless.json().fields)]).toEqual([400, ['name']]);
    const entered = await guest(token);
    expect(entered.statusCode).toBe(201);
    const seat = entered.json<Joined>();
    expect(seat).toMatchObject({ channelId: id, can: { moderate: false, invite: false } });
    expect(seat.people).toEqual([expect.objectContaining({ name: '손님', isGuest: true, username: null })]);
    expect([(await guest(token)).statusCode, codeOf(await guest(token, { guestKey: randomUUID() }))]).toEqual(
      [410, 'link_used'],
    );

    const theirs = await sit(seat);
    expect(await theirs.send('beat')).toEqual({ ok: true });
    const back = (await guest(token, { guestKey: seat.guestKey })).json<Joined>();
    expect(back.people).toHaveLength(1);
    expect(await theirs.send('beat')).toEqual({ code: 'not_in_call' });
    await server.runtime.pool.query(`update call_link set used_at = used_at - interval '13 hours'`);
    expect(codeOf(await guest(token, { guestKey: seat.guestKey }))).toBe('link_expired');
  });

  test('of concurrent uses of a link one succeeds', async () => {
    const host = await server.signUp();
    const id = await on.channel();
    const token = await on.linkTo(host, id);
    const answers = await Promise.all(Array.from({ length: 6 }, () => guest(token)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 410, 410, 410, 410, 410]);
  });

  test('a link to a full call stays unused', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => server.signUp()));
    const id = await on.channel();
    for (const person of people) await on.enter(person, id, { hasVideo: true });
    const token = await on.linkTo(people[0]!, id);
    expect(codeOf(await guest(token))).toBe('call_full');
    expect((await server.call('GET', `/api/call-links/${token}`)).json()).toMatchObject({ isUsed: false });
  });

  test('links expire, end with their creator, and cannot be guessed', async () => {
    const host = await server.signUp();
    const id = await on.channel({ members: [host] });
    const token = await on.linkTo(host, id);
    expect(codeOf(await guest('guessed'))).toBe('link_not_found');
    await server.runtime.pool.query('update test_channel set members = $2 where id = $1', [id, []]);
    expect(codeOf(await guest(token))).toBe('link_expired');
    await server.runtime.pool.query('update test_channel set members = $2 where id = $1', [id, [host.id]]);
    await server.runtime.pool.query(`update call_link set expires_at = expires_at - interval '25 hours'`);
    expect([(await guest(token)).statusCode, codeOf(await guest(token))]).toEqual([410, 'link_expired']);
  });

  test('a removed guest stays out, and cannot create links', async () => {
    const host = await server.signUp();
    const id = await on.channel({ moderators: [host] });
    const token = await on.linkTo(host, id);
    const seat = (await guest(token)).json<Joined>();
    expect(
      (await server.call('DELETE', `/api/calls/${id}/people/${seat.peerId}`, { as: host })).statusCode,
    ).toBe(204);
    expect(codeOf(await guest(token, { guestKey: seat.guestKey }))).toBe('removed_from_call');
    const more = await server.call('POST', `/api/calls/${id}/links`, { headers: { 'x-call-key': seat.key } });
    expect(more.statusCode).toBe(401);
    for (let made = 0; made < 20; made++) await on.linkTo(host, id);
    expect(codeOf(await server.call('POST', `/api/calls/${id}/links`, { as: host }))).toBe('too_many_links');
  });
});

describe('the shared stage', () => {
  const drawn = (more: object = {}) => ({
    id: randomUUID(),
    tool: 'pen',
    points: [
      [0.1, 0.2],
      [0.3, 0.4],
    ],
    ...more,
  });
  async function two() {
    const people = [await server.signUp(), await server.signUp()] as const;
    const id = await on.channel();
    const seats = [await on.enter(people[0], id), await on.enter(people[1], id)] as const;
    const [one, other] = [await sit(seats[0], people[0]), await sit(seats[1], people[1])];
    const screen = { show: { kind: 'screen', peerId: seats[0].peerId } };
    return { id, seats, one, other, screen };
  }

  test('everyone sees marks on a screen, later participants too, until it ends', async () => {
    const { id, seats, one, other, screen } = await two();
    expect(await other.send('mark', drawn())).toEqual({ code: 'no_stage' });
    expect(await one.send('stage', screen)).toEqual({ ok: true });
    await expect
      .poll(() => other.heard('stage').at(-1))
      .toMatchObject({ stage: { kind: 'screen', frameId: null } });
    const [mine, theirs] = [drawn({ tool: 'arrow' }), drawn()];
    await one.send('mark', mine);
    await other.send('mark', theirs);
    // Repeated because the acknowledgement was lost: drawn once.
    await other.send('mark', theirs);
    const marks = [
      { ...mine, from: seats[0].peerId },
      { ...theirs, from: seats[1].peerId },
    ];
    await expect.poll(() => one.heard('mark').map(({ mark }) => mark)).toEqual(marks);
    expect(other.heard('mark').map(({ mark }) => mark)).toEqual(marks);

    const late = await on.enter(await server.signUp(), id);
    expect(late.stage).toMatchObject({ kind: 'screen', peerId: seats[0].peerId });
    expect(late.marks).toEqual(marks);

    // People remove their own marks only; the person who shares removes all.
    await one.send('unmark', { id: theirs.id });
    await other.send('unmark', { id: theirs.id });
    await expect.poll(() => one.heard('unmark')).toEqual([{ id: theirs.id }]);
    await other.send('clear');
    await one.send('clear');
    await expect.poll(() => other.heard('clear')).toEqual([{ of: seats[1].peerId }, { of: null }]);

    await one.send('mark', drawn());
    await one.send('stage', { show: null });
    await expect.poll(() => other.heard('stage').at(-1)).toEqual({ stage: null });
    await one.send('stage', screen);
    expect((await on.enter(await server.signUp(), id)).marks).toEqual([]);
  });

  test('nobody replaces a shared screen, and it ends when its owner leaves', async () => {
    const { id, seats, one, other, screen } = await two();
    expect(await other.send('stage', screen)).toEqual({ code: 'person_gone' });
    await one.send('stage', screen);
    const theirs = { show: { kind: 'screen', peerId: seats[1].peerId } };
    expect(await other.send('stage', theirs)).toEqual({ code: 'stage_taken' });
    expect(await other.send('stage', { show: null })).toEqual({ code: 'stage_taken' });
    await one.send('mark', drawn());
    await server.call('POST', `/api/calls/${id}/leave`, { headers: { 'x-call-key': seats[0].key } });
    await expect.poll(() => other.heard('stage').at(-1)).toEqual({ stage: null });
    expect(await other.send('stage', theirs)).toEqual({ ok: true });
    expect((await on.enter(await server.signUp(), id)).marks).toEqual([]);
  });

  test('a camera can be on the stage while it is on', async () => {
    const { seats, one, other } = await two();
    const camera = { show: { kind: 'camera', peerId: seats[0].peerId } };
    expect(await other.send('stage', camera)).toEqual({ code: 'person_gone' });
    await one.send('state', { hasVideo: true });
    expect(await other.send('stage', camera)).toEqual({ ok: true });
    expect(await other.send('mark', drawn())).toEqual({ ok: true });
    await one.send('state', { hasVideo: false });
    await expect.poll(() => other.heard('stage').at(-1)).toEqual({ stage: null });
  });

  test('pointers and strokes go only to others and are not stored', async () => {
    const { seats, one, other, screen } = await two();
    await one.send('stage', screen);
    await other.send('pointer', { at: [0.25, 0.75] });
    const stroke = drawn();
    await other.send('stroke', stroke);
    await expect.poll(() => one.heard('pointer')).toEqual([{ from: seats[1].peerId, at: [0.25, 0.75] }]);
    await expect.poll(() => one.heard('stroke')).toEqual([{ mark: { ...stroke, from: seats[1].peerId } }]);
    expect(other.heard('pointer')).toEqual([]);
    const { rows } = await server.runtime.pool.query(
      `select from realtime_event where type in ('pointer', 'stroke')`,
    );
    expect(rows).toEqual([]);
  });

  test('a still is shown to everyone, re-encoded, and visible to participants only', async () => {
    const { id, seats, one, other, screen } = await two();
    const bytes = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#0b7157' } })
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .jpeg()
      .toBuffer();
    const freeze = (key: string, picture = bytes.toString('base64')) =>
      server.call('PUT', `/api/calls/${id}/frame`, { headers: { 'x-call-key': key }, payload: { picture } });
    expect(codeOf(await freeze(seats[1].key))).toBe('no_stage');
    await one.send('stage', screen);
    expect((await freeze(randomUUID())).statusCode).toBe(403);
    const noPicture = await freeze(seats[1].key, Buffer.from('<svg/>').toString('base64'));
    expect([noPicture.statusCode, Object.keys(noPicture.json().fields)]).toEqual([415, ['picture']]);
    const large = await freeze(seats[1].key, 'A'.repeat(700_004));
    expect([large.statusCode, Object.keys(large.json().fields)]).toEqual([400, ['picture']]);
    expect((await freeze(seats[1].key)).statusCode).toBe(204);
    await expect
      .poll(() => one.heard('stage').at(-1))
      .toMatchObject({ stage: { frameId: expect.any(String) } });
    const { frameId } = one.heard('stage').at(-1)!['stage'] as { frameId: string };
    const read = (key: string) =>
      server.call('GET', `/api/calls/${id}/frames/${frameId}`, { headers: { 'x-call-key': key } });
    expect((await read(randomUUID())).statusCode).toBe(403);
    const answer = await read(seats[0].key);
    expect(answer.headers['content-type']).toBe('image/webp');
    const shown = await sharp(answer.rawPayload).metadata();
    expect(shown).toMatchObject({ width: 1600, height: 800 });
    expect(shown).not.toHaveProperty('exif');
    await other.send('unfreeze');
    await expect.poll(() => one.heard('stage').at(-1)).toMatchObject({ stage: { frameId: null } });
    expect((await read(seats[0].key)).statusCode).toBe(409);
  });

  test('a still by a person who was removed meanwhile is dropped', async () => {
    const { id, seats, one, other, screen } = await two();
    await one.send('stage', screen);
    const picture = (
      await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0b7157' } })
        .png()
        .toBuffer()
    ).toString('base64');
    const removing = await server.runtime.pool.connect();
    try {
      await removing.query('begin');
      await removing.query('select from call where channel_id = $1 for update', [id]);
      const headers = { 'x-call-key': seats[1].key };
      const freezing = server.call('PUT', `/api/calls/${id}/frame`, { headers, payload: { picture } });
      await waitForLock();
      await removing.query('delete from call_peer where id = $1', [seats[1].peerId]);
      await removing.query('commit');
      expect(codeOf(await freezing)).toBe('not_in_call');
    } finally {
      removing.release();
    }
    other.close();
  });

  test('the number of marks is limited', async () => {
    const { id, one, screen } = await two();
    await one.send('stage', screen);
    await server.runtime.pool.query(
      `insert into call_mark (channel_id, id, mark) select $1, gen_random_uuid(), '{}' from generate_series(1, 400)`,
      [id],
    );
    expect(await one.send('mark', drawn() as unknown as CallMark)).toEqual({ code: 'too_many_marks' });
  });
});

describe('an event for everyone', () => {
  const told = (sat: Sitting) => sat.heard('people').length;

  test('is sent once: an unchanged state is not sent', async () => {
    const [one, other] = [await server.signUp(), await server.signUp()];
    const id = await on.channel();
    const [mine, theirs] = [
      await sit(await on.enter(one, id), one),
      await sit(await on.enter(other, id), other),
    ];
    await mine.send('state', { handRaised: true });
    await expect
      .poll(() => theirs.heard('people').at(-1))
      .toMatchObject({ people: [{ handRaised: true }, {}] });
    const before = told(theirs);
    for (let again = 0; again < 3; again += 1)
      expect(await mine.send('state', { handRaised: true, isMuted: true })).toEqual({ ok: true });
    await mine.send('state', { handRaised: false });
    await expect
      .poll(() => theirs.heard('people').at(-1))
      .toMatchObject({ people: [{ handRaised: false }, {}] });
    expect(told(theirs)).toBe(before + 1);
  });

  test('is rate limited per person', async () => {
    const one = await server.signUp();
    const id = await on.channel();
    const mine = await sit(await on.enter(one, id), one);
    const answers = [];
    for (let time = 0; time < 122; time += 1)
      answers.push(await mine.send('state', { handRaised: time % 2 === 0 }));
    expect(answers.slice(0, 100).every((answer) => 'ok' in answer)).toBe(true);
    expect(answers).toContainEqual({ code: 'rate_limited' });
  });

  test('is refused from a person who lost their seat while waiting to send it', async () => {
    const [one, other] = [await server.signUp(), await server.signUp()];
    const id = await on.channel();
    const seat = await on.enter(one, id);
    const [mine, theirs] = [await sit(seat, one), await sit(await on.enter(other, id), other)];
    const holding = await server.runtime.pool.connect();
    try {
      await holding.query('begin');
      await holding.query('select from call where channel_id = $1 for update', [id]);
      const showing = mine.send('stage', { show: { kind: 'screen', peerId: seat.peerId } });
      await waitForLock();
      await holding.query('delete from call_peer where id = $1', [seat.peerId]);
      await holding.query('commit');
      expect(await showing).toEqual({ code: 'not_in_call' });
    } finally {
      holding.release();
    }
    await theirs.send('state', { handRaised: true });
    await expect.poll(() => theirs.heard('people').at(-1)).toMatchObject({ people: [{ handRaised: true }] });
    expect(theirs.heard('stage')).toEqual([]);
  });

  test('announces an erased person, their guests and the end of their stage', async () => {
    const [one, other] = [await server.signUp(), await server.signUp()];
    const id = await on.channel();
    const seat = await on.enter(one, id);
    const theirs = await sit(await on.enter(other, id), other);
    const mine = await sit(seat, one);
    const token = await on.linkTo(one, id);
    await server.call('POST', `/api/call-links/${token}/join`, { payload: { name: '손님' } });
    await mine.send('stage', { show: { kind: 'screen', peerId: seat.peerId } });
    await expect.poll(() => theirs.heard('stage')).toHaveLength(1);
    await server.runtime.db.transaction().execute(async (trx) => {
      await callsPersonalData(server.runtime).erase?.(trx, { id: one.id } as never, new Date());
    });
    await expect.poll(() => theirs.heard('stage').at(-1)).toEqual({ stage: null });
    await expect
      .poll(() => theirs.heard('people').at(-1)?.['people'])
      .toMatchObject([{ username: other.username }]);
    expect(await mine.send('beat')).toEqual({ code: 'not_in_call' });
  });

  test('a guest whose first response was lost joins again with their own key, and nobody else can', async () => {
    const one = await server.signUp();
    const id = await on.channel();
    const token = await on.linkTo(one, id);
    const join = (guestKey: string) =>
      server.call('POST', `/api/call-links/${token}/join`, { payload: { name: '손님', guestKey } });
    expect((await join('1')).statusCode).toBe(400);
    const key = randomUUID();
    // The response to this request is never read.
    expect((await join(key)).statusCode).toBe(201);
    expect(codeOf(await join(randomUUID()))).toBe('link_used');
    const again = await join(key);
    expect([again.statusCode, again.json<Joined>().guestKey]).toEqual([201, key]);
    expect((await look(id)).people).toHaveLength(1);
  });
});

describe('with LiveKit', () => {
  const keys = { key: 'api-key', secret: 'a secret of LiveKit with 32 letters' };
  let livekit: Server;
  let served: TestServer;
  const asked: { url: string | undefined; headers: IncomingHttpHeaders; body: unknown }[] = [];
  /** Next status codes of LiveKit; the default is 200. */
  const answers: number[] = [];
  beforeAll(async () => {
    livekit = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        asked.push({ url: request.url, headers: request.headers, body: JSON.parse(body) });
        response.statusCode = answers.shift() ?? 200;
        response.end('{}');
      });
    });
    await new Promise<void>((resolve) => livekit.listen(0, '127.0.0.1', resolve));
    served = await startTestServer(
      {
        LIVEKIT_URL: `ws://127.0.0.1:${(livekit.address() as AddressInfo).port}`,
        LIVEKIT_API_KEY: keys.key,
        LIVEKIT_API_SECRET: keys.secret,
      },
      ({ db }) => ({ getJoinable: channelsOf(db) }),
    );
    await prepareChannels(served.runtime.db);
  });
  afterAll(async () => {
    await served.close();
    livekit.close();
  });

  test('more people fit, each with a ticket for this room only, and removed people are removed there', async () => {
    const calling = callingOn(served);
    const people = await Promise.all(Array.from({ length: 6 }, () => served.signUp()));
    const id = await calling.channel({ moderators: [people[0]!] });
    let seat: Joined | undefined;
    for (const person of people) seat = await calling.enter(person, id, { hasVideo: true });
    const secret = new TextEncoder().encode(keys.secret);
    const { payload } = await jwtVerify(seat?.server?.token ?? '', secret, { issuer: keys.key });
    expect(payload).toMatchObject({
      sub: seat?.peerId,
      video: { room: id, roomJoin: true, canPublish: true, canPublishData: false },
    });
    expect((payload.exp ?? 0) * 1000 - Date.now()).toBeLessThan(3 * 60_000);
    await served.call('DELETE', `/api/calls/${id}/people/${seat?.peerId}`, { as: people[0]! });
    await expect
      .poll(() => asked)
      .toEqual([
        expect.objectContaining({
          url: '/twirp/livekit.RoomService/RemoveParticipant',
          body: { room: id, identity: seat?.peerId },
        }),
      ]);
    const ticket = asked[0]?.headers.authorization?.replace('Bearer ', '') ?? '';
    expect((await jwtVerify(ticket, secret)).payload).toMatchObject({ video: { room: id, roomAdmin: true } });
  });

  test('people who leave, are silent or lose access are removed there as well: nobody listens unseen', async () => {
    const calling = callingOn(served);
    const person = await served.signUp();
    const id = await calling.channel();
    const silent = await calling.enter(person, id);
    const leaving = await calling.enter(person, id);
    asked.length = 0;
    const headers = { 'x-call-key': leaving.key };
    await served.call('POST', `/api/calls/${id}/leave`, { headers });
    await served.runtime.pool.query(
      `update call_peer set seen_at = seen_at - interval '11 seconds' where id = $1`,
      [silent.peerId],
    );
    await forget(served);
    await expect
      .poll(() => asked.map(({ body }) => body))
      .toEqual([leaving, silent].map(({ peerId }) => ({ room: id, identity: peerId })));
  });

  test('a person who could not be removed at once is removed by a job with retries', async () => {
    const calling = callingOn(served);
    const person = await served.signUp();
    const id = await calling.channel();
    const seat = await calling.enter(person, id);
    asked.length = 0;
    answers.push(500, 500);
    await served.call('POST', `/api/calls/${id}/leave`, { headers: { 'x-call-key': seat.key } });
    await expect.poll(() => asked).toHaveLength(1);
    const { rows } = await served.runtime.pool.query<{ payload: unknown }>(
      `select payload from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
       where task.identifier = 'calls.put_out' and payload ->> 'peerId' = $1`,
      [seat.peerId],
    );
    expect(rows).toEqual([{ payload: { channelId: id, peerId: seat.peerId } }]);
    const putOut = callsJobs(served.runtime)['calls.put_out'] as (seat: unknown) => Promise<void>;
    await expect(putOut(rows[0]?.payload)).rejects.toThrow('LiveKit answered 500');
    await putOut(rows[0]?.payload);
    expect(asked.map(({ body }) => body)).toEqual(
      Array.from({ length: 3 }, () => ({ room: id, identity: seat.peerId })),
    );
  });
});
