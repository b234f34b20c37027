import { secret } from '../../src/app/test-foreign-things.ts';
import { ask, randomOf, type Asked, type Random } from './asking.ts';
import type { Place, Who } from './place.ts';
import { bodySchemaOf, placesIn, sampleOf, withValue } from './samples.ts';
import type { Suite } from './run.ts';

const deep = (open: string, close: string, count: number) => `${open.repeat(count)}1${close.repeat(count)}`;

/** Stands in for one value; text that JSON cannot express is inserted afterwards. */
const values: (() => unknown)[] = [
  ...[null, true, '', ' ', 0, -1, 1.5, 1e308, -1e308, 2 ** 53, -(2 ** 63), 1e-9, 1e15, [], {}, [[[]]]].map(
    (value) => () => value,
  ),
  ...[
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    '\u202e',
    '\ufeff',
    '\u0007',
    'ﷺ'.repeat(300),
    'é'.repeat(50),
  ].map((value) => () => value),
  ...[
    'NaN',
    'Infinity',
    '-0',
    '1e999',
    '٣',
    '0x10',
    '9'.repeat(400),
    '2026-02-30',
    '0000-00-00T00:00:00Z',
  ].map((value) => () => value),
  ...['+275760-09-13T00:00:00Z', '<script>alert(1)</script>', "' or 1=1 --", '${7*7}{{7*7}}'].map(
    (value) => () => value,
  ),
  ...['../../../etc/passwd', '%00', '\\', '%s%n', 'javascript:alert(1)', '//example.com', 'http://[::1'].map(
    (value) => () => value,
  ),
  () => 'a'.repeat(200_000),
  () => '👩‍👩‍👧‍👦'.repeat(2000),
  () => '[('.repeat(20_000),
  () => ' '.repeat(50_000),
  () => Array.from({ length: 5000 }, (_, at) => at),
  () => Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`k${at}`, at])),
  () => JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}') as unknown,
  () => ({ toString: 1, valueOf: 1, length: -1, hasOwnProperty: 1 }),
  () => JSON.parse('{"then":1,"toJSON":1}') as unknown,
  () => 'hugeNumber',
];

const bodies: (() => string | Buffer)[] = [
  ...['', '{', 'null', '1', '"a"', '[]', 'nul', '{"a":1,"a":2}', '\ufeff{}', '"\\ud800"', '{"a":1e999}'].map(
    (text) => () => text,
  ),
  ...['{"__proto__":{"role":"admin"}}', '{"\\u0000":1}', '{"":1}', '[{}]', '{} {}', "{'a':1}"].map(
    (text) => () => text,
  ),
  () => deep('[', ']', 20_000),
  () => deep('{"a":', '}', 20_000),
  () => `{"a":${'9'.repeat(50_000)}}`,
  () => JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, 1]))),
  () => Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0xc3, 0x28]),
  () => Buffer.from('{"a":1}', 'utf16le'),
  () => 'a=1&a[b]=2&__proto__[c]=3',
  () => `--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n`,
  () =>
    `--b\r\ncontent-disposition: form-data; name="__proto__"; filename="../../a.png"\r\n\r\nx\r\n--b--\r\n`,
  () => `--b\r\ncontent-disposition: form-data; name="a\u0000"; filename*=utf-8''%ff%00\r\n\r\nx\r\n--b`,
  () => `--b\r\n${'x: y\r\n'.repeat(5000)}\r\n\r\n--b--`,
  () => '--b\r\ncontent-disposition: form-data; name="f"\r\n\r\n1\r\n'.repeat(3000) + '--b--',
];

const contentTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'application/json;;;',
  'text/plain',
  'text/html',
  '',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=b',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${'b'.repeat(5000)}`,
  'multipart/form-data; boundary="b\t"',
  'application/offset+octet-stream',
  'image/png',
  'application/octet-stream',
  '*/*',
  'application/__proto__',
  'a/b/c',
];

const strangeHeaders: [string, () => string][] = [
  ['content-encoding', () => 'gzip'],
  ['content-encoding', () => 'br, x, deflate'],
  ['accept-language', () => 'ko;q=0.1,'.repeat(800)],
  ['accept', () => 'application/x-nothing;q=NaN'],
  ['accept-encoding', () => 'gzip;q=x, *;q=-1'],
  ['cookie', () => 'gongbang.session=%00%ff; =; ;;; __proto__=1'],
  ['cookie', () => `a=${'b'.repeat(7000)}`],
  ['idempotency-key', () => 'k'.repeat(5000)],
  ['idempotency-key', () => '\u00ff'],
  ['x-http-method-override', () => 'DELETE'],
  ['range', () => 'bytes=9999999999999999999-1,-,a-b'],
  ['if-none-match', () => '*'],
  ['if-modified-since', () => 'yesterday'],
  ['upload-length', () => '-1'],
  ['upload-length', () => '1e30'],
  ['upload-offset', () => '99999999999999999999'],
  ['upload-metadata', () => 'filename ####,,= a b c'],
  ['tus-resumable', () => '1.0.0'],
  ['x-forwarded-for', () => 'unknown, 999.1.1.1, ::ffff'],
  ['x-forwarded-host', () => 'evil.example/"'],
  ['x-forwarded-proto', () => 'javascript'],
  ['origin', () => 'null'],
  ['sec-fetch-site', () => 'cross-site'],
  ['authorization', () => `Bearer ${'a.'.repeat(2000)}`],
  ['user-agent', () => '('.repeat(7000)],
  ['referer', () => 'http://[::1'],
  ['if-match', () => '"'],
  ['last-event-id', () => '-1e99'],
  ['accept-language', () => '__proto__, constructor'],
];

