import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildServer } from '#app/server.ts';
import { cookieOf, startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { createVault } from '#platform/server/sealed.ts';
import { passwords } from './passwords.ts';
import { rotateSecretKeys, stepAt, totp } from './second-factor.ts';
import { createSoftKey } from './testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_LOGIN_PER_ACCOUNT: '4', RATE_LIMIT_LOGIN_PER_ADDRESS: '1000' });
});
afterAll(() => server.close());

const origin = 'http://gongbang.test';

/** Makes the session's proof older than its ten minutes. */
async function age(person: Person): Promise<void> {
  await server.runtime.pool.query(
    "update session set created_at = now() - interval '11 minutes' where user_id = $1",
    [person.id],
  );
}

/** Sends a request as a person and keeps the session of the response. */
async function as(person: Person, method: string, url: string, payload?: object) {
  const answer = await server.call(method, url, { as: person, ...(payload && { payload }) });
  const cookie = cookieOf(answer.headers['set-cookie']);
  if (cookie.includes('session='))
    person.cookie = cookie.split('; ').find((each) => each.includes('session=')) ?? '';
  return answer;
}

async function addPasskey(person: Person, key = createSoftKey(origin), verifies = true) {
  const { options, ticket } = (await as(person, 'POST', '/api/user/passkeys/options')).json();
  const answer = await as(person, 'POST', '/api/user/passkeys', {
    ticket,
    name: '내 전화기',
    response: key.register(options.challenge, verifies),
  });
  return { key, answer, ticket, challenge: options.challenge as string };
}

async function switchOn(person: Person): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret, uri } = (await as(person, 'POST', '/api/user/second-factor')).json();
  expect(uri).toContain(`secret=${secret}`);
  const answer = await as(person, 'POST', '/api/user/second-factor/confirm', {
    code: totp(secret, stepAt(new Date())),
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return { secret, ...answer.json() };
}

/** Each TOTP step is valid once, so a test that needs a second code clears the first. */
const forgetSteps = (person: Person) =>
  server.runtime.pool.query('update second_factor set last_step = 0 where person_id = $1', [person.id]);

const logIn = (person: Person, cookie = '') =>
  server.call('POST', '/api/login', {
    payload: { email: person.email, password: person.password },
    headers: { cookie },
  });

describe('a sensitive change', () => {
  const changes: [string, string, object?][] = [
    ['PUT', '/api/user/password', { newPassword: 'an entirely new sentence' }],
    ['POST', '/api/user/email', { email: 'elsewhere@example.com' }],
    ['POST', '/api/user/passkeys/options'],
    ['DELETE', '/api/user/passkeys/01890000-0000-7000-8000-000000000000'],
    ['POST', '/api/user/second-factor'],
    ['POST', '/api/user/second-factor/confirm', { code: '123456' }],
    ['POST', '/api/user/second-factor/recovery-codes'],
    ['DELETE', '/api/user/second-factor'],
    ['DELETE', '/api/user/sign-in-services/kakao'],
  ];

  test.each(changes)('%s %s needs a proof of the last ten minutes', async (method, url, payload) => {
    const person = await server.signUp();
    await age(person);
    const refused = await as(person, method, url, payload);
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ code: 'proof_needed' });
    expect((await server.call(method, url, payload ? { payload } : {})).statusCode).toBe(401);
  });

  test('is allowed after the password was entered, in a new session, and the old one ends', async () => {
    const person = await server.signUp();
    await age(person);
    const before = person.cookie;
    const proof = await as(person, 'POST', '/api/user/proof', { password: person.password });
    expect(proof.statusCode).toBe(200);
    expect(person.cookie).not.toBe(before);
    expect((await server.call('GET', '/api/user', { headers: { cookie: before } })).statusCode).toBe(401);
    expect((await as(person, 'POST', '/api/user/passkeys/options')).statusCode).toBe(200);
  });

  test('is not allowed by a proof in another session of the same person', async () => {
    const person = await server.signUp();
    await age(person);
    const elsewhere = { ...person, cookie: cookieOf((await logIn(person)).headers['set-cookie']) };
    expect((await as(elsewhere, 'POST', '/api/user/second-factor')).statusCode).toBe(200);
    expect((await as(person, 'POST', '/api/user/second-factor')).statusCode).toBe(403);
  });

  test('a wrong password is no proof, and guesses are limited', async () => {
    const person = await server.signUp();
    for (let tries = 0; tries < 4; tries += 1) {
      const wrong = await as(person, 'POST', '/api/user/proof', { password: 'guess' });
      expect(wrong.statusCode).toBe(403);
      expect(wrong.json()).toMatchObject({
        code: 'wrong_password',
        fields: { password: expect.any(String) },
      });
    }
    const stopped = await as(person, 'POST', '/api/user/proof', { password: person.password });
    expect(stopped.statusCode).toBe(429);
  });

  test.each([{}, { password: 'a', code: '123456' }, { code: '1' }, { password: 1 }])(
    'a proof of the shape %j is invalid input',
    async (payload) => {
      const person = await server.signUp();
      const answer = await as(person, 'POST', '/api/user/proof', payload);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().fields).toBeDefined();
    },
  );
});

