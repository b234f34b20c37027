import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auctioningOn, type Auctioning } from '#features/auctions/server/testing.ts';
import { helpingOn } from '#features/support/server/testing.ts';
import { tenderingOn } from '#features/tenders/server/testing.ts';
import {
  callsWithIds,
  making,
  makeForeignThings,
  secret,
  unknown,
  withId,
  type Call,
  type OpenApi,
} from './test-foreign-things.ts';
import { startTestServer, type Person, type TestServer } from './testing.ts';

/**
 * What is not somebody's to see is, in every field and path that takes an id, as if it did not exist: same status, same answer, none of its
 * words, and never an error of ours. Fields are found in the API's own description, so that a new one is covered or fails here.
 */

const talk = '019a0000-0000-7000-8000-000000000004';

type Own = Record<
  | 'resource'
  | 'service'
  | 'order'
  | 'request'
  | 'tender'
  | 'openTender'
  | 'auction'
  | 'guide'
  | 'theirService'
  | 'printer'
  | 'theirResource',
  string
>;
/** `before` makes each try the first one, where one changes what the next would find. */
type Base = {
  before?: () => Promise<Partial<Base> | void>;
  path?: string;
  query?: Record<string, string>;
  body?: object;
};

/** What else is sent, so that nothing but the id is wrong: of the stranger's own things. */
const bases = (own: Own): Record<string, Base> => {
  const orderSteps = Object.fromEntries(
    [
      'accept decline start deliver arrived confirm cancel propose-settlement rework agree refuse dispute answer withdraw appeal rule claim',
    ]
      .join(' ')
      .split(' ')
      .map((step) => [`POST /api/orders/{id}/${step}`, { path: own.order, body: {} }]),
  );
  return {
    ...orderSteps,
    'POST /api/orders/{id}/cancel': {
      body: {},
      before: async () => ({ path: (await on.order(stranger, own.theirService)).id }),
    },
    'POST /api/resources': { body: { title: '내 것', category: 'other', state: 'draft' } },
    'PATCH /api/resources/{id}': { path: own.resource, body: {} },
    'POST /api/resources/{id}/files': { path: own.resource, body: { uploadId: unknown } },
    'POST /api/resources/many': { body: { action: 'publish' } },
    'POST /api/resources/import': { body: {} },
    'POST /api/services': {
      body: {
        title: '내 서비스',
        description: '도와드려요.',
        serviceType: 'engineer',
        isFreeService: true,
        state: 'draft',
      },
    },
    'PATCH /api/services/{id}': { path: own.service, body: {} },
    'PUT /api/user/services/{id}/workshop': { path: own.service, body: { rateCard: null, calendar: {} } },
    'GET /api/channels/{id}/messages': { path: talk },
    'POST /api/channels/{id}/messages': { path: talk, body: { text: '안녕하세요.' } },
    'GET /api/messages': { query: { search: '안녕' } },
    'POST /api/channels/{id}/typing': { path: talk, body: {} },
    'POST /api/inquiries': { body: { text: '언제 되나요?' } },
    'POST /api/quote-requests': {
      body: { serviceIds: [own.theirService], title: '브래킷', description: '2 mm 강판을 접어 주세요.' },
    },
    'PUT /api/quote-requests/{id}/files': { path: own.request, body: { version: 1 } },
    'GET /api/services/printers': { query: { lat: '37.5', long: '127' } },
    'POST /api/services/{id}/quote': { path: own.printer, body: { material: 'PLA' } },
    'POST /api/tenders': { body: { title: '브래킷', serviceType: 'metalworking' } },
    'PUT /api/tenders/{id}': {
      path: own.tender,
      body: { title: '브래킷', serviceType: 'metalworking', version: 1 },
    },
    'POST /api/tenders/{id}/bids': {
      path: own.openTender,
      body: { serviceId: own.service, principal: 1000, readyInDays: 1 },
    },
    'POST /api/tenders/{id}/choose': {
      path: own.tender,
      body: { version: 1, reason: '가장 빠르고 조건이 맞아요.' },
    },
    'GET /api/services/{id}/offer': { path: own.theirService },
    'POST /api/orders': {
      body: { serviceId: own.theirService, consent: { terms: true, customMade: true } },
    },
    'POST /api/auctions': { body: { title: '선반' } },
    'PATCH /api/auctions/{id}': { path: own.auction, body: {} },
    'GET /api/sponsorship/recipient': {},
    'POST /api/sponsorships': { body: { amount: 3000, cadence: 'once', consent: true } },
    'POST /api/orders/{id}/reviews': { path: own.order, body: { rating: 5, text: '좋아요.' } },
    'PUT /api/reviews/{id}': { path: unknown, body: { rating: 5, text: '좋아요.' } },
    'POST /api/calls/{channel}/join': { path: talk, body: {} },
    'GET /api/calls/{channel}/models': { path: talk },
    'POST /api/assistant/conversations': { body: {} },
    'POST /api/resources/{id}/step-proposals': {
      path: own.theirResource,
      body: { step: 1, text: '더 길게요.' },
      before: async () => {
        await server.runtime.pool.query('delete from assistant_proposal where proposer_id = $1', [
          stranger.id,
        ]);
      },
    },
    'POST /api/assistant/documents': { body: {} },
    'POST /api/resources/{id}/comments': { path: own.theirResource, body: { text: '멋져요.' } },
    'GET /api/user/support-sessions': {},
    'POST /api/support-sessions': { body: { problem: '안 켜져요.', language: 'ko' } },
    'POST /api/user/notifications/read': { body: {} },
  };
};

