import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auctioningOn, type Auctioning } from '#features/auctions/server/testing.ts';
import { talkingOn } from '#features/community/server/testing.ts';
import { helpingOn } from '#features/support/server/testing.ts';
import { tenderingOn } from '#features/tenders/server/testing.ts';
import { wantingOn } from '#features/wanted/server/testing.ts';
import { isLongRun } from '#platform/shared/testing.ts';
import { dereferenced, documentOf } from './test-api-document.ts';
import {
  callsWithIds,
  making,
  makeForeignThings,
  secret,
  shape,
  unknown,
  withId,
  type Call,
  type OpenApi,
} from './test-foreign-things.ts';
import { formOf, startTestServer, type Person, type TestServer } from './testing.ts';

/**
 * In every field and path that takes an id, a thing that the caller may not see behaves as if it did not exist: same
 * status, same response, none of its content, and never an internal error. Fields are read from the API's own
 * description, so that a new field is covered or fails here.
 */

const talk = '019a0000-0000-7000-8000-000000000004';

type Own = Record<
  | 'resource'
  | 'service'
  | 'order'
  | 'request'
  | 'tender'
  | 'openTender'
  | 'wanted'
  | 'theirWanted'
  | 'auction'
  | 'guide'
  | 'theirService'
  | 'printer'
  | 'theirResource'
  | 'collection'
  | 'assistant'
  | 'review',
  string
>;
/** `before` resets state before each try, where one try changes what the next one would find. */
type Base = {
  before?: () => Promise<Partial<Base> | void>;
  path?: string;
  query?: Record<string, string>;
  body?: object;
};

