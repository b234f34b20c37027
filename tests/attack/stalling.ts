import { formOf } from '../../src/app/testing.ts';
import { zipOf } from '../../src/features/uploads/server/testing.ts';
import { ask, isShort, waitWhile } from './asking.ts';
import type { Suite } from './run.ts';

const json = { 'content-type': 'application/json' };
const times = <Value>(count: number, act: (at: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, (_, at) => act(at)));

/** Sends small inputs that are expensive to process, while a cheap call is measured. */
export const stalling: Suite = {
  name: 'stalling',
  async attack({ place, tried, wrong }) {
    const [origin] = place.origins;
    const { server, on } = place;
    const owner = await on.someone();
    const cookie = { cookie: owner.cookie };

    async function publish(
      category: string,
      name: string,
      text: string,
      fields: Record<string, string> = {},
    ) {
      const form = formOf([
        ...Object.entries({ title: '기어 달리기', category, ...fields }).map(([key, value]) => ({
          name: key,
          value,
        })),
        { name: 'downloadFile', filename: name, bytes: Buffer.from(text) },
      ]);
      const answer = await server.call('POST', '/api/resources', { as: owner, ...form });
      if (answer.statusCode !== 201) throw new Error(answer.body);
      return answer.json<{ id: string }>().id;
    }
    const get = (path: string, headers: Record<string, string> = {}) =>
      ask(origin, { method: 'GET', path, headers });
    const post = (path: string, body: string, headers: Record<string, string> = {}) =>
      ask(origin, {
        method: 'POST',
        path,
        body,
        headers: { ...json, 'idempotency-key': crypto.randomUUID(), ...headers },
      });

    const game = (text: string, state: string) => async () => {
      const id = await publish('flash_game', 'index.html', text, { state });
      const opened = await get(`/api/play/${id}`, cookie);
      const { play } = JSON.parse(opened.body) as { play?: { frameUrl: string } };
      const url = new URL(play?.frameUrl ?? '', origin);
      await times(3, () => get(url.pathname));
    };
    const imported = (files: Record<string, string>) => async () => {
      const bytes = zipOf(
        Object.entries(files).map(([name, text]) => ({ name: `a/${name}`, data: Buffer.from(text) })),
      );
      const uploadId = await on.upload(owner, bytes, 'a.zip');
      await post('/api/resources/import', JSON.stringify({ uploadId }), cookie);
    };
    const assisted = (text: string) => async () => {
      const resourceId = await publish('flash_game', 'parts.txt', text);
      await times(3, () => post('/api/assistant/conversations', JSON.stringify({ resourceId })));
    };
    const unknownKeys = JSON.stringify(
      Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`key${at}`, 1])),
    );
    const words = (unit: string, length: number) =>
      unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
    const described = (text: string) => () =>
      post(
        '/api/resources',
        JSON.stringify({ title: '말', category: 'other', state: 'draft', description: text }),
        cookie,
      );

    const inputs: Record<string, () => Promise<unknown>> = {
      'a published game of <head': game(words('<head ', 400_000), 'published'),
      'a draft game of <!--': game(words('<!-- <script ', 400_000), 'draft'),
      'a parts list in one cell': imported({ 'BOM.csv': `name,quantity,price\na,${words('1', 40_000)}x,1` }),
      'a README of links': imported({ 'README.md': words('[![a](b)](', 40_000) }),
      'a parts list of commas': assisted(`부품\n- a${words(', ', 99_000)}z`),
      'a text of blanks': assisted(`1.${words(' ', 99_000)}x`),
      'unknown keys of a guest, thirty at once': () => times(30, () => post('/api/register', unknownKeys)),
      'unknown keys of a person, thirty at once': () =>
        times(30, () => post('/api/resources', unknownKeys, cookie)),
      'deep JSON of a guest': () => times(30, () => post('/api/login', words('[', 60_000))),
      'logins, thirty at once': () =>
        times(30, (at) =>
          post('/api/login', JSON.stringify({ username: `nobody${at % 9}x`, password: 'wrong wrong' })),
        ),
      'searches of everything': () =>
        times(30, (at) =>
          get(`/api/resources?search=${encodeURIComponent(words(['a ', 'ㄱ', '% ', '가나 '][at % 4]!, 90))}`),
        ),
      'Markdown of stars': described(words('*a **b ', 10_000)),
      'Markdown of quotes': described(words('> ', 10_000)),
      'headers of brackets': () =>
        times(30, () =>
          get('/api/resources', { 'user-agent': words('(', 6000), 'accept-language': words('a-', 6000) }),
        ),
      'wide lists': () => times(30, () => get('/api/services?limit=100&lat=37.5&long=127&radius=1000')),
    };
    for (const [name, act] of Object.entries(inputs)) {
      const wait = await waitWhile(origin, act);
      tried();
      if (!isShort(wait))
        wrong(`${name}: others waited ${Math.round(wait.busy)} ms, idle ${Math.round(wait.idle)} ms`);
    }
  },
};
