import { standardAuctionTerms, standardIncrements } from '#platform/shared/auction-terms.ts';
import { standardTerms } from '#platform/shared/order-terms.ts';
import { standardTenderTerms } from '#platform/shared/tender-terms.ts';
import { standardWantedTerms } from '#platform/shared/wanted-terms.ts';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConfigError } from './config/reading.ts';
import { readConfig, variables } from './config.ts';
import { sessionSecretOf } from './config/kept-secrets.ts';

function refusal(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
}

const secret = '0123456789abcdef0123456789abcdef';

test('map tiles need three placeholders in their address, and an attribution', () => {
  const TILE_URL = 'https://{s}.tiles.example/{z}/{x}/{y}.png';
  expect(readConfig({ TILE_URL, TILE_ATTRIBUTION: '© OSM' }).tiles).toEqual({
    url: TILE_URL,
    attribution: '© OSM',
  });
  expect(() => readConfig({ TILE_URL })).toThrow('TILE_ATTRIBUTION');
  expect(readConfig({ TILE_URL: 'off' }).tiles).toBeNull();
  for (const url of [
    'https://tiles.example/{z}/{x}.png',
    'ftp://a/{z}/{x}/{y}',
    'https://a;script-src *//{z}/{x}/{y}',
  ]) {
    expect(() => readConfig({ TILE_URL: url, TILE_ATTRIBUTION: 'x' })).toThrow('TILE_URL');
  }
});

test('an empty environment gives a working configuration', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    operator: null,
    socialLinks: [],
    host: '127.0.0.1',
    publicOrigin: 'http://localhost:3000',
    gamesOrigin: 'http://localhost:3000',
    dataDir: resolve('./data'),
    redisUrl: null,
    databaseUrl: undefined,
    databasePoolSize: 20,
    sessionSecret: undefined,
    dataKeys: undefined,
    admin: undefined,
    demoContent: 'auto',
    jobs: 'in_process',
    trustedProxies: [],
    logLevel: 'info',
    mailFrom: 'Gongbang <no-reply@gongbang.example>',
    smtpUrl: undefined,
    social: {
      keys: { kakao: undefined, naver: undefined, line: undefined, google: undefined },
      fakeOrigin: undefined,
    },
    sms: { name: 'outbox', id: '', secret: '', from: '', fakeOrigin: undefined },
    bankCheck: { secret: undefined, fakeOrigin: undefined },
    payments: {
      provider: 'sandbox',
      toss: { clientKey: '', secretKey: '', securityKey: undefined, baseUrl: 'https://api.tosspayments.com' },
      stripe: { secretKey: '', webhookSecret: '', baseUrl: 'https://api.stripe.com' },
    },
    geocoder: { name: 'local', key: '', secret: '', origin: undefined, fakeOrigin: undefined },
    drainMs: 300,
    maxFileBytes: 1024 * 1024 * 1024,
    uploads: { uploads: 50, uploadBytes: 5120 * 1024 * 1024, expiryMs: 24 * 60 * 60_000 },
    feePercent: 10,
    feeBearer: 'buyer',
    orderTerms: standardTerms,
    auctionTerms: standardAuctionTerms,
    increments: standardIncrements,
    tenderTerms: standardTenderTerms,
    wantedTerms: standardWantedTerms,
    quoteDays: 7,
    slicerPath: null,
    quoteRequestDays: 14,
    quoteOrderDays: 3,
    s3: undefined,
    clamav: undefined,
    tiles: {
      url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
      attribution: expect.stringContaining('OpenStreetMap'),
    },
    calls: { stunUrls: [], turn: null, livekit: null },
    adsense: null,
    assistant: { model: null, tokensPerDay: 200_000, answerTokens: 1500, timeoutMs: 60_000 },
    sockets: { socketsPerAddress: 500, socketsPerPerson: 50 },
    passwordCost: 'full',
    listCacheMs: 1000,
    overloadMs: 3000,
    contactsPerDay: 20,
    rateLimits: {
      loginPerAccount: 10,
      loginPerAddress: 100,
      signInSteps: 200,
      mailsPerAccount: 5,
      mailsPerAddress: 60,
      phoneCodesPerNumber: 5,
      phoneCodesPerAccount: 5,
      phoneCodesPerAddress: 20,
      bankAccounts: 10,
      exports: 5,
      register: 60,
      writes: 600,
      notificationReads: 600,
      resources: 200,
      services: 100,
      geocodes: 200,
      quotes: 60,
      quoteRequests: 20,
      tenders: 20,
      wanted: 20,
      tenderBids: 60,
      orders: 60,
      payments: 60,
      webhooks: 6000,
      bids: 60,
      comments: 60,
      inquiries: 20,
      messages: 60,
      messagesPerAddress: 300,
      signals: 120,
      callChanges: 120,
      calls: 60,
      assistant: 60,
      assistantGuest: 30,
      assistantPerAddress: 300,
      reports: 30,
      sockets: 300,
      vitals: 300,
      passportCodes: 60,
      guestSearch: 600,
      openWrites: 3000,
      guestSuggestions: 3000,
    },
  });
});

