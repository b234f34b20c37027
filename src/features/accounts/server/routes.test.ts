import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cookieOf, startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { startJobs } from '#app/jobs.ts';
import { ensureAdmin } from './commands.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_LOGIN_PER_ACCOUNT: '3' });
});
afterAll(() => server.close());

const valid = { fullName: '김하나', email: 'hana@example.com', password: 'a long enough one' };

describe('registration', () => {
  test('opens an account, signs in and never returns the password', async () => {
    const answer = await server.call('POST', '/api/register', {
      payload: { ...valid, email: 'Hana@Example.com' },
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({
      fullName: '김하나',
      email: 'hana@example.com',
      username: expect.stringMatching(/^maker\d{6}$/),
      isAdmin: false,
      role: 'user',
      phoneVerified: false,
      bankRegistered: false,
      avatarUrl: null,
      locale: 'ko',
    });
    expect(answer.body).not.toContain(valid.password);
    const stored = await server.runtime.pool.query('select password from credential');
    expect(stored.rows[0].password).toMatch(/^\$argon2id\$/);
    await server.runtime.pool.query("update person set username = 'hana', display_username = 'hana'");
  });

  test('refuses a second account with the same e-mail address in another case', async () => {
    const answer = await server.call('POST', '/api/register', {
      payload: { ...valid, email: 'HANA@example.com' },
    });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toEqual({
      code: 'account_exists',
      message: '이미 가입된 이메일이에요.',
      fields: { email: '이미 가입된 이메일이에요.' },
    });
  });

  test('refuses a username that is taken, in any case', async () => {
    const answer = await server.call('POST', '/api/register', {
      payload: { ...valid, email: 'other@example.com', username: 'HANA' },
    });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'username_taken', fields: { username: expect.any(String) } });
  });

  test.each([
    ['ko', '꼭 입력해 주세요.', '올바른 이메일 주소를 입력해 주세요.', '8자 이상 입력해 주세요.'],
    ['en', 'This field is required.', 'Please enter a valid email address.', 'Enter at least 8 characters.'],
    [
      'ja',
      '必ず入力してください。',
      '正しいメールアドレスを入力してください。',
      '8文字以上で入力してください。',
    ],
  ])('reports each invalid field in %s', async (language, required, email, short) => {
    const answer = await server.call('POST', '/api/register', {
      payload: { fullName: ' ', email: 'not-an-address', password: 'short' },
      headers: { 'accept-language': language },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'invalid_input',
      fields: { fullName: required, email, password: short },
    });
  });

  test('never grants the admin role on request', async () => {
    const answer = await server.call('POST', '/api/register', {
      payload: { ...valid, email: 'eve@example.com', isAdmin: true, emailVerified: true },
    });
    expect(answer.json()).toMatchObject({ isAdmin: false });
    const { rows } = await server.runtime.pool.query(
      "select role, email_verified from person where email = 'eve@example.com'",
    );
    expect(rows).toEqual([{ role: 'user', email_verified: false }]);
  });

  test('sends a welcome mail in the language of the page', async () => {
    const runner = await startJobs(server.runtime, server.app.log);
    const folder = join(server.runtime.config.dataDir, 'outbox', 'mail');
    await expect.poll(async () => (await readdir(folder).catch(() => [])).length).toBeGreaterThan(0);
    await runner.stop();
    const mails = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
    );
    expect(mails.some((mail) => mail.includes('To: hana@example.com'))).toBe(true);
  });
});

