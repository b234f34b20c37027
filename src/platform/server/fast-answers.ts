import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { httpAnsweredFast } from './metrics.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

type Answer = { until: number; headers: string[]; body: Buffer; onAnswer: OnAnswer | undefined };

/** Called each time that a kept answer is written, with the request that it answers. */
type OnAnswer = (request: IncomingMessage) => void;

/** Smaller bodies gain nothing from being compressed. */
const leastToCompress = 1024;

const compressors = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
  identity: async (body: Buffer) => body,
};

/** What a caller can read and we can write; anything elaborate (q-values that forbid) gets plain bytes. */
export function encodingFor(headers: IncomingHttpHeaders): Encoding {
  const accepted = headers['accept-encoding'];
  if (typeof accepted !== 'string' || accepted.includes('q=0')) return 'identity';
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : 'identity';
}

/**
 * Whole answers to GETs that are the same for everyone, ready to be written: headers, compressed body and all. They are
 * found by the address alone, before anything is parsed, so that the most asked-for lists cost as little as a constant.
 */
export class FastAnswers {
  readonly #answers = new Map<string, Answer>();
  readonly #headers: string[];
  readonly #most: number;
  #generation = 0;

  /** `headers` go with every answer, as with all others of the server. */
  constructor(headers: Record<string, string> = {}, most = 500) {
    this.#most = most;
    this.#headers = Object.entries(headers).flat();
  }

  /** Writes the answer if it is at hand. It is measured, but not logged: there may be thousands a second. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.#answers.size === 0 || request.method !== 'GET') return false;
    const answer = this.#answers.get(`${encodingFor(request.headers)} ${request.url ?? ''}`);
    if (!answer || answer.until <= Date.now()) return false;
    response.writeHead(200, [...answer.headers, 'x-request-id', randomUUID()]);
    response.end(answer.body);
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
    if (answer.until > Date.now() && answer.generation === this.#generation) {
      const key = `${encodingFor(request.headers)} ${request.url ?? ''}`;
      this.#answers.delete(key);
      this.#answers.set(key, {
        until: answer.until,
        onAnswer: answer.onAnswer,
        headers: [
          ...this.#headers,
          ...Object.entries({ ...headers, 'content-length': String(body.length) }).flat(),
        ],
        body,
      });
      // Oldest first: what is over goes, so that memory holds a moment's answers and no more.
      for (const [oldest, { until }] of this.#answers) {
        if (until > Date.now() && this.#answers.size <= this.#most) break;
        this.#answers.delete(oldest);
      }
    }
    return { body, headers };
  }

  clear(): void {
    this.#generation += 1;
    this.#answers.clear();
  }
}
