import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { stepAt, totp } from '#features/accounts/server/second-factor.ts';
import type { SentForm } from '#platform/client/page-context.ts';
import { randomRuns } from '#platform/shared/testing.ts';
import type { App } from '#platform/server/http.ts';
import { locationOf, parseForm } from './page-forms.ts';
import { buildServer } from './server.ts';
import { startTestServer, type Person, type TestServer } from './testing.ts';

let server: TestServer;
let app: App;
/** The last `sentForm` that the page was rendered with. */
let shown: SentForm | undefined;
let pageStatus: number;
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_LOGIN_PER_ACCOUNT: '4', LIST_CACHE_MS: '60000' });
  app = await buildServer(server.runtime, {
    pages: {
      async render(request, { sentForm, locale, api }) {
        shown = sentForm;
        const { pathname, search } = new URL(request.url);
        const user = await api('/api/user');
        const page = { page: request.method + pathname + search, locale, sentForm, user: user.status };
        const headers = new Headers({ 'content-type': 'application/json' });
        if (pageStatus === 307) headers.set('location', '/elsewhere');
        return { status: pageStatus, headers, html: JSON.stringify(page) };
      },
    },
  });
});
beforeEach(() => {
  shown = undefined;
  pageStatus = 200;
});
afterAll(async () => {
  await app.close();
  await server.close();
});

type Fields = Record<string, string>;
let address = 0;
/** Submits a form as a browser does, from an IP address of its own. */
function send(url: string, fields: Fields | string, headers: Record<string, string> = {}, from?: string) {
  address += 1;
  return app.inject({
    method: 'POST',
    url,
    remoteAddress: from ?? `10.1.${Math.floor(address / 200)}.${(address % 200) + 1}`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'http://gongbang.test',
      'sec-fetch-site': 'same-origin',
      accept: 'text/html,application/xhtml+xml',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140',
      ...headers,
    },
    payload: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
  });
}
type Answer = Awaited<ReturnType<typeof send>>;
const ledTo = (answer: Answer) => [answer.statusCode, answer.headers.location];
const cookiesOf = ({ headers }: Answer) =>
  [headers['set-cookie'] ?? []].flat().map((cookie) => String(cookie).split(';', 1)[0]);
const nameOf = async (cookie: string) => {
  const answer = await app.inject({ method: 'GET', url: '/api/user', headers: { cookie } });
  return answer.statusCode === 200 ? answer.json<{ username: string }>().username : null;
};
const login = (person: Person, more: Fields = {}) => ({
  form: 'login',
  account: person.username,
  password: person.password,
  ...more,
});
const newcomer = (more: Fields = {}) => {
  address += 1;
  return {
    form: 'register',
    fullName: '새로 온 사람',
    email: `newcomer${address}@example.com`,
    username: '',
    password: 'correct horse battery',
    confirmPassword: 'correct horse battery',
    terms: 'on',
    privacy: 'on',
    age14: 'on',
    ...more,
  };
};

