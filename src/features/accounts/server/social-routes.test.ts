import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cookieOf, startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { createSocialFakes } from '../../../../fakes/social.ts';
import { serviceNames, type ServiceName } from '../going-on.ts';

const fakes = createSocialFakes([]);
let server: TestServer;
beforeAll(async () => {
  const fakeOrigin = await fakes.start();
  const keys = serviceNames.flatMap((service) => {
    const name = service.toUpperCase();
    return [
      [`${name}_CLIENT_ID`, service],
      [`${name}_CLIENT_SECRET`, `${service}-secret`],
    ];
  });
  server = await startTestServer({
    SOCIAL_FAKE_ORIGIN: fakeOrigin,
    RATE_LIMIT_SIGN_IN_STEPS: '100000',
    ...(Object.fromEntries(keys) as Record<string, string>),
  });
});
afterAll(async () => {
  await server.close();
  await fakes.stop();
});

let ids = 0;
function newAccount(more: { email?: string; emailVerified?: boolean; name?: string } = {}) {
  ids += 1;
  const account = { id: String(1000 + ids), name: `가짜 ${ids}`, ...more };
  fakes.accounts.push(account);
  return account;
}

type Intent = 'sign_in' | 'connect' | 'prove';
const agreed = { consents: { terms: true, privacy: true, age14: true } };

/** Starts a visit, acts at the service (`as=…`, `cancel=1`), and returns the address it redirects back to. */
async function visit(
  service: ServiceName,
  act: string,
  options: { intent?: Intent; next?: string; cookie?: string } = {},
) {
  const { intent = 'sign_in', next, cookie = '' } = options;
  const begun = await server.call('POST', `/api/auth/${service}`, {
    payload: { intent, next },
    headers: { cookie },
  });
  if (begun.statusCode !== 200) return { begun, cookies: '', back: '' };
  const cookies = [cookie, cookieOf(begun.headers['set-cookie'])].filter(Boolean).join('; ');
  const response = await fetch(`${begun.json().url}&${act}`, { redirect: 'manual' });
  const back = new URL(response.headers.get('location') ?? '');
  return { begun, cookies, back: back.pathname + back.search };
}

/** Makes the whole visit; returns the landing page and the browser's cookies. */
async function signIn(service: ServiceName, act: string, options: Parameters<typeof visit>[2] = {}) {
  const { cookies, back } = await visit(service, act, options);
  const answer = await server.call('GET', back, { headers: { cookie: cookies } });
  expect(answer.statusCode, answer.body).toBe(302);
  return { location: String(answer.headers.location), cookie: cookieOf(answer.headers['set-cookie']) };
}

const userOf = async (cookie: string) =>
  (await server.call('GET', '/api/user', { headers: { cookie } })).json();

async function signUpWith(service: ServiceName, account: { id: string; email?: string }): Promise<string> {
  const { location, cookie } = await signIn(service, `as=${account.id}`);
  expect(location).toBe('/sign-in/complete');
  const completed = await server.call('POST', '/api/auth/completion', {
    payload: {
      fullName: '새 사람',
      ...agreed,
      ...(!account.email && { email: `typed${account.id}@example.com` }),
    },
    headers: { cookie },
  });
  expect(completed.statusCode, completed.body).toBe(201);
  return cookieOf(completed.headers['set-cookie']);
}

async function withPasskey(cookie: string): Promise<void> {
  const { id } = await userOf(cookie);
  await server.runtime.pool.query(
    "insert into passkey (person_id, name, credential_id, public_key, counter, transports, created_at) values ($1, 'x', $2, '', 0, '{}', now())",
    [id, `credential ${id}`],
  );
}

test('offers only the services that are configured', async () => {
  expect((await server.call('GET', '/api/auth/services')).json()).toEqual([
    'kakao',
    'naver',
    'line',
    'google',
  ]);
  const bare = await startTestServer({ KAKAO_CLIENT_ID: 'k', KAKAO_CLIENT_SECRET: 's' });
  try {
    expect((await bare.call('GET', '/api/auth/services')).json()).toEqual(['kakao']);
    const refused = await bare.call('POST', '/api/auth/naver', { payload: { intent: 'sign_in' } });
    expect(refused.json()).toMatchObject({ code: 'service_not_offered' });
  } finally {
    await bare.close();
  }
});

