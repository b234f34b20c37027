import { createIsomorphicFn } from '@tanstack/react-start';
import { m } from '#i18n/generated/messages.js';
import type { components } from './apiReads.gen.ts';
import { connectionQuality } from './connection.ts';
import { logFailure } from './log.ts';
import { currentLocale, pageContext, type ApiAnswer } from './page-context.ts';
import { readRepeats, repeating, timeoutMs, writeRepeats } from './retries.ts';

/**
 * A failed call, carrying only what the server chose to tell, or our own words where no answer came (`status` 0).
 * It crosses from the server's rendering to the browser, so it must never hold anything else.
 * `message` is for logs ("503: …"); what people read is `told`.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly told: string;
  readonly fields: Record<string, string>;

  constructor(status: number, code: string, told: string, fields: Record<string, string> = {}) {
    super(`${status}: ${told || code}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.told = told;
    this.fields = fields;
  }
}

/** What to tell people of a failure: the server's own words, or ours where it had none. */
export function describeError(error: unknown, otherwise: string = m['platform.client.unknown']()): string {
  return (error instanceof ApiError && error.told) || otherwise;
}

/** No answer came; why is in the words. */
export function noAnswer(timedOut: boolean): ApiError {
  if (timedOut) return new ApiError(0, 'network_error', m['platform.client.timeout']());
  return new ApiError(
    0,
    'network_error',
    connectionQuality() === 'offline'
      ? m['platform.client.offline']()
      : m['platform.client.network_failed'](),
  );
}

/** A refusal, in the server's words: its JSON's `message` or `error`, or its bare text. The status's name is English and stays in the log. */
export function refusal(status: number, statusText: string, text: string): ApiError {
  const told = (parse(text) ?? {}) as {
    message?: unknown;
    error?: unknown;
    code?: unknown;
    fields?: Record<string, string>;
  };
  const said = told.message ?? told.error;
  // A proxy's HTML is no message for people, nor is what it has in place of words.
  const words = said === undefined ? (/^\s*</.test(text) ? '' : text) : typeof said === 'string' ? said : '';
  const code = typeof told.code === 'string' ? told.code : undefined;
  return new ApiError(status, code ?? (text || !statusText ? 'unknown' : statusText), words, told.fields);
}

/** The text of a good answer as JSON; nothing is null. */
export function parseAnswer(status: number, text: string): unknown {
  const body = parse(text);
  if (body === undefined)
    throw new ApiError(status, 'malformed_answer', m['platform.client.malformed_answer']());
  return body;
}

function parse(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** While a page is rendered, our own API is in this very process. */
const callInProcess = createIsomorphicFn()
  .server((path: string): Promise<ApiAnswer> | undefined => pageContext()?.api(path))
  .client((_path: string): Promise<ApiAnswer> | undefined => undefined);

/** Calls our API once and answers its parsed body with its headers. Throws {@link ApiError}. */
export async function callApi<Body>(
  path: string,
  init: RequestInit = {},
): Promise<{ body: Body; headers: ApiAnswer['headers'] }> {
  const { ok, status, statusText, headers, text } = await (callInProcess(path) ??
    callInTime(path, {
      credentials: 'same-origin',
      ...init,
      headers: {
        'accept-language': currentLocale(),
        ...(init.headers as Record<string, string> | undefined),
      },
    }));
  if (!ok) throw refusal(status, statusText, text);
  return { body: parseAnswer(status, text) as Body, headers };
}

/** The time is for the whole answer, not only for its first bytes. */
async function callInTime(path: string, init: RequestInit): Promise<ApiAnswer> {
  const call = new AbortController();
  let timedOut = false;
  const timer = setTimeout(
    () => {
      timedOut = true;
      call.abort();
    },
    timeoutMs(init.method ?? 'GET', path),
  );
  const leave = () => call.abort();
  if (init.signal?.aborted) leave();
  init.signal?.addEventListener('abort', leave);
  try {
    const response = await fetch(path, { ...init, signal: call.signal });
    const { ok, status, statusText, headers } = response;
    return { ok, status, statusText, headers, text: await response.text() };
  } catch (error) {
    // Whoever gave up does not need to be told.
    if (init.signal?.aborted) throw error;
    throw noAnswer(timedOut);
  } finally {
    clearTimeout(timer);
    init.signal?.removeEventListener('abort', leave);
  }
}

/** What reads of the API answer, by their paths in its document. */
export type Reads = components['schemas']['Reads'];

/** The addresses that a path of the document stands for. */
export type AddressOf<Path extends string> = Path extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${AddressOf<After>}`
  : Path | `${Path}?${string}`;

/**
 * Reads by a path of the API's document: `getJson<'/api/orders/{id}'>(…)` takes an address that fits and gives what that call answers.
 * What stands in no document is read with the type of what it answers.
 */
export async function getJson<What>(
  path: What extends keyof Reads ? AddressOf<What> : string,
  signal?: AbortSignal,
): Promise<What extends keyof Reads ? Reads[What] : What> {
  return (await callApi<never>(path, signal ? { signal } : {})).body;
}

/** For reads outside of the query cache, which would otherwise repeat them. */
export function getJsonPatiently<Body>(path: string): Promise<Body> {
  return repeating(
    async () => (await callApi<Body>(path)).body,
    (error) => (error instanceof ApiError ? readRepeats(error.status, connectionQuality()) : 0),
  );
}

/**
 * Retry rule for the query cache. While a page is rendered nothing is repeated: the browser asks again anyway, and
 * has a reader to show that it does.
 */
export function retryRead(most?: number) {
  return (failures: number, error: unknown): boolean =>
    typeof window !== 'undefined' &&
    error instanceof ApiError &&
    failures < readRepeats(error.status, connectionQuality(), most);
}

/** Sends a write, once more if that helps and does no harm, and logs it when it fails for good. */
export async function sendWrite<Result>(
  what: string,
  attempt: (failures: number) => Promise<Result>,
  harmlessTwice: boolean,
): Promise<Result> {
  try {
    return await repeating(attempt, (error) =>
      error instanceof ApiError && error.code !== 'aborted'
        ? writeRepeats(error.status, connectionQuality(), harmlessTwice)
        : 0,
    );
  } catch (error) {
    logFailure(what, error);
    throw error;
  }
}

/**
 * `idempotencyKey` makes a call that takes one safe to repeat: the server answers the same thing once more. PUT and
 * DELETE are safe by themselves; any other write is sent once, because its answer may have been lost on the way back.
 */
export async function sendJson<Body>(
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  options: {
    idempotencyKey?: string;
    /** Sent even if the page is left meanwhile. */ keepalive?: boolean;
  } = {},
): Promise<Body> {
  const { idempotencyKey, keepalive } = options;
  const init = {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { body: asJson(body) }),
    ...(keepalive && { keepalive }),
  };
  return sendWrite(
    `${method} ${path}`,
    async (failures) => {
      try {
        return (await callApi<Body>(path, init)).body;
      } catch (error) {
        // The first one got through, and only its answer was lost.
        const gone = method === 'DELETE' && failures > 0 && error instanceof ApiError && error.status === 404;
        if (gone) return null as Body;
        throw error;
      }
    },
    method === 'PUT' || method === 'DELETE' || idempotencyKey !== undefined,
  );
}

function asJson(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch {
    throw new ApiError(0, 'unserializable', m['platform.client.unserializable']());
  }
}