describe('a login', () => {
  test.each([
    ['the e-mail address', { email: 'HANA@example.com' }],
    ['the username', { username: 'Hana' }],
    ['the address in the username field', { username: 'hana@example.com' }],
  ])('works with %s', async (_what, who) => {
    const answer = await server.call('POST', '/api/login', { payload: { ...who, password: valid.password } });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ username: 'hana' });
  });

  test('sets an HttpOnly cookie and rotates it', async () => {
    const login = () =>
      server.call('POST', '/api/login', { payload: { email: valid.email, password: valid.password } });
    const first = await login();
    expect(String(first.headers['set-cookie'])).toMatch(/HttpOnly/i);
    expect(String(first.headers['set-cookie'])).toMatch(/SameSite=Lax/i);
    const old = cookieOf(first.headers['set-cookie']);
    const second = await server.call('POST', '/api/login', {
      payload: { email: valid.email, password: valid.password },
      headers: { cookie: old },
    });
    expect(cookieOf(second.headers['set-cookie'])).not.toBe(old);
    expect((await server.call('GET', '/api/user', { headers: { cookie: old } })).statusCode).toBe(401);
  });

  test('marks the cookie Secure on https, and stores a hash of the full cost', async () => {
    const secure = await startTestServer({ PUBLIC_ORIGIN: 'https://gongbang.test', PASSWORD_COST: 'full' });
    try {
      const answer = await secure.call('POST', '/api/register', { payload: valid });
      const { rows } = await secure.runtime.pool.query(
        `select c.password from credential c join person p on p.id = c.user_id where p.email = $1`,
        [valid.email],
      );
      expect(rows[0].password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      expect(String(answer.headers['set-cookie'])).toMatch(/^__Host-.*Secure/i);
      const me = await secure.call('GET', '/api/user', {
        headers: { cookie: cookieOf(answer.headers['set-cookie']) },
      });
      expect(me.statusCode).toBe(200);
      expect(me.headers['strict-transport-security']).toBeDefined();
    } finally {
      await secure.close();
    }
  });

  test('gives the same answer for a wrong password and an unknown account', async () => {
    const wrong = await server.call('POST', '/api/login', {
      payload: { email: 'eve@example.com', password: 'wrong' },
    });
    const unknown = await server.call('POST', '/api/login', {
      payload: { email: 'nobody@example.com', password: 'wrong' },
    });
    expect([wrong.statusCode, wrong.json()]).toEqual([unknown.statusCode, unknown.json()]);
    expect(wrong.json()).toEqual({
      code: 'invalid_credentials',
      message: '로그인 정보가 올바르지 않아요. 이메일이나 사용자 이름, 비밀번호를 다시 확인해 주세요.',
    });
    expect(wrong.statusCode).toBe(401);
  });

  test('limits guesses at one account without locking out others with the same IP address', async () => {
    const victim = await server.signUp();
    const other = await server.signUp();
    const guess = () =>
      server.call('POST', '/api/login', { payload: { email: victim.email, password: 'guess' } });
    for (let tries = 0; tries < 3; tries += 1) expect((await guess()).statusCode).toBe(401);
    const refused = await guess();
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: 'rate_limited' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const login = await server.call('POST', '/api/login', {
      payload: { email: other.email, password: other.password },
    });
    expect(login.statusCode).toBe(200);
  });

  test('limits concurrent guesses', async () => {
    const victim = await server.signUp();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        server.call('POST', '/api/login', { payload: { email: victim.email, password: 'guess' } }),
      ),
    );
    expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(3);
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(9);
  });

  test('counts guesses at one account together, by any of its names and from any IP address', async () => {
    const victim = await server.signUp();
    const [local = '', host = ''] = victim.email.split('@');
    const names = [
      { email: victim.email },
      { username: victim.username.toUpperCase() },
      { email: ` ${local.toUpperCase()}@${host} ` },
      { username: victim.email },
      { username: `\u00a0${victim.username}` },
    ];
    const statuses: number[] = [];
    for (const [index, name] of names.entries()) {
      const answer = await server.call('POST', '/api/login', {
        payload: { ...name, password: 'guess' },
        remoteAddress: `10.9.0.${index + 1}`,
      });
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
  });

  test('lets the owner in from a known browser while guesses of others are refused', async () => {
    const victim = await server.signUp();
    const device = victim.cookie.split('; ').find((cookie) => cookie.startsWith('gongbang.device=')) ?? '';
    const attacker = await server.signUp();
    const logIn = (password: string, cookie?: string) =>
      server.call('POST', '/api/login', {
        payload: { email: victim.email, password },
        ...(cookie && { headers: { cookie } }),
      });
    for (let tries = 0; tries < 3; tries += 1) expect((await logIn('guess')).statusCode).toBe(401);
    expect((await logIn(victim.password)).statusCode).toBe(429);
    // A device cookie of another person is worthless here, and so is a forged tag.
    expect((await logIn('guess', attacker.cookie)).statusCode).toBe(429);
    expect((await logIn('guess', `${device.slice(0, -4)}AAAA`)).statusCode).toBe(429);
    expect((await logIn(victim.password, device)).statusCode).toBe(200);
    // A known browser has no more guesses than any other.
    const known = await Promise.all(Array.from({ length: 6 }, () => logIn('guess', device)));
    expect(known.filter(({ statusCode }) => statusCode === 401)).toHaveLength(3);
    expect((await logIn(victim.password, device)).statusCode).toBe(429);
  });

  test('refuses a suspended person and ends their sessions', async () => {
    const person = await server.signUp();
    await server.runtime.pool.query('update person set suspended_at = now() where id = $1', [person.id]);
    const login = await server.call('POST', '/api/login', {
      payload: { email: person.email, password: person.password },
    });
    expect(login.statusCode).toBe(403);
    expect((await server.call('GET', '/api/user', { as: person })).statusCode).toBe(401);
  });

  test('accepts the longest name of the form as a wrong one', async () => {
    const email = `${'a'.repeat(242)}@example.com`;
    const answer = await server.call('POST', '/api/login', { payload: { email, password: 'x' } });
    expect(answer.statusCode).toBe(401);
  });

  test('requires either an e-mail address or a username', async () => {
    for (const who of [{}, { email: 'a@example.com', username: 'a' }]) {
      const answer = await server.call('POST', '/api/login', { payload: { ...who, password: 'x' } });
      expect(answer.statusCode).toBe(400);
    }
  });
});

