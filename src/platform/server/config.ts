import { randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { trimEndOf } from '../shared/trimming.ts';
import { unitSlots, type UnitSlot } from '../shared/ad-slots.ts';
import { standardAuctionTerms, standardIncrements, type Increments } from '../shared/auction-terms.ts';
import { gatewayNames } from '../shared/gateways.ts';
import { standardTerms } from '../shared/order-terms.ts';
import { standardTenderTerms } from '../shared/tender-terms.ts';
import { standardWantedTerms } from '../shared/wanted-terms.ts';

const shortestSecret = 32;

/**
 * Every environment variable that the product reads, in one table: README and .env.example are checked against it. An
 * empty string counts as not set.
 */
export const variables = {
  PORT: { schema: z.coerce.number().int().min(0).max(65535), default: '3000', about: 'Port to listen on.' },
  HOST: { schema: z.string(), default: '127.0.0.1', about: 'Address to listen on; `0.0.0.0` for all.' },
  PUBLIC_ORIGIN: {
    schema: z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin),
    default: '',
    about: 'Origin that visitors see, e.g. `https://gongbang.example`. Default: `http://localhost:PORT`.',
  },
  GAMES_ORIGIN: {
    schema: z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin),
    default: '',
    about:
      'Origin that games are played from, led to this same server, e.g. `https://games.example`. Default: `PUBLIC_ORIGIN`.',
  },
  DATA_DIR: { schema: z.string(), default: './data', about: 'Folder of all embedded state.' },
  DATABASE_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/ }),
    default: '',
    about: 'PostgreSQL 18 to use. Default: an embedded one in `DATA_DIR/postgres`.',
  },
  DATABASE_POOL_SIZE: {
    schema: z.coerce.number().int().min(4).max(500),
    default: '20',
    about: 'Database connections of one process.',
  },
  REDIS_URL: {
    schema: z.url({
      protocol: /^rediss?$/,
      error: 'needs an address like redis://:password@redis.example:6379',
    }),
    default: '',
    about:
      'Redis or Valkey that tells all servers what is new, instead of the database, where there are many. Default: none.',
  },
  SESSION_SECRET: {
    schema: z.string().min(shortestSecret, `needs at least ${shortestSecret} characters`),
    default: '',
    about: 'Signs session cookies. Default: made once and kept in `DATA_DIR/session-secret`.',
  },
  DATA_KEYS: {
    schema: z
      .string()
      .transform(commaSeparated)
      .refine(
        (keys) => keys.every((key) => key.length >= shortestSecret),
        `needs keys of at least ${shortestSecret} characters each, comma separated`,
      ),
    default: '',
    about:
      'Comma separated keys that phone and account numbers and the secrets of authenticator apps are encrypted with, and from the first of which the signing key of auction logs follows; newest first. Default: one, made once and kept in `DATA_DIR/data-key`.',
  },
  ADMIN_EMAIL: { schema: z.email(), default: '', about: 'Makes this person an admin at start.' },
  ADMIN_PASSWORD: {
    schema: z.string().min(10, 'needs at least 10 characters').max(128, 'needs at most 128 characters'),
    default: '',
    about: 'Password of the first admin: makes the account, or must open it if it exists.',
  },
  DEMO_CONTENT: {
    schema: z.enum(['auto', 'off']),
    default: 'auto',
    about: '`auto` loads the demo marketplace into an empty database; `off` never does.',
  },
  JOBS: {
    schema: z.enum(['in_process', 'off']),
    default: 'in_process',
    about: '`off` when `dist/worker.js` runs the jobs apart.',
  },
  TRUSTED_PROXIES: {
    schema: z
      .string()
      .transform(commaSeparated)
      .refine((proxies) => proxies.every(isAddressOrNetwork), 'needs addresses or networks, comma separated'),
    default: '',
    about: 'Comma separated addresses or networks whose `X-Forwarded-*` is believed.',
  },
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    default: 'info',
    about: 'Least level that is logged.',
  },
  MAIL_FROM: {
    schema: z.string(),
    default: 'Gongbang <no-reply@gongbang.example>',
    about: 'Sender of every mail.',
  },
  SMTP_URL: {
    schema: z.url({ protocol: /^smtps?$/ }),
    default: '',
    about: 'SMTP server. Default: mails are written to `DATA_DIR/outbox/mail`.',
  },
  KAKAO_CLIENT_ID: { schema: z.string(), default: '', about: 'REST API key of Kakao login.' },
  KAKAO_CLIENT_SECRET: { schema: z.string(), default: '', about: 'Client secret of Kakao login.' },
  NAVER_CLIENT_ID: { schema: z.string(), default: '', about: 'Client ID of Naver login.' },
  NAVER_CLIENT_SECRET: { schema: z.string(), default: '', about: 'Client secret of Naver login.' },
  LINE_CLIENT_ID: { schema: z.string(), default: '', about: 'Channel ID of LINE login.' },
  LINE_CLIENT_SECRET: { schema: z.string(), default: '', about: 'Channel secret of LINE login.' },
  GOOGLE_CLIENT_ID: { schema: z.string(), default: '', about: 'Client ID of Google login.' },
  GOOGLE_CLIENT_SECRET: { schema: z.string(), default: '', about: 'Client secret of Google login.' },
  SOCIAL_FAKE_ORIGIN: fakeOrigin(
    'For tests: where `fakes/social.ts` stands in for all four services. This machine only.',
  ),
  SOLAPI_API_KEY: {
    schema: z.string(),
    default: '',
    about: 'API key of Solapi, which then sends text messages.',
  },
  SOLAPI_API_SECRET: { schema: z.string(), default: '', about: 'API secret of Solapi.' },
  SOLAPI_FROM: { schema: z.string(), default: '', about: 'Sender number registered at Solapi, digits only.' },
  TWILIO_ACCOUNT_SID: {
    schema: z.string(),
    default: '',
    about: 'Account SID of Twilio, which then sends text messages.',
  },
  TWILIO_AUTH_TOKEN: { schema: z.string(), default: '', about: 'Auth token of Twilio.' },
  TWILIO_FROM: { schema: z.string(), default: '', about: 'Sender number at Twilio, as `+82…`.' },
  SMS_FAKE_ORIGIN: fakeOrigin(
    'For tests: where `fakes/sms.ts` stands in for Solapi and Twilio. This machine only.',
  ),
  PORTONE_API_SECRET: {
    schema: z.string(),
    default: '',
    about: 'API secret of PortOne, which then says whose bank account a number is.',
  },
  BANK_FAKE_ORIGIN: fakeOrigin('For tests: where `fakes/bank.ts` stands in for PortOne. This machine only.'),
  PAYMENT_PROVIDER: {
    schema: z.enum(gatewayNames),
    default: gatewayNames[0],
    about: 'Who takes payments: our own sandbox, where no money moves, Toss Payments or Stripe.',
  },
  TOSS_CLIENT_KEY: {
    schema: z
      .string()
      .regex(/^(test|live)_ck_\w+$/, 'needs a key of the payment window, `test_ck_…` or `live_ck_…`'),
    default: '',
    about: 'Client key of Toss Payments, of its payment window (결제창).',
  },
  TOSS_SECRET_KEY: {
    schema: z
      .string()
      .regex(/^(test|live)_sk_\w+$/, 'needs a key of the payment window, `test_sk_…` or `live_sk_…`'),
    default: '',
    about: 'Secret key of Toss Payments, from the same pair.',
  },
  TOSS_SECURITY_KEY: {
    schema: z.string().regex(/^[0-9a-f]{64}$/i, 'needs 64 hexadecimal digits'),
    default: '',
    about:
      'Security key of Toss Payments, which payouts (지급대행) need. Default: none; payouts are then made by hand.',
  },
  TOSS_BASE_URL: apiOrigin(
    'https://api.tosspayments.com',
    'Where Toss Payments answers; `fakes/toss.ts` in tests.',
  ),
  STRIPE_SECRET_KEY: {
    schema: z.string().regex(/^[sr]k_(test|live)_\w+$/, 'needs `sk_test_…`, `sk_live_…` or a restricted key'),
    default: '',
    about: 'Secret key of Stripe.',
  },
  STRIPE_WEBHOOK_SECRET: {
    schema: z.string().regex(/^whsec_\S+$/, 'needs `whsec_…`'),
    default: '',
    about: 'Signing secret of the webhook endpoint at Stripe.',
  },
  STRIPE_BASE_URL: apiOrigin('https://api.stripe.com', 'Where Stripe answers; `fakes/stripe.ts` in tests.'),
  GEOCODER: {
    schema: z.enum(['local', 'kakao', 'naver', 'nominatim']),
    default: 'local',
    about: 'Who finds addresses: our own table of cities and districts, or a service of others.',
  },
  GEOCODER_KEY: { schema: z.string(), default: '', about: 'Key of the geocoder: Kakao, Naver.' },
  GEOCODER_SECRET: { schema: z.string(), default: '', about: 'Secret of the geocoder: Naver.' },
  GEOCODER_ORIGIN: {
    schema: z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin),
    default: '',
    about: 'Nominatim server to ask, e.g. one of your own. Default: `https://nominatim.openstreetmap.org`.',
  },
  GEOCODER_FAKE_ORIGIN: fakeOrigin(
    'For tests: where `fakes/geocoder.ts` stands in for the geocoder. This machine only.',
  ),
  DRAIN_MS: {
    schema: z.coerce.number().int().min(0).max(60_000),
    default: '300',
    about: 'After SIGTERM, how long `/readyz` says no before connections are closed, in milliseconds.',
  },
  MAX_FILE_MB: {
    schema: z.coerce.number().int().min(1).max(10_000),
    default: '1024',
    about: 'Largest file of a resource, in MiB.',
  },
  MAX_UPLOADS: {
    schema: z.coerce.number().int().min(1).max(10_000),
    default: '50',
    about: 'Uploads of one person that are not attached to anything yet.',
  },
  MAX_UPLOADS_MB: {
    schema: z.coerce.number().int().min(1).max(1_000_000),
    default: '5120',
    about: 'All of these together, in MiB.',
  },
  UPLOAD_EXPIRY_HOURS: {
    schema: z.coerce.number().int().min(1).max(720),
    default: '24',
    about: 'How long after its last bytes an upload can be gone on with or attached, in hours.',
  },
  FEE_PERCENT: {
    schema: z.coerce.number().min(0).max(50).multipleOf(0.01),
    default: '10',
    about: 'What the marketplace takes of a job, in percent, on top of what the provider asks.',
  },
  FEE_BEARER: {
    schema: z.enum(['buyer', 'provider']),
    default: 'buyer',
    about: 'Who pays our fee: the buyer on top of the price, or the provider out of it; never both.',
  },
  ORDER_TERMS: {
    schema: z.string().transform(readTerms(standardTerms)),
    default: '{}',
    about:
      'JSON of times and limits of orders that differ from the standard ones, e.g. `{"acceptHours": 48}`; names and standards are `standardTerms` in `src/platform/shared/order-terms.ts`.',
  },
  AUCTION_TERMS: {
    schema: z.string().transform(readTerms(standardAuctionTerms)),
    default: '{}',
    about:
      'JSON of times and limits of auctions that differ from the standard ones, e.g. `{"payHours": 24}`; names and standards are `standardAuctionTerms` in `src/platform/shared/auction-terms.ts`.',
  },
  AUCTION_INCREMENTS: {
    schema: z.string().transform(readIncrements),
    default: '[]',
    about:
      'By how much bids rise, as JSON: `[{"below": 10000, "by": 100}, …]`, the last one for all prices above; an empty list is the standard table.',
  },
  TENDER_TERMS: {
    schema: z.string().transform(readTerms(standardTenderTerms)),
    default: '{}',
    about:
      'JSON of times, limits and weights of tenders that differ from the standard ones, e.g. `{"chooseDays": 3}`; names and standards are `standardTenderTerms` in `src/platform/shared/tender-terms.ts`.',
  },
  WANTED_TERMS: {
    schema: z.string().transform(readTerms(standardWantedTerms)),
    default: '{}',
    about:
      'JSON of times and limits of the board of wanted things that differ from the standard ones, e.g. `{"graceDays": 14}`; names and standards are `standardWantedTerms` in `src/platform/shared/wanted-terms.ts`.',
  },
  QUOTE_DAYS: {
    schema: z.coerce.number().int().min(1).max(90),
    default: '7',
    about: 'How long an instant quote binds its provider, in days.',
  },
  SLICER_PATH: {
    schema: z.string(),
    default: '',
    about:
      'PrusaSlicer or CuraEngine on this machine, e.g. `/usr/bin/prusa-slicer`, which then slices what a quote is for, within limits of time and memory. Default: none; weight and hours are estimated.',
  },
  QUOTE_REQUEST_DAYS: {
    schema: z.coerce.number().int().min(1).max(90),
    default: '14',
    about: 'How long providers can answer a request for a quote, in days.',
  },
  QUOTE_ORDER_DAYS: {
    schema: z.coerce.number().int().min(1).max(30),
    default: '3',
    about: 'How long a quote that was agreed upon can be ordered, in days.',
  },
  S3_BUCKET: {
    schema: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'needs the name of a bucket'),
    default: '',
    about: 'Bucket for files and pictures. Default: they are kept in `DATA_DIR/blobs`.',
  },
  S3_ACCESS_KEY_ID: { schema: z.string(), default: '', about: 'Access key of the bucket.' },
  S3_SECRET_ACCESS_KEY: { schema: z.string(), default: '', about: 'Secret key of the bucket.' },
  S3_ENDPOINT: {
    schema: z.url({ protocol: /^https?$/ }),
    default: '',
    about: 'S3-compatible server. Default: AWS in `S3_REGION`.',
  },
  S3_REGION: { schema: z.string(), default: 'us-east-1', about: 'Region of the bucket.' },
  CLAMAV_HOST: {
    schema: z.string(),
    default: '',
    about: 'ClamAV daemon that looks at every file before it can be used. Default: none.',
  },
  CLAMAV_PORT: {
    schema: z.coerce.number().int().min(1).max(65535),
    default: '3310',
    about: 'Its port.',
  },
  TILE_URL: {
    schema: z
      .string()
      // The host becomes part of the pages' policy, so nothing else may be in the URL.
      .regex(/^https?:\/\/(?:\{s\}\.)?[a-z0-9.-]+(?::\d+)?\/[^\s;,]*$/i, 'needs the address of a server')
      .refine((url) => ['{z}', '{x}', '{y}'].every((part) => url.includes(part)), 'needs {z}, {x} and {y}'),
    default: '',
    about:
      'Map tiles as `https://…/{z}/{x}/{y}.png` of a server that you may use. Default: none; maps then show our own outline of Korea and Japan.',
  },
  TILE_ATTRIBUTION: {
    schema: z.string().max(500),
    default: '',
    about:
      'What the server of the tiles wants to be said on the map, HTML allowed, e.g. `© OpenStreetMap contributors`.',
  },
  STUN_URLS: {
    schema: z
      .string()
      .transform(commaSeparated)
      .refine(
        (urls) => urls.every((url) => /^stuns?:[^\s?]+$/.test(url)),
        'needs addresses like stun:stun.example:3478, comma separated',
      ),
    default: '',
    about:
      'Comma separated STUN servers, by which two browsers behind routers find each other. Default: none; calls then reach as far as one network, or go through TURN.',
  },
  TURN_URLS: {
    schema: z
      .string()
      .transform(commaSeparated)
      .refine(
        (urls) => urls.every((url) => /^turns?:[^\s?]+(\?transport=(udp|tcp))?$/.test(url)),
        'needs addresses like turn:turn.example:3478?transport=udp, comma separated',
      ),
    default: '',
    about:
      'Comma separated addresses of a TURN server such as coturn, which relays calls where nothing else gets through.',
  },
  TURN_SECRET: {
    schema: z.string().min(16, 'needs at least 16 characters'),
    default: '',
    about: 'What credentials for TURN are signed with: `static-auth-secret` of coturn.',
  },
  LIVEKIT_URL: {
    schema: z
      .url({ protocol: /^wss?$/ })
      .transform((url) => new URL(url).origin)
      .refine((url) => url.startsWith('wss:') || isLoopback(url), 'needs wss, or an address of this machine'),
    default: '',
    about:
      'LiveKit server that calls then go through, for up to 50 people. Default: none; up to 4 with video or 8 with voice send to each other.',
  },
  LIVEKIT_API_KEY: { schema: z.string(), default: '', about: 'API key of LiveKit.' },
  LIVEKIT_API_SECRET: {
    schema: z.string().min(32, 'needs at least 32 characters'),
    default: '',
    about: 'API secret of LiveKit.',
  },
  ADSENSE_CLIENT: {
    schema: z.string().regex(/^ca-pub-\d{16}$/, 'needs ca-pub- and 16 digits'),
    default: '',
    about:
      'Publisher of Google AdSense, as `ca-pub-…`, for guests who allow it. Default: none; banners of the house and of sponsors alone are shown.',
  },
  ADSENSE_SLOTS: {
    schema: z.string().transform(readUnits),
    default: '',
    about:
      'Which ad units stand in which slots, as `content_end=1234567890, in_page=…`; names are `unitSlots` in `src/platform/shared/ad-slots.ts`.',
  },
  ADSENSE_TEST: {
    schema: z.enum(['on', 'off']),
    default: 'off',
    about: '`on` asks AdSense for test ads, which nobody pays for.',
  },
  ADSENSE_FAKE_ORIGIN: fakeOrigin(
    'For tests: where `fakes/adsense.ts` stands in for AdSense. This machine only.',
  ),
  ASSISTANT_PROVIDER: {
    schema: z.enum(['retrieval', 'openai-compatible', 'anthropic']),
    default: 'retrieval',
    about:
      'Who writes the answers of the assembly assistant: nobody, so that it quotes, a server that speaks like OpenAI, or Anthropic.',
  },
  ASSISTANT_URL: {
    schema: z.url({ protocol: /^https?$/ }).transform((url) => trimEndOf(url, /\//)),
    default: '',
    about:
      'Where the model answers, e.g. `http://127.0.0.1:11434/v1`; `fakes/model.ts` in tests. Default: Anthropic itself, for `anthropic`.',
  },
  ASSISTANT_MODEL: { schema: z.string(), default: '', about: 'Name of the model.' },
  ASSISTANT_KEY: { schema: z.string(), default: '', about: 'API key of the model, where it wants one.' },
  ASSISTANT_TOKENS_PER_DAY: limit('200000', 'Tokens that the model may use for one person in a day.'),
  ASSISTANT_ANSWER_TOKENS: limit('1500', 'Tokens of one answer at most.'),
  ASSISTANT_TIMEOUT_MS: {
    schema: z.coerce.number().int().min(100).max(600_000),
    default: '60000',
    about:
      'Milliseconds that a model may take for an answer; a third of it until it begins, and between its words.',
  },
  MAX_SOCKETS_PER_ADDRESS: limit('500', 'Realtime connections to one process from one address.'),
  MAX_SOCKETS_PER_PERSON: limit('50', 'Realtime connections to one process of one person.'),
  PASSWORD_COST: {
    schema: z.enum(['full', 'test']),
    default: 'full',
    about:
      '`test` makes password hashes cheap, and weak. For tests: only where `PUBLIC_ORIGIN` is this machine or ends in `.test`.',
  },
  LIST_CACHE_MS: {
    schema: z.coerce.number().int().min(0).max(60_000),
    default: '1000',
    about:
      'How long a public list, and a page that guests share, is answered from memory, in milliseconds; 0 turns the cache off.',
  },
  OVERLOAD_MS: {
    schema: z.coerce.number().int().min(100).max(600_000),
    default: '3000',
    about: 'How late the server may be with its own work, in milliseconds, before it answers 503.',
  },
  OPERATOR_NAME: operator(
    'Company name of whoever runs this marketplace (상호). All `OPERATOR_*` stand in the footer.',
  ),
  OPERATOR_REPRESENTATIVE: operator('Its representative (대표자).'),
  OPERATOR_ADDRESS: operator('Its address.'),
  OPERATOR_PHONE: operator('Its telephone number.'),
  OPERATOR_EMAIL: operator('Its mail address, which answers to our mails go to.'),
  OPERATOR_BUSINESS_NUMBER: operator('Business registration number (사업자등록번호).'),
  OPERATOR_MAIL_ORDER_NUMBER: operator('Mail-order report number (통신판매업신고번호).'),
  OPERATOR_HOSTING: operator('Who hosts the servers (호스팅 제공자).'),
  SOCIAL_LINKS: {
    schema: z
      .string()
      .transform(commaSeparated)
      .refine(
        (links) => links.every((link) => URL.canParse(link) && link.startsWith('https://')),
        'needs https addresses, comma separated',
      ),
    default: '',
    about: 'Comma separated https addresses of the marketplace elsewhere, for the footer.',
  },
  RATE_LIMIT_LOGIN_PER_ACCOUNT: limit('10', 'Wrong logins of one account in 15 minutes.'),
  RATE_LIMIT_LOGIN_PER_ADDRESS: limit('100', 'Wrong logins from one address in 15 minutes.'),
  RATE_LIMIT_SIGN_IN_STEPS: limit(
    '200',
    'Passkeys, codes, social logins and mailed links tried from one address in 15 minutes.',
  ),
  RATE_LIMIT_MAILS_PER_ACCOUNT: limit('5', 'Mails that can be asked for to one mailbox in an hour.'),
  RATE_LIMIT_MAILS_PER_ADDRESS: limit('60', 'Mails that can be asked for from one address in an hour.'),
  RATE_LIMIT_PHONE_CODES_PER_NUMBER: limit('5', 'Codes sent to one telephone number in a day.'),
  RATE_LIMIT_PHONE_CODES_PER_ACCOUNT: limit('5', 'Codes sent for one account in a day.'),
  RATE_LIMIT_PHONE_CODES_PER_ADDRESS: limit('20', 'Codes asked for from one address in an hour.'),
  RATE_LIMIT_BANK_ACCOUNTS: limit('10', 'Bank accounts that one person can try to register in a day.'),
  RATE_LIMIT_EXPORTS: limit('5', 'Exports of their own data that one person can ask for in a day.'),
  RATE_LIMIT_REGISTER: limit('60', 'Registrations from one address in an hour.'),
  RATE_LIMIT_WRITES: limit('600', 'Writes of one person in 10 minutes.'),
  RATE_LIMIT_NOTIFICATION_READS: limit(
    '600',
    'Times that one person can mark notifications as read in 10 minutes; opening a page does so.',
  ),
  RATE_LIMIT_RESOURCES: limit('200', 'New resources of one person in 10 minutes.'),
  RATE_LIMIT_SERVICES: limit('100', 'New services of one person in 10 minutes.'),
  RATE_LIMIT_GEOCODES: limit('200', 'Addresses that one person can look up in 10 minutes.'),
  RATE_LIMIT_CONTACTS: limit('20', 'Providers whose contact data one person can ask for in a day.'),
  RATE_LIMIT_QUOTES: limit('60', 'Instant quotes that one person can ask for in an hour.'),
  RATE_LIMIT_QUOTE_REQUESTS: limit('20', 'Requests for quotes of one person in a day.'),
  RATE_LIMIT_TENDERS: limit('20', 'Tenders that one person can begin in a day.'),
  RATE_LIMIT_WANTED: limit('20', 'Things that one person can ask for on the board in a day.'),
  RATE_LIMIT_TENDER_BIDS: limit('60', 'Bids on tenders that one person can make in an hour.'),
  RATE_LIMIT_ORDERS: limit('60', 'Orders that one person can place in an hour.'),
  RATE_LIMIT_PAYMENTS: limit('60', 'Payments that one person can open or confirm in 10 minutes.'),
  RATE_LIMIT_WEBHOOKS: limit('6000', 'Webhooks from one address in a minute.'),
  RATE_LIMIT_BIDS: limit('60', 'Bids of a person in a minute.'),
  RATE_LIMIT_COMMENTS: limit('60', 'Comments and makes of one person in 10 minutes.'),
  RATE_LIMIT_INQUIRIES: limit('20', 'Services that one person can begin to ask about in a day.'),
  RATE_LIMIT_MESSAGES: limit('60', 'Messages of one person in 12 seconds.'),
  RATE_LIMIT_MESSAGES_PER_ADDRESS: limit('300', 'Messages from one address in 12 seconds.'),
  RATE_LIMIT_SIGNALS: limit('120', 'Signs of one person in a minute that they type, are there or have read.'),
  RATE_LIMIT_CALL_CHANGES: limit('120', 'Changes that one person in a call makes for all in 12 seconds.'),
  RATE_LIMIT_CALLS: limit('60', 'Calls that one address or person can enter in 10 minutes.'),
  RATE_LIMIT_ASSISTANT: limit('60', 'Questions of one person to the assistant in 10 minutes.'),
  RATE_LIMIT_ASSISTANT_GUEST: limit('30', 'Questions of one guest to the assistant in 10 minutes.'),
  RATE_LIMIT_ASSISTANT_PER_ADDRESS: limit(
    '300',
    'Questions and conversations of all guests of one address in 10 minutes.',
  ),
  RATE_LIMIT_REPORTS: limit('30', 'Reports of one person in a day.'),
  RATE_LIMIT_SOCKETS: limit('300', 'Realtime connections that one address can open in a minute.'),
  RATE_LIMIT_VITALS: limit('300', 'Reports of browser timings from one address in 10 minutes.'),
  RATE_LIMIT_OPEN_WRITES: limit(
    '3000',
    'Writes of one address in 10 minutes that need no account: signing in, counting views, asking the assistant.',
  ),
  RATE_LIMIT_PASSPORT_CODES: limit(
    '60',
    'Codes of made things from one address in 10 minutes that are on no label.',
  ),
  RATE_LIMIT_GUEST_SEARCH: limit(
    '600',
    'Searches and narrowed-down lists of one guest in 10 minutes, cached ones not counted.',
  ),
  RATE_LIMIT_GUEST_SUGGESTIONS: limit(
    '3000',
    'Suggestions while typing for one guest in 10 minutes, cached ones not counted.',
  ),
} as const;

/** Parses overrides of the standard terms as JSON: positive whole numbers by known names. */
function readTerms<Name extends string>(standard: Readonly<Record<Name, number>>) {
  const names = Object.keys(standard) as Name[];
  const schema = z.partialRecord(z.enum(names), z.number().int().min(1).max(1_000_000_000));
  return (text: string, context: z.RefinementCtx): Record<Name, number> => {
    try {
      const parsed = schema.safeParse(JSON.parse(text));
      if (parsed.success) return { ...standard, ...(parsed.data as Partial<Record<Name, number>>) };
      const wrong = parsed.error.issues.flatMap(({ path, code, ...issue }) =>
        code === 'unrecognized_keys' ? (issue as { keys: string[] }).keys : path,
      );
      const named = wrong.length > 0 ? ` (see ${wrong.join(', ')})` : '';
      context.addIssue({ code: 'custom', message: `needs known terms with whole numbers from 1${named}` });
    } catch {
      context.addIssue({ code: 'custom', message: 'needs JSON' });
    }
    return z.NEVER;
  };
}

const increments = z
  .array(z.object({ below: z.number().int().min(1), by: z.number().int().min(1) }))
  .refine((steps) => steps.every(({ below }, index) => below > (steps[index - 1]?.below ?? 0)));

function readIncrements(text: string, context: z.RefinementCtx): Increments {
  try {
    const parsed = increments.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data.length > 0 ? parsed.data : standardIncrements;
  } catch {
    // Invalid JSON is reported below.
  }
  context.addIssue({ code: 'custom', message: 'needs JSON like [{"below": 10000, "by": 100}], rising' });
  return z.NEVER;
}

/** Parses slots with the ten digits of their ad units. */
function readUnits(text: string, context: z.RefinementCtx): Partial<Record<UnitSlot, string>> {
  const units: Partial<Record<UnitSlot, string>> = {};
  for (const part of commaSeparated(text)) {
    const [, name, id] = /^(\w+)\s*=\s*(\d{10})$/.exec(part) ?? [];
    const slot = unitSlots.find((each) => each === name);
    if (slot === undefined || id === undefined || units[slot] !== undefined) {
      context.addIssue({
        code: 'custom',
        message: `needs slots with the ten digits of their ad units, each once (see ${part.slice(0, 40)})`,
      });
      return z.NEVER;
    }
    units[slot] = id;
  }
  return units;
}

function limit(value: string, about: string) {
  return { schema: z.coerce.number().int().min(1).max(1_000_000_000), default: value, about };
}

/** Only loopback addresses are allowed, because responses from this origin are trusted. */
function fakeOrigin(about: string) {
  return {
    schema: z
      .url({ protocol: /^http$/ })
      .transform((url) => new URL(url).origin)
      .refine((origin) => isLoopback(origin), 'needs an address of this machine'),
    default: '',
    about,
  };
}

/** Requests carry secret keys: plain http is allowed only within this machine. */
function apiOrigin(origin: string, about: string) {
  return {
    schema: z
      .url({ protocol: /^https?$/ })
      .transform((url) => new URL(url).origin)
      .refine(
        (url) => url.startsWith('https:') || isLoopback(url),
        'needs https, or an address of this machine',
      ),
    default: origin,
    about,
  };
}

function isLoopback(origin: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname);
}

