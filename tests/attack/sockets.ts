import { setTimeout as delay } from 'node:timers/promises';
import { ask, dial, isShort, waitWhile } from './asking.ts';
import { maxSocketsPerAddress } from './place.ts';
import type { Suite } from './run.ts';

const host = 'host: gongbang.test';
const slowSockets = 150;
const slowMs = 12_000;

/** Bodies that are refused, by content type and by content. */
const refused: [string, string][] = [
  ['application/json', `"${'x'.repeat(1_500_000)}"`],
  ['application/json', `{"a":"${'x'.repeat(20_000)}`],
  ['multipart/form-data; boundary=b', 'x'.repeat(200_000)],
  [`multipart/form-data; boundary=${'b'.repeat(10_000)}`, 'x'.repeat(200_000)],
  [
    'multipart/form-data; boundary=b',
    `--b\r\ncontent-disposition: form-data; name="nobody"; filename="a"\r\n\r\n${'x'.repeat(300_000)}\r\n--b--\r\n`,
  ],
  ['application/json\r\ncontent-encoding: gzip', 'x'.repeat(200_000)],
  ['image/png', 'x'.repeat(6_000_000)],
  [
    'multipart/form-data; boundary=b',
    `--b\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n${'x'.repeat(12_000_000)}\r\n--b--\r\n`,
  ],
  ['application/offset+octet-stream', 'x'.repeat(300_000)],
];

/** Malformed or ambiguous HTTP headers: refused or answered, never treated as a second request. */
const brokenHeads: Record<string, string> = {
  'length and chunks': `POST /api/login HTTP/1.1\r\n${host}\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  'two lengths': `POST /api/login HTTP/1.1\r\n${host}\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello`,
  'a length below zero': `POST /api/login HTTP/1.1\r\n${host}\r\ncontent-length: -5\r\n\r\n`,
  'a chunk that is none': `POST /api/login HTTP/1.1\r\n${host}\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`,
  'chunks by another name': `POST /api/login HTTP/1.1\r\n${host}\r\ntransfer-encoding: xchunked\r\n\r\n0\r\n\r\n`,
  'NUL in a header': `GET /healthz HTTP/1.1\r\n${host}\r\nx: a\0b\r\n\r\n`,
  'a header without a name': `GET /healthz HTTP/1.1\r\n${host}\r\n: a\r\n\r\n`,
  'a folded header': `GET /healthz HTTP/1.1\r\n${host}\r\nx: a\r\n b\r\n\r\n`,
  'bare line ends': `GET /healthz HTTP/1.1\n${host}\n\n`,
  'no version': 'GET /healthz\r\n\r\n',
  'no host': 'GET /healthz HTTP/1.1\r\n\r\n',
  'a method of nobody': `BREW /api/login HTTP/1.1\r\n${host}\r\n\r\n`,
  'headers of 100 KB': `GET /healthz HTTP/1.1\r\n${host}\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`,
  'thousands of headers': `GET /healthz HTTP/1.1\r\n${host}\r\n${'a: b\r\n'.repeat(5000)}\r\n`,
  'an address of 100 KB': `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n${host}\r\n\r\n`,
  'the beginning of TLS': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'an address with a host of its own': `GET http://evil.example/api/user HTTP/1.1\r\n${host}\r\n\r\n`,
};

