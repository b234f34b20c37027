import { createIsomorphicFn } from '@tanstack/react-start';
import { m } from '#i18n/generated/messages.js';
import { currentLocale, pageContext } from './page-context.ts';

/**
 * A failed call, carrying only what the server chose to tell. `status` 0 means that no answer came.
 * It crosses from the server's rendering to the browser, so it must never hold anything else.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string>;

  constructor(status: number, code: string, message: string, fields: Record<string, string> = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

const send = createIsomorphicFn()
  .server((path: string, _init: RequestInit): Promise<Response> => {
    const context = pageContext();
    if (!context) throw new Error('no page is being rendered');
    return context.api(path);
  })
  .client((path: string, init: RequestInit): Promise<Response> => fetch(path, init));

/** What to tell people of a failure: the server's own words, or ours where it had none. */
export function describeError(error: unknown): string {
  if (!(error instanceof ApiError)) return m['platform.client.unknown']();
  if (error.code === 'network_error') return m['platform.client.network_failed']();
  if (error.code === 'malformed_answer') return m['platform.client.malformed_answer']();
  return error.message || m['platform.client.unknown']();
}

/** Calls our API and answers its parsed body with its headers. Throws {@link ApiError}. */
export async function callApi<Body>(
  path: string,
  init: RequestInit = {},
): Promise<{ body: Body; headers: Headers }> {
  let response: Response;
  try {
    response = await send(path, {
      credentials: 'same-origin',
      ...init,
      headers: {
        'accept-language': currentLocale(),
        ...(init.headers as Record<string, string> | undefined),
      },
    });
  } catch {
    throw new ApiError(0, 'network_error', '');
  }
  const text = await response.text();
  const body = parse(text);
  if (!response.ok) {
    const told = (body ?? {}) as {
      message?: string;
      error?: string;
      code?: string;
      fields?: Record<string, string>;
    };
    throw new ApiError(
      response.status,
      told.code ?? 'unknown',
      told.message ?? told.error ?? (/^\s*</.test(text) ? '' : text || response.statusText),
      told.fields,
    );
  }
  if (text !== '' && body === undefined) throw new ApiError(response.status, 'malformed_answer', '');
  return { body: body as Body, headers: response.headers };
}

function parse(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export async function getJson<Body>(path: string, signal?: AbortSignal): Promise<Body> {
  return (await callApi<Body>(path, signal ? { signal } : {})).body;
}

export async function sendJson<Body>(
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
) {
  const init: RequestInit =
    body === undefined
      ? { method }
      : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  return (await callApi<Body>(path, init)).body;
}