describe.each(serviceNames)('%s', (service) => {
  test('leads a new person to the last step, creates the account after they agree, and recognises them later', async () => {
    const account = newAccount({ email: `${service}.new@example.com`, emailVerified: true });
    const { location, cookie } = await signIn(service, `as=${account.id}`, { next: '/resources/create' });
    expect(location).toBe('/sign-in/complete');
    const { rows } = await server.runtime.pool.query('select 1 from person where email = $1', [
      account.email,
    ]);
    expect(rows).toEqual([]);
    const shown = await server.call('GET', '/api/auth/completion', { headers: { cookie } });
    expect(shown.json()).toEqual({
      service,
      fullName: account.name,
      email: account.email,
      next: '/resources/create',
    });
    const complete = (payload: object) =>
      server.call('POST', '/api/auth/completion', { payload, headers: { cookie } });
    const refused = await complete({ fullName: '이름', consents: { ...agreed.consents, privacy: false } });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().fields).toHaveProperty(['consents.privacy']);
    const done = await complete({ fullName: '이름', consents: { ...agreed.consents, marketing: true } });
    expect(done.statusCode, done.body).toBe(201);
    expect(done.json()).toMatchObject({ email: account.email, fullName: '이름' });
    const stored = await server.runtime.pool.query(
      'select email_verified, (select array_agg(kind order by kind) from consent where person_id = person.id and given) as consents from person where email = $1',
      [account.email],
    );
    expect(stored.rows).toEqual([
      {
        // Naver and LINE do not say if an address is verified.
        email_verified: service === 'kakao' || service === 'google',
        consents: ['age_14', 'marketing', 'privacy', 'terms'],
      },
    ]);
    expect((await complete({ fullName: '이름', ...agreed })).statusCode).toBe(410);

    const again = await signIn(service, `as=${account.id}`, { next: '/resources?page=2' });
    expect(again.location).toBe(`/login?done=${service}&next=%2Fresources%3Fpage%3D2`);
    expect(await userOf(again.cookie)).toMatchObject({ email: account.email });
  });

  test('asks for an address if the service provides none', async () => {
    const account = newAccount();
    const { cookie } = await signIn(service, `as=${account.id}`);
    const complete = (payload: object) =>
      server.call('POST', '/api/auth/completion', { payload, headers: { cookie } });
    const missing = await complete({ fullName: '이름', ...agreed });
    expect(missing.statusCode).toBe(400);
    expect(missing.json().fields).toEqual({ email: '꼭 입력해 주세요.' });
    const owner = await server.signUp();
    const taken = await complete({ fullName: '이름', ...agreed, email: owner.email });
    expect(taken.statusCode).toBe(409);
    expect(taken.json()).toMatchObject({ code: 'account_exists', fields: { email: expect.any(String) } });
    const email = `${service}.typed@example.com`;
    expect((await complete({ fullName: '이름', ...agreed, email })).statusCode).toBe(201);
  });

  test('does not sign in to the existing account of an address, and names its sign-in methods', async () => {
    const owner = await server.signUp();
    const account = newAccount({ email: owner.email.toUpperCase(), emailVerified: true });
    const { location, cookie } = await signIn(service, `as=${account.id}`);
    const told = service === 'kakao' || service === 'google' ? '&ways=password' : '';
    expect(location).toBe(`/login?problem=account_exists&service=${service}${told}`);
    expect((await server.call('GET', '/api/user', { headers: { cookie } })).statusCode).toBe(401);
  });

  test('cancellation and failure return to the login', async () => {
    expect((await signIn(service, 'cancel=1')).location).toBe(`/login?problem=cancelled&service=${service}`);
    expect((await signIn(service, 'fail=1')).location).toBe(
      `/login?problem=service_failed&service=${service}`,
    );
    const account = newAccount();
    for (const failure of [
      { status: 500, body: '<html>' },
      { status: 200, body: '{"unexpected":true}' },
      { status: 200, body: 'no JSON' },
    ]) {
      fakes.broken.set(service, failure);
      const { location } = await signIn(service, `as=${account.id}`);
      expect(location).toBe(`/login?problem=service_failed&service=${service}`);
    }
    fakes.broken.delete(service);
  });

  test('refuses a forged, foreign or repeated state', async () => {
    const account = newAccount({ email: `${service}.state@example.com` });
    await signUpWith(service, account);
    const first = await visit(service, `as=${account.id}`);
    const back = (path: string, cookie: string) => server.call('GET', path, { headers: { cookie } });
    const failed = `/login?problem=service_failed&service=${service}`;
    for (const [path, cookie] of [
      [first.back, ''],
      [first.back.replace(/state=[^&]+/, 'state=forged'), first.cookies],
      [first.back, (await visit(service, `as=${account.id}`)).cookies],
      [`/api/auth/callback/${service}`, first.cookies],
    ] as const) {
      const answer = await back(path, cookie);
      expect(answer.headers.location).toBe(failed);
      expect(cookieOf(answer.headers['set-cookie'])).not.toContain('session=');
    }
    const good = await back(first.back, first.cookies);
    expect(cookieOf(good.headers['set-cookie'])).toContain('session=');
    expect((await back(first.back, first.cookies)).headers.location).toBe(failed);
  });

  test('asks for the second factor of a person who has one', async () => {
    const account = newAccount({ email: `${service}.factor@example.com` });
    const { id } = await userOf(await signUpWith(service, account));
    await server.runtime.pool.query(
      "insert into second_factor (person_id, sealed_secret, confirmed_at) values ($1, 'x', now())",
      [id],
    );
    const { location, cookie } = await signIn(service, `as=${account.id}`, { next: '/my/security' });
    expect(location).toBe('/sign-in/code?next=%2Fmy%2Fsecurity');
    expect(cookie).toContain('second_factor=');
    expect((await server.call('GET', '/api/user', { headers: { cookie } })).statusCode).toBe(401);
  });

  test('is connected and disconnected in the settings', async () => {
    const person = await server.signUp();
    const account = newAccount({ email: 'whatever@example.com' });
    const connected = await signIn(service, `as=${account.id}`, { intent: 'connect', cookie: person.cookie });
    expect(connected.location).toBe(`/my/security?connected=${service}`);
    const security = async () =>
      (await server.call('GET', '/api/user/security', { as: person })).json().services;
    expect(await security()).toContainEqual({ name: service, connected: true });
    expect(await userOf((await signIn(service, `as=${account.id}`)).cookie)).toMatchObject({ id: person.id });
    const other = await server.signUp();
    const taken = await signIn(service, `as=${account.id}`, { intent: 'connect', cookie: other.cookie });
    expect(taken.location).toBe(`/my/security?problem=service_taken&service=${service}`);
    const remove = () => server.call('DELETE', `/api/user/sign-in-services/${service}`, { as: person });
    expect((await remove()).statusCode).toBe(204);
    expect((await remove()).statusCode).toBe(404);
    expect(await security()).toContainEqual({ name: service, connected: false });
  });
});

