import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { App } from '#platform/server/http.ts';
import { httpAnsweredFast } from '#platform/server/metrics.ts';
import { buildServer } from './server.ts';
import { startTestServer, type TestServer } from './testing.ts';

const toss = { PAYMENT_PROVIDER: 'toss', TOSS_CLIENT_KEY: 'test_ck_a', TOSS_SECRET_KEY: 'test_sk_a' };

const asRendered = (html: string) => ({
  status: 200,
  headers: new Headers({ 'content-type': 'text/html; charset=utf-8' }),
  html,
});

describe.each([
  ['Toss', toss],
  ['the sandbox', {}],
])('where payments use %s', (name, environment) => {
  let server: TestServer;
  let app: App;
  beforeAll(async () => {
    server = await startTestServer(environment);
    app = await buildServer(server.runtime, { pages: { render: async () => asRendered('page') } });
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
  ])('the page %s allows the script of the payment window: %j if it is Toss', async (url, isPayment) => {
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

  test('a form submitted without scripts redirects back to its page, and nowhere else', async () => {
    const post = async (url: string) => {
      const answer = await app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'password=secret',
      });
      return [answer.statusCode, answer.headers.location];
    };
    expect(await post('/en/login?next=/my')).toEqual([303, '/en/login?next=/my']);
    expect(await post('//evil.example/login')).toEqual([303, '/evil.example/login']);
    expect(await post('/api/nothing')).toEqual([404, undefined]);
  });

  test('the sandbox answers only where it is the payment provider', async () => {
    const answer = await app.inject({ method: 'GET', url: '/api/sandbox/payments/x' });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'not_found']);
    const { paths } = (await app.inject('/api/openapi.json')).json<{ paths: object }>();
    expect('/api/sandbox/payments/{key}' in paths).toBe(name !== 'Toss');
  });
});