test('every variable reaches the configuration', () => {
  const config = readConfig({
    PORT: '8080',
    HOST: '0.0.0.0',
    PUBLIC_ORIGIN: 'https://gongbang.example/',
    GAMES_ORIGIN: 'https://games.example/',
    DATA_DIR: '/var/lib/gongbang',
    DATABASE_URL: 'postgresql://user:p%40ss@db.example:5433/gongbang?sslmode=require',
    REDIS_URL: 'rediss://:p%40ss@redis.example:6380',
    DATABASE_POOL_SIZE: '4',
    SESSION_SECRET: secret,
    DATA_KEYS: `${secret}-2,${secret}-1`,
    ADMIN_EMAIL: 'Admin@Example.com',
    ADMIN_PASSWORD: 'ten letters',
    DEMO_CONTENT: 'off',
    JOBS: 'off',
    TRUSTED_PROXIES: ' 10.0.0.1, 192.168.0.0/16,fd00::/8 ,loopback,, ',
    LOG_LEVEL: 'silent',
    MAIL_FROM: '공방 <hello@gongbang.example>',
    SMTP_URL: 'smtps://user:password@mail.example',
    KAKAO_CLIENT_ID: 'k',
    KAKAO_CLIENT_SECRET: 'ks',
    NAVER_CLIENT_ID: 'n',
    NAVER_CLIENT_SECRET: 'ns',
    LINE_CLIENT_ID: 'l',
    LINE_CLIENT_SECRET: 'ls',
    GOOGLE_CLIENT_ID: 'g',
    GOOGLE_CLIENT_SECRET: 'gs',
    SOCIAL_FAKE_ORIGIN: 'http://127.0.0.1:4000/',
    SOLAPI_API_KEY: 'sk',
    SOLAPI_API_SECRET: 'ss',
    SOLAPI_FROM: '0200000000',
    TWILIO_ACCOUNT_SID: '',
    TWILIO_AUTH_TOKEN: '',
    TWILIO_FROM: '',
    SMS_FAKE_ORIGIN: 'http://localhost:4001',
    PORTONE_API_SECRET: 'ps',
    BANK_FAKE_ORIGIN: 'http://[::1]:4002',
    PAYMENT_PROVIDER: 'toss',
    TOSS_CLIENT_KEY: 'test_ck_a',
    TOSS_SECRET_KEY: 'test_sk_a',
    TOSS_SECURITY_KEY: '0123456789abcdef'.repeat(4),
    TOSS_BASE_URL: 'http://127.0.0.1:4004/',
    STRIPE_SECRET_KEY: 'sk_test_a',
    STRIPE_WEBHOOK_SECRET: 'whsec_a',
    STRIPE_BASE_URL: 'http://localhost:4005',
    GEOCODER: 'naver',
    GEOCODER_KEY: 'gk',
    GEOCODER_SECRET: 'gs',
    GEOCODER_ORIGIN: 'https://geo.example/search',
    GEOCODER_FAKE_ORIGIN: 'http://127.0.0.1:4003',
    DRAIN_MS: '0',
    MAX_FILE_MB: '1',
    MAX_UPLOADS: '2',
    MAX_UPLOADS_MB: '3',
    UPLOAD_EXPIRY_HOURS: '1',
    FEE_PERCENT: '3.3',
    QUOTE_DAYS: '14',
    SLICER_PATH: '/usr/bin/prusa-slicer',
    QUOTE_REQUEST_DAYS: '15',
    QUOTE_ORDER_DAYS: '4',
    S3_BUCKET: 'gongbang',
    S3_ACCESS_KEY_ID: 's3k',
    S3_SECRET_ACCESS_KEY: 's3s',
    S3_ENDPOINT: 'http://127.0.0.1:8080',
    S3_REGION: 'ap-northeast-2',
    CLAMAV_HOST: '127.0.0.1',
    CLAMAV_PORT: '3311',
    TILE_URL: 'https://tiles.example/{z}/{x}/{y}.png',
    TILE_ATTRIBUTION: '© OpenStreetMap contributors',
    STUN_URLS: 'stun:stun.example:3478, stuns:stun.example',
    TURN_URLS: 'turn:turn.example:3478?transport=udp,turns:turn.example',
    TURN_SECRET: secret,
    LIVEKIT_URL: 'wss://media.example/',
    LIVEKIT_API_KEY: 'lk',
    LIVEKIT_API_SECRET: secret,
    ASSISTANT_PROVIDER: 'openai-compatible',
    ASSISTANT_URL: 'http://127.0.0.1:11434/v1/',
    ASSISTANT_MODEL: 'maker-7b',
    ASSISTANT_KEY: 'ak',
    ASSISTANT_TOKENS_PER_DAY: '1000',
    ASSISTANT_ANSWER_TOKENS: '100',
    ASSISTANT_TIMEOUT_MS: '2000',
    MAX_SOCKETS_PER_ADDRESS: '26',
    MAX_SOCKETS_PER_PERSON: '27',
    LIST_CACHE_MS: '0',
    PASSWORD_COST: 'full',
    OVERLOAD_MS: '5000',
    OPERATOR_NAME: '공방 주식회사',
    OPERATOR_REPRESENTATIVE: '홍길동',
    OPERATOR_ADDRESS: '서울특별시 성동구 성수이로 1',
    OPERATOR_PHONE: '02-000-0000',
    OPERATOR_EMAIL: 'hello@gongbang.example',
    OPERATOR_BUSINESS_NUMBER: '000-00-00000',
    OPERATOR_MAIL_ORDER_NUMBER: '2026-서울성동-0000',
    OPERATOR_HOSTING: '공방 호스팅',
    SOCIAL_LINKS: 'https://www.social.example/gongbang, https://video.example/@gongbang',
    RATE_LIMIT_LOGIN_PER_ACCOUNT: '1',
    RATE_LIMIT_LOGIN_PER_ADDRESS: '2',
    RATE_LIMIT_SIGN_IN_STEPS: '7',
    RATE_LIMIT_MAILS_PER_ACCOUNT: '8',
    RATE_LIMIT_MAILS_PER_ADDRESS: '9',
    RATE_LIMIT_PHONE_CODES_PER_NUMBER: '10',
    RATE_LIMIT_PHONE_CODES_PER_ACCOUNT: '11',
    RATE_LIMIT_PHONE_CODES_PER_ADDRESS: '13',
    RATE_LIMIT_BANK_ACCOUNTS: '14',
    RATE_LIMIT_EXPORTS: '12',
    RATE_LIMIT_REGISTER: '3',
    RATE_LIMIT_WRITES: '4',
    RATE_LIMIT_NOTIFICATION_READS: '45',
    RATE_LIMIT_RESOURCES: '5',
    RATE_LIMIT_SERVICES: '17',
    RATE_LIMIT_GEOCODES: '18',
    RATE_LIMIT_CONTACTS: '19',
    RATE_LIMIT_QUOTES: '20',
    RATE_LIMIT_QUOTE_REQUESTS: '22',
    RATE_LIMIT_ORDERS: '23',
    RATE_LIMIT_PAYMENTS: '24',
    RATE_LIMIT_WEBHOOKS: '25',
    FEE_BEARER: 'provider',
    ORDER_TERMS: '{"acceptHours": 48}',
    AUCTION_TERMS: '{"payHours": 24}',
    AUCTION_INCREMENTS: '[{"below": 1000, "by": 10}]',
    RATE_LIMIT_BIDS: '30',
    TENDER_TERMS: '{"chooseDays": 3}',
    WANTED_TERMS: '{"graceDays": 14}',
    RATE_LIMIT_TENDERS: '26',
    RATE_LIMIT_WANTED: '29',
    RATE_LIMIT_TENDER_BIDS: '27',
    RATE_LIMIT_COMMENTS: '15',
    RATE_LIMIT_INQUIRIES: '20',
    RATE_LIMIT_MESSAGES: '21',
    RATE_LIMIT_MESSAGES_PER_ADDRESS: '31',
    RATE_LIMIT_SIGNALS: '32',
    RATE_LIMIT_CALL_CHANGES: '33',
    RATE_LIMIT_CALLS: '29',
    RATE_LIMIT_ASSISTANT: '33',
    RATE_LIMIT_ASSISTANT_GUEST: '34',
    RATE_LIMIT_ASSISTANT_PER_ADDRESS: '35',
    RATE_LIMIT_REPORTS: '16',
    RATE_LIMIT_SOCKETS: '28',
    RATE_LIMIT_VITALS: '7',
    RATE_LIMIT_PASSPORT_CODES: '6',
    RATE_LIMIT_GUEST_SEARCH: '6',
    RATE_LIMIT_OPEN_WRITES: '8',
    RATE_LIMIT_GUEST_SUGGESTIONS: '7',
    ADSENSE_CLIENT: 'ca-pub-1234567890123456',
    ADSENSE_SLOTS: 'content_end=1234567890, in_page = 2345678901',
    ADSENSE_TEST: 'on',
    ADSENSE_FAKE_ORIGIN: 'http://127.0.0.1:4010/',
  } satisfies Record<keyof typeof variables, string>);
  expect(config).toEqual({
    port: 8080,
    operator: {
      name: '공방 주식회사',
      representative: '홍길동',
      address: '서울특별시 성동구 성수이로 1',
      phone: '02-000-0000',
      email: 'hello@gongbang.example',
      businessNumber: '000-00-00000',
      mailOrderNumber: '2026-서울성동-0000',
      hosting: '공방 호스팅',
    },
    socialLinks: [
      { name: 'social.example', url: 'https://www.social.example/gongbang' },
      { name: 'video.example', url: 'https://video.example/@gongbang' },
    ],
    host: '0.0.0.0',
    publicOrigin: 'https://gongbang.example',
    gamesOrigin: 'https://games.example',
    dataDir: '/var/lib/gongbang',
    redisUrl: 'rediss://:p%40ss@redis.example:6380',
    databaseUrl: 'postgresql://user:p%40ss@db.example:5433/gongbang?sslmode=require',
    databasePoolSize: 4,
    sessionSecret: secret,
    dataKeys: [`${secret}-2`, `${secret}-1`],
    admin: { email: 'admin@example.com', password: 'ten letters' },
    demoContent: 'off',
    jobs: 'off',
    trustedProxies: ['10.0.0.1', '192.168.0.0/16', 'fd00::/8', 'loopback'],
    logLevel: 'silent',
    mailFrom: '공방 <hello@gongbang.example>',
    smtpUrl: 'smtps://user:password@mail.example',
    social: {
      keys: {
        kakao: { clientId: 'k', clientSecret: 'ks' },
        naver: { clientId: 'n', clientSecret: 'ns' },
        line: { clientId: 'l', clientSecret: 'ls' },
        google: { clientId: 'g', clientSecret: 'gs' },
      },
      fakeOrigin: 'http://127.0.0.1:4000',
    },
    sms: { name: 'solapi', id: 'sk', secret: 'ss', from: '0200000000', fakeOrigin: 'http://localhost:4001' },
    bankCheck: { secret: 'ps', fakeOrigin: 'http://[::1]:4002' },
    payments: {
      provider: 'toss',
      toss: {
        clientKey: 'test_ck_a',
        secretKey: 'test_sk_a',
        securityKey: '0123456789abcdef'.repeat(4),
        baseUrl: 'http://127.0.0.1:4004',
      },
      stripe: { secretKey: 'sk_test_a', webhookSecret: 'whsec_a', baseUrl: 'http://localhost:4005' },
    },
    geocoder: {
      name: 'naver',
      key: 'gk',
      secret: 'gs',
      origin: 'https://geo.example',
      fakeOrigin: 'http://127.0.0.1:4003',
    },
    drainMs: 0,
    maxFileBytes: 1024 * 1024,
    uploads: { uploads: 2, uploadBytes: 3 * 1024 * 1024, expiryMs: 60 * 60_000 },
    feePercent: 3.3,
    feeBearer: 'provider',
    orderTerms: { ...standardTerms, acceptHours: 48 },
    auctionTerms: { ...standardAuctionTerms, payHours: 24 },
    increments: [{ below: 1000, by: 10 }],
    tenderTerms: { ...standardTenderTerms, chooseDays: 3 },
    wantedTerms: { ...standardWantedTerms, graceDays: 14 },
    quoteDays: 14,
    slicerPath: '/usr/bin/prusa-slicer',
    quoteRequestDays: 15,
    quoteOrderDays: 4,
    s3: {
      bucket: 'gongbang',
      accessKeyId: 's3k',
      secretAccessKey: 's3s',
      endpoint: 'http://127.0.0.1:8080',
      region: 'ap-northeast-2',
    },
    clamav: { host: '127.0.0.1', port: 3311 },
    tiles: {
      url: 'https://tiles.example/{z}/{x}/{y}.png',
      attribution: '© OpenStreetMap contributors',
    },
    calls: {
      stunUrls: ['stun:stun.example:3478', 'stuns:stun.example'],
      turn: { urls: ['turn:turn.example:3478?transport=udp', 'turns:turn.example'], secret },
      livekit: { url: 'wss://media.example', key: 'lk', secret },
    },
    adsense: {
      client: 'ca-pub-1234567890123456',
      units: { content_end: '1234567890', in_page: '2345678901' },
      isTest: true,
      scriptOrigin: 'http://127.0.0.1:4010',
    },
    assistant: {
      model: {
        provider: 'openai-compatible',
        url: 'http://127.0.0.1:11434/v1',
        name: 'maker-7b',
        key: 'ak',
      },
      tokensPerDay: 1000,
      answerTokens: 100,
      timeoutMs: 2000,
    },
    sockets: { socketsPerAddress: 26, socketsPerPerson: 27 },
    passwordCost: 'full',
    listCacheMs: 0,
    overloadMs: 5000,
    contactsPerDay: 19,
    rateLimits: {
      loginPerAccount: 1,
      loginPerAddress: 2,
      signInSteps: 7,
      mailsPerAccount: 8,
      mailsPerAddress: 9,
      phoneCodesPerNumber: 10,
      phoneCodesPerAccount: 11,
      phoneCodesPerAddress: 13,
      bankAccounts: 14,
      exports: 12,
      register: 3,
      writes: 4,
      notificationReads: 45,
      resources: 5,
      services: 17,
      geocodes: 18,
      quotes: 20,
      quoteRequests: 22,
      tenders: 26,
      wanted: 29,
      tenderBids: 27,
      orders: 23,
      payments: 24,
      webhooks: 25,
      bids: 30,
      comments: 15,
      inquiries: 20,
      messages: 21,
      messagesPerAddress: 31,
      signals: 32,
      callChanges: 33,
      calls: 29,
      assistant: 33,
      assistantGuest: 34,
      assistantPerAddress: 35,
      reports: 16,
      sockets: 28,
      vitals: 7,
      passportCodes: 6,
      guestSearch: 6,
      openWrites: 8,
      guestSuggestions: 7,
    },
  });
});