/** Staff see more; that an id of nothing is no error of ours holds for them too. */
const ofStaff = /^\w+ \/api\/(admin\/|sanctions|channel-order)/;

let server: TestServer;
let on: Auctioning;
let stranger: Person;
let admin: Person;
let own: Own;
let foreign: Record<string, string>;
beforeAll(async () => {
  const many = [
    'WRITES',
    'RESOURCES',
    'SERVICES',
    'QUOTES',
    'QUOTE_REQUESTS',
    'TENDERS',
    'TENDER_BIDS',
    'ORDERS',
    'PAYMENTS',
    'BIDS',
  ];
  const more = [
    'COMMENTS',
    'INQUIRIES',
    'MESSAGES',
    'MESSAGES_PER_ADDRESS',
    'SIGNALS',
    'CALL_CHANGES',
    'CALLS',
    'ASSISTANT',
    'ASSISTANT_GUEST',
    'ASSISTANT_PER_ADDRESS',
    'REPORTS',
    'REGISTER',
    'GUEST_SEARCH',
    'GUEST_SUGGESTIONS',
    'BANK_ACCOUNTS',
    'EXPORTS',
    'GEOCODES',
    'SIGN_IN_STEPS',
    'MAILS_PER_ACCOUNT',
    'MAILS_PER_ADDRESS',
    'LOGIN_PER_ACCOUNT',
  ];
  server = await startTestServer(
    Object.fromEntries([...many, ...more].map((name) => [`RATE_LIMIT_${name}`, '1000000'])),
  );
  on = auctioningOn(server);
  const helping = helpingOn(server);
  const tendering = tenderingOn(server);
  const made = making(server);
  stranger = await on.someone();
  admin = await server.signUp({ isAdmin: true });
  const { serviceId: theirService } = await on.provide({ title: '모두의 서비스' });
  const things = await makeForeignThings(server, on);
  const { other } = things;
  foreign = things.foreign;
  own = {
    resource: await made(stranger, '/api/resources', { title: '내 초안', category: 'other', state: 'draft' }),
    service: await on.offerService(stranger, { title: '내 서비스', price: 1000 }),
    order: (await on.order(stranger, theirService)).id,
    request: await made(stranger, '/api/quote-requests', {
      serviceIds: [theirService],
      title: '브래킷',
      description: '2 mm 강판을 접어 주세요.',
    }),
    tender: await made(stranger, '/api/tenders', { title: '브래킷', serviceType: 'metalworking' }),
    openTender: (await tendering.open(other, { serviceType: 'engineer' })).id,
    auction: await made(stranger, '/api/auctions', { title: '선반' }),
    guide: await helping.guide(other),
    theirService,
    printer: await on.offerService(other, { title: '출력', serviceType: '3d_printing', price: 1000 }),
    theirResource: '',
  };
  own.theirResource = own.guide;
}, 120_000);
afterAll(() => server.close());