describe('a session', () => {
  test('is anonymous without a cookie, and with a forged, altered or expired one', async () => {
    const person = await server.signUp();
    const [name, value = ''] = (person.cookie.split('; ')[0] ?? '').split('=');
    for (const cookie of ['', `${name}=abc.def`, `${name}=${value.slice(0, -6)}AAAA%3D`, `${name}=.`]) {
      const answer = await server.call('GET', '/api/user', { headers: { cookie } });
      expect(answer.statusCode, cookie).toBe(401);
      expect(answer.json()).toEqual({ code: 'not_signed_in', message: '로그인이 필요해요.' });
    }
    await server.runtime.pool.query(
      "update session set expires_at = now() - interval '1 second' where user_id = $1",
      [person.id],
    );
    expect((await server.call('GET', '/api/user', { as: person })).statusCode).toBe(401);
  });

  test('ends on the server too with a logout', async () => {
    const person = await server.signUp();
    expect((await server.call('GET', '/api/user', { as: person })).statusCode).toBe(200);
    expect((await server.call('POST', '/api/logout', { as: person })).statusCode).toBe(204);
    expect((await server.call('GET', '/api/user', { as: person })).statusCode).toBe(401);
    expect((await server.call('POST', '/api/logout')).statusCode).toBe(204);
  });

  test('is prolonged after it has been in use for a day', async () => {
    const person = await server.signUp();
    await server.runtime.pool.query(
      "update session set expires_at = now() + interval '5 days' where user_id = $1",
      [person.id],
    );
    const answer = await server.call('GET', '/api/user', { as: person });
    expect(cookieOf(answer.headers['set-cookie'])).toBe(person.cookie.split('; ')[0]);
    const { rows } = await server.runtime.pool.query(
      "select expires_at > now() + interval '13 days' as longer from session where user_id = $1",
      [person.id],
    );
    expect(rows).toEqual([{ longer: true }]);
    expect((await server.call('GET', '/api/user', { as: person })).headers['set-cookie']).toBeUndefined();
  });
});