test.each(['', 'http://127.0.0.1:3000', 'http://gongbang.test'])(
  'password hashes may be cheap where told so at the address "%s"',
  (origin) => {
    expect(readConfig({ PUBLIC_ORIGIN: origin }).passwordCost).toBe('full');
    expect(readConfig({ PUBLIC_ORIGIN: origin, PASSWORD_COST: 'test' }).passwordCost).toBe('test');
  },
);

test.each([
  'https://gongbang.example',
  'http://gongbang.test.example',
  'http://localhost.example',
  'http://10.0.0.1',
])('password hashes are never cheap at the address "%s"', (origin) => {
  expect(() => readConfig({ PUBLIC_ORIGIN: origin, PASSWORD_COST: 'test' })).toThrow(
    /^Configuration: PASSWORD_COST /,
  );
});

test('AdSense needs a valid publisher, and ad units only in slots that can have one', () => {
  const ADSENSE_CLIENT = 'ca-pub-1234567890123456';
  expect(readConfig({ ADSENSE_CLIENT }).adsense).toEqual({
    client: ADSENSE_CLIENT,
    units: {},
    isTest: false,
    scriptOrigin: 'https://pagead2.googlesyndication.com',
  });
  for (const wrong of ['pub-1234567890123456', 'ca-pub-123', 'ca-pub-1234567890123456"><script>'])
    expect(refusal({ ADSENSE_CLIENT: wrong })).toMatch(/^Configuration: ADSENSE_CLIENT needs .*$/);
  for (const wrong of [
    'content_end',
    'content_end=12',
    'content_end=1234567890,content_end=1234567891',
    // Google places these itself, or they are only for our own banners.
    'anchor=1234567890',
    'vignette=1234567890',
    'overlay=1234567890',
    'mobile_sticky=1234567890',
    'menu_banner=1234567890',
    'attic=1234567890',
  ])
    expect(refusal({ ADSENSE_CLIENT, ADSENSE_SLOTS: wrong })).toMatch(
      /^Configuration: ADSENSE_SLOTS needs .*$/,
    );
  expect(refusal({ ADSENSE_SLOTS: 'content_end=1234567890' })).toBe(
    'Configuration: ADSENSE_SLOTS needs ADSENSE_CLIENT',
  );
  expect(refusal({ ADSENSE_CLIENT, ADSENSE_TEST: 'maybe' })).toContain('ADSENSE_TEST');
  expect(refusal({ ADSENSE_CLIENT, ADSENSE_FAKE_ORIGIN: 'http://evil.example' })).toContain(
    'ADSENSE_FAKE_ORIGIN',
  );
});