/** Other required fields, filled with the stranger's own things, so that only the id is wrong. */
const bases = (own: Own): Record<string, Base> => {
  const orderSteps = Object.fromEntries(
    [
      'accept decline start progress deliver arrived inspect confirm cancel propose-settlement rework agree refuse dispute answer withdraw appeal rule claim',
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
    'POST /api/quotes': {
      body: { serviceId: own.printer, parts: [{ uploadId: unknown, material: 'PLA' }] },
    },
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
    'POST /api/wanted/{id}/answers': { path: own.theirWanted, body: { kind: 'words', text: '여기요.' } },
    'GET /api/wanted/{id}/answers': { path: own.theirWanted },
    'POST /api/wanted/{id}/give': { path: own.wanted, body: { awards: [{ answerId: unknown }] } },
    'POST /api/wanted/{id}/objections': { path: own.theirWanted, body: { text: '썼어요.' } },
    'GET /api/services/{id}/offer': { path: own.theirService },
    'POST /api/orders': {
      body: { serviceId: own.theirService, consent: { terms: true, customMade: true } },
    },
    'GET /api/user/baskets': {},
    'POST /api/user/near-wishes': { body: { trade: 'electronics', lat: 37, long: 127, radiusKm: 10 } },
    'POST /api/user/basket/items': { body: { serviceId: own.theirService } },
    'PUT /api/user/basket/bought': { body: { resourceId: unknown, lines: [] } },
    'POST /api/user/basket/orders': {
      body: { items: [{ id: unknown, delivery: 'pickup' }], total: 0, consent: true },
    },
    'POST /api/baskets/replacements': { body: { replaces: unknown, orderId: unknown } },
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

/** The stranger's own parent thing for nested paths, so that only the inner id is wrong. */
const parents = (own: Own): Record<string, string> => ({
  'PUT /api/collections/{id}/items/{resourceId}': own.collection,
  'DELETE /api/collections/{id}/items/{resourceId}': own.collection,
  'GET /api/orders/{id}/photos/{photoId}/{name}': own.order,
  'GET /api/orders/{id}/files/{fileId}': own.order,
  'GET /api/quote-requests/{id}/files/{fileId}': own.request,
  'GET /api/tenders/{id}/files/{fileId}': own.tender,
  'DELETE /api/wanted/{id}/answers/{answerId}': own.theirWanted,
  'GET /api/resources/{id}/files/{fileId}/entries': own.resource,
  'GET /api/resources/{id}/files/{fileId}/tensors': own.resource,
  'GET /api/resources/{id}/files/{fileId}/view': own.resource,
  'GET /api/reviews/{id}/photos/{photoId}/{name}': own.review,
  'GET /api/assistant/conversations/{id}/messages/{messageId}': own.assistant,
  'POST /api/assistant/conversations/{id}/messages/{messageId}/stop': own.assistant,
  'POST /api/assistant/conversations/{id}/actions/{actionId}': own.assistant,
  'GET /api/calls/{channel}/frames/{id}': talk,
  'GET /api/calls/{channel}/models/{stageId}': talk,
  'DELETE /api/calls/{channel}/people/{peerId}': talk,
});

/** Staff see more, but a nonexistent id is no internal error for them either. */
const ofStaff = /^\w+ \/api\/(admin\/|sanctions|channel-order)/;

/** Names of the kinds of foreign things in addresses and fields. */
const namesOf: Record<string, string> = {
  lot: 'auction',
  picture: 'image',
  attachment: 'message',
  notice: 'notification',
  conversation: 'channel|message|inquir',
};
/**
 * Selects the foreign things that a call is tried with: all whose kind its name mentions, and an eighth of the others
 * in rotation. The nightly run tries all of them, which takes minutes.
 */
function kindsFor(name: string, turn: number): [kind: string, id: string][] {
  return Object.entries(foreign).filter(([kind], index) => {
    const isNamed = kind
      .split(/[ ,]+/)
      .filter((word) => word.length > 3 || word === 'lot')
      .some((word) => (namesOf[word] ?? word).split('|').some((each) => name.toLowerCase().includes(each)));
    return isLongRun || isNamed || (index + turn) % 8 === 0;
  });
}

let server: TestServer;
let on: Auctioning;
let stranger: Person;
let admin: Person;
/** Owners of the things that the stranger may not see. */
let sellers: { owner: Person; other: Person };
let own: Own;
let foreign: Record<string, string>;
/** Parents of the nested things. */
let inside: Record<string, string>;
/** Width that every picture has. */
let width: number;
beforeAll(async () => {
  const many = [
    'WRITES',
    'RESOURCES',
    'SERVICES',
    'QUOTES',
    'QUOTE_REQUESTS',
    'TENDERS',
    'WANTED',
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
  const wanting = wantingOn(server);
  const talking = talkingOn(server);
  const { pool } = server.runtime;
  const made = making(server);
  stranger = await on.someone();
  admin = await server.signUp({ isAdmin: true });
  const { serviceId: theirService } = await on.provide({ title: '모두의 서비스' });
  const things = await makeForeignThings(server, on);
  const { owner, other, room, order } = things;
  sellers = { owner, other };
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
    wanted: (await wanting.post(stranger)).id,
    theirWanted: (await wanting.post(other)).id,
    auction: await made(stranger, '/api/auctions', { title: '선반' }),
    guide: await helping.guide(other),
    theirService,
    printer: await on.offerService(other, { title: '출력', serviceType: '3d_printing', price: 1000 }),
    theirResource: '',
    collection: await made(stranger, '/api/collections', { title: '내 목록', isPublic: false }),
    assistant: await made(stranger, '/api/assistant/conversations', {}),
    review: '',
  };
  own.theirResource = own.guide;
  inside = {};
  const put = (kind: string, id: string | undefined, parent: string) => {
    if (id === undefined) throw new Error(`there is no ${kind}`);
    foreign[kind] = id;
    inside[kind] = parent;
  };
  const idOf = async (text: string, values: unknown[] = []) =>
    (await pool.query<{ id: string }>(text, values)).rows[0]?.id;
  // Pictures are real ones: a picture that is not stored would be "not found" for everyone.
  const png = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c40' } })
    .png()
    .toBuffer();
  for (const state of ['draft', 'hidden', 'removed']) {
    const kind = `${state} resource`;
    const id = foreign[kind] ?? '';
    await pool.query(`update resource set state = 'draft' where id = $1`, [id]);
    for (const [method, path, body] of [
      ['PATCH', '', formOf([{ name: 'image', filename: 'a.png', bytes: png }])],
      ['POST', '/files', { payload: { uploadId: await on.upload(owner, shape, 'a.txt') } }],
    ] as const) {
      const answer = await server.call(method, `/api/resources/${id}${path}`, { as: owner, ...body });
      if (answer.statusCode >= 300) throw new Error(answer.body);
    }
    await pool.query('update resource set state = $2 where id = $1', [id, state]);
    put(`file of a ${kind}`, await idOf('select id from resource_file where resource_id = $1', [id]), kind);
    put(
      `picture of a ${kind}`,
      await idOf('select id from resource_image where resource_id = $1', [id]),
      kind,
    );
  }
  const pictureOfStep = `resource_step_picture (id, blob_prefix, widths, resource_id, person_id, width, height, created_at)
    values ($1, $2, $3, $4, $5, 900, 600, now())`;
  const stored = await pool.query<{ blob_prefix: string; widths: number[] }>(
    'select blob_prefix, widths from resource_image where id = $1',
    [foreign['picture of a draft resource']],
  );
  const { blob_prefix: prefix = '', widths = [] } = stored.rows[0] ?? {};
  width = widths[0] ?? 0;
  const plant = (sql: string, values: unknown[]) =>
    idOf(`insert into ${sql} returning id`, [crypto.randomUUID(), prefix, widths, ...values]);
  for (const state of ['draft', 'hidden', 'removed']) {
    const kind = `${state} resource`;
    put(`picture of a step of a ${kind}`, await plant(pictureOfStep, [foreign[kind], null]), kind);
  }
  foreign['picture of a step that is not saved'] = (await plant(pictureOfStep, [null, owner.id])) ?? '';
  for (const state of ['draft', 'paused', 'hidden', 'removed']) {
    const kind = `${state} service`;
    const sql = `service_image (id, service_id, kind, position, alt, width, height, widths, blob_prefix, created_at)
      values ($1, $4, 'photo', 0, '', 900, 600, $3, $2, now())`;
    put(`picture of a ${kind}`, await plant(sql, [foreign[kind]]), kind);
  }
  const make = `make (id, resource_id, author_id, machine, machine_key, material, outcome, settings, text, state,
      picture_id, width, height, blob_prefix, widths, created_at)
    values ($1, $4, $5, '', '', '', 'success', '', $6, 'hidden', $1, 900, 600, $2, $3, now())`;
  foreign['hidden make, and its picture'] = (await plant(make, [own.guide, owner.id, secret])) ?? '';
  const comment = `comment (id, resource_id, author_id, text, state, created_at)
    select $1, $4, $5, $6, 'hidden', now() where $2 <> '' and $3::int[] is not null`;
  foreign['hidden comment'] = (await plant(comment, [own.guide, owner.id, secret])) ?? '';
  const review = `review (id, order_id, side, author_id, about_id, rating, text, state, shows_at, created_at, shown_at)
    select $1, $4, 'buyer', $5, $6, 5, $7, $8, now(), now(), now() where $2 <> '' and $3::int[] is not null`;
  const reviewed = [order.id, other.id, owner.id, secret, 'hidden'];
  foreign['hidden review'] = (await plant(review, reviewed)) ?? '';
  put('photo of an order', await on.photo(other, order.id), 'order');
  put('file of an order', await idOf('select id from order_file where order_id = $1', [order.id]), 'order');
  put('event of an order', await idOf('select id from order_event where order_id = $1', [order.id]), 'order');
  reviewed.splice(0, 2, own.order, stranger.id);
  own.review = (await plant(review, reviewed)) ?? '';
  const photo = foreign['photo of an order'] ?? '';
  await pool.query('insert into review_photo (review_id, photo_id, position) values ($1, $2, 0)', [
    foreign['hidden review'],
    photo,
  ]);
  put('photo of a hidden review', photo, 'hidden review');
  // Kept files of an order belong to its quote request and its tender too.
  const kept = await idOf('select kept_file_id as id from order_file where order_id = $1', [order.id]);
  for (const [kind, table, column] of [
    ['quote request', 'quote_request_file', 'request_id'],
    ['tender draft', 'tender_file', 'tender_id'],
  ] as const) {
    await pool.query(`insert into ${table} (${column}, kept_file_id, position) values ($1, $2, 0)`, [
      foreign[kind],
      kept,
    ]);
    put(`file of a ${kind}`, kept, kind);
  }
  const lotImage = `auction_image (id, auction_id, position, alt, width, height, widths, blob_prefix, created_at)
    values ($1, $4, 0, '', 900, 600, $3, $2, now())`;
  put('picture of a lot draft', await plant(lotImage, [foreign['lot draft']]), 'lot draft');
  const attached = await talking.upload(owner, 'a.png', png);
  const said = await talking.say(owner, room, { text: secret, attachments: [attached] });
  const attachment = 'select file_id as id from channel_attachment where channel_id = $1 and seq = $2';
  put('attachment of a private message', await idOf(attachment, [room, said.seq]), 'private channel');
  foreign['private message with an attachment'] = said.id;
  const gone = await talking.say(owner, room, secret);
  foreign['deleted private message'] = gone.id;
  await server.call('DELETE', `/api/messages/${gone.id}`, { as: owner });
  const conversation = foreign['assistant conversation'] ?? '';
  const message = `assistant_message (id, conversation_id, seq, role, state, text, created_at)
    select $1, $4, 1, 'assistant', 'writing', $5, now() where $2 <> '' and $3::int[] is not null`;
  const answer = await plant(message, [conversation, secret]);
  put('answer of the assistant', answer, 'assistant conversation');
  const action = `assistant_action (id, conversation_id, message_id, position, tool, input)
    select $1, $4, $5, 0, 'find_services', '{}' where $2 <> '' and $3::int[] is not null`;
  put('action of the assistant', await plant(action, [conversation, answer]), 'assistant conversation');
  const notice = `insert into notification (person_id, kind, what, params, path, created_at)
    values ($1, 'news', 'news', '{}', '/', now()) returning id`;
  foreign['notice'] = (await idOf(notice, [owner.id])) ?? '';
}, 120_000);
afterAll(() => server.close());

/** Removes generated ids and elapsed times, which differ each time. */
const plain = (text: string) =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replaceAll(/"(seq|number|version|position|key|eventSeq|slug|token|address)":("[^"]*"|\d+)/g, '"$1":0');

const calls = () => callsWithIds(dereferenced(documentOf(server.app)) as OpenApi);

const paramOf = /\{(\w+)\}/g;
/** Puts an id in the place of each id parameter; the others keep values that exist. */
function withPath(path: string, ids: Record<string, string>): string {
  const others: Record<string, string> = { name: `${width}.webp`, seq: '1', page: '1', position: '0' };
  return path.replaceAll(paramOf, (_, name: string) => ids[name] ?? others[name] ?? unknown);
}
/** Names of parameters that take ids. */
const idsOf = (path: string) =>
  [...path.matchAll(paramOf)].flatMap(([, name = '']) => (/^id$|Id$|^channel$/.test(name) ? [name] : []));

async function send(
  as: Person | undefined,
  { method, path }: Call,
  base: Base,
  query: Record<string, string>,
  body?: unknown,
) {
  const ownPath = (await base.before?.())?.path ?? base.path ?? unknown;
  const asked = new URLSearchParams({ ...base.query, ...query });
  const url = withPath(path, { id: ownPath, channel: ownPath }) + (asked.size > 0 ? `?${asked}` : '');
  const answer = await server.call(method, url, {
    ...(as && { as }),
    ...(body !== undefined && { payload: body as object }),
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  return { status: answer.statusCode, body: plain(answer.body), text: answer.body };
}

test('lists every call that takes an id in its body or query', () => {
  const known = Object.keys(bases(own));
  const found = calls()
    .filter(({ query, body }) => query.length + body.length > 0)
    .map(({ method, path }) => `${method} ${path}`)
    .filter((call) => !ofStaff.test(call));
  expect(found.toSorted()).toEqual(known.toSorted());
});

test('the owner can reach nested things by their path', async () => {
  const of = (kind: string) => foreign[kind] ?? '';
  const urls: [as: Person, url: string][] = [
    [sellers.owner, `/api/images/${of('picture of a draft resource')}/${width}.webp`],
    [sellers.owner, `/api/images/${of('picture of a step of a draft resource')}/${width}.webp`],
    [sellers.owner, `/api/images/${of('picture of a step that is not saved')}/${width}.webp`],
    [sellers.owner, `/api/service-images/${of('picture of a paused service')}/${width}.webp`],
    [sellers.owner, `/api/auction-images/${of('picture of a lot draft')}/${width}.webp`],
    [sellers.owner, `/api/tenders/${of('tender draft')}/files/${of('file of a tender draft')}`],
    [sellers.owner, `/api/resources/${of('draft resource')}/files/${of('file of a draft resource')}/view`],
    [sellers.owner, `/api/message-files/${of('attachment of a private message')}`],
    [sellers.other, `/api/quote-requests/${of('quote request')}/files/${of('file of a quote request')}`],
    [sellers.other, `/api/orders/${of('order')}/files/${of('file of an order')}`],
    [sellers.other, `/api/orders/${of('order')}/photos/${of('photo of an order')}/40.webp`],
  ];
  const answers = await Promise.all(
    urls.map(async ([as, url]) => ({ url, status: (await server.call('GET', url, { as })).statusCode })),
  );
  expect(answers).toEqual(urls.map(([, url]) => ({ url, status: 200 })));
});

test('lists every call with a nested id in its path', () => {
  const found = calls()
    .filter(({ path }) => idsOf(path).length > 1)
    .map(({ method, path }) => `${method} ${path}`)
    .filter((call) => !ofStaff.test(call));
  expect(found.toSorted()).toEqual(Object.keys(parents(own)).toSorted());
});

describe('an id of a thing that the caller may not see', () => {
  test('is treated in every field like a nonexistent one', async () => {
    const wrong: string[] = [];
    for (const [turn, call] of calls().entries()) {
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
        for (const [kind, id] of kindsFor(`${name} ${field}`, turn)) {
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
      for (const [turn, call] of paths.entries()) {
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
        for (const [kind, id] of kindsFor(name, turn)) {
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

  test.each([['somebody else'], ['a guest']])(
    'inside of something is as one of nothing, for %s',
    async (who) => {
      const as = who === 'a guest' ? undefined : stranger;
      const wrong: string[] = [];
      const nested = calls().filter(
        ({ method, path }) =>
          idsOf(path).length > 1 &&
          !ofStaff.test(`${method} ${path}`) &&
          (as !== undefined || method === 'GET'),
      );
      for (const [turn, call] of nested.entries()) {
        const name = `${call.method} ${call.path}`;
        const [outer = '', inner = ''] = idsOf(call.path);
        const ask = (parent: string, child: string) => {
          const path = withPath(call.path, { [outer]: parent, [inner]: child });
          return send(as, { ...call, path }, {}, {}, call.method === 'GET' ? undefined : {});
        };
        const ownParent = parents(own)[name] ?? unknown;
        // oxlint-disable-next-line no-await-in-loop -- one call may change what the next one finds
        const [none, noneOfOwn] = [await ask(unknown, unknown), await ask(ownParent, unknown)];
        const tries = kindsFor(name, turn).flatMap(([kind, id]) => [
          { kind, parent: ownParent, id, expected: noneOfOwn },
          { kind, parent: foreign[inside[kind] ?? ''] ?? unknown, id, expected: none },
        ]);
        for (const { kind, parent, id, expected } of tries) {
          // oxlint-disable-next-line no-await-in-loop -- as above
          const theirs = await ask(parent, id);
          if (theirs.status >= 500 || theirs.status !== expected.status || theirs.body !== expected.body)
            wrong.push(
              `${name}, ${kind} in ${parent === ownParent ? 'what is mine' : 'its own'}: ${theirs.status} ${theirs.text.slice(0, 160)} for ${expected.status} ${expected.text.slice(0, 160)}`,
            );
          if (theirs.text.includes(secret)) wrong.push(`${name}: tells of a ${kind}`);
        }
      }
      expect(wrong).toEqual([]);
    },
    240_000,
  );

  test('is no internal error when staff send it', async () => {
    const failed: string[] = [];
    for (const call of calls()) {
      const name = `${call.method} ${call.path}`;
      if (!ofStaff.test(name)) continue;
      for (const field of call.body) {
        const body = withId({ reason: '시험', kind: 'mute', username: 'nobody' }, field, unknown);
        // oxlint-disable-next-line no-await-in-loop -- each call writes its own log entry
        const answer = await send(admin, call, {}, {}, body);
        if (answer.status >= 500) failed.push(`${name} ${field}: ${answer.text}`);
      }
    }
    expect(failed).toEqual([]);
  });
});