/** Raw connections: refused in the middle, slow, broken, and as many as allowed. */
export const sockets: Suite = {
  name: 'sockets',
  async attack({ place, until, random, tried, wrong }) {
    const [origin] = place.origins;
    const { person } = place.people;

    const writes = Object.entries(place.api.paths ?? {}).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method]) => method !== 'get' && !/logout|^\/api\/user(\/sessions)?$/.test(path))
        .map(([method, { requestBody }]) => ({
          method: method.toUpperCase(),
          path: path.replaceAll(/\{\w+\}/g, 'x'),
          takesForms: requestBody?.content?.['multipart/form-data'] !== undefined,
        })),
    );
    const forms = writes.filter(({ takesForms }) => takesForms);
    const refuse = async () => {
      while (Date.now() < until - slowMs * 3) {
        const { method, path } = random.one(random.chance(0.5) ? forms : writes);
        const [type, body] = random.one(refused);
        const cookie = random.chance(0.5) && person ? `cookie: ${person.cookie}\r\n` : '';
        const at = random.below(body.length);
        const isChunked = random.chance(0.3);
        const wrap = (text: string) =>
          isChunked && text !== '' ? `${text.length.toString(16)}\r\n${text}\r\n` : text;
        const line = await dial(origin);
        line.write(
          `${method} ${path} HTTP/1.1\r\n${host}\r\n${cookie}content-type: ${type}\r\n` +
            (isChunked ? 'transfer-encoding: chunked\r\n\r\n' : `content-length: ${body.length}\r\n\r\n`),
        );
        line.write(wrap(body.slice(0, at)));
        await delay(random.below(30));
        line.write(wrap(body.slice(at)));
        if (isChunked) line.write('0\r\n\r\n');
        const status = await line.next();
        line.write(`GET /healthz HTTP/1.1\r\n${host}\r\n\r\n`);
        const after = await line.next();
        line.socket.destroy();
        tried();
        if (status < 200 || status >= 500 || after !== 200)
          wrong(`${method} ${path} with ${type.slice(0, 60)}, cut at ${at}: ${status}, then ${after}`);
      }
    };
    await Promise.all(Array.from({ length: 8 }, refuse));

    for (const [name, head] of Object.entries(brokenHeads)) {
      const line = await dial(origin);
      line.write(Buffer.from(head, 'latin1'));
      const status = await line.next(3000);
      line.socket.destroy();
      tried();
      if (status >= 500 && status !== 501 && status !== 505) wrong(`${name}: ${status}`);
    }
    const pipelined = await dial(origin);
    pipelined.write(`GET /healthz HTTP/1.1\r\n${host}\r\n\r\n`.repeat(50));
    for (let at = 0; at < 50; at += 1)
      if ((await pipelined.next()) !== 200) wrong(`request ${at} of 50 sent at once has no answer`);
    pipelined.socket.destroy();
    tried(50);

    // Slow senders, half of them in their headers and half in their bodies.
    const wait = await waitWhile(origin, async () => {
      const lines = await Promise.all(Array.from({ length: slowSockets }, () => dial(origin)));
      for (const [at, line] of lines.entries())
        line.write(
          `POST /api/login HTTP/1.1\r\n${host}\r\n` +
            (at % 2 === 0 ? '' : 'content-type: application/json\r\ncontent-length: 5000\r\n\r\n{'),
        );
      for (let passed = 0; passed < slowMs; passed += 500) {
        for (const [at, line] of lines.entries()) line.write(at % 2 === 0 ? `x-${passed}: a\r\n` : ' ');
        await delay(500);
      }
      for (const { socket } of lines) socket.destroy();
    });
    tried(slowSockets);
    if (!isShort(wait))
      wrong(`slow senders: others waited ${Math.round(wait.busy)} ms, idle ${Math.round(wait.idle)} ms`);

    // Realtime connections of one address: limited, with room again after they close.
    const upgrade = async () => {
      const line = await dial(origin);
      line.write(
        `GET /api/realtime/?EIO=4&transport=websocket HTTP/1.1\r\n${host}\r\nupgrade: websocket\r\nconnection: Upgrade\r\n` +
          'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      );
      return { line, status: await line.next(10_000) };
    };
    const opened = await Promise.all(Array.from({ length: maxSocketsPerAddress + 20 }, upgrade));
    const taken = opened.filter(({ status }) => status === 101).length;
    tried(opened.length);
    if (taken !== maxSocketsPerAddress) wrong(`${taken} realtime connections of one address were taken`);
    if ((await ask(origin, { method: 'GET', path: '/healthz' })).status !== 200)
      wrong('no answer beside them');
    for (const { line } of opened) line.socket.destroy();
    let again = 0;
    for (let attempt = 0; attempt < 50 && again !== 101; attempt += 1) {
      await delay(100);
      const { line, status } = await upgrade();
      again = status;
      line.socket.destroy();
    }
    if (again !== 101) wrong(`no realtime connection after the others were gone: ${again}`);
  },
};