test('a model of the assistant needs a name and an address', () => {
  expect(
    refusal({ ASSISTANT_PROVIDER: 'openai-compatible', ASSISTANT_URL: 'http://a.example/v1' }),
  ).toContain('ASSISTANT_MODEL');
  expect(refusal({ ASSISTANT_PROVIDER: 'openai-compatible', ASSISTANT_MODEL: 'm' })).toContain(
    'ASSISTANT_URL',
  );
  expect(refusal({ ASSISTANT_PROVIDER: 'anthropic', ASSISTANT_MODEL: 'm' })).toContain('ASSISTANT_KEY');
  expect(refusal({ ASSISTANT_PROVIDER: 'somebody' })).toContain('ASSISTANT_PROVIDER');
  expect(readConfig({ ASSISTANT_MODEL: 'm' }).assistant.model).toBeNull();
});

describe('the payment provider', () => {
  const toss = { TOSS_CLIENT_KEY: 'test_ck_a', TOSS_SECRET_KEY: 'test_sk_a' };
  const live = { TOSS_CLIENT_KEY: 'live_ck_a', TOSS_SECRET_KEY: 'live_sk_a' };
  const stripe = { STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_WEBHOOK_SECRET: 'whsec_a' };
  const liveStripe = { STRIPE_SECRET_KEY: 'rk_live_a', STRIPE_WEBHOOK_SECRET: 'whsec_a' };

  test.each<[string, Record<string, string>]>([
    ['sandbox', {}],
    ['sandbox', { ...toss, ...stripe }],
    ['toss', { ...toss }],
    ['toss', { ...live, ...liveStripe }],
    ['stripe', { ...stripe }],
    ['stripe', { ...liveStripe }],
  ])('is %s with %j', (provider, keys) => {
    expect(readConfig({ PAYMENT_PROVIDER: provider, ...keys }).payments.provider).toBe(provider);
  });

  test.each<[string, Record<string, string>]>([
    ['TOSS_CLIENT_KEY', { PAYMENT_PROVIDER: 'toss' }],
    ['TOSS_CLIENT_KEY', { PAYMENT_PROVIDER: 'toss', TOSS_SECRET_KEY: 'test_sk_a' }],
    ['TOSS_CLIENT_KEY', { PAYMENT_PROVIDER: 'toss', ...stripe }],
    ['TOSS_SECRET_KEY', { PAYMENT_PROVIDER: 'toss', ...toss, TOSS_SECRET_KEY: 'live_sk_a' }],
    ['STRIPE_SECRET_KEY', { PAYMENT_PROVIDER: 'stripe', ...toss }],
    ['STRIPE_SECRET_KEY', { PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk_test_a' }],
    // A person could believe that they are really paying.
    ['TOSS_SECRET_KEY', live],
    ['STRIPE_SECRET_KEY', { PAYMENT_PROVIDER: 'sandbox', ...liveStripe }],
  ])('cannot lack or mix keys: %s with %j', (name, keys) => {
    const message = refusal(keys);
    expect(message).toMatch(new RegExp(`^Configuration: ${name},? \\S.+$`));
    expect(message).not.toMatch(/\n|_[cs]k_a/);
  });
});

test('a geocoder that needs keys fails without them', () => {
  expect(readConfig({}).geocoder.name).toBe('local');
  expect(() => readConfig({ GEOCODER: 'kakao' })).toThrow('GEOCODER_KEY must be set');
  expect(() => readConfig({ GEOCODER: 'naver', GEOCODER_KEY: 'k' })).toThrow('GEOCODER_SECRET must be set');
});

test('an incomplete operator or an invalid link stops the start', () => {
  expect(readConfig({}).operator).toBeNull();
  expect(() => readConfig({ OPERATOR_NAME: '공방' })).toThrow('OPERATOR_REPRESENTATIVE must be set');
  expect(() => readConfig({ SOCIAL_LINKS: 'http://plain.example' })).toThrow('SOCIAL_LINKS needs https');
});

test('the origin follows the port unless it is given', () => {
  expect(readConfig({ PORT: '4000' }).publicOrigin).toBe('http://localhost:4000');
});

test('empty and blank values count as not set', () => {
  const names = Object.keys(variables);
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readConfig({}));
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ' \t'])))).toEqual(readConfig({}));
});

