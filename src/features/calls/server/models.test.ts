import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { formOf, startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { talkingOn } from '#features/community/server/testing.ts';
import { binaryStl, box } from '#platform/shared/models/testing.ts';
import type { Joined, ModelChoice, ModelSource, Stage } from '../contract.ts';
import { callLimits } from '../rules.ts';
import { callingOn, channelsOf, prepareChannels, sitDown, type Sitting } from './testing.ts';

let server: TestServer;
let origin: string;
let on: ReturnType<typeof callingOn>;
let talk: ReturnType<typeof talkingOn>;
const sitting: Sitting[] = [];

beforeAll(async () => {
  server = await startTestServer({}, ({ db }) => ({ getJoinable: channelsOf(db) }));
  await prepareChannels(server.runtime.db);
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  on = callingOn(server);
  talk = talkingOn(server);
});
afterEach(() => {
  for (const each of sitting.splice(0)) each.close();
});
afterAll(() => server.close());

const cube = Buffer.from(binaryStl(box(20, 20, 20)));
const view = (azimuth: number) => ({ azimuth, polar: 1, distance: 3, target: [0, 0, 0] });

async function sit(seat: Joined, as?: Person): Promise<Sitting> {
  const sat = await sitDown(origin, seat, as);
  sitting.push(sat);
  return sat;
}
async function publish(as: Person, state = 'published', name = 'cube.stl', bytes: Uint8Array = cube) {
  const answer = await server.call('POST', '/api/resources', {
    as,
    ...formOf([
      { name: 'title', value: '정육면체' },
      { name: 'category', value: '3d_model' },
      { name: 'state', value: state },
      { name: 'downloadFile', filename: name, bytes },
    ]),
  });
  expect(answer.statusCode, answer.body).toBe(201);
  const { id, files } = answer.json<{ id: string; files: { id: string }[] }>();
  return { id, fileId: files[0]!.id };
}
const withKey = (seat: Joined, path: string) =>
  server.call('GET', `/api/calls/${seat.channelId}${path}`, { headers: { 'x-call-key': seat.key } });
const show = (from: Sitting, source: ModelSource) => from.send('stage', { show: { kind: 'model', source } });
const staged = async (heard: Sitting): Promise<Stage> => {
  await expect.poll(() => heard.heard('stage').at(-1)?.['stage']).toMatchObject({ kind: 'model' });
  return heard.heard('stage').at(-1)!['stage'] as Stage;
};

test('a model of a resource is shown to everyone in the call, guests included, and its bytes to nobody else', async () => {
  const [one, other] = [await server.signUp(), await server.signUp()];
  const { id: resourceId, fileId } = await publish(one);
  const id = await on.channel();
  const [seat, theirSeat] = [await on.enter(one, id), await on.enter(other, id)];
  const [mine, theirs] = [await sit(seat, one), await sit(theirSeat, other)];
  const choices = (await withKey(seat, `/models?resource=${resourceId}`)).json<{ models: ModelChoice[] }>();
  expect(choices.models).toEqual([
    expect.objectContaining({ name: 'cube.stl', title: '정육면체', source: { resourceFileId: fileId } }),
  ]);
  expect(await show(mine, { resourceFileId: fileId })).toEqual({ ok: true });
  const stage = await staged(theirs);
  expect(stage).toMatchObject({
    peerId: seat.peerId,
    model: { name: 'cube.stl', size: cube.length },
    view: null,
  });
  const token = await on.linkTo(one, id);
  const joined = await server.call('POST', `/api/call-links/${token}/join`, { payload: { name: '손님' } });
  const guest = joined.json<Joined>();
  expect(guest.stage).toEqual(stage);
  for (const each of [seat, theirSeat, guest]) {
    const bytes = await withKey(each, `/models/${stage.id}`);
    expect([bytes.statusCode, bytes.rawPayload.equals(cube)]).toEqual([200, true]);
  }
  expect((await server.call('GET', `/api/calls/${id}/models/${stage.id}`, { as: one })).statusCode).toBe(403);
  expect((await server.call('GET', `/api/calls/${id}/models`, { as: one })).statusCode).toBe(403);
  expect((await withKey(seat, `/models/${randomUUID()}`)).json()).toMatchObject({ code: 'no_model' });
  // Others cannot replace or turn it, and an ended one stays ended.
  expect(await show(theirs, { resourceFileId: fileId })).toEqual({ code: 'stage_taken' });
  expect(await theirs.send('stage', { show: null })).toEqual({ code: 'stage_taken' });
  expect(await mine.send('stage', { show: null })).toEqual({ ok: true });
  expect((await withKey(seat, `/models/${stage.id}`)).statusCode).toBe(404);
});

test('refuses models that not everyone in the channel can see: drafts, other files, files of other channels', async () => {
  const one = await server.signUp();
  const id = await on.channel();
  const mine = await sit(await on.enter(one, id), one);
  const draft = await publish(one, 'draft');
  const text = await publish(one, 'published', '설명.txt', Buffer.from('읽어 주세요'));
  const elsewhere = await talk.privateChannel([one]);
  const said = await talk.say(one, elsewhere, {
    text: '',
    attachments: [await talk.upload(one, 'cube.stl', cube)],
  });
  for (const source of [
    { resourceFileId: draft.fileId },
    { resourceFileId: text.fileId },
    { resourceFileId: randomUUID() },
    { attachmentId: said.attachments[0]!.id },
  ])
    expect(await show(mine, source)).toEqual({ code: 'no_model' });
  expect(await mine.send('stage', { show: { kind: 'model', source: {} } })).toEqual({ code: 'bad_request' });
});

test('a file of the channel is shown by its members, not by guests, and disappears with its message', async () => {
  const [one, other] = [await server.signUp(), await server.signUp()];
  const id = await talk.privateChannel([one, other]);
  await on.channel({ id, members: [one, other] });
  const said = await talk.say(one, id, {
    text: '',
    attachments: [
      await talk.upload(one, '도면.stl', cube),
      await talk.upload(one, 'a.txt', Buffer.from('a')),
    ],
  });
  const source = { attachmentId: said.attachments[0]!.id };
  const seat = await on.enter(other, id);
  const theirs = await sit(seat, other);
  const token = await on.linkTo(one, id);
  const joined = await server.call('POST', `/api/call-links/${token}/join`, { payload: { name: '손님' } });
  const guest = joined.json<Joined>();
  const listOf = async (who: Joined) =>
    (await withKey(who, '/models')).json<{ models: ModelChoice[] }>().models;
  expect(await listOf(seat)).toEqual(
    [{ name: '도면.stl', size: cube.length, triangles: null, title: null, source }].map((choice) =>
      expect.objectContaining(choice),
    ),
  );
  expect(await listOf(guest)).toEqual([]);
  expect(await show(await sit(guest), source)).toEqual({ code: 'no_model' });
  expect(await show(theirs, source)).toEqual({ ok: true });
  const stage = await staged(theirs);
  expect((await withKey(guest, `/models/${stage.id}`)).rawPayload.equals(cube)).toBe(true);
  await server.call('DELETE', `/api/messages/${said.id}`, { as: one });
  expect((await withKey(guest, `/models/${stage.id}`)).json()).toMatchObject({ code: 'no_model' });
});

test('the person who shows it controls the view, outdated views are dropped, and later participants get both', async () => {
  const [one, other] = [await server.signUp(), await server.signUp()];
  const { fileId } = await publish(one);
  const id = await on.channel();
  const seat = await on.enter(one, id);
  const [mine, theirs] = [await sit(seat, one), await sit(await on.enter(other, id), other)];
  await show(mine, { resourceFileId: fileId });
  const { id: stageId } = await staged(theirs);
  expect(await mine.send('turn', { stageId, n: 1, view: view(1) })).toEqual({ ok: true });
  await expect.poll(() => theirs.heard('turn')).toEqual([{ stageId, n: 1, view: view(1) }]);
  expect(await mine.send('view', { stageId, n: 2, view: view(2) })).toEqual({ ok: true });
  expect(await mine.send('view', { stageId, n: 1, view: view(1) })).toEqual({ ok: true });
  await expect.poll(() => theirs.heard('view')).toEqual([{ stageId, n: 2, view: view(2) }]);
  expect(await theirs.send('view', { stageId, n: 3, view: view(3) })).toEqual({ code: 'no_stage' });
  expect(await theirs.send('turn', { stageId, n: 3, view: view(3) })).toEqual({ ok: true });
  expect(await mine.send('view', { stageId: randomUUID(), n: 3, view: view(3) })).toEqual({
    code: 'no_stage',
  });
  expect(await mine.send('view', { stageId, n: 3, view: view(9) })).toEqual({ code: 'bad_request' });

  const markId = randomUUID();
  const mark = {
    id: markId,
    tool: 'pen',
    points: [
      [0.12345678, 0, 0.5],
      [0.2, 0.1, 0.5],
    ],
    toward: [0, 0, 1],
  };
  expect(await theirs.send('mark', mark)).toEqual({ ok: true });
  // Marks for a picture are refused on a model.
  expect(await theirs.send('mark', { id: randomUUID(), tool: 'pen', points: [[0.1, 0.1]] })).toEqual({
    code: 'no_stage',
  });
  expect(
    await theirs.send('mark', {
      ...mark,
      id: randomUUID(),
      points: [
        [0, 0, 1],
        [0, 0],
      ],
    }),
  ).toEqual({ code: 'bad_request' });
  const late = await on.enter(await server.signUp(), id);
  expect(late.stage).toMatchObject({ id: stageId, kind: 'model', view: { n: 2, view: view(2) } });
  expect(late.marks).toEqual([
    expect.objectContaining({
      id: markId,
      points: [
        [0.1235, 0, 0.5],
        [0.2, 0.1, 0.5],
      ],
    }),
  ]);
  expect(theirs.heard('turn')).toHaveLength(1);

  // There is no still of a model.
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  const frozen = await server.call('PUT', `/api/calls/${id}/frame`, {
    headers: { 'x-call-key': seat.key },
    payload: { picture: picture.toString('base64') },
  });
  expect([frozen.statusCode, frozen.json()]).toMatchObject([409, { code: 'no_stage' }]);
  await server.call('POST', `/api/calls/${id}/leave`, { headers: { 'x-call-key': seat.key } });
  await expect.poll(() => theirs.heard('stage').at(-1)).toEqual({ stage: null });
});

test('limits the total size of all marks', async () => {
  const one = await server.signUp();
  const { fileId } = await publish(one);
  const id = await on.channel();
  const mine = await sit(await on.enter(one, id), one);
  await show(mine, { resourceFileId: fileId });
  const points = Array.from({ length: callLimits.points }, (_, at) => [
    -50.1234 - at / 1000,
    50.1234,
    -50.1234,
  ]);
  const bytes = JSON.stringify(points).length;
  const fit = Math.floor(callLimits.markBytes / bytes);
  expect(fit).toBeLessThan(callLimits.marks);
  const { rows } = await server.runtime.pool.query<{ id: string }>(
    'select gen_random_uuid() as id from generate_series(1, $1)',
    [fit],
  );
  for (const row of rows)
    await server.runtime.pool.query('insert into call_mark (channel_id, id, mark) values ($1, $2, $3)', [
      id,
      row.id,
      JSON.stringify({ id: row.id, from: row.id, tool: 'pen', points }),
    ]);
  expect(await mine.send('mark', { id: randomUUID(), tool: 'pen', points })).toEqual({
    code: 'too_many_marks',
  });
});