describe('a new password', () => {
  test('ends all other sessions, rotates this one, and replaces the old one', async () => {
    const person = await server.signUp();
    const other = cookieOf((await logIn(person)).headers['set-cookie']);
    const before = person.cookie;
    const answer = await as(person, 'PUT', '/api/user/password', {
      currentPassword: person.password,
      newPassword: 'an entirely new sentence',
    });
    expect(answer.statusCode).toBe(204);
    for (const [cookie, status] of [
      [other, 401],
      [before, 401],
      [person.cookie, 200],
    ] as const) {
      expect((await server.call('GET', '/api/user', { headers: { cookie } })).statusCode).toBe(status);
    }
    expect((await logIn(person)).statusCode).toBe(401);
  });

  /** Runs something between a successful password check and its effect. */
  function onceShown(meanwhile: () => Promise<unknown>): void {
    const verify = passwords.verify.bind(passwords);
    vi.spyOn(passwords, 'verify').mockImplementationOnce(async (stored, password) => {
      const right = await verify(stored, password);
      await meanwhile();
      return right;
    });
  }
  const change = (person: Person) =>
    as(person, 'PUT', '/api/user/password', {
      currentPassword: person.password,
      newPassword: 'a wholly new sentence',
    });

  test('needs the current one even right after a sign-in', async () => {
    const person = await server.signUp();
    const put = (fields: object) =>
      as(person, 'PUT', '/api/user/password', { newPassword: 'an entirely new sentence', ...fields });
    const bare = await put({});
    expect([bare.statusCode, bare.json()]).toMatchObject([403, { code: 'proof_needed' }]);
    const wrong = await put({ currentPassword: 'guess' });
    expect([wrong.statusCode, wrong.json()]).toMatchObject([
      403,
      { code: 'wrong_password', fields: { currentPassword: expect.any(String) } },
    ]);
    await as(person, 'POST', '/api/user/proof', { password: person.password });
    expect((await put({})).statusCode).toBe(204);
  });

  test('stops a concurrent sign-in with the old one', async () => {
    const person = await server.signUp();
    onceShown(() => change(person));
    const late = await logIn(person);
    expect(late.statusCode).toBe(401);
    expect(late.json()).toMatchObject({ code: 'invalid_credentials' });
    expect((await as(person, 'GET', '/api/user/sessions')).json()).toHaveLength(1);
  });

  test('stops a sign-in with the old one that waits for its second step', async () => {
    const person = await server.signUp();
    await switchOn(person);
    onceShown(() => change(person));
    expect((await logIn(person)).statusCode).toBe(401);
  });

  test.each([
    ['a new password', change],
    ['the end of all other sessions', (person: Person) => as(person, 'DELETE', '/api/user/sessions')],
  ])('or %s: a session that has ended meanwhile is no proof', async (_name, end) => {
    const person = await server.signUp();
    const stolen = { ...person, cookie: cookieOf((await logIn(person)).headers['set-cookie']) };
    onceShown(() => end(person));
    const proof = await as(stolen, 'POST', '/api/user/proof', { password: person.password });
    expect(proof.statusCode).toBe(401);
    expect((await as(stolen, 'GET', '/api/user')).statusCode).toBe(401);
    expect((await as(person, 'GET', '/api/user/sessions')).json()).toHaveLength(1);
  });

  test.each(['password1234', 'person', 'qwertyuiop', '19900101'])('%s is refused', async (password) => {
    const person = await server.signUp();
    const answer = await as(person, 'PUT', '/api/user/password', {
      currentPassword: person.password,
      newPassword: password,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ fields: { newPassword: expect.any(String) } });
  });

  test('that mostly consists of one’s own name is refused at registration', async () => {
    const answer = await server.call('POST', '/api/register', {
      payload: { fullName: '이도윤', email: 'doyun.lee@example.com', password: 'doyunlee1' },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields.password).toContain('추측하기 쉬운');
  });
});

describe('sessions', () => {
  test('are listed with device and coarse location, for their owner only', async () => {
    const person = await server.signUp();
    await server.call('POST', '/api/login', {
      payload: { email: person.email, password: person.password },
      remoteAddress: '203.0.113.9',
      headers: {
        'user-agent':
          'Mozilla/5.0 (Linux; Android 15; SM-S928N) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      },
    });
    const list = (await as(person, 'GET', '/api/user/sessions')).json();
    expect(list).toHaveLength(2);
    expect(list).toContainEqual(
      expect.objectContaining({
        browser: 'Samsung Internet',
        system: 'Android',
        network: '203.0.113.*',
        method: 'password',
        current: false,
      }),
    );
    expect(list.filter((each: { current: boolean }) => each.current)).toHaveLength(1);
    expect(JSON.stringify(list)).not.toContain('203.0.113.9');
  });

  test('exist in parallel, and one or all others can be ended', async () => {
    const person = await server.signUp();
    const cookies: string[] = [];
    for (let count = 0; count < 3; count += 1)
      cookies.push(cookieOf((await logIn(person)).headers['set-cookie']));
    const alive = async () => {
      const answers = await Promise.all(
        cookies.map((cookie) => server.call('GET', '/api/user', { headers: { cookie } })),
      );
      return answers.map(({ statusCode }) => statusCode);
    };
    expect(await alive()).toEqual([200, 200, 200]);
    const list = (await server.call('GET', '/api/user/sessions', { headers: { cookie: cookies[0] } })).json();
    const { id } = list.find((each: { current: boolean }) => each.current);
    expect((await as(person, 'DELETE', `/api/user/sessions/${id}`)).statusCode).toBe(204);
    expect(await alive()).toEqual([401, 200, 200]);
    expect((await as(person, 'DELETE', '/api/user/sessions')).statusCode).toBe(204);
    expect(await alive()).toEqual([401, 401, 401]);
    expect((await as(person, 'GET', '/api/user')).statusCode).toBe(200);
  });

  test('of others cannot be ended', async () => {
    const [person, stranger] = [await server.signUp(), await server.signUp()];
    const [{ id }] = (await as(person, 'GET', '/api/user/sessions')).json();
    expect((await as(stranger, 'DELETE', `/api/user/sessions/${id}`)).statusCode).toBe(404);
    expect((await as(stranger, 'DELETE', '/api/user/sessions/nonsense')).statusCode).toBe(400);
    expect((await as(person, 'GET', '/api/user')).statusCode).toBe(200);
  });

  test('a planted cookie is never adopted: a sign-in creates a new token', async () => {
    const [attacker, victim] = [await server.signUp(), await server.signUp()];
    const answer = await logIn(victim, attacker.cookie);
    const cookie = cookieOf(answer.headers['set-cookie']);
    expect(cookie).not.toContain(attacker.cookie);
    expect((await server.call('GET', '/api/user', { headers: { cookie } })).json()).toMatchObject({
      id: victim.id,
    });
    expect((await as(attacker, 'GET', '/api/user')).statusCode).toBe(401);
  });

  test('two session cookies at once are refused, and so is one behind a no-break space', async () => {
    const people = [await server.signUp(), await server.signUp()];
    const [one, two] = people.map(({ cookie }) => cookie.split('; ')[0]);
    for (const cookie of [`${one}; ${two}`, `x=1;\u00a0${one}`, `${one}\u00a0`]) {
      expect((await server.call('GET', '/api/user', { headers: { cookie } })).statusCode).toBe(401);
    }
  });

  test('concurrent requests with different sessions each get their own person', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => server.signUp()));
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => people)
        .flat()
        .map(async (person) => [
          person.id,
          (await server.call('GET', '/api/user', { as: person })).json().id,
        ]),
    );
    for (const [asked, answered] of answers) expect(answered).toBe(asked);
  });
});