test('space around a value is ignored', () => {
  expect(readConfig({ PORT: ' 8080 ', JOBS: 'off\n' })).toMatchObject({ port: 8080, jobs: 'off' });
});

test('unknown variables are ignored', () => {
  expect(readConfig({ PATH: '/bin', port: '1', GONGBANG_PORT: '2' })).toEqual(readConfig({}));
});

describe('an invalid value stops the start with one line that names its variable:', () => {
  test.each<[keyof typeof variables, string]>([
    ['PORT', 'http'],
    ['ADMIN_PASSWORD', 'x'.repeat(129)],
    ['SOCIAL_FAKE_ORIGIN', 'http://fakes.example'],
    ['SOCIAL_FAKE_ORIGIN', 'https://127.0.0.1'],
    ['KAKAO_CLIENT_ID', 'without its secret'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PUBLIC_ORIGIN', 'gongbang.example'],
    ['PUBLIC_ORIGIN', 'ftp://gongbang.example'],
    ['DATABASE_URL', 'localhost:5432'],
    ['REDIS_URL', 'redis.example:6379'],
    ['REDIS_URL', 'https://redis.example'],
    ['DATABASE_URL', 'mysql://localhost/gongbang'],
    ['DATABASE_POOL_SIZE', '3'],
    ['DATABASE_POOL_SIZE', 'many'],
    ['SESSION_SECRET', secret.slice(1)],
    ['ADMIN_EMAIL', 'admin'],
    ['DEMO_CONTENT', 'on'],
    ['JOBS', 'false'],
    ['TRUSTED_PROXIES', 'proxy.example'],
    ['TRUSTED_PROXIES', '10.0.0.1;10.0.0.2'],
    ['TRUSTED_PROXIES', '10.0.0.1, 10.0.0.0/33'],
    // Other servers accept a number of hops here; we would read it as the address 0.0.0.1.
    ['TRUSTED_PROXIES', '1'],
    ['LOG_LEVEL', 'verbose'],
    ['SMTP_URL', 'mail.example:25'],
    ['SMTP_URL', 'http://mail.example'],
    ['GEOCODER', 'elsewhere'],
    ['PAYMENT_PROVIDER', 'cash'],
    ['TOSS_CLIENT_KEY', 'test_gck_widget'],
    ['TOSS_SECRET_KEY', 'test_ck_client'],
    ['TOSS_SECURITY_KEY', '0123'],
    ['TOSS_BASE_URL', 'http://api.tosspayments.com'],
    ['STRIPE_SECRET_KEY', 'pk_test_public'],
    ['STRIPE_WEBHOOK_SECRET', 'secret'],
    ['STRIPE_BASE_URL', 'stripe.com'],
    ['DRAIN_MS', '60001'],
    ['MAX_FILE_MB', '0'],
    ['MAX_UPLOADS', '0'],
    ['UPLOAD_EXPIRY_HOURS', 'never'],
    ['S3_BUCKET', 'No Bucket'],
    ['S3_ENDPOINT', 'bucket.example'],
    ['CLAMAV_PORT', '70000'],
    ['LIST_CACHE_MS', '-1'],
    ['OVERLOAD_MS', '0'],
    ['PASSWORD_COST', 'none'],
    ['RATE_LIMIT_LOGIN_PER_ACCOUNT', '0'],
    ['RATE_LIMIT_LOGIN_PER_ADDRESS', 'none'],
    ['RATE_LIMIT_REGISTER', '0'],
    ['RATE_LIMIT_WRITES', '1.5'],
    ['RATE_LIMIT_RESOURCES', '-600'],
    ['RATE_LIMIT_GUEST_SEARCH', '1e10'],
  ])('%s=%s', (name, value) => {
    const message = refusal({ [name]: value });
    expect(message).toMatch(new RegExp(`^Configuration: ${name} \\S.+$`));
    expect(message).not.toContain('\n');
  });

  test('a short ADMIN_PASSWORD, or one without ADMIN_EMAIL', () => {
    expect(refusal({ ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: 'ninechars' })).toBe(
      'Configuration: ADMIN_PASSWORD needs at least 10 characters',
    );
    expect(refusal({ ADMIN_PASSWORD: 'ten letters' })).toBe(
      'Configuration: ADMIN_PASSWORD is set but ADMIN_EMAIL is not',
    );
    expect(readConfig({ ADMIN_EMAIL: 'a@example.com' }).admin).toEqual({
      email: 'a@example.com',
      password: undefined,
    });
  });

  test('the line never shows a secret', () => {
    expect(refusal({ SESSION_SECRET: 'not-for-logs' })).not.toContain('not-for-logs');
    expect(refusal({ ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: 'hush' })).not.toContain('hush');
    expect(refusal({ DATABASE_URL: 'user:hush@host' })).not.toContain('hush');
    expect(refusal({ SMTP_URL: 'user:hush@host' })).not.toContain('hush');
  });
});

describe('the session secret', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'gongbang-config-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  test('is used as configured, and nothing is written', () => {
    expect(sessionSecretOf(readConfig({ SESSION_SECRET: secret, DATA_DIR: dataDir }))).toBe(secret);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('is generated once, long and readable by its owner alone, in a folder that is created if needed', () => {
    const config = readConfig({ DATA_DIR: join(dataDir, 'new', 'folder') });
    const first = sessionSecretOf(config);
    expect(Buffer.from(first, 'base64url')).toHaveLength(32);
    expect(sessionSecretOf(config)).toBe(first);
    expect(sessionSecretOf(readConfig({ DATA_DIR: config.dataDir }))).toBe(first);
    expect(readdirSync(config.dataDir)).toEqual(['session-secret']);
    expect(statSync(join(config.dataDir, 'session-secret')).mode & 0o777).toBe(0o600);
    expect(sessionSecretOf(readConfig({ DATA_DIR: join(dataDir, 'other') }))).not.toBe(first);
  });

  test('is the same for all processes that start at once', async () => {
    const code = `
      const { parentPort, workerData } = require('node:worker_threads');
      Promise.all(workerData.modules.map((module) => import(module))).then(([{ readConfig }, { sessionSecretOf }]) =>
        parentPort.postMessage(sessionSecretOf(readConfig({ DATA_DIR: workerData.dataDir }))));`;
    const modules = ['config.ts', 'config/kept-secrets.ts'].map(
      (name) => new URL(name, import.meta.url).href,
    );
    const workerData = { modules, dataDir };
    const secrets = await Promise.all(
      Array.from(
        { length: 4 },
        () =>
          new Promise((answer, fail) => {
            const worker = new Worker(code, { eval: true, workerData });
            worker.once('message', answer).once('error', fail);
          }),
      ),
    );
    expect(new Set(secrets)).toEqual(new Set([sessionSecretOf(readConfig({ DATA_DIR: dataDir }))]));
  });

  test.each([[''], ['cut off'], [' \n']])(
    'that is damaged (%j) stops the start instead of signing',
    (content) => {
      const path = join(dataDir, 'session-secret');
      writeFileSync(path, content);
      expect(() => sessionSecretOf(readConfig({ DATA_DIR: dataDir }))).toThrow(ConfigError);
      expect(() => sessionSecretOf(readConfig({ DATA_DIR: dataDir }))).toThrow(path);
      expect(readFileSync(path, 'utf8')).toBe(content);
    },
  );
});