describe('signing in', () => {
  test.each([
    ['/login', '/'],
    ['/en/login', '/en'],
    ['/jp/login?next=/my/orders', '/jp/my/orders'],
    ['/auth', '/'],
    ['/login?next=%2Fresources%2F1%23actions', '/resources/1#actions'],
    [`/login?next=${encodeURIComponent('/people/공방')}`, '/people/%EA%B3%B5%EB%B0%A9'],
    // A language prefix would be added twice.
    ['/login?next=/en/resources', '/resources'],
    ['/jp/login?next=/en/resources?page=2', '/jp/resources?page=2'],
    // The router treats these as the same page.
    ['/Login', '/'],
    ['/%6Cogin', '/'],
    ['/login?next=//evil.example', '/'],
    ['/login?next=https://evil.example/', '/'],
    [`/login?next=${encodeURIComponent('/\\evil.example')}`, '/'],
    [`/login?next=${encodeURIComponent('/.//evil.example')}`, '/evil.example'],
    ['/login?next=/api/logout', '/'],
  ])('from %s leads to %s', async (url, place) => {
    const person = await server.signUp();
    const answer = await send(url, login(person));
    expect(ledTo(answer)).toEqual([303, place]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).not.toContain(person.password);
    expect(await nameOf(cookiesOf(answer).join('; '))).toBe(person.username);
  });

  test('names its browser and address in the session', async () => {
    const person = await server.signUp();
    const answer = await send('/login', login(person, { account: person.email }), {}, '198.51.100.7');
    const list = await app.inject({
      method: 'GET',
      url: '/api/user/sessions',
      headers: { cookie: cookiesOf(answer).join('; ') },
    });
    expect(list.body).toContain('Chrome');
    expect(list.body).toContain('198.51.100.*');
  });

  test.each([
    ['/login', 'ko', '필수'],
    ['/en/login', 'en', 'required'],
    ['/jp/login', 'ja', '必須'],
  ])(
    'without a password, %s shows the error at its field, in %s, and keeps the account name',
    async (url, locale) => {
      const answer = await send(`${url}?next=/my`, { form: 'login', account: '누구 “나”', password: '' });
      expect(answer.statusCode).toBe(400);
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'content-language': locale });
      expect(answer.json()).toMatchObject({ page: `GET${url}?next=/my`, locale });
      const api = await app.inject({
        method: 'POST',
        url: '/api/login',
        headers: { 'accept-language': locale },
        payload: { username: 'x', password: '' },
      });
      const { password } = api.json<{ fields: Fields }>().fields;
      expect(shown).toEqual({
        name: 'login',
        values: { account: '누구 “나”' },
        fields: { password },
        message: '',
      });
    },
  );

  test('error texts differ between the three languages', async () => {
    const words = [];
    for (const prefix of ['', '/en', '/jp']) {
      await send(`${prefix}/login`, { form: 'login', account: 'nobody.at.all', password: `wrong${prefix}` });
      words.push(shown?.message);
    }
    expect(new Set(words).size).toBe(3);
    expect(words.join('')).not.toContain('wrong');
  });

  test('with a wrong password keeps the account name but never the password, and tells when to retry after too many', async () => {
    const person = await server.signUp();
    const wrong = login(person, { password: 'not this one at all' });
    for (let tries = 0; tries < 4; tries += 1) {
      const answer = await send('/login', wrong);
      expect(answer.statusCode).toBe(401);
      expect(answer.body).not.toContain('not this one');
      expect(cookiesOf(answer)).toEqual([]);
      expect(shown).toMatchObject({ values: { account: person.username }, fields: {} });
      expect(shown?.message).not.toBe('');
    }
    const limited = await send('/login', wrong);
    expect(limited.statusCode).toBe(429);
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    expect(shown).toMatchObject({ values: { account: person.username } });
    expect(shown?.message).not.toBe('');
    expect(limited.body).not.toContain('not this one');
  });

  test('asks for a code where there is a second factor, then continues to the requested page', async () => {
    const person = await server.signUp();
    const as = { as: person };
    const { secret } = (await server.call('POST', '/api/user/second-factor', as)).json<{ secret: string }>();
    const codeNow = () => totp(secret, stepAt(new Date()));
    const on = await server.call('POST', '/api/user/second-factor/confirm', {
      ...as,
      payload: { code: codeNow() },
    });
    expect(on.statusCode, on.body).toBe(200);
    // Each time step is valid once: use the code of the next step without waiting for it.
    await server.runtime.pool.query('update second_factor set last_step = 0 where person_id = $1', [
      person.id,
    ]);
    const first = await send('/en/login?next=/my/orders', login(person));
    expect(ledTo(first)).toEqual([303, '/en/sign-in/code?next=%2Fmy%2Forders']);
    const cookie = cookiesOf(first).join('; ');
    expect(await nameOf(cookie)).toBeNull();
    const wrong = await send(
      '/en/sign-in/code?next=/my/orders',
      { form: 'code', code: '000000' },
      { cookie },
    );
    expect(wrong.statusCode).toBe(403);
    expect(shown).toMatchObject({ name: 'code', values: {} });
    expect(wrong.body).not.toContain('000000');
    const code = codeNow();
    const right = await send('/en/sign-in/code?next=/my/orders', { form: 'code', code }, { cookie });
    expect(ledTo(right)).toEqual([303, '/en/my/orders']);
    expect(await nameOf(cookiesOf(right).join('; '))).toBe(person.username);
    // Submitted twice.
    const again = await send('/en/sign-in/code', { form: 'code', code }, { cookie });
    expect(again.statusCode).toBe(403);
    expect(shown?.message).not.toBe('');
  });
});