describe('a passkey', () => {
  test('is added, named, signs in as first and second factor, and is removed', async () => {
    const person = await server.signUp();
    await switchOn(person);
    const { key, answer } = await addPasskey(person);
    expect(answer.statusCode, answer.body).toBe(201);
    const [{ id }] = (await as(person, 'GET', '/api/user/security')).json().passkeys;
    expect((await as(person, 'PATCH', `/api/user/passkeys/${id}`, { name: '새 이름' })).statusCode).toBe(204);

    const { options, ticket } = (await server.call('POST', '/api/login/passkey/options')).json();
    expect(options.userVerification).toBe('required');
    const payload = { ticket, response: key.sign(options.challenge) };
    const signedIn = await server.call('POST', '/api/login/passkey', { payload });
    expect(signedIn.statusCode, signedIn.body).toBe(200);
    expect(signedIn.json()).toMatchObject({ id: person.id });
    expect((await server.call('POST', '/api/login/passkey', { payload })).statusCode).toBe(403);

    const security = (await as(person, 'GET', '/api/user/security')).json();
    expect(security.passkeys).toMatchObject([{ name: '새 이름', usedAt: expect.any(String) }]);
    expect((await as(person, 'DELETE', `/api/user/passkeys/${id}`)).statusCode).toBe(204);
    expect((await as(person, 'DELETE', `/api/user/passkeys/${id}`)).statusCode).toBe(404);
  });

  test('without user verification is neither added nor accepted', async () => {
    const person = await server.signUp();
    const { answer } = await addPasskey(person, createSoftKey(origin), false);
    expect(answer.statusCode).toBe(403);
    const { key } = await addPasskey(person);
    const { options, ticket } = (await server.call('POST', '/api/login/passkey/options')).json();
    const signedIn = await server.call('POST', '/api/login/passkey', {
      payload: { ticket, response: key.sign(options.challenge, false) },
    });
    expect(signedIn.statusCode).toBe(403);
    expect(signedIn.json()).toMatchObject({ code: 'passkey_failed' });
  });

  test('for another site, another challenge, or by a stranger is refused', async () => {
    const person = await server.signUp();
    const { key } = await addPasskey(person);
    const attempt = async (respond: (challenge: string) => object) => {
      const { options, ticket } = (await server.call('POST', '/api/login/passkey/options')).json();
      return server.call('POST', '/api/login/passkey', {
        payload: { ticket, response: respond(options.challenge) },
      });
    };
    const elsewhere = createSoftKey('https://evil.example');
    for (const respond of [
      (challenge: string) => ({ ...elsewhere.sign(challenge), id: key.sign(challenge).id }),
      () => key.sign('AAAA'),
      (challenge: string) => createSoftKey(origin).sign(challenge),
      (challenge: string) => ({ ...key.sign(challenge), response: {} }),
    ]) {
      const answer = await attempt(respond);
      expect(answer.statusCode, answer.body).toBe(403);
    }
  });

  test('is a proof for this person and this session', async () => {
    const [person, stranger] = [await server.signUp(), await server.signUp()];
    const { key } = await addPasskey(person);
    const { key: strangersKey } = await addPasskey(stranger);
    await age(person);
    const ask = async () => (await as(person, 'POST', '/api/user/proof/passkey/options')).json();
    const wrong = await ask();
    const refused = await as(person, 'POST', '/api/user/proof/passkey', {
      ticket: wrong.ticket,
      response: strangersKey.sign(wrong.options.challenge),
    });
    expect(refused.statusCode).toBe(403);
    const { options, ticket } = await ask();
    const payload = { ticket, response: key.sign(options.challenge) };
    expect((await as(stranger, 'POST', '/api/user/proof/passkey', payload)).statusCode).toBe(403);
    const again = await ask();
    const proof = await as(person, 'POST', '/api/user/proof/passkey', {
      ticket: again.ticket,
      response: key.sign(again.options.challenge),
    });
    expect(proof.statusCode, proof.body).toBe(200);
    expect((await as(person, 'POST', '/api/user/second-factor')).statusCode).toBe(200);
  });

  test('of someone else can be neither renamed nor removed', async () => {
    const [person, stranger] = [await server.signUp(), await server.signUp()];
    await addPasskey(person);
    const [{ id }] = (await as(person, 'GET', '/api/user/security')).json().passkeys;
    expect((await as(stranger, 'PATCH', `/api/user/passkeys/${id}`, { name: 'x' })).statusCode).toBe(404);
    expect((await as(stranger, 'DELETE', `/api/user/passkeys/${id}`)).statusCode).toBe(404);
  });

  test('cannot be removed as the last sign-in method', async () => {
    const person = await server.signUp();
    await addPasskey(person);
    await server.runtime.pool.query('delete from credential where user_id = $1', [person.id]);
    const [{ id }] = (await as(person, 'GET', '/api/user/security')).json().passkeys;
    const answer = await as(person, 'DELETE', `/api/user/passkeys/${id}`);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'last_way_in' });
  });
});

