import { once } from 'node:events';
import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export type Asked = {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
};
export type Answer = { status: number; headers: IncomingHttpHeaders; body: string };

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const waitMs = 60_000;
/** Maximum length of a response that is searched. */
const maxBody = 20_000_000;

/** Sends a request. Status 0 stands for a connection that ended without a response, or had none within a minute. */
export function ask(origin: string, { method, path, headers = {}, body }: Asked): Promise<Answer> {
  return new Promise((resolve) => {
    const failed = (error: Error) => resolve({ status: 0, headers: {}, body: error.message });
    const to = new URL(origin);
    const sent = request(
      {
        host: to.hostname,
        port: to.port,
        agent,
        method,
        path,
        // Node omits it for methods that seldom have a body.
        headers: {
          ...headers,
          ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
        },
        timeout: waitMs,
      },
      (answer) => {
        const chunks: Buffer[] = [];
        let length = 0;
        answer.on('data', (chunk: Buffer) => {
          length += chunk.length;
          if (length <= maxBody) chunks.push(chunk);
        });
        answer.on('error', failed).on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
        // An event stream does not end by itself.
        if (String(answer.headers['content-type']).startsWith('text/event-stream'))
          void delay(300).then(() => answer.destroy());
        answer.on('close', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: String(Buffer.concat(chunks)),
          }),
        );
      },
    );
    sent.on('timeout', () => sent.destroy(new Error(`no answer in ${waitMs} ms`)));
    sent.on('error', failed);
    sent.end(body);
  });
}

export type Line = {
  socket: Socket;
  write(text: string | Buffer): void;
  /** Status of the next whole response; 0 if the connection ends or is silent for this long. */
  next(withinMs?: number): Promise<number>;
};

/** A raw connection that sends arbitrary bytes. */
export async function dial(origin: string): Promise<Line> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let text = '';
  let isOver = false;
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  socket.on('error', () => {}).on('close', () => (isOver = true));
  await once(socket, 'connect').catch(() => {});
  const take = (): number | null => {
    const end = text.indexOf('\r\n\r\n');
    if (end < 0) return null;
    const head = text.slice(0, end);
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    if (text.length < end + 4 + length) return null;
    text = text.slice(end + 4 + length);
    return Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0);
  };
  return {
    socket,
    write: (sent) => void (isOver || socket.write(sent)),
    async next(withinMs = 30_000) {
      const until = Date.now() + withinMs;
      for (;;) {
        const status = take();
        if (status !== null || isOver || Date.now() > until) return status ?? 0;
        await delay(10);
      }
    },
  };
}

/** Reproducible random numbers for a seed: mulberry32. */
export function randomOf(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (most: number) => Math.floor(next() * most),
    chance: (share: number) => next() < share,
    one: <Value>(values: readonly Value[]): Value => values[Math.floor(next() * values.length)]!,
  };
}
export type Random = ReturnType<typeof randomOf>;

/**
 * Compares the longest wait of a cheap call during an act with the longest wait without it. Repeated when it was long,
 * because other load on the machine does not count.
 */
export async function waitWhile(origin: string, act: () => Promise<unknown>): Promise<Wait> {
  const idle = await longest(origin, delay(1500));
  let least = Infinity;
  for (let attempt = 0; attempt < 3 && (attempt === 0 || !isShort({ idle, busy: least })); attempt += 1)
    least = Math.min(least, await longest(origin, act()));
  return { idle, busy: least };
}
export type Wait = { idle: number; busy: number };
/** An attack that works blocks others for seconds and minutes. */
export const isShort = ({ idle, busy }: Wait) => busy <= Math.max(1500, 10 * idle);

async function longest(origin: string, work: Promise<unknown>): Promise<number> {
  const at = { end: false };
  const ended = work.finally(() => (at.end = true));
  let most = 0;
  while (!at.end) {
    const began = performance.now();
    const { status } = await ask(origin, { method: 'GET', path: '/healthz' });
    most = status === 200 ? Math.max(most, performance.now() - began) : Infinity;
    await delay(15);
  }
  await ended;
  return most;
}