/** Ids that are made and times that pass are different each time. */
const plain = (text: string) =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replaceAll(/"(seq|number|version|position|key|eventSeq|slug|token|address)":("[^"]*"|\d+)/g, '"$1":0');

const calls = () => callsWithIds(server.app.swagger() as OpenApi);

async function send(
  as: Person | undefined,
  { method, path }: Call,
  base: Base,
  query: Record<string, string>,
  body?: unknown,
) {
  const ownPath = (await base.before?.())?.path ?? base.path ?? unknown;
  const asked = new URLSearchParams({ ...base.query, ...query });
  const url = path.replaceAll(/\{\w+\}/g, ownPath) + (asked.size > 0 ? `?${asked}` : '');
  const answer = await server.call(method, url, {
    ...(as && { as }),
    ...(body !== undefined && { payload: body as object }),
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  return { status: answer.statusCode, body: plain(answer.body), text: answer.body };
}

test('every call that takes an id in its body or query is known here', () => {
  const known = Object.keys(bases(own));
  const found = calls()
    .filter(({ query, body }) => query.length + body.length > 0)
    .map(({ method, path }) => `${method} ${path}`)
    .filter((call) => !ofStaff.test(call));
  expect(found.toSorted()).toEqual(known.toSorted());
});

describe('an id of what is not there to see', () => {
  test('is in every field as one of nothing', async () => {
    const wrong: string[] = [];
    for (const call of calls()) {
      const name = `${call.method} ${call.path}`;
      if (ofStaff.test(name)) continue;
      const base = bases(own)[name];
      if (!base) continue;
      const fields = [
        ...call.query.map((field) => ({
          field,
          ask: (id: string) => send(stranger, call, base, { [field]: id }, base.body),
        })),
        ...call.body.map((field) => ({
          field,
          ask: (id: string) => send(stranger, call, base, {}, withId(base.body, field, id)),
        })),
      ];
      for (const { field, ask } of fields) {
        // oxlint-disable-next-line no-await-in-loop -- one call may change what the next one finds
        const none = await ask(unknown);
        const named =
          none.status === 400 ? Object.keys((JSON.parse(none.text) as { fields?: object }).fields ?? {}) : [];
        const root = field.split(/[.[]/, 1)[0] ?? '';
        if (named.some((each) => !each.startsWith(root)))
          wrong.push(`${name} ${field}: something else is wrong, too: ${none.text}`);
        if (none.status >= 500) wrong.push(`${name} ${field}: ${none.status} for an unknown id`);
        for (const [kind, id] of Object.entries(foreign)) {
          // oxlint-disable-next-line no-await-in-loop -- as above
          const theirs = await ask(id);
          if (theirs.status !== none.status || theirs.body !== none.body)
            wrong.push(
              `${name} ${field}, ${kind}: ${theirs.status} ${theirs.text.slice(0, 160)} for ${none.status} ${none.text.slice(0, 160)}`,
            );
          if (theirs.text.includes(secret)) wrong.push(`${name} ${field}: tells of a ${kind}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  }, 240_000);

  test.each([['somebody else'], ['a guest']])(
    'is in every path as one of nothing, for %s',
    async (who) => {
      const as = who === 'a guest' ? undefined : stranger;
      const wrong: string[] = [];
      const paths = calls().filter(
        ({ method, path }) => /\{(id|channel)\}/.test(path) && (as !== undefined || method === 'GET'),
      );
      expect(paths.length).toBeGreaterThan(30);
      for (const call of paths) {
        const name = `${call.method} ${call.path}`;
        const { body, query } = bases(own)[name] ?? {};
        const ask = (id: string) =>
          send(
            as,
            { ...call, path: call.path.replace(/\{(id|channel)\}/, id) },
            { path: unknown, ...(query && { query }) },
            {},
            call.method === 'GET' ? undefined : (body ?? {}),
          );
        // oxlint-disable-next-line no-await-in-loop -- one call may change what the next one finds
        const none = await ask(unknown);
        if (none.status >= 500) wrong.push(`${name}: ${none.status} for an unknown id`);
        for (const [kind, id] of Object.entries(foreign)) {
          // oxlint-disable-next-line no-await-in-loop -- as above
          const theirs = await ask(id);
          if (theirs.status !== none.status || theirs.body !== none.body)
            wrong.push(
              `${name}, ${kind}: ${theirs.status} ${theirs.text.slice(0, 160)} for ${none.status} ${none.text.slice(0, 160)}`,
            );
          if (theirs.text.includes(secret)) wrong.push(`${name}: tells of a ${kind}`);
        }
      }
      expect(wrong).toEqual([]);
    },
    240_000,
  );

  test('is no error of ours where staff send it', async () => {
    const failed: string[] = [];
    for (const call of calls()) {
      const name = `${call.method} ${call.path}`;
      if (!ofStaff.test(name)) continue;
      for (const field of call.body) {
        const body = withId({ reason: '시험', kind: 'mute', username: 'nobody' }, field, unknown);
        // oxlint-disable-next-line no-await-in-loop -- each is written down by itself
        const answer = await send(admin, call, {}, {}, body);
        if (answer.status >= 500) failed.push(`${name} ${field}: ${answer.text}`);
      }
    }
    expect(failed).toEqual([]);
  });
});