function operator(about: string) {
  return { schema: z.string().max(200), default: '', about };
}

function commaSeparated(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Accepts what Fastify's `trustProxy` understands: an address, a network, or a name of private networks. */
function isAddressOrNetwork(text: string): boolean {
  return (
    ['loopback', 'linklocal', 'uniquelocal'].includes(text) ||
    ipaddr.IPv4.isValidFourPartDecimal(text) ||
    ipaddr.IPv6.isValid(text) ||
    ipaddr.isValidCIDR(text)
  );
}

export type Config = ReturnType<typeof readConfig>;

/** Invalid configuration: the start stops with this one line. */
export class ConfigError extends Error {}

export function readConfig(environment: Record<string, string | undefined>) {
  function read<Name extends keyof typeof variables>(
    name: Name,
  ): z.output<(typeof variables)[Name]['schema']> | undefined {
    const { schema, default: fallback } = variables[name];
    const raw = environment[name]?.trim() || fallback;
    if (raw === '') return undefined;
    const result = schema.safeParse(raw);
    if (!result.success) {
      const why = result.error.issues[0]?.message ?? 'is not valid';
      throw new ConfigError(`Configuration: ${name} ${why.charAt(0).toLowerCase()}${why.slice(1)}`);
    }
    return result.data as z.output<(typeof variables)[Name]['schema']>;
  }
  /** For variables whose table entry has a default, so that they always have a value. */
  function get<Name extends keyof typeof variables>(name: Name) {
    const value = read(name);
    if (value === undefined) throw new ConfigError(`Configuration: ${name} must not be empty`);
    return value;
  }

  /** Reads both keys of a service, or none. */
  function socialKeys(service: 'KAKAO' | 'NAVER' | 'LINE' | 'GOOGLE') {
    const clientId = read(`${service}_CLIENT_ID`);
    const clientSecret = read(`${service}_CLIENT_SECRET`);
    if (clientId === undefined && clientSecret === undefined) return undefined;
    if (clientId === undefined || clientSecret === undefined) {
      throw new ConfigError(`Configuration: ${service}_CLIENT_ID and ${service}_CLIENT_SECRET go together`);
    }
    return { clientId, clientSecret };
  }

  /** Reads all keys of a text message service, or none. */
  function whole<Name extends keyof typeof variables>(...names: Name[]): string[] | undefined {
    const values = names.map((name) => read(name));
    if (values.every((value) => value === undefined)) return undefined;
    if (values.includes(undefined)) throw new ConfigError(`Configuration: ${names.join(', ')} go together`);
    return values.map(String);
  }
  function smsService() {
    const solapi = whole('SOLAPI_API_KEY', 'SOLAPI_API_SECRET', 'SOLAPI_FROM');
    const twilio = whole('TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM');
    if (solapi && twilio)
      throw new ConfigError('Configuration: SOLAPI_API_KEY and TWILIO_ACCOUNT_SID exclude each other');
    const [id = '', secret = '', from = ''] = solapi ?? twilio ?? [];
    const name = solapi ? ('solapi' as const) : twilio ? ('twilio' as const) : ('outbox' as const);
    return { name, id, secret, from, fakeOrigin: read('SMS_FAKE_ORIGIN') };
  }

  function geocoder() {
    const name = get('GEOCODER');
    const key = read('GEOCODER_KEY');
    const secret = read('GEOCODER_SECRET');
    if ((name === 'kakao' || name === 'naver') && key === undefined)
      throw new ConfigError(`Configuration: GEOCODER_KEY must be set for ${name}`);
    if (name === 'naver' && secret === undefined)
      throw new ConfigError('Configuration: GEOCODER_SECRET must be set for naver');
    const origin = read('GEOCODER_ORIGIN');
    return { name, key: key ?? '', secret: secret ?? '', origin, fakeOrigin: read('GEOCODER_FAKE_ORIGIN') };
  }

  function payments() {
    const provider = get('PAYMENT_PROVIDER');
    const [clientKey = '', tossSecretKey = ''] = whole('TOSS_CLIENT_KEY', 'TOSS_SECRET_KEY') ?? [];
    const [stripeSecretKey = '', webhookSecret = ''] =
      whole('STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET') ?? [];
    if (clientKey.slice(0, 5) !== tossSecretKey.slice(0, 5)) {
      throw new ConfigError(
        'Configuration: TOSS_SECRET_KEY and TOSS_CLIENT_KEY must both be test or both live',
      );
    }
    if (provider === 'toss' && clientKey === '')
      throw new ConfigError('Configuration: TOSS_CLIENT_KEY must be set for toss');
    if (provider === 'stripe' && stripeSecretKey === '')
      throw new ConfigError('Configuration: STRIPE_SECRET_KEY must be set for stripe');
    const live = { TOSS_SECRET_KEY: tossSecretKey, STRIPE_SECRET_KEY: stripeSecretKey };
    for (const [name, key] of Object.entries(live)) {
      if (provider === 'sandbox' && /^(live|[sr]k_live)_/.test(key)) {
        throw new ConfigError(
          `Configuration: ${name} is a live key, so PAYMENT_PROVIDER must not be the sandbox`,
        );
      }
    }
    return {
      provider,
      toss: {
        clientKey,
        secretKey: tossSecretKey,
        securityKey: read('TOSS_SECURITY_KEY'),
        baseUrl: get('TOSS_BASE_URL'),
      },
      stripe: { secretKey: stripeSecretKey, webhookSecret, baseUrl: get('STRIPE_BASE_URL') },
    };
  }

  function s3Store() {
    const [bucket = '', accessKeyId = '', secretAccessKey = ''] =
      whole('S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY') ?? [];
    const place = { endpoint: read('S3_ENDPOINT'), region: get('S3_REGION') };
    return bucket === '' ? undefined : { bucket, accessKeyId, secretAccessKey, ...place };
  }

  function mapTiles() {
    const url = read('TILE_URL');
    const attribution = read('TILE_ATTRIBUTION');
    if (url !== undefined && attribution === undefined) {
      throw new ConfigError(
        'Configuration: TILE_URL needs TILE_ATTRIBUTION: whoever makes maps wants to be named',
      );
    }
    return url === undefined ? null : { url, attribution: attribution ?? '' };
  }

  function calls() {
    const turnUrls = read('TURN_URLS');
    const turnSecret = read('TURN_SECRET');
    if ((turnUrls === undefined) !== (turnSecret === undefined))
      throw new ConfigError('Configuration: TURN_URLS and TURN_SECRET go together');
    const [url = '', key = '', secret = ''] =
      whole('LIVEKIT_URL', 'LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET') ?? [];
    return {
      stunUrls: read('STUN_URLS') ?? [],
      turn: turnUrls && turnSecret ? { urls: turnUrls, secret: turnSecret } : null,
      livekit: url === '' ? null : { url, key, secret },
    };
  }

  function adsense() {
    const client = read('ADSENSE_CLIENT');
    const units = read('ADSENSE_SLOTS');
    if (client === undefined) {
      if (units === undefined) return null;
      throw new ConfigError('Configuration: ADSENSE_SLOTS needs ADSENSE_CLIENT');
    }
    return {
      client,
      units: units ?? {},
      isTest: get('ADSENSE_TEST') === 'on',
      scriptOrigin: read('ADSENSE_FAKE_ORIGIN') ?? 'https://pagead2.googlesyndication.com',
    };
  }

  function assistant() {
    const provider = get('ASSISTANT_PROVIDER');
    const url = read('ASSISTANT_URL');
    const model = read('ASSISTANT_MODEL');
    const key = read('ASSISTANT_KEY');
    const needed: Record<string, string | undefined> = {
      ...(provider !== 'retrieval' && { ASSISTANT_MODEL: model }),
      ...(provider === 'openai-compatible' && { ASSISTANT_URL: url }),
      ...(provider === 'anthropic' && { ASSISTANT_KEY: key }),
    };
    for (const [name, value] of Object.entries(needed)) {
      if (value === undefined) throw new ConfigError(`Configuration: ${name} must be set for ${provider}`);
    }
    return {
      model:
        provider === 'retrieval' || model === undefined
          ? null
          : { provider, url, name: model, key: key ?? '' },
      tokensPerDay: get('ASSISTANT_TOKENS_PER_DAY'),
      answerTokens: get('ASSISTANT_ANSWER_TOKENS'),
      timeoutMs: get('ASSISTANT_TIMEOUT_MS'),
    };
  }

  const port = get('PORT');
  const clamavHost = read('CLAMAV_HOST');
  const clamavPort = get('CLAMAV_PORT');
  const publicOrigin = read('PUBLIC_ORIGIN') ?? `http://localhost:${port}`;
  const passwordCost = get('PASSWORD_COST');
  // Reserved names that never resolve (RFC 6761).
  if (passwordCost === 'test' && !isLoopback(publicOrigin) && !publicOrigin.endsWith('.test')) {
    throw new ConfigError(
      'Configuration: PASSWORD_COST must not be test where PUBLIC_ORIGIN is not this machine or ends in .test',
    );
  }
  const adminEmail = read('ADMIN_EMAIL');
  const adminPassword = read('ADMIN_PASSWORD');
  if (adminPassword !== undefined && adminEmail === undefined) {
    throw new ConfigError('Configuration: ADMIN_PASSWORD is set but ADMIN_EMAIL is not');
  }
  const operatorParts = {
    name: read('OPERATOR_NAME'),
    representative: read('OPERATOR_REPRESENTATIVE'),
    address: read('OPERATOR_ADDRESS'),
    phone: read('OPERATOR_PHONE'),
    email: read('OPERATOR_EMAIL'),
    businessNumber: read('OPERATOR_BUSINESS_NUMBER'),
    mailOrderNumber: read('OPERATOR_MAIL_ORDER_NUMBER'),
    hosting: read('OPERATOR_HOSTING'),
  };
  return {
    port,
    operator: wholeOperator(operatorParts),
    socialLinks: (read('SOCIAL_LINKS') ?? []).map((url) => ({
      name: new URL(url).hostname.replace(/^www\./, ''),
      url,
    })),
    host: get('HOST'),
    publicOrigin,
    gamesOrigin: read('GAMES_ORIGIN') ?? publicOrigin,
    dataDir: resolve(get('DATA_DIR')),
    databaseUrl: read('DATABASE_URL'),
    redisUrl: read('REDIS_URL') ?? null,
    databasePoolSize: get('DATABASE_POOL_SIZE'),
    sessionSecret: read('SESSION_SECRET'),
    dataKeys: read('DATA_KEYS'),
    admin:
      adminEmail === undefined ? undefined : { email: adminEmail.toLowerCase(), password: adminPassword },
    demoContent: get('DEMO_CONTENT'),
    jobs: get('JOBS'),
    trustedProxies: read('TRUSTED_PROXIES') ?? [],
    logLevel: get('LOG_LEVEL'),
    mailFrom: get('MAIL_FROM'),
    smtpUrl: read('SMTP_URL'),
    social: {
      keys: {
        kakao: socialKeys('KAKAO'),
        naver: socialKeys('NAVER'),
        line: socialKeys('LINE'),
        google: socialKeys('GOOGLE'),
      },
      fakeOrigin: read('SOCIAL_FAKE_ORIGIN'),
    },
    sms: smsService(),
    bankCheck: { secret: read('PORTONE_API_SECRET'), fakeOrigin: read('BANK_FAKE_ORIGIN') },
    payments: payments(),
    geocoder: geocoder(),
    adsense: adsense(),
    drainMs: get('DRAIN_MS'),
    maxFileBytes: get('MAX_FILE_MB') * 1024 * 1024,
    uploads: {
      uploads: get('MAX_UPLOADS'),
      uploadBytes: get('MAX_UPLOADS_MB') * 1024 * 1024,
      expiryMs: get('UPLOAD_EXPIRY_HOURS') * 60 * 60_000,
    },
    feePercent: get('FEE_PERCENT'),
    feeBearer: get('FEE_BEARER'),
    orderTerms: get('ORDER_TERMS'),
    auctionTerms: get('AUCTION_TERMS'),
    increments: get('AUCTION_INCREMENTS'),
    tenderTerms: get('TENDER_TERMS'),
    wantedTerms: get('WANTED_TERMS'),
    quoteDays: get('QUOTE_DAYS'),
    slicerPath: read('SLICER_PATH') ?? null,
    quoteRequestDays: get('QUOTE_REQUEST_DAYS'),
    quoteOrderDays: get('QUOTE_ORDER_DAYS'),
    s3: s3Store(),
    clamav: clamavHost === undefined ? undefined : { host: clamavHost, port: clamavPort },
    tiles: mapTiles(),
    calls: calls(),
    assistant: assistant(),
    sockets: {
      socketsPerAddress: get('MAX_SOCKETS_PER_ADDRESS'),
      socketsPerPerson: get('MAX_SOCKETS_PER_PERSON'),
    },
    passwordCost,
    listCacheMs: get('LIST_CACHE_MS'),
    overloadMs: get('OVERLOAD_MS'),
    contactsPerDay: get('RATE_LIMIT_CONTACTS'),
    rateLimits: {
      loginPerAccount: get('RATE_LIMIT_LOGIN_PER_ACCOUNT'),
      loginPerAddress: get('RATE_LIMIT_LOGIN_PER_ADDRESS'),
      signInSteps: get('RATE_LIMIT_SIGN_IN_STEPS'),
      mailsPerAccount: get('RATE_LIMIT_MAILS_PER_ACCOUNT'),
      mailsPerAddress: get('RATE_LIMIT_MAILS_PER_ADDRESS'),
      phoneCodesPerNumber: get('RATE_LIMIT_PHONE_CODES_PER_NUMBER'),
      phoneCodesPerAccount: get('RATE_LIMIT_PHONE_CODES_PER_ACCOUNT'),
      phoneCodesPerAddress: get('RATE_LIMIT_PHONE_CODES_PER_ADDRESS'),
      bankAccounts: get('RATE_LIMIT_BANK_ACCOUNTS'),
      exports: get('RATE_LIMIT_EXPORTS'),
      register: get('RATE_LIMIT_REGISTER'),
      writes: get('RATE_LIMIT_WRITES'),
      notificationReads: get('RATE_LIMIT_NOTIFICATION_READS'),
      resources: get('RATE_LIMIT_RESOURCES'),
      services: get('RATE_LIMIT_SERVICES'),
      geocodes: get('RATE_LIMIT_GEOCODES'),
      quotes: get('RATE_LIMIT_QUOTES'),
      quoteRequests: get('RATE_LIMIT_QUOTE_REQUESTS'),
      tenders: get('RATE_LIMIT_TENDERS'),
      wanted: get('RATE_LIMIT_WANTED'),
      tenderBids: get('RATE_LIMIT_TENDER_BIDS'),
      orders: get('RATE_LIMIT_ORDERS'),
      payments: get('RATE_LIMIT_PAYMENTS'),
      webhooks: get('RATE_LIMIT_WEBHOOKS'),
      bids: get('RATE_LIMIT_BIDS'),
      comments: get('RATE_LIMIT_COMMENTS'),
      inquiries: get('RATE_LIMIT_INQUIRIES'),
      messages: get('RATE_LIMIT_MESSAGES'),
      messagesPerAddress: get('RATE_LIMIT_MESSAGES_PER_ADDRESS'),
      signals: get('RATE_LIMIT_SIGNALS'),
      callChanges: get('RATE_LIMIT_CALL_CHANGES'),
      calls: get('RATE_LIMIT_CALLS'),
      assistant: get('RATE_LIMIT_ASSISTANT'),
      assistantGuest: get('RATE_LIMIT_ASSISTANT_GUEST'),
      assistantPerAddress: get('RATE_LIMIT_ASSISTANT_PER_ADDRESS'),
      reports: get('RATE_LIMIT_REPORTS'),
      sockets: get('RATE_LIMIT_SOCKETS'),
      vitals: get('RATE_LIMIT_VITALS'),
      passportCodes: get('RATE_LIMIT_PASSPORT_CODES'),
      guestSearch: get('RATE_LIMIT_GUEST_SEARCH'),
      guestSuggestions: get('RATE_LIMIT_GUEST_SUGGESTIONS'),
      openWrites: get('RATE_LIMIT_OPEN_WRITES'),
    },
  };
}

/** The law requires all of it on every page, so an incomplete operator is an error. */
function wholeOperator<Parts extends Record<string, string | undefined>>(
  parts: Parts,
): { [Name in keyof Parts]: string } | null {
  const missing = Object.entries(parts).filter(([, value]) => value === undefined);
  if (missing.length === Object.keys(parts).length) return null;
  const [first] = missing;
  if (!first) return parts as { [Name in keyof Parts]: string };
  const variable = `OPERATOR_${first[0].replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
  throw new ConfigError(`Configuration: ${variable} must be set, because other OPERATOR_ variables are`);
}

/** Secret that signs session cookies: as configured, or generated on the first start. */
export function sessionSecretOf(config: Pick<Config, 'dataDir' | 'sessionSecret'>): string {
  return config.sessionSecret ?? keptSecret(config.dataDir, 'session-secret');
}

/** Keys that encrypt personal data, newest first: as configured, or generated on the first start. */
export function dataKeysOf(config: Pick<Config, 'dataDir' | 'dataKeys'>): readonly string[] {
  return config.dataKeys ?? [keptSecret(config.dataDir, 'data-key')];
}

/** Reads or creates a secret in the data folder. */
function keptSecret(dataDir: string, name: string): string {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, name);
  const unfinished = `${path}.${randomUUID()}`;
  writeFileSync(unfinished, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  try {
    // Linking is atomic and fails if another process was first; then both read the same secret.
    linkSync(unfinished, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(unfinished);
  }
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length < shortestSecret) throw new ConfigError(`Configuration: ${path} is damaged; remove it`);
  return secret;
}