describe('the second factor', () => {
  const finish = (cookie: string, code: string) =>
    server.call('POST', '/api/login/code', { payload: { code }, headers: { cookie } });

  test('is asked for after the password, and a session exists only afterwards', async () => {
    const person = await server.signUp();
    const { secret } = await switchOn(person);
    await forgetSteps(person);
    const first = await logIn(person);
    expect(first.statusCode).toBe(202);
    expect(first.json()).toEqual({ secondFactorNeeded: true });
    const cookie = cookieOf(first.headers['set-cookie']);
    expect(cookie).not.toContain('session=');
    expect(String(first.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax/);
    expect((await server.call('GET', '/api/user', { headers: { cookie } })).statusCode).toBe(401);
    const code = totp(secret, stepAt(new Date()));
    const second = await finish(cookie, code);
    expect(second.statusCode, second.body).toBe(200);
    expect(second.json()).toMatchObject({ id: person.id });
    // Ticket and code are used up.
    expect((await finish(cookie, code)).statusCode).toBe(403);
    const again = cookieOf((await logIn(person)).headers['set-cookie']);
    const replay = await finish(again, code);
    expect(replay.json()).toMatchObject({ code: 'wrong_code' });
  });

  test('two concurrent sign-ins with one code make one session', async () => {
    const person = await server.signUp();
    const { secret } = await switchOn(person);
    await forgetSteps(person);
    const cookies = [await logIn(person), await logIn(person)].map((answer) =>
      cookieOf(answer.headers['set-cookie']),
    );
    const code = totp(secret, stepAt(new Date()));
    const answers = await Promise.all(cookies.map((cookie) => finish(cookie, code)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 403]);
  });

  test('accepts a recovery code once, and counts the remaining ones', async () => {
    const person = await server.signUp();
    const { recoveryCodes } = await switchOn(person);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [code = ''] = recoveryCodes;
    const attempt = async (typed: string) =>
      finish(cookieOf((await logIn(person)).headers['set-cookie']), typed);
    expect((await attempt(code.toUpperCase().replace('-', ' '))).statusCode).toBe(200);
    expect((await attempt(code)).statusCode).toBe(403);
    expect((await as(person, 'GET', '/api/user/security')).json()).toMatchObject({ recoveryCodesLeft: 9 });
    const renewed = (await as(person, 'POST', '/api/user/second-factor/recovery-codes')).json();
    expect(renewed.recoveryCodes).toHaveLength(10);
    expect((await attempt(recoveryCodes[1] ?? '')).statusCode).toBe(403);
    expect((await attempt(renewed.recoveryCodes[0])).statusCode).toBe(200);
  });

  test('guesses are limited per ticket and per account', async () => {
    const person = await server.signUp();
    await switchOn(person);
    const cookie = cookieOf((await logIn(person)).headers['set-cookie']);
    const answers = [];
    for (let tries = 0; tries < 7; tries += 1) answers.push((await finish(cookie, '000000')).statusCode);
    expect(answers).toEqual([403, 403, 403, 403, 429, 403, 403]);
  });

  test('is inactive until a code is entered, and cannot be started twice', async () => {
    const person = await server.signUp();
    await as(person, 'POST', '/api/user/second-factor');
    expect((await logIn(person)).statusCode).toBe(200);
    const wrong = await as(person, 'POST', '/api/user/second-factor/confirm', { code: '000000' });
    expect(wrong.statusCode).toBe(403);
    await switchOn(person);
    expect((await as(person, 'POST', '/api/user/second-factor')).statusCode).toBe(409);
    expect((await as(person, 'DELETE', '/api/user/second-factor')).statusCode).toBe(204);
    expect((await logIn(person)).statusCode).toBe(200);
  });

  test('is a proof of identity', async () => {
    const person = await server.signUp();
    const { secret } = await switchOn(person);
    await forgetSteps(person);
    await age(person);
    const proof = await as(person, 'POST', '/api/user/proof', { code: totp(secret, stepAt(new Date())) });
    expect(proof.statusCode).toBe(200);
    expect((await as(person, 'DELETE', '/api/user/second-factor')).statusCode).toBe(204);
  });

  test('its secret is not readable in the database', async () => {
    const person = await server.signUp();
    const { secret, recoveryCodes } = await switchOn(person);
    const { rows } = await server.runtime.pool.query(
      'select sealed_secret, (select array_agg(hash) from recovery_code r where r.person_id = s.person_id) as hashes from second_factor s where person_id = $1',
      [person.id],
    );
    expect(JSON.stringify(rows)).not.toContain(secret);
    for (const code of recoveryCodes) expect(JSON.stringify(rows)).not.toContain(code);
  });

  test('survives a new SESSION_SECRET and a new key of DATA_KEYS', async () => {
    const person = await server.signUp();
    const { secret, recoveryCodes } = await switchOn(person);
    const { db, vault: old } = server.runtime;
    const newest = createVault(['a newer key with thirty-two characters or more']);
    await rotateSecretKeys(db, { ...newest, open: old.open });
    const renewed = await buildServer({
      ...server.runtime,
      secret: 'another secret with thirty-two characters or more',
      vault: newest,
    });
    for (const code of [totp(secret, stepAt(new Date())), recoveryCodes[0] ?? '']) {
      await forgetSteps(person);
      const cookie = cookieOf((await logIn(person)).headers['set-cookie']);
      const answer = await renewed.inject({
        method: 'POST',
        url: '/api/login/code',
        payload: { code },
        headers: { cookie },
      });
      expect(answer.statusCode, answer.body).toBe(200);
    }
    await renewed.close();
    // Restores the key for the other tests.
    await rotateSecretKeys(db, { ...old, open: newest.open });
  });
});

describe('responses that must not reveal who has an account', () => {
  test('take the same work for known, unknown and passwordless accounts, by address and by name', async () => {
    const known = await server.signUp();
    const passwordless = await server.signUp();
    await server.runtime.pool.query('delete from credential where user_id = $1', [passwordless.id]);
    const answers = [];
    for (const who of [
      { email: known.email },
      { username: known.username },
      { email: passwordless.email },
      { username: passwordless.username },
      { email: 'nobody@example.com' },
      { username: 'nobody' },
      { username: 'no body at all' },
    ]) {
      const before = passwords.done;
      const answer = await server.call('POST', '/api/login', { payload: { ...who, password: 'wrong' } });
      answers.push([answer.statusCode, answer.body, passwords.done - before]);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.[2]).toBe(1);
  });
});

describe('races', () => {
  const register = (payload: object, index: number) =>
    server.call('POST', '/api/register', {
      payload: { fullName: '경주', password: 'correct horse battery', ...payload },
      remoteAddress: `10.9.${index}.1`,
    });

  test('for one address make one account; the others learn that it exists', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => register({ email: 'race@example.com' }, index)),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
    for (const answer of answers.filter(({ statusCode }) => statusCode === 409)) {
      expect(answer.json()).toMatchObject({ code: 'account_exists' });
    }
    const { rows } = await server.runtime.pool.query(
      "select count(*)::int as people, (select count(*)::int from credential c join person p on p.id = c.user_id where p.email = 'race@example.com') as credentials from person where email = 'race@example.com'",
    );
    expect(rows).toEqual([{ people: 1, credentials: 1 }]);
  });

  test('for one chosen username make one account', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        register({ email: `name${index}@race.example`, username: 'racer' }, index),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409, 409]);
  });

  test('for one generated username find another name', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, index) => register({ email: `same@race${index}.example` }, index)),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.json().username)).size).toBe(4);
  });
});

test('a flood of logins is limited, and other requests are still answered', async () => {
  const person = await server.signUp();
  passwords.cost = 'full';
  const flood = Array.from({ length: 120 }, (_, index) =>
    server.call('POST', '/api/login', { payload: { email: `flood${index}@example.com`, password: 'x' } }),
  );
  const began = performance.now();
  expect((await server.call('GET', '/api/user', { as: person })).statusCode).toBe(200);
  expect(performance.now() - began).toBeLessThan(3000);
  const answers = await Promise.all(flood).finally(() => {
    passwords.cost = 'test';
  });
  const refused = answers.filter(({ statusCode }) => statusCode === 503);
  expect(refused.length).toBeGreaterThan(20);
  expect(refused[0]?.json()).toMatchObject({ code: 'overloaded' });
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  expect(answers.every(({ statusCode }) => statusCode === 401 || statusCode === 503)).toBe(true);
}, 60_000);

test('a registration succeeds even if its welcome mail cannot be queued', async () => {
  const broken = await startTestServer();
  try {
    await broken.runtime.pool.query('drop schema graphile_worker cascade');
    await expect(broken.register()).resolves.toMatchObject({ username: 'person1' });
  } finally {
    await broken.close();
  }
});