describe('the policy of ads', () => {
  const adsense = { ADSENSE_CLIENT: 'ca-pub-1234567890123456', ADSENSE_SLOTS: 'content_end=1234567890' };
  const withAdsense = { name: 'configured', environment: adsense };
  const without = { name: 'not configured', environment: {} };

  describe.each([withAdsense, without])('where AdSense is $name', ({ environment }) => {
    const isConfigured = environment === adsense;
    let server: TestServer;
    let app: App;
    let cookie: string;
    /** Cookie of a staff member who is acting as the person. */
    let acting: string;
    const rendered: { path: string; hasAdsPolicy: boolean; adConsent: string | null }[] = [];
    beforeAll(async () => {
      server = await startTestServer(environment);
      app = await buildServer(server.runtime, {
        pages: {
          render: async ({ url }, { hasAdsPolicy, adConsent }) => {
            rendered.push({ path: new URL(url).pathname, hasAdsPolicy, adConsent });
            return asRendered('page');
          },
        },
      });
      const person = await server.signUp();
      const support = await server.signUp({ role: 'support' });
      ({ cookie } = person);
      acting = support.cookie;
      await server.call('POST', `/api/admin/users/${person.id}/acting`, {
        as: support,
        payload: { reason: '주문이 안 보인대요.' },
      });
    });
    afterAll(async () => {
      await app.close();
      await server.close();
    });
    const policyOf = async (url: string, headers: Record<string, string> = {}) => {
      const answer = await app.inject({ method: 'GET', url, headers });
      return String(answer.headers['content-security-policy']);
    };
    const withGoogle =
      /^default-src 'none'; script-src 'nonce-[^' ]+' 'unsafe-inline' 'unsafe-eval' 'strict-dynamic' https: http:; style-src /;
    const strict =
      /^default-src 'none'; script-src 'nonce-[^' ]+' 'strict-dynamic'; style-src 'self' 'nonce-/;

    test.each([
      ['/', true],
      ['/en/resources', true],
      ['/jp/services/1', true],
      ['/about', true],
      ['/login', false],
      ['/LOGIN', false],
      ['/%6Cogin', false],
      ['/en/Login', false],
      ['/register', false],
      ['/payment/service/1', false],
      ['/jp/payment/success', false],
      ['/admin/users', false],
      ['/my/orders', false],
      ['/resources/create', false],
      ['/resources/upload-tus', false],
      ['/services/register/3d_printing', false],
      ['/orders/1', false],
      ['/play/1', false],
      ['/call/community/1', false],
      ['/sponsor', false],
    ])('%s: %j for guests who allow ads, and never for others', async (url, isPublic) => {
      const allowed = await policyOf(url, { cookie: 'gongbang_ads=yes' });
      expect(allowed).toMatch(isConfigured && isPublic ? withGoogle : strict);
      expect(allowed).toMatch(
        /; form-action 'self'[^;]*; base-uri 'none'; frame-ancestors 'none'; object-src 'none'$/,
      );
      for (const headers of [
        {},
        { cookie: 'gongbang_ads=no' },
        { cookie: 'gongbang_ads=YES' },
        // The page itself never writes both values.
        { cookie: 'gongbang_ads=yes; gongbang_ads=no' },
        { cookie: `${cookie}; gongbang_ads=yes` },
        { cookie: `${acting}; gongbang_ads=yes` },
      ])
        expect(await policyOf(url, headers)).toMatch(strict);
    });

    test('staff can act as a person here', async () => {
      const me = await app.inject({ method: 'GET', url: '/api/user', headers: { cookie: acting } });
      expect(me.json()).toMatchObject({ acting: { by: expect.any(String) } });
    });

    test('the page knows its ads policy, and the response is private', async () => {
      rendered.length = 0;
      for (const headers of [{ cookie: 'gongbang_ads=yes' }, { cookie: 'gongbang_ads=no' }, {}]) {
        const answer = await app.inject({ method: 'GET', url: '/about', headers });
        expect(answer.headers['cache-control']).toBe('private, no-cache');
      }
      expect(rendered).toEqual([
        { path: '/about', hasAdsPolicy: isConfigured, adConsent: 'yes' },
        { path: '/about', hasAdsPolicy: false, adConsent: 'no' },
        { path: '/about', hasAdsPolicy: false, adConsent: null },
      ]);
    });

    test('the site lists its ad slots, and ads.txt lists who is paid', async () => {
      const { ads } = (await app.inject('/api/site')).json<{ ads: object }>();
      expect(ads).toEqual({
        open: ['content_end', 'sidebar_bottom'],
        adsense: isConfigured
          ? {
              client: 'ca-pub-1234567890123456',
              units: { content_end: '1234567890' },
              isTest: false,
              script: 'https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js',
            }
          : null,
      });
      const file = await app.inject('/ads.txt');
      expect([file.statusCode, isConfigured ? file.body : file.json<{ code: string }>().code]).toEqual(
        isConfigured
          ? [200, 'google.com, pub-1234567890123456, DIRECT, f08c47fec0942fa0\n']
          : [404, 'not_found'],
      );
    });

    test('where no ads are configured, guests are not asked and no document has the ads policy', async () => {
      const { pool, settings } = server.runtime;
      const withOpen = async (open: string[]) => {
        await pool.query(
          `insert into setting (name, value, changed_at) values ('adSlots', $1, now())
           on conflict (name) do update set value = excluded.value`,
          [JSON.stringify(open)],
        );
        settings.forget();
        const { ads } = (await app.inject('/api/site')).json<{ ads: { adsense: object | null } }>();
        return [
          ads.adsense !== null,
          withGoogle.test(await policyOf('/about', { cookie: 'gongbang_ads=yes' })),
        ];
      };
      expect(await withOpen(['sidebar_bottom', 'in_page', 'overlay'])).toEqual([false, false]);
      for (const open of ['content_end', 'anchor', 'vignette'])
        expect(await withOpen([open])).toEqual([isConfigured, isConfigured]);
    });

    test('no document has the ads policy after staff turn ads off', async () => {
      await server.runtime.pool.query(
        `insert into setting (name, value, changed_at) values ('ads', '"off"', now())`,
      );
      server.runtime.settings.forget();
      expect(await policyOf('/about', { cookie: 'gongbang_ads=yes' })).toMatch(strict);
      expect((await app.inject('/api/site')).json()).toMatchObject({ ads: null });
    });
  });
});