describe('an external service in the settings', () => {
  const begin = (person: Person, intent: Intent) =>
    visit('kakao', 'cancel=1', { intent, cookie: person.cookie });

  test('is connected only after a proof, and only in the session that started it', async () => {
    const person = await server.signUp();
    const account = newAccount();
    const asked = await visit('kakao', `as=${account.id}`, { intent: 'connect', cookie: person.cookie });
    const stranger = await server.signUp();
    const cookie = asked.cookies.replace(person.cookie, stranger.cookie);
    const answer = await server.call('GET', asked.back, { headers: { cookie } });
    expect(answer.headers.location).toBe('/my/security?problem=service_failed&service=kakao');
    await server.runtime.pool.query(
      "update session set created_at = now() - interval '11 minutes' where user_id = $1",
      [person.id],
    );
    expect((await begin(person, 'connect')).begun.json()).toMatchObject({ code: 'proof_needed' });
    expect((await visit('kakao', '', { intent: 'connect' })).begun.statusCode).toBe(401);
    expect((await begin(person, 'prove')).begun.statusCode).toBe(200);
  });

  test('is a proof only for people who have nothing else', async () => {
    const account = newAccount();
    const cookie = await signUpWith('line', account);
    const proven = async (with_: string) =>
      (await server.call('GET', '/api/user/security', { headers: { cookie: with_ } })).json().proven;
    expect(await proven(cookie)).toBe(true);
    await server.runtime.pool.query("update session set created_at = now() - interval '11 minutes'");
    expect(await proven(cookie)).toBe(false);
    const stranger = newAccount();
    const wrong = await signIn('line', `as=${stranger.id}`, { intent: 'prove', cookie });
    expect(wrong.location).toBe('/my/security?problem=service_failed&service=line');
    const proof = await signIn('line', `as=${account.id}`, { intent: 'prove', cookie });
    expect(proof.location).toBe('/my/security?proven=line');
    expect(await proven(proof.cookie)).toBe(true);
    expect((await server.call('GET', '/api/user', { headers: { cookie } })).statusCode).toBe(401);
    await withPasskey(proof.cookie);
    expect(await proven(proof.cookie)).toBe(false);
  });

  test('is a proof for the data export of an account being withdrawn, and cannot be connected to it', async () => {
    const account = newAccount();
    await signUpWith('line', account);
    const { cookie: first } = await signIn('line', `as=${account.id}`);
    const left = await server.call('DELETE', '/api/user', { headers: { cookie: first } });
    expect(left.statusCode, left.body).toBe(200);
    const back = await signIn('line', `as=${account.id}`);
    const cookie = back.cookie.split('; ').find((each) => each.includes('session=')) ?? '';
    const { id } = await userOf(cookie);
    await server.runtime.pool.query(
      "update session set created_at = now() - interval '11 minutes' where user_id = $1",
      [id],
    );
    const exported = (as: string) => server.call('GET', '/api/user/export', { headers: { cookie: as } });
    expect((await exported(cookie)).json()).toMatchObject({ code: 'proof_needed' });
    const proof = await signIn('line', `as=${account.id}`, { intent: 'prove', cookie });
    expect((await exported(proof.cookie)).statusCode).toBe(202);
    const refused = await visit('kakao', 'as=1', { intent: 'connect', cookie: proof.cookie });
    expect(refused.begun.json()).toMatchObject({ code: 'withdrawing' });
  });

  test('cannot be removed as the last sign-in method; a first password makes it one of two', async () => {
    const cookie = await signUpWith('naver', newAccount());
    const remove = (with_: string) =>
      server.call('DELETE', '/api/user/sign-in-services/naver', { headers: { cookie: with_ } });
    expect((await remove(cookie)).json()).toMatchObject({ code: 'last_way_in' });
    const set = await server.call('PUT', '/api/user/password', {
      payload: { newPassword: 'my very first sentence' },
      headers: { cookie },
    });
    expect(set.statusCode, set.body).toBe(204);
    const { email } = await userOf(cookieOf(set.headers['set-cookie']));
    const login = await server.call('POST', '/api/login', {
      payload: { email, password: 'my very first sentence' },
    });
    expect((await remove(cookieOf(login.headers['set-cookie']))).statusCode).toBe(204);
  });

  test('a suspended person cannot sign in by any service', async () => {
    const account = newAccount();
    const { id } = await userOf(await signUpWith('google', account));
    await server.runtime.pool.query('update person set suspended_at = now() where id = $1', [id]);
    const { location, cookie } = await signIn('google', `as=${account.id}`);
    expect(location).toBe('/login?problem=suspended&service=google');
    expect(cookie).not.toContain('session=');
  });

  test('the page after a sign-in is one of our paths or home', async () => {
    const account = newAccount();
    await signUpWith('kakao', account);
    for (const next of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/api/logout',
      'javascript:x',
    ]) {
      const { location } = await signIn('kakao', `as=${account.id}`, { next });
      expect(location).toBe('/login?done=kakao&next=%2F');
    }
  });

  test('the page afterwards is in the language in which the visit began', async () => {
    const begun = await server.call('POST', '/api/auth/kakao', {
      payload: { intent: 'sign_in' },
      headers: { 'accept-language': 'ja' },
    });
    const response = await fetch(`${begun.json().url}&cancel=1`, { redirect: 'manual' });
    const back = new URL(response.headers.get('location') ?? '');
    const answer = await server.call('GET', back.pathname + back.search, {
      headers: { cookie: cookieOf(begun.headers['set-cookie']) },
    });
    expect(answer.headers.location).toBe('/jp/login?problem=cancelled&service=kakao');
  });

  test('malformed input is a 4xx', async () => {
    for (const [method, url, payload] of [
      ['POST', '/api/auth/myspace', { intent: 'sign_in' }],
      ['POST', '/api/auth/kakao', { intent: 'steal' }],
      ['GET', '/api/auth/callback/myspace', undefined],
      ['GET', '/api/auth/callback/kakao?state=a&state=b', undefined],
      ['GET', '/api/auth/completion', undefined],
      ['POST', '/api/auth/completion', { fullName: 'x', ...agreed, email: 'x@example.com' }],
    ] as const) {
      const answer = await server.call(method, url, payload ? { payload } : {});
      expect(answer.statusCode, url).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode, url).toBeLessThan(500);
      expect(answer.json().code).toBeDefined();
    }
  });
});
