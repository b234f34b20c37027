import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { Proposal } from '../contract.ts';
import { assistantOn, soldering } from './testing.ts';

let server: TestServer;
let on: ReturnType<typeof assistantOn>;
let author: Person;
let reader: Person;
beforeAll(async () => {
  server = await startTestServer();
  on = assistantOn(server);
  author = await server.signUp();
  reader = await server.signUp();
});
afterAll(() => server.close());

const fix = { step: 2, text: 'LED의 긴 다리가 둥근 패드로 갑니다.', reason: '짧은 다리라고 되어 있어요' };
const suggest = (id: string, as: Person, payload: object = fix) =>
  server.call('POST', `/api/resources/${id}/step-proposals`, { as, payload });
const decide = (id: string, what: 'accept' | 'refuse', as: Person, payload?: object) =>
  server.call('POST', `/api/step-proposals/${id}/${what}`, { as, ...(payload && { payload }) });
const codeOf = (answer: { statusCode: number; json(): unknown }) => [
  answer.statusCode,
  (answer.json() as { code?: string }).code,
];
const toldOf = async (person: Person) =>
  (await server.call('GET', '/api/user/notifications', { as: person })).json<
    { text: string; path: string }[]
  >();
const stepsOf = async (id: string) =>
  (await server.call('GET', `/api/resources/${id}`)).json<{
    version: number;
    assemblyInstructions: { text: string; minutes?: number }[];
  }>();

test('a fix changes nothing until the author accepts it, and then only that step', async () => {
  const id = await on.publish(author);
  const made = (await suggest(id, reader)).json<Proposal>();
  expect(made).toMatchObject({
    step: 2,
    before: { title: 'LED와 트랜지스터', text: soldering.assemblyInstructions[1]?.text },
    after: { title: 'LED와 트랜지스터', text: fix.text },
    state: 'open',
    isFromModel: false,
    proposer: { username: reader.username },
    can: { decide: false },
  });
  expect((await stepsOf(id)).version).toBe(1);
  expect((await toldOf(author))[0]).toMatchObject({
    path: '/my/proposals',
    text: expect.stringContaining('2단계'),
  });
  expect(codeOf(await decide(made.id, 'accept', reader))).toEqual([403, 'forbidden']);
  const stranger = await server.signUp();
  expect(codeOf(await decide(made.id, 'accept', stranger))).toEqual([404, 'proposal_not_found']);
  const accepted = await decide(made.id, 'accept', author);
  expect(accepted.json<Proposal>()).toMatchObject({ state: 'accepted', can: { decide: false } });
  const after = await stepsOf(id);
  expect(after.version).toBe(2);
  expect(after.assemblyInstructions.map(({ text }) => text)).toEqual([
    soldering.assemblyInstructions[0]?.text,
    fix.text,
    soldering.assemblyInstructions[2]?.text,
  ]);
  expect(after.assemblyInstructions[1]?.minutes).toBe(6);
  expect((await toldOf(reader))[0]?.text).toContain('제안한 대로 바뀌었어요');
  expect(codeOf(await decide(made.id, 'refuse', author, {}))).toEqual([409, 'proposal_decided']);
});

test('two concurrent presses accept it once', async () => {
  const id = await on.publish(author);
  const made = (await suggest(id, reader)).json<Proposal>();
  const answers = await Promise.all([1, 2, 3].map(() => decide(made.id, 'accept', author)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
  expect((await stepsOf(id)).version).toBe(2);
});

test('a proposal for a changed step is outdated and changes nothing', async () => {
  const id = await on.publish(author);
  const made = (await suggest(id, reader)).json<Proposal>();
  const [first, second, third] = soldering.assemblyInstructions;
  const text = '작성자가 먼저 고쳤습니다.';
  await server.call('PATCH', `/api/resources/${id}`, {
    as: author,
    payload: { assemblyInstructions: [first, { ...second, text }, third] },
  });
  expect(codeOf(await decide(made.id, 'accept', author))).toEqual([409, 'proposal_outdated']);
  expect((await stepsOf(id)).assemblyInstructions[1]?.text).toBe(text);
  const listed = await server.call('GET', `/api/resources/${id}/step-proposals?state=outdated`, {
    as: author,
  });
  expect(listed.json<Proposal[]>().map((each) => each.id)).toEqual([made.id]);
});

test('a refusal gives the reason; then another proposal can be made', async () => {
  const id = await on.publish(author);
  const made = (await suggest(id, reader)).json<Proposal>();
  expect(codeOf(await suggest(id, reader))).toEqual([409, 'proposal_open']);
  const refused = await decide(made.id, 'refuse', author, { reason: '짧은 다리가 맞아요' });
  expect(refused.json<Proposal>()).toMatchObject({ state: 'refused', answer: '짧은 다리가 맞아요' });
  expect((await suggest(id, reader)).statusCode).toBe(201);
  const mine = await server.call('GET', '/api/user/step-proposals?role=proposer&limit=2', { as: reader });
  expect(mine.json<Proposal[]>()).toHaveLength(2);
  expect(Number(mine.headers['x-total-count'])).toBeGreaterThan(2);
});

test('the resource of a proposal is named in the reader’s language', async () => {
  const id = await on.publish(author, { translations: { en: { title: 'Plant board', description: '' } } });
  await suggest(id, reader);
  const titlesIn = async (language: string) => {
    const listed = await server.call('GET', '/api/user/step-proposals?role=proposer&limit=1', {
      as: reader,
      headers: { 'accept-language': language },
    });
    return listed.json<Proposal[]>().map(({ resource }) => resource.title);
  };
  expect(await titlesIn('en')).toEqual(['Plant board']);
  expect(await titlesIn('ko')).toEqual([soldering.title]);
});

test('refuses invalid proposals with the reason', async () => {
  const id = await on.publish(author);
  expect(codeOf(await suggest(id, author))).toEqual([409, 'own_guide']);
  expect(codeOf(await suggest(id, reader, { ...fix, step: 9 }))).toEqual([404, 'step_not_found']);
  const same = { step: 2, text: soldering.assemblyInstructions[1]?.text };
  expect(codeOf(await suggest(id, reader, same))).toEqual([422, 'nothing_changed']);
  const draft = await on.publish(author, { state: 'draft' });
  expect(codeOf(await suggest(draft, reader))).toEqual([404, 'resource_not_found']);
});
