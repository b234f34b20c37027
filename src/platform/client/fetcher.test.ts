import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest';
import { flakyServer, type Behaviour } from '../../../fakes/flaky-server.ts';
import { m } from '#i18n/generated/messages.js';
import { ApiError, callApi, describeError, getJson, getJsonWithRetry, sendJson } from './fetcher.ts';

// Runs as in a browser, where no page is being rendered.
vi.mock('./page-context.ts', () => ({ pageContext: () => undefined, currentLocale: () => 'ko' }));

const unknown = '알 수 없는 문제가 생겼어요. 잠시 뒤 다시 시도해 주세요.';

let logged: string[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  logged = [];
  vi.spyOn(console, 'warn').mockImplementation((...parts) => void logged.push(parts.join(' ')));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function server(...behaviours: Behaviour[]) {
  const flaky = flakyServer(...behaviours);
  vi.stubGlobal('fetch', flaky.answer);
  return flaky;
}

/** Runs the fake timers until the call has ended, and returns its result or its error. */
async function ended(call: Promise<unknown>): Promise<unknown> {
  const result = call.catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return result;
}

describe('an error message', () => {
  test.each([
    [
      'in the words of the server',
      new ApiError(409, 'conflict', '그 사이에 바뀌었어요.'),
      '그 사이에 바뀌었어요.',
    ],
    ['in ours when the server had none', new ApiError(502, 'unknown', ''), unknown],
    // Errors of our own code are never shown to people.
    ['without what broke inside', new TypeError('x is undefined'), unknown],
    ['whatever was thrown', 'text', unknown],
  ])('%s', (_, error, words) => {
    expect(describeError(error)).toBe(words);
  });

  test('uses the fallback for the place when the server sent no message', () => {
    const words = '로그인하지 못했어요.';
    expect(describeError(new ApiError(502, 'unknown', ''), words)).toBe(words);
  });
});

test('an API error carries only what the server sent', () => {
  const error = new ApiError(400, 'invalid_input', 'Please check.', { title: 'Required.' });
  expect(Object.entries(error).toSorted()).toEqual([
    ['code', 'invalid_input'],
    ['fields', { title: 'Required.' }],
    ['name', 'ApiError'],
    ['status', 400],
    ['told', 'Please check.'],
  ]);
  expect(error.message).toBe('400: Please check.');
  expect(new ApiError(500, 'x', 'y').fields).toEqual({});
});

describe('a failed response becomes "status: message", the message being', () => {
  test.each([
    ["the JSON's message", { status: 409, body: { message: '겹쳐요.', error: 'no' } }, '409: 겹쳐요.'],
    ["the JSON's error", { status: 500, body: { error: 'broken' } }, '500: broken'],
    ['the raw text', { status: 500, text: 'out of order' }, '500: out of order'],
    ['the status text', { status: 503, text: '' }, '503: Status 503'],
    ['nothing that is no text', { status: 502, body: { error: { code: 'x' } } }, '502: unknown'],
    ['nothing of a code that is none', { status: 502, body: { message: 1, code: {} } }, '502: unknown'],
    ["not a proxy's page", { status: 502, text: '<html>Bad Gateway</html>' }, '502: unknown'],
  ])('%s', async (_, behaviour, message) => {
    server(behaviour);
    expect(await ended(callApi('/api/x'))).toMatchObject({ name: 'ApiError', message });
  });
});

test('shows our own message, not the status text, which is only logged', async () => {
  server({ status: 503, text: '' });
  expect(describeError(await ended(callApi('/api/x')))).toBe(m['platform.client.unknown']());
});

describe('without a response the message is', () => {
  test('that the time ran out, after 15 s', async () => {
    server('hangs');
    const call = callApi('/api/user').catch((error: unknown) => error);
    let over = false;
    void call.then(() => (over = true));
    await vi.advanceTimersByTimeAsync(14_999);
    expect(over).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(describeError(await call)).toBe(
      '요청 시간이 초과됐어요. 네트워크 연결을 확인하고 다시 시도해 주세요.',
    );
  });

  test('that the request failed', async () => {
    server('breaks');
    expect(describeError(await ended(callApi('/api/user')))).toBe(
      '네트워크 요청에 실패했어요. 연결을 확인하고 다시 시도해 주세요.',
    );
  });

  test('that there is no connection', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    server('breaks');
    expect(describeError(await ended(callApi('/api/user')))).toBe(
      '네트워크 연결에 문제가 있어요. 연결을 확인하고 다시 시도해 주세요.',
    );
  });

  test('that the response is not JSON', async () => {
    server({ status: 200, text: '<html>' });
    expect(describeError(await ended(callApi('/api/user')))).toBe(
      '서버 응답이 올바른 JSON이 아니에요. 잠시 뒤 다시 시도해 주세요.',
    );
  });

  test('that the body cannot be written as JSON', async () => {
    const flaky = server({ status: 200 });
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    expect(describeError(await ended(sendJson('POST', '/api/x', circular)))).toBe(
      '보낼 내용을 JSON으로 바꿀 수 없어요.',
    );
    expect(flaky.requests).toEqual([]);
  });

  test('absent when the caller aborted', async () => {
    server('hangs');
    const leaving = new AbortController();
    const call = ended(callApi('/api/user', { signal: leaving.signal }));
    leaving.abort();
    expect(await call).toMatchObject({ name: 'AbortError' });
  });
});

