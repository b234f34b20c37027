import Fastify, { type InjectOptions } from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { isCrossSite } from './cross-site.ts';

const own = 'https://gongbang.example';
const app = Fastify();
app.all('/', (request) => isCrossSite(request, own));
app.get('/change', { config: { changesState: true } }, (request) => isCrossSite(request, own));
afterAll(() => app.close());

async function ask(method: string, headers: Record<string, string>, url = '/'): Promise<boolean> {
  const answer = await app.inject({ method, url, headers } as InjectOptions);
  return answer.json();
}

const writes = ['POST', 'PUT', 'PATCH', 'DELETE'];
const cases: [string, Record<string, string>, boolean][] = [
  ['without a word of a browser', {}, false],
  ['from our own page', { 'sec-fetch-site': 'same-origin', origin: own }, false],
  ['typed into the address bar', { 'sec-fetch-site': 'none' }, false],
  ['from another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, true],
  [
    'from a neighbour on our domain',
    { 'sec-fetch-site': 'same-site', origin: 'https://a.gongbang.example' },
    true,
  ],
  ['with a word that does not exist', { 'sec-fetch-site': 'SAME-ORIGIN' }, true],
  // `Sec-Fetch-Site` comes from the browser and wins over an Origin that could be forged.
  ['from another site that names our origin', { 'sec-fetch-site': 'cross-site', origin: own }, true],
  ['from an old browser on our page', { origin: own }, false],
  [
    'from an old browser on the address asked',
    { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' },
    false,
  ],
  ['from an old browser on another site', { origin: 'https://evil.example' }, true],
  ['from a frame that hides where it is', { origin: 'null' }, true],
  ['from our host without TLS', { origin: 'http://gongbang.example' }, true],
  ['from our host on another port', { origin: 'https://gongbang.example:8443' }, true],
  ['from a host that begins like ours', { origin: 'https://gongbang.example.evil.example' }, true],
  ['with an empty origin', { origin: '' }, true],
];

describe('a write', () => {
  test.each(cases)('%s', async (_, headers, expected) => {
    for (const method of writes) expect(await ask(method, headers), method).toBe(expected);
  });
});

describe('a read that changes something', () => {
  test.each(cases)('%s', async (_, headers, expected) => {
    expect(await ask('GET', headers, '/change')).toBe(expected);
  });
});

test('a read changes nothing, so any site may link here', async () => {
  const evil = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  for (const method of ['GET', 'OPTIONS']) expect(await ask(method, evil), method).toBe(false);
});