describe('signing up', () => {
  test('opens an account, signs in and redirects to the next page', async () => {
    const fields = newcomer({ username: 'new.comer', marketing: 'on' });
    const answer = await send('/jp/register?next=/my', fields);
    expect(ledTo(answer)).toEqual([303, '/jp/my']);
    const cookie = cookiesOf(answer).join('; ');
    expect(await nameOf(cookie)).toBe('new.comer');
    const given = await app.inject({ method: 'GET', url: '/api/user/consents', headers: { cookie } });
    expect(given.json()).toMatchObject({ due: false });
    // Submitted twice: the address is taken by now, and nothing else happens.
    const again = await send('/jp/register?next=/my', fields);
    expect(again.statusCode).toBe(409);
    expect(cookiesOf(again)).toEqual([]);
  });

  test('is refused with a message at each field, and keeps the input except passwords', async () => {
    const { terms: _terms, ...fields } = newcomer({
      fullName: ' ',
      email: 'nonsense',
      username: 'a b',
      password: 'short<1',
      confirmPassword: 'short<1',
    });
    const answer = await send('/register', fields);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(shown?.fields ?? {}).toSorted()).toEqual([
      'email',
      'fullName',
      'password',
      'terms',
      'username',
    ]);
    expect(shown?.values).toEqual({
      fullName: ' ',
      email: 'nonsense',
      username: 'a b',
      privacy: 'on',
      age14: 'on',
    });
    expect(shown?.message).toBe('');
    expect(answer.body).not.toContain('short<1');
    expect(cookiesOf(answer)).toEqual([]);
  });

  test('with two different passwords opens no account', async () => {
    const words = [];
    for (const prefix of ['', '/en', '/jp']) {
      const fields = newcomer({ confirmPassword: 'another horse battery' });
      const answer = await send(`${prefix}/register`, fields);
      expect([answer.statusCode, Object.keys(shown?.fields ?? {})]).toEqual([400, ['confirmPassword']]);
      expect(answer.body).not.toContain('horse');
      words.push(shown?.fields['confirmPassword']);
      const found = await server.runtime.pool.query('select 1 from person where email = $1', [fields.email]);
      expect(found.rowCount).toBe(0);
    }
    expect(new Set(words).size).toBe(3);
  });

  test('is distinguished from signing in by its page', async () => {
    expect(ledTo(await send('/login', newcomer()))).toEqual([303, '/login']);
    expect(ledTo(await send('/register', login(await server.signUp())))).toEqual([303, '/register']);
  });
});

