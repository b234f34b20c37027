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

/** The part of a response that differs each time, such as a nonce and the policy that contains it. */
type Made = { headers: Record<string, string>; body: Buffer };

/** Called after each cached response, with its request. */
type OnAnswer = (request: IncomingMessage) => void;

/** Smaller bodies are not worth compressing. */
const minToCompress = 1024;

const compressors = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
  identity: async (body: Buffer) => body,
};

/** Returns the best encoding that the caller accepts and we support. */
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
 * Cache of complete responses to GETs that are the same for everyone: headers and compressed body. They are looked up
 * by the raw URL before anything is parsed, so that the most frequent requests cost almost nothing.
 */
export class FastAnswers {
  readonly #answers = new Map<string, Answer>();
  readonly #headers: Record<string, string>;
  readonly #most: number;
  #generation = 0;

  /** `headers` are added to every response, as everywhere in the server. */
  constructor(headers: Record<string, string> = {}, most = 500) {
    this.#most = most;
    this.#headers = headers;
  }

  /** Writes the cached response if there is one. It is counted, but not logged: there may be thousands a second. */
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

  /** Read this before loading the data of a response; `keep` drops the response if `clear` was called since. */
  get generation(): number {
    return this.#generation;
  }

  /** Compresses a body for this request and caches it until `until`, unless something was written since. */
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
    const encoding = answer.body.length < minToCompress ? 'identity' : encodingFor(request.headers);
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

  /**
   * Caches a response that is built each time, until `until`, for the requests that it fits, unless something was
   * written since.
   */
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
    // Evict expired entries, oldest first, so that memory holds only recent responses.
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
