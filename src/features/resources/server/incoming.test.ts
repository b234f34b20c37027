import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formOf, startTestServer, type Person, type TestServer } from '#app/testing.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
});
afterAll(() => server.close());

async function storedFiles(): Promise<string[]> {
  const folder = join(server.runtime.config.dataDir, 'blobs');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe('checks the fields of a form like a JSON body', () => {
  test.each([
    ['NUL in a text', { title: 'a\0b' }, ['title']],
    ['escape in tags', { tags: 'a,\u001Bb' }, ['tags']],
    [
      'NUL within JSON',
      { details: '{"aiModel":{"framework":"x\\u0000","task":"y"}}' },
      ['details.aiModel.framework'],
    ],
    ['half a pair within JSON', { translations: '{"en":{"title":"\\ud83d"}}' }, ['translations.en.title']],
    ['NUL in a field that nobody knows', { unknown: '\0' }, ['unknown']],
  ])('refuses %s at its field, and does not keep the file next to it', async (_, more, fields) => {
    const texts = Object.entries({ title: '드론 팔', category: 'other', ...more });
    const answer = await server.call('POST', '/api/resources', {
      as: person,
      ...formOf([
        ...texts.map(([name, value]) => ({ name, value })),
        { name: 'downloadFile', filename: 'a.txt', bytes: Buffer.from('text') },
      ]),
    });
    expect(answer.statusCode, answer.body).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid_encoding' });
    expect(Object.keys(answer.json().fields)).toEqual(fields);
    expect(await storedFiles()).toEqual([]);
  });
});

test('refuses a deeply nested body without an internal error', async () => {
  const deep = '['.repeat(50_000) + ']'.repeat(50_000);
  const answer = await server.call('POST', '/api/resources', {
    as: person,
    payload: `{"title":${deep}}`,
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json().fields)).toEqual(['body']);
});