describe('shared guest pages', () => {
  let server: TestServer;
  let app: App;
  let port: number;
  /** Context of each rendering, and the user that its API calls are made as. */
  let rendered: { url: string; context: object; user: string | null }[];
  /** Path that a rendering asks the API for instead of the current user. */
  let refused: string | null;
  beforeAll(async () => {
    server = await startTestServer({ LIST_CACHE_MS: '60000', RATE_LIMIT_GUEST_SEARCH: '1' });
    app = await buildServer(server.runtime, {
      pages: {
        async render(request, context) {
          const answer = await context.api(refused ?? '/api/user');
          const user = answer.ok && answer.text !== '' ? JSON.parse(answer.text) : null;
          const { nonce, api: _api, ...told } = context;
          rendered.push({ url: request.url, context: told, user: user?.username ?? null });
          const name = user?.username ?? '손님';
          return asRendered(`<p>${name} ${rendered.length}</p><script nonce="${nonce}"></script>`);
        },
      },
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = app.server.address() as AddressInfo);
  });
  beforeEach(async () => {
    rendered = [];
    refused = null;
    // A successful write clears the cache.
    const person = await server.signUp();
    const answer = await app.inject({
      method: 'POST',
      url: '/api/logout',
      headers: { cookie: person.cookie },
    });
    if (answer.statusCode >= 300) throw new Error(`nothing was written: ${answer.body}`);
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });
  /** Uses a socket, because cached pages are answered before Fastify, which is where `inject` begins. */
  const open = async (path: string, own: Record<string, string> = {}) => {
    const headers = { 'accept-language': 'ko', 'accept-encoding': 'gzip, deflate, br', ...own };
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path, headers, agent: false }, resolve).on('error', reject);
    });
    const bytes = await buffer(answer);
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[answer.headers['content-encoding'] ?? ''];
    const body = (unpack?.(bytes) ?? bytes).toString();
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(String(answer.headers['content-security-policy'])) ?? [];
    return { answer, body, nonce, said: /<p>(.*?)<\/p>/.exec(body)?.[1] };
  };
  const answeredFast = async () => (await httpAnsweredFast.get()).values[0]?.value ?? 0;

  test('are rendered once, and each response has its own nonce in its policy and its text', async () => {
    const pages = await Promise.all([open('/resources'), open('/resources'), open('/resources')]);
    expect(rendered).toHaveLength(1);
    expect(new Set(pages.map(({ nonce }) => nonce)).size).toBe(3);
    for (const { answer, body, nonce } of pages) {
      expect(body).toBe(`<p>손님 1</p><script nonce="${nonce}"></script>`);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-language': 'ko',
        'cache-control': 'private, no-cache',
        vary: 'accept-language, cookie, accept-encoding',
      });
    }
  });

  test('are the same bytes in brotli and gzip, for browsers that accept them', async () => {
    const plain = await open('/resources', { 'accept-encoding': 'identity' });
    expect(plain.answer.headers['content-encoding']).toBeUndefined();
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
    ] as const) {
      const packed = await open('/resources', { 'accept-encoding': accepted });
      expect(packed.answer.headers['content-encoding']).toBe(encoding);
      expect(packed.body).toBe(plain.body.replaceAll(plain.nonce, packed.nonce));
    }
    const declined = await open('/resources', { 'accept-encoding': 'gzip;q=0' });
    expect(declined.answer.headers['content-encoding']).toBeUndefined();
    expect(rendered).toHaveLength(1);
  });

  test('are answered from the cache before routing, from the second request on', async () => {
    const slow = [await open('/resources'), await open('/resources')];
    const before = await answeredFast();
    const fast = [await open('/resources'), await open('/resources')];
    expect((await answeredFast()) - before).toBe(2);
    expect(rendered).toHaveLength(1);
    const [, packed] = slow;
    for (const { answer, body, nonce } of fast) {
      expect(body).toBe(packed?.body.replaceAll(packed.nonce, nonce));
      expect(answer.headers['x-request-id']).toEqual(expect.any(String));
      expect(answer.statusCode).toBe(200);
    }
    expect(new Set([...slow, ...fast].map(({ nonce }) => nonce)).size).toBe(4);
    const said = ({ answer: { headers }, nonce }: (typeof fast)[number]) => {
      const { date: _date, 'x-request-id': _id, ...others } = headers;
      const policy = others['content-security-policy']?.toString().replaceAll(nonce, '');
      return { ...others, 'content-security-policy': policy };
    };
    expect(fast.map(said)).toEqual([packed, packed].map((each) => each && said(each)));
  });

  test('that are cached are not used for another language, ads choice or person, and not after a write', async () => {
    const person = await server.signUp();
    rendered = [];
    for (let time = 0; time < 3; time += 1) await open('/resources');
    const before = await answeredFast();
    const elsewhere = await open('/resources', { 'accept-language': 'ja' });
    expect([elsewhere.answer.statusCode, elsewhere.answer.headers.location]).toEqual([302, '/jp/resources']);
    const chosen = await open('/resources', { cookie: 'gongbang_language=en' });
    expect([chosen.answer.statusCode, chosen.answer.headers.location]).toEqual([302, '/en/resources']);
    await open('/resources', { cookie: 'gongbang_ads=no' });
    expect((await open('/resources', { cookie: person.cookie })).said).toBe(`${person.username} 3`);
    expect(await answeredFast()).toBe(before);
    expect((await open('/resources', { cookie: 'gongbang_language=ko' })).said).toBe('손님 1');
    expect(await answeredFast()).toBe(before + 1);
    await server.signUp();
    const written = await app.inject({
      method: 'POST',
      url: '/api/logout',
      headers: { cookie: person.cookie },
    });
    expect(written.statusCode).toBeLessThan(300);
    expect((await open('/resources')).said).toBe('손님 4');
    expect(await answeredFast()).toBe(before + 1);
  });

  test('contain nothing of two people who view the same pages in between', async () => {
    const [one, other] = [await server.signUp(), await server.signUp()];
    rendered = [];
    const guest = await open('/resources');
    for (const person of [one, other, one]) {
      const { said } = await open('/resources', { cookie: person.cookie });
      expect(said).toBe(`${person.username} ${rendered.length}`);
      expect((await open('/resources')).said).toBe(guest.said);
    }
    expect(rendered.map(({ user }) => user)).toEqual([null, one.username, other.username, one.username]);
  });

  test('depend on nothing in a request but its address, language and ads choice', async () => {
    const shared = await open('/en/resources?page=2');
    const own: Record<string, string> = {
      'user-agent': 'Somebody/1.0',
      referer: 'https://a.test/secret',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'evil.example',
      host: 'evil.example',
      'accept-language': 'ja',
      accept: '*/*',
      dnt: '1',
      authorization: 'Bearer x',
      cookie: 'gongbang_language=en; gongbang_ads=',
    };
    for (const [name, value] of Object.entries(own))
      expect((await open('/en/resources?page=2', { [name]: value })).said, name).toBe(shared.said);
    expect(rendered).toEqual([
      {
        url: 'http://gongbang.test/en/resources?page=2',
        context: {
          locale: 'en',
          hasAdsPolicy: false,
          adConsent: null,
          publicOrigin: 'http://gongbang.test',
          fees: { feePercent: expect.any(Number), feeBearer: expect.any(String) },
        },
        user: null,
      },
    ]);
    // Each of these is a different page.
    for (const [url, cookie] of [
      ['/en/resources?page=3', ''],
      ['/jp/resources?page=2', ''],
      ['/en/resources?page=2', 'gongbang_ads=no'],
    ] as const) {
      const before = rendered.length;
      await open(url, cookie === '' ? {} : { cookie });
      expect(rendered, url).toHaveLength(before + 1);
    }
  });

  test('are not used for a reader with any other cookie', async () => {
    await open('/resources');
    for (const cookie of ['gongbang.guest=x', 'a=b; gongbang_language=ko', 'gongbang.session=forged', '=x;y'])
      await open('/resources', { cookie });
    expect(rendered).toHaveLength(5);
  });

  test('are not shared for staff addresses, nor with an error in them', async () => {
    for (let time = 0; time < 2; time += 1) expect((await open('/admin/users')).answer.statusCode).toBe(403);
    expect(rendered).toHaveLength(2);
    // A refusal of guests is the same for all of them, but a rate limit is one guest's own.
    refused = '/api/orders';
    for (let time = 0; time < 2; time += 1) await open('/services');
    expect(rendered).toHaveLength(3);
    // A search by tag alone is rate limited too, although it is not counted as a search.
    expect((await app.inject('/api/resources?tag=a')).statusCode).toBe(200);
    refused = '/api/resources?tag=b';
    expect((await app.inject({ url: refused })).statusCode).toBe(429);
    for (let time = 0; time < 2; time += 1) await open('/auctions');
    expect(rendered).toHaveLength(5);
  });

  test('ignore a fragment, which no browser sends', async () => {
    for (const path of ['/resources#%41', '/resources'])
      expect((await open(path)).answer.statusCode).toBe(200);
    expect(rendered.map(({ url }) => url)).toEqual(['http://gongbang.test/resources']);
  });

  test('are not shared where they searched, so that each search is counted', async () => {
    refused = '/api/services?search=a';
    // Two guests, both below their search limit.
    for (const remoteAddress of ['203.0.113.7', '203.0.113.8'])
      await app.inject({ url: '/services?search=a', remoteAddress, headers: { 'accept-language': 'ko' } });
    expect(rendered).toHaveLength(2);
  });

  test('survive writes that change no page: browser metrics and counts', async () => {
    expect((await open('/resources')).said).toBe('손님 1');
    const samples = [{ name: 'lcp', value: 1 }];
    const measured = await app.inject({ method: 'POST', url: '/api/vitals', payload: { samples } });
    expect(measured.statusCode).toBe(204);
    expect((await app.inject({ method: 'POST', url: '/login' })).statusCode).toBe(303);
    expect((await open('/resources')).said).toBe('손님 1');
  });

  test('are rendered again after a write, but not after a refused write', async () => {
    expect((await open('/resources')).said).toBe('손님 1');
    const denied = await app.inject({ method: 'POST', url: '/api/resources', payload: {} });
    expect(denied.statusCode).toBe(401);
    expect((await open('/resources')).said).toBe('손님 1');
    const person = await server.signUp();
    const headers = { cookie: person.cookie };
    const payload = { title: '새 자료', category: 'other', state: 'published' };
    const made = await app.inject({ method: 'POST', url: '/api/resources', headers, payload });
    expect(made.statusCode).toBe(201);
    expect((await open('/resources')).said).toBe('손님 2');
  });
});
