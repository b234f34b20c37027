import { createIsomorphicFn } from '@tanstack/react-start';
import { m } from '#i18n/generated/messages.js';
import type { components } from './apiReads.gen.ts';
import { connectionQuality } from './connection.ts';
import { logFailure } from './log.ts';
import { currentLocale, pageContext, type ApiAnswer } from './page-context.ts';
import { readRepeats, repeating, timeoutMs, writeRepeats } from './retries.ts';

/**
 * Failed call. It carries only what the server sent, or our own message where there was no response (`status` 0). It is
 * serialised from the server's rendering to the browser, so it must never hold anything else. `message` is for logs
 * ("503: …"); people read `told`.
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

/** Returns the message for people: the server's, or ours where it sent none. */
export function describeError(error: unknown, otherwise: string = m['platform.client.unknown']()): string {
  return (error instanceof ApiError && error.told) || otherwise;
}

/** Failure without a response; its message tells why. */
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

/**
 * Error response in the server's words: `message` or `error` of its JSON, or its plain text. The status text is English
 * and only logged.
 */
export function refusal(status: number, statusText: string, text: string): ApiError {
  const told = (parse(text) ?? {}) as {
    message?: unknown;
    error?: unknown;
    code?: unknown;
    fields?: Record<string, string>;
  };
  const said = told.message ?? told.error;
  // A proxy's HTML error page is no message for people.
  const words = said === undefined ? (/^\s*</.test(text) ? '' : text) : typeof said === 'string' ? said : '';
  const code = typeof told.code === 'string' ? told.code : undefined;
  return new ApiError(status, code ?? (text || !statusText ? 'unknown' : statusText), words, told.fields);
}

/** Parses the body of a successful response as JSON; an empty body is null. */
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

/** During rendering our own API runs in this process. */
const callInProcess = createIsomorphicFn()
  .server((path: string): Promise<ApiAnswer> | undefined => pageContext()?.api(path))
  .client((_path: string): Promise<ApiAnswer> | undefined => undefined);

/** Calls our API once and returns its parsed body and headers. Throws {@link ApiError}. */
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

/** The timeout covers the whole response, not only its first bytes. */
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
    // The caller aborted, so no error message is needed.
    if (init.signal?.aborted) throw error;
    throw noAnswer(timedOut);
  } finally {
    clearTimeout(timer);
    init.signal?.removeEventListener('abort', leave);
  }
}

/** Response types of the API's GETs by path. */
export type Reads = components['schemas']['Reads'];

/** Addresses that match a path of the API document. */
export type AddressOf<Path extends string> = Path extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${AddressOf<After>}`
  : Path | `${Path}?${string}`;

/**
 * Reads JSON. `getJson<'/api/orders/{id}'>(…)` accepts only matching addresses and returns the response type of that path; any other type
 * argument is the response type itself.
 */
export async function getJson<What>(
  path: What extends keyof Reads ? AddressOf<What> : string,
  signal?: AbortSignal,
): Promise<What extends keyof Reads ? Reads[What] : What> {
  return (await callApi<never>(path, signal ? { signal } : {})).body;
}

/** For reads outside of the query cache, which has its own retries. */
export function getJsonWithRetry<Body>(path: string): Promise<Body> {
  return repeating(
    async () => (await callApi<Body>(path)).body,
    (error) => (error instanceof ApiError ? readRepeats(error.status, connectionQuality()) : 0),
  );
}

/**
 * Retry rule of the query cache. Rendering does not retry: the browser fetches again anyway, and can show the reader
 * that it is loading.
 */
export function retryRead(most?: number) {
  return (failures: number, error: unknown): boolean =>
    typeof window !== 'undefined' &&
    error instanceof ApiError &&
    failures < readRepeats(error.status, connectionQuality(), most);
}

/** Sends a write, retries it once if that is safe and useful, and logs its final failure. */
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
 * `idempotencyKey` makes a call that supports one safe to repeat: the server returns the same response. PUT and DELETE
 * are idempotent; any other write is sent once, because only its response may have been lost.
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
        // The first attempt succeeded, and only its response was lost.
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
