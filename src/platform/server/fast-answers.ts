import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { httpAnsweredFast } from './metrics.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

type Answer = {
  until: number;
  status: number;
  headers: string[];
  body: Buffer | (() => Made);
  isFor?: ((request: IncomingMessage) => boolean) | undefined;
  onAnswer?: OnAnswer | undefined;
};

/** What differs from answer to answer, such as a nonce and the policy that names it. */
type Made = { headers: Record<string, string>; body: Buffer };

/** Called each time that a kept answer is written, with the request that it answers. */
type OnAnswer = (request: IncomingMessage) => void;

/** Smaller bodies gain nothing from being compressed. */
const leastToCompress = 1024;

const compressors = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
  identity: async (body: Buffer) => body,
};

/** The best that a caller can read and we can write. */
export function encodingFor(headers: IncomingHttpHeaders): Encoding {
  const accepted = headers['accept-encoding'];
  if (typeof accepted !== 'string') return 'identity';
  if (takes('br', accepted)) return 'br';
  return takes('gzip', accepted) ? 'gzip' : 'identity';
}

function takes(encoding: string, accepted: string): boolean {
  if (!accepted.includes(encoding)) return false;
  // Browsers send no weights, so most headers need not be parsed.
  if (!accepted.includes(';')) return true;
  return accepted.split(',').some((each) => {
    const [coding, weight = ''] = each.split(';').map((part) => part.trim());
    return coding === encoding && !/^q=0(\.0*)?$/.test(weight);
  });
}

/**
 * Whole answers to GETs that are the same for everyone, ready to be written: headers, compressed body and all. They are
 * found by the address alone, before anything is parsed, so that what is most asked for costs as little as a constant.
 */
export class FastAnswers {
  readonly #answers = new Map<string, Answer>();
  readonly #headers: Record<string, string>;
  readonly #most: number;
  #generation = 0;

  /** `headers` go with every answer, as with all others of the server. */
  constructor(headers: Record<string, string> = {}, most = 500) {
    this.#most = most;
    this.#headers = headers;
  }

  /** Writes the answer if it is at hand. It is measured, but not logged: there may be thousands a second. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.#answers.size === 0 || request.method !== 'GET') return false;
    const answer = this.#answers.get(`${encodingFor(request.headers)} ${request.url ?? ''}`);
    if (!answer || answer.until <= Date.now()) return false;
    if (answer.isFor?.(request) === false) return false;
    const { status, headers } = answer;
    const made = typeof answer.body === 'function' ? answer.body() : null;
    const own = made ? Object.entries(made.headers).flat() : [];
    response.writeHead(status, [...headers, ...own, 'x-request-id', randomUUID()]);
    response.end(made?.body ?? (answer.body as Buffer));
    httpAnsweredFast.inc();
    answer.onAnswer?.(request);
    return true;
  }

  /** Take this before reading what an answer is made of; a `clear` since then makes `keep` forget the answer. */
  get generation(): number {
    return this.#generation;
  }

  /** Compresses a body as this request wants it and keeps it until `until`, if nothing was written since. */
  async keep(
    request: IncomingMessage,
    answer: {
      body: Buffer;
      headers: Record<string, string>;
      until: number;
      generation: number;
      onAnswer?: OnAnswer;
    },
  ): Promise<{ body: Buffer; headers: Record<string, string> }> {
    const encoding = answer.body.length < leastToCompress ? 'identity' : encodingFor(request.headers);
    const body = await compressors[encoding](answer.body);
    const headers = {
      ...answer.headers,
      vary: 'accept-encoding',
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    };
    const { until, generation, onAnswer } = answer;
    this.#keep(request, generation, {
      until,
      status: 200,
      headers: listed({ ...this.#headers, ...headers }, body),
      body,
      onAnswer,
    });
    return { body, headers };
  }

  /** Keeps an answer that is made each time, until `until`, for requests that it is for, if nothing was written since. */
  keepMade(
    request: IncomingMessage,
    answer: {
      status: number;
      headers: Record<string, string>;
      make(): Made;
      until: number;
      generation: number;
      isFor(request: IncomingMessage): boolean;
    },
  ): void {
    const { status, make, until, generation, isFor } = answer;
    const made = make();
    const headers = Object.fromEntries(
      Object.entries({ ...this.#headers, ...answer.headers }).filter(([name]) => !(name in made.headers)),
    );
    this.#keep(request, generation, {
      until,
      status,
      headers: listed(headers, made.body),
      body: make,
      isFor,
    });
  }

  #keep(request: IncomingMessage, generation: number, answer: Answer): void {
    if (answer.until <= Date.now() || generation !== this.#generation) return;
    const key = `${encodingFor(request.headers)} ${request.url ?? ''}`;
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    // Oldest first: what is over goes, so that memory holds a moment's answers and no more.
    for (const [oldest, { until }] of this.#answers) {
      if (until > Date.now() && this.#answers.size <= this.#most) break;
      this.#answers.delete(oldest);
    }
  }

  clear(): void {
    this.#generation += 1;
    this.#answers.clear();
  }
}

function listed(headers: Record<string, string>, body: Buffer): string[] {
  return Object.entries({ ...headers, 'content-length': String(body.length) }).flat();
}
