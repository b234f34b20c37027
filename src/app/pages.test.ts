import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '#platform/server/http.ts';
import { buildServer } from './server.ts';
import { startTestServer, type TestServer } from './testing.ts';

const toss = { PAYMENT_PROVIDER: 'toss', TOSS_CLIENT_KEY: 'test_ck_a', TOSS_SECRET_KEY: 'test_sk_a' };

describe.each([
  ['Toss', toss],
  ['the sandbox', {}],
])('where %s takes payments', (name, environment) => {
  let server: TestServer;
  let app: App;
  beforeAll(async () => {
    server = await startTestServer(environment);
    app = await buildServer(server.runtime, { pages: { render: async () => new Response('page') } });
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });

  test.each([
    ['/payment/service/1', true],
    ['/en/payment/service/1', true],
    ['/jp/payment', true],
    ['/', false],
    ['/payments', false],
    ['/resources/payment/', false],
  ])('the script of its window is let in by the page %s: %j if it is Toss', async (url, isPayment) => {
    const answer = await app.inject({ method: 'GET', url });
    expect(answer.statusCode).toBe(200);
    const policy = String(answer.headers['content-security-policy']);
    expect(policy.includes('tosspayments')).toBe(isPayment && name === 'Toss');
    expect(policy).toContain("base-uri 'none'; frame-ancestors 'none'; object-src 'none'");
  });

  test.each(['/admin/dashboard', '/en/admin/users', '/jp/admin'])(
    '%s is answered 403 to whoever is no staff',
    async (url) => {
      const [person, admin] = [await server.signUp(), await server.signUp({ role: 'admin' })];
      const statusFor = async (cookie?: string) =>
        (await app.inject({ method: 'GET', url, headers: cookie === undefined ? {} : { cookie } }))
          .statusCode;
      expect([await statusFor(), await statusFor(person.cookie), await statusFor(admin.cookie)]).toEqual([
        403, 403, 200,
      ]);
    },
  );

  test('the sandbox answers only where it is the provider', async () => {
    const answer = await app.inject({ method: 'GET', url: '/api/sandbox/payments/x' });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'not_found']);
    const { paths } = (await app.inject('/api/openapi.json')).json<{ paths: object }>();
    expect('/api/sandbox/payments/{key}' in paths).toBe(name !== 'Toss');
  });
});