describe('requests from other sites', () => {
  test.each([
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['the null Origin', { origin: 'null' }],
    ['cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour on the same site', { 'sec-fetch-site': 'same-site' }],
    [
      'cross-site with our Origin claimed',
      { 'sec-fetch-site': 'cross-site', origin: 'http://gongbang.test' },
    ],
  ])('are refused: %s', async (_what, headers) => {
    const person = await server.signUp();
    const answer = await server.call('POST', '/api/logout', { as: person, headers });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'cross_site' });
    expect((await server.call('GET', '/api/user', { as: person })).statusCode).toBe(200);
  });

  test.each([
    ['our own pages', { 'sec-fetch-site': 'same-origin', origin: 'http://gongbang.test' }],
    ['an old browser on our own page', { origin: 'http://gongbang.test' }],
    ['a program that is no browser', {}],
  ])('are distinguished from %s', async (_what, headers) => {
    const person = await server.signUp();
    expect((await server.call('POST', '/api/logout', { as: person, headers })).statusCode).toBe(204);
  });

  test('form posts are not accepted as JSON', async () => {
    const answer = await server.call('POST', '/api/login', {
      payload: 'email=a%40example.com&password=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.statusCode).toBe(415);
    expect(answer.json()).toMatchObject({ code: 'unsupported_media_type' });
  });
});

test('an account becomes the admin only with its own password', async () => {
  const person = await server.signUp();
  const admin = (password?: string) => ensureAdmin(server.runtime, { email: person.email, password });
  expect(await admin()).toBe('needs_password');
  expect(await admin('the operator’s own')).toBe('wrong_password');
  expect(await admin(person.password)).toBe('promoted');
  expect(await admin()).toBe('already');
});

describe('consents', () => {
  type Answer = { due: boolean; consents: { kind: string; given: boolean; version: string | null }[] };
  const given = (answer: Answer) => answer.consents.filter((each) => each.given).map(({ kind }) => kind);
  const read = async (as: Person) => (await server.call('GET', '/api/user/consents', { as })).json<Answer>();
  const change = (as: Person, payload: object) => server.call('PATCH', '/api/user/consents', { as, payload });

  test('are recorded at registration, marketing only on request', async () => {
    const person = await server.signUp();
    const answer = await read(person);
    expect(answer.due).toBe(false);
    expect(given(answer)).toEqual(['terms', 'privacy', 'age_14']);
  });

  test.each(['terms', 'privacy', 'age14'])('%s must not be refused at registration', async (name) => {
    const answer = await server.call('POST', '/api/register', {
      payload: {
        ...valid,
        email: `${name}@example.com`,
        consents: { terms: true, privacy: true, age14: true, [name]: false },
      },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ fields: object }>().fields).toHaveProperty([`consents.${name}`]);
  });

  test('are due while they are missing or given to older texts', async () => {
    const answer = await server.call('POST', '/api/register', {
      payload: { ...valid, email: 'undecided@example.com' },
    });
    expect(answer.json()).toMatchObject({ consentsDue: true });
    const person = await server.signUp();
    await server.runtime.pool.query(
      "with old as (update consent set version = '2020-01-01' where person_id = $1) update person set agreed_version = '2020-01-01' where id = $1",
      [person.id],
    );
    expect((await read(person)).due).toBe(true);
    expect((await server.call('GET', '/api/user', { as: person })).json()).toMatchObject({
      consentsDue: true,
    });
    await change(person, { terms: true });
    expect((await read(person)).due).toBe(true);
    // The statement about the age holds for every version.
    await change(person, { privacy: true });
    expect((await read(person)).due).toBe(false);
    expect((await server.call('GET', '/api/user', { as: person })).json()).toMatchObject({
      consentsDue: false,
    });
  });

  test('to marketing can be given and withdrawn, at night only with by day, and every decision is stored', async () => {
    const person = await server.signUp();
    await change(person, { marketing: true, nightMarketing: true });
    expect(given(await read(person))).toEqual(expect.arrayContaining(['marketing', 'night_marketing']));
    await change(person, { marketing: false });
    expect(given(await read(person))).toEqual(['terms', 'privacy', 'age_14']);
    const { rows } = await server.runtime.pool.query(
      "select given from consent where person_id = $1 and kind = 'marketing' order by id",
      [person.id],
    );
    expect(rows).toEqual([{ given: false }, { given: true }, { given: false }]);
  });

  test('that are required cannot be withdrawn', async () => {
    expect((await change(await server.signUp(), { terms: false })).statusCode).toBe(400);
  });
});