describe('the documentation', () => {
  const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');

  test('README.md has one table with exactly these variables', () => {
    const rows = read('README.md')
      .split('\n')
      .filter((line) => /^\| `[A-Z][A-Z0-9_]*` \|/.test(line));
    expect(rows).toEqual(
      Object.entries(variables).map(
        ([name, { default: value, about }]) => `| \`${name}\` | ${value && `\`${value}\``} | ${about} |`,
      ),
    );
  });

  test('.env.example has exactly these variables, with their defaults', () => {
    const lines = read('.env.example')
      .split('\n')
      .filter((line) => /^#?\s*[A-Z][A-Z0-9_]*=/.test(line));
    expect(lines).toEqual(Object.entries(variables).map(([name, { default: value }]) => `#${name}=${value}`));
  });
});

test('a relay needs its secret, LiveKit all of its keys, and both need addresses of their kind', () => {
  expect(refusal({ TURN_URLS: 'turn:turn.example' })).toContain('TURN_URLS and TURN_SECRET go together');
  expect(refusal({ TURN_URLS: 'https://turn.example', TURN_SECRET: secret })).toContain('TURN_URLS needs');
  expect(refusal({ STUN_URLS: 'stun.example' })).toContain('STUN_URLS needs');
  expect(refusal({ LIVEKIT_URL: 'wss://media.example' })).toContain('go together');
  expect(
    refusal({ LIVEKIT_URL: 'ws://media.example', LIVEKIT_API_KEY: 'k', LIVEKIT_API_SECRET: secret }),
  ).toContain('LIVEKIT_URL needs wss');
});