const parts = [
  '%00',
  '%ff%fe',
  '..%2f..%2fetc%2fpasswd',
  '__proto__',
  'constructor',
  '-1',
  '0',
  '1e9',
  'NaN',
  '%E0%A4%A',
  'a'.repeat(3000),
  '%f0%9f%92%a9',
  '%25%30%30',
  'null',
  'undefined',
  '9'.repeat(40),
  ';',
  "'",
  '%0d%0ax:%20y',
  '.',
  '%2e%2e',
];

const whos: Who[] = ['guest', 'person', 'provider', 'staff'];

/** One of many requests: its seed and number determine everything about it. */
function makeRequest(
  place: Place,
  random: Random,
  { method, path }: { method: string; path: string },
): Asked {
  const operation = place.api.paths?.[path]?.[method];
  const ids = [...place.known, ...Object.values(place.foreign)];
  const isWrongPath = random.chance(0.15);
  const sent: Record<string, string> = { 'idempotency-key': String(random.below(2 ** 30)) };
  const asked = new URLSearchParams();
  for (const { in: where, name, schema } of operation?.parameters ?? []) {
    if (where !== 'query' || random.chance(0.5)) continue;
    const value = random.chance(0.5) ? sampleOf(schema, random) : random.one(values)();
    asked.append(name, String(typeof value === 'object' ? JSON.stringify(value) : value).slice(0, 6000));
    if (random.chance(0.1)) asked.append(name, 'twice');
  }
  if (random.chance(0.05))
    for (let at = 0; at < 500; at += 1) asked.append(random.one(['a', 'a[]', '__proto__[b]', 'page']), '1');
  for (let count = random.below(3); count > 0; count -= 1) {
    const [name, value] = random.one(strangeHeaders);
    sent[name] = value();
  }
  const url =
    path.replaceAll(/\{\w+\}/g, () => (isWrongPath ? random.one(parts) : random.one(ids))) +
    (asked.size > 0 ? `?${asked}`.slice(0, 12_000) : '');
  const schema = bodySchemaOf(operation);
  let body: string | Buffer | undefined;
  if (method !== 'get' || random.chance(0.05)) {
    if (schema && random.chance(0.7)) {
      let sample = sampleOf(schema, random);
      for (let count = 1 + random.below(2); count > 0; count -= 1)
        sample = withValue(sample, random.one(placesIn(sample)), random.one(values)());
      body = JSON.stringify(sample).replaceAll('"hugeNumber"', `1${'0'.repeat(400)}`);
      sent['content-type'] = random.chance(0.9) ? 'application/json' : random.one(contentTypes);
    } else {
      body = random.one(bodies)();
      sent['content-type'] = random.one(contentTypes);
    }
  }
  return { method: method.toUpperCase(), path: url, headers: sent, ...(body !== undefined && { body }) };
}

/** Texts that no response may contain. */
const inner =
  /node_modules|\bat \S+ \(|file:\/\/\/|syntax error at or near|violates .* constraint|ECONNREFUSED|SQLSTATE/;

/** Calls every operation of the API with malformed input, as every kind of person. */
export const hostile: Suite = {
  name: 'hostile',
  async attack({ place, until, seed, tried, wrong }) {
    const operations = Object.entries(place.api.paths ?? {}).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method, path })),
    );
    let next = 0;
    const work = async () => {
      while (Date.now() < until) {
        const number = next++;
        // A prime stride, so that every operation is tried with each kind of person.
        const operation = operations[(number * 7919) % operations.length]!;
        const who = whos[Math.floor(number / operations.length) % whos.length]!;
        const request = makeRequest(place, randomOf(seed + number * 7), operation);
        const person = place.people[who];
        // Leaving or signing out would end the sessions of the other requests.
        if (
          who !== 'guest' &&
          /logout|^\/api\/user(\/sessions.*)?$/.test(operation.path) &&
          operation.method !== 'get'
        )
          continue;
        const headers = person ? { ...request.headers, cookie: person.cookie } : request.headers;
        const answer = await ask(place.origins[number % 2]!, { ...request, ...(headers && { headers }) });
        tried();
        const name = `number ${number}, ${request.method} ${request.path.slice(0, 200)} as ${who} with ${JSON.stringify(request.headers).slice(0, 300)} and ${String(request.body).slice(0, 300)}`;
        if (answer.status >= 500) wrong(`${answer.status} ${answer.body.slice(0, 200)}: ${name}`);
        if (answer.status === 0 && !/ECONNRESET|EPIPE|hang up/.test(answer.body))
          wrong(`${answer.body}: ${name}`);
        if (inner.test(answer.body) && !operation.path.includes('openapi'))
          wrong(`tells of its inside: ${name}`);
        if (who !== 'staff' && answer.body.includes(secret)) wrong(`tells what is somebody else's: ${name}`);
      }
    };
    await Promise.all([work(), work(), work(), work()]);
    // No request may have changed anyone's role.
    for (const who of ['person', 'provider'] as const) {
      const { rows } = await place.server.runtime.pool.query('select role from person where id = $1', [
        place.people[who]?.id,
      ]);
      if (rows[0] && rows[0].role !== 'user') wrong(`${who} has become ${rows[0].role}`);
    }
  },
};