describe('a signed-in person', () => {
  test('logs out from any page, and may repeat it', async () => {
    const person = await server.signUp();
    for (let times = 0; times < 2; times += 1) {
      const answer = await send('/en/resources?page=2', { form: 'logout' }, { cookie: person.cookie });
      expect(ledTo(answer)).toEqual([303, '/en']);
      expect(await nameOf(person.cookie)).toBeNull();
    }
  });

  test('likes a resource and unlikes it, each idempotently', async () => {
    const [owner, reader] = [await server.signUp(), await server.signUp()];
    const id = await publish(owner);
    const press = (on: string) =>
      send(`/en/resources/${id}?file=1`, { form: 'like', of: id, on }, { cookie: reader.cookie });
    const likes = async () => {
      const answer = await server.call('GET', `/api/resources/${id}/likes`, { as: reader });
      return answer.json();
    };
    for (const [on, count] of [
      ['true', 1],
      ['true', 1],
      ['maybe', 1],
      ['false', 0],
      ['false', 0],
    ] as const) {
      const answer = await press(on);
      const place = `/en/resources/${id}?file=1`;
      expect(ledTo(answer)).toEqual([303, on === 'maybe' ? place : `${place}#actions`]);
      expect(await likes()).toEqual({ likeCount: count, liked: count === 1 });
    }
    const none = '00000000-0000-7000-8000-000000000000';
    const refused = await send(
      `/resources/${none}`,
      { form: 'like', of: none, on: 'true' },
      { cookie: reader.cookie },
    );
    expect(refused.statusCode).toBe(404);
    expect(shown).toMatchObject({ name: 'like', values: { of: none } });
    expect(shown?.message).not.toBe('');
  });

  test('follows and unfollows somebody', async () => {
    const [person, reader] = [await server.signUp(), await server.signUp()];
    for (const [on, following] of [
      ['true', true],
      ['true', true],
      ['false', false],
    ] as const) {
      const answer = await send(
        `/people/${person.username}?page=2`,
        { form: 'follow', of: person.username, on },
        { cookie: reader.cookie },
      );
      expect(ledTo(answer)).toEqual([303, `/people/${person.username}?page=2`]);
      const follows = await server.call('GET', `/api/people/${person.username}/follow`, { as: reader });
      expect(follows.json()).toMatchObject({ following });
    }
    for (const of of ['..', '../../user', 'a/b', '', '%2e%2e'])
      expect(
        ledTo(await send('/people/x', { form: 'follow', of, on: 'true' }, { cookie: reader.cookie })),
      ).toEqual([303, '/people/x']);
  });

  test('guests are redirected to the login, and from there back', async () => {
    const id = '00000000-0000-7000-8000-000000000000';
    const like = await send(`/jp/resources/${id}?file=a`, { form: 'like', of: id, on: 'true' });
    const next = new URLSearchParams({ next: `/resources/${id}?file=a#actions` });
    expect(ledTo(like)).toEqual([303, `/jp/login?${next}`]);
    const follow = await send('/people/somebody', { form: 'follow', of: 'somebody', on: 'true' });
    expect(ledTo(follow)).toEqual([303, '/login?next=%2Fpeople%2Fsomebody']);
  });

  async function publish(owner: Person): Promise<string> {
    const answer = await server.call('POST', '/api/resources', {
      as: owner,
      payload: { title: '드론 팔', category: '3d_model', downloadUrl: 'https://example.com/arm' },
    });
    if (answer.statusCode >= 300) throw new Error(answer.body);
    return answer.json<{ id: string }>().id;
  }
});

test('a language is chosen and saved', async () => {
  const answer = await send('/en/resources?page=2', { form: 'language', language: 'ja' });
  expect(ledTo(answer)).toEqual([303, '/jp/resources?page=2']);
  const [cookie] = cookiesOf(answer);
  expect(cookie).toBe('gongbang_language=jp');
  const none = await send('/en/resources', { form: 'language', language: 'xx' });
  expect([ledTo(none), cookiesOf(none)]).toEqual([[303, '/en/resources'], []]);
});

describe('a form is refused', () => {
  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['a neighbour', { 'sec-fetch-site': 'same-site', origin: 'http://other.gongbang.test' }],
    ['an origin that hides', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
  ])('from %s, with a message and without effect', async (_name, headers) => {
    const person = await server.signUp();
    for (const fields of [login(person), { form: 'logout' }]) {
      const answer = await send('/login', fields, { ...headers, cookie: person.cookie });
      expect([answer.statusCode, cookiesOf(answer)]).toEqual([403, []]);
      expect(answer.headers['content-type']).toContain('text/html');
      expect(shown).toBeUndefined();
    }
    expect(await nameOf(person.cookie)).toBe(person.username);
  });

  test('that is unknown, has another type or is too large: redirects to its page, without effect', async () => {
    const person = await server.signUp();
    const whole = new URLSearchParams(login(person)).toString();
    for (const [fields, headers] of [
      [{ ...login(person), form: 'transfer' }, {}],
      [{ ...login(person), form: '__proto__' }, {}],
      [{ ...login(person), form: 'constructor' }, {}],
      [{ account: 'x' }, {}],
      ['', {}],
      [whole, { 'content-type': 'text/plain' }],
      [JSON.stringify(login(person)), { 'content-type': 'application/json' }],
      [whole, { 'content-type': 'multipart/form-data; boundary=x' }],
      [`${whole}&more=${'x'.repeat(17_000)}`, {}],
    ] as const) {
      const answer = await send('/en/login?next=/my', fields, headers);
      expect([ledTo(answer), cookiesOf(answer)]).toEqual([[303, '/en/login?next=/my'], []]);
    }
    expect(ledTo(await send('//evil.example/login', login(person)))).toEqual([303, '/evil.example/login']);
    expect((await send('/api/nothing', login(person))).statusCode).toBe(404);
  });

  test.each([
    ['broken UTF-8', 'form=login&account=%ff&password=x'],
    ['half an escape', 'form=login&account=%zz&password=x'],
    ['a control character', 'form=login&account=%00&password=x'],
  ])('with %s in it, with a message on a page', async (_name, body) => {
    const answer = await send('/login', body);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
  });

  test('and not submitted again to where its page redirects', async () => {
    pageStatus = 307;
    const answer = await send('/login', { form: 'login', account: '', password: '' });
    expect(ledTo(answer)).toEqual([303, '/elsewhere']);
  });

  test('with the status of its page where that does not exist', async () => {
    pageStatus = 404;
    const answer = await send('/login', { form: 'login', account: '', password: '' });
    expect(answer.statusCode).toBe(404);
  });
});