test('a read by a path of the API document accepts matching addresses only and has its response type', async () => {
  server({ status: 200, body: { likeCount: 3, liked: true } });
  const likes = getJson<'/api/resources/{id}/likes'>(`/api/resources/${'a'}/likes`);
  expectTypeOf(await likes).toEqualTypeOf<{ likeCount: number; liked: boolean }>();
  expect(await likes).toEqual({ likeCount: 3, liked: true });
  // @ts-expect-error There is no such path.
  await getJson<'/api/resources/{id}/likes'>(`/api/resources/${'a'}/like`);
  expectTypeOf(getJson<string[]>).returns.resolves.toEqualTypeOf<string[]>();
});

describe('an uncached read', () => {
  test('is sent three times in total to a failing server', async () => {
    const flaky = server({ status: 503, body: { message: '점검 중이에요.' } });
    expect(describeError(await ended(getJsonWithRetry('/api/x')))).toBe('점검 중이에요.');
    expect(flaky.times()).toEqual([0, 1000, 3000]);
  });

  test('succeeds as soon as the server does', async () => {
    const flaky = server('breaks', { status: 200, body: [1] });
    expect(await ended(getJsonWithRetry('/api/x'))).toEqual([1]);
    expect(flaky.times()).toEqual([0, 1000]);
  });

  test('starts its 30 s timeout again with each attempt', async () => {
    const flaky = server('hangs', { status: 200, body: 'late' });
    expect(await ended(getJsonWithRetry('/api/resources/1/download-check'))).toBe('late');
    expect(flaky.times()).toEqual([0, 31_000]);
  });
});

describe('a write', () => {
  const key = 'one-intention';

  test('is sent once when only its response may have been lost', async () => {
    const flaky = server({ status: 503, body: { message: '점검 중이에요.' } });
    await ended(sendJson('POST', '/api/login', { username: 'a' }));
    await ended(sendJson('PATCH', '/api/resources/1', {}));
    expect(flaky.requests).toHaveLength(2);
  });

  test('is sent once more with the same Idempotency-Key, a second later', async () => {
    const flaky = server({ status: 503 }, { status: 201, body: { id: 1 } });
    expect(await ended(sendJson('POST', '/api/resources', {}, { idempotencyKey: key }))).toEqual({ id: 1 });
    expect(flaky.times()).toEqual([0, 1000]);
    expect(flaky.requests.map(({ headers }) => headers['idempotency-key'])).toEqual([key, key]);
    expect(logged).toEqual([]);
  });

  test('is sent at most twice, and its failure is logged', async () => {
    const flaky = server({ status: 503, body: { message: '점검 중이에요.' } });
    expect(await ended(sendJson('PUT', '/api/x', {}))).toMatchObject({ status: 503 });
    expect(flaky.times()).toEqual([0, 1000]);
    expect(logged).toEqual(['PUT /api/x: 503: 점검 중이에요.']);
  });

  test.each([400, 404, 408, 409, 429])('is sent once when refused with %i', async (status) => {
    const flaky = server({ status });
    await ended(sendJson('POST', '/api/resources', {}, { idempotencyKey: key }));
    expect(flaky.requests).toHaveLength(1);
  });

  test('is sent once while offline', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    const flaky = server('breaks');
    await ended(sendJson('DELETE', '/api/x'));
    expect(flaky.requests).toHaveLength(1);
  });

  test('succeeds when a retried delete finds nothing', async () => {
    server('breaks', { status: 404, body: { message: '없어요.' } });
    expect(await ended(sendJson('DELETE', '/api/x'))).toBeNull();
  });

  test('fails when the first delete finds nothing', async () => {
    server({ status: 404, body: { message: '없어요.' } });
    expect(await ended(sendJson('DELETE', '/api/x'))).toMatchObject({ status: 404 });
  });
});