test('a page that answers a form is never cached', async () => {
  await send('/login', { form: 'login', account: 'somebody', password: '' });
  const page = await app.inject({ method: 'GET', url: '/login', headers: { 'accept-language': 'ko' } });
  expect(page.json()).not.toHaveProperty('sentForm');
  const after = await send('/login', { form: 'login', account: 'other', password: '' });
  expect(after.json()).toMatchObject({ sentForm: { values: { account: 'other' } } });
});

test('arbitrary fields never crash the server, redirect to another site or echo a secret', async () => {
  const secret = 'S3CRET-which-nobody-may-see';
  const word = fc.oneof(
    fc.constantFrom('form', 'login', 'register', 'like', 'follow', 'logout', 'language', 'code', 'of', 'on'),
    fc.constantFrom(
      'account',
      'password',
      'email',
      'true',
      '__proto__',
      '',
      '%',
      '%00',
      '%ff',
      '+',
      '=',
      '&',
    ),
    fc.string({ unit: 'binary', maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
    fc.string({ maxLength: 20 }),
  );
  const body = fc.oneof(
    fc
      .array(fc.tuple(word, word), { maxLength: 12 })
      .map((pairs) => pairs.map((pair) => pair.join('=')).join('&')),
    fc.string({ unit: 'binary', maxLength: 200 }),
  );
  const name = fc.constantFrom('login', 'register', 'like', 'follow', 'logout', 'language', 'code');
  const path = fc.constantFrom(
    '/login',
    '/en/register',
    '/sign-in/code',
    '/resources/x',
    '/jp/people/x',
    '/',
  );
  await fc.assert(
    fc.asyncProperty(path, name, body, async (url, form, rest) => {
      const answer = await send(
        url,
        `form=${form}&password=${secret}&confirmPassword=${secret}&code=${secret}&${rest}`,
      );
      expect(answer.statusCode).toBeLessThan(500);
      expect(answer.body).not.toContain(secret);
      expect(JSON.stringify(answer.headers)).not.toContain(secret);
      expect(String(answer.headers.location ?? '/')).toMatch(/^\/(?![/\\])/);
    }),
    randomRuns(60),
  );
});

test('the first of duplicate fields counts, and names of object properties are ordinary names', () => {
  const { account, __proto__: proto } = parseForm(Buffer.from('account=a%20b+c&account=d&__proto__=x&&=y'));
  expect([account, proto]).toEqual(['a b c', 'x']);
});

test.each([
  ['/a b', '/a%20b'],
  ['//evil.example/x', '/evil.example/x'],
  ['/\\evil.example', '/evil.example'],
  ['/.//evil.example', '/evil.example'],
  ['/공방?a=나#다', '/%EA%B3%B5%EB%B0%A9?a=%EB%82%98#%EB%8B%A4'],
])('%s is written as %s in a Location header', (path, location) => {
  expect(locationOf(path)).toBe(location);
});
