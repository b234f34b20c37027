import { beforeEach, expect, test, vi } from 'vitest';
import { keyFor, openDraft, rememberOrder, renewKey } from './paying.ts';

// Behave as in a browser, outside of server rendering.
vi.mock('#platform/client/page-context.ts', () => ({
  pageContext: () => undefined,
  currentLocale: () => 'ko',
}));

/** Fakes for the browser's storage and for the server's answer about the stored order. */
function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  } as Storage;
}

const answer = vi.fn<() => { status: number; body: object }>();
beforeEach(() => {
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('sessionStorage', storage());
  vi.stubGlobal('fetch', async () => {
    const { status, body } = answer();
    return Response.json(body, { status });
  });
});

test('two windows of one person share a key, another person gets another', async () => {
  const first = await keyFor('person', 'service');
  expect(first.unpaid).toBeNull();
  expect(await keyFor('person', 'service')).toEqual(first);
  expect((await keyFor('somebody else', 'service')).key).not.toBe(first.key);
  expect((await keyFor('person', 'another service')).key).not.toBe(first.key);
});

test('an unpaid order is continued under its key', async () => {
  const key = renewKey('person', 'service');
  rememberOrder('person', 'service', { key, orderId: 'order' });
  answer.mockReturnValue({ status: 200, body: { id: 'order', state: 'created' } });
  expect(await keyFor('person', 'service')).toEqual({ key, unpaid: { id: 'order', state: 'created' } });
});

test.each([
  [200, { id: 'order', state: 'paid' }],
  [200, { id: 'order', state: 'cancelled' }],
  [404, { code: 'order_not_found', message: '없어요.' }],
])('a new key is used after an order answers %i %j', async (status, body) => {
  const key = renewKey('person', 'service');
  rememberOrder('person', 'service', { key, orderId: 'order' });
  answer.mockReturnValue({ status, body });
  const next = await keyFor('person', 'service');
  expect(next.unpaid).toBeNull();
  expect(next.key).not.toBe(key);
  expect(await keyFor('person', 'service')).toEqual(next);
});

test('an order that cannot be looked up right now counts as unpaid', async () => {
  const key = renewKey('person', 'service');
  rememberOrder('person', 'service', { key, orderId: 'order' });
  answer.mockReturnValue({ status: 503, body: { code: 'overloaded', message: '잠시 뒤에요.' } });
  expect(await keyFor('person', 'service')).toEqual({ key, unpaid: null });
});

test('a guest’s input is theirs after the login, and gone once it is ordered', () => {
  openDraft(null, 'service').keep({ description: '상자' });
  const own = openDraft('person', 'service');
  expect(own.read()).toEqual({ description: '상자' });
  own.forget();
  expect(openDraft('person', 'service').read()).toBeNull();
  expect(openDraft(null, 'service').read()).toBeNull();
});

test('ordering works in a browser without storage', async () => {
  const broken = () => {
    throw new Error('denied');
  };
  const denied = { getItem: broken, setItem: broken, removeItem: broken };
  vi.stubGlobal('localStorage', denied);
  vi.stubGlobal('sessionStorage', denied);
  expect((await keyFor('person', 'service')).key).toMatch(/^[\da-f-]{36}$/);
  const draft = openDraft('person', 'service');
  draft.keep({ description: '상자' });
  expect(draft.read()).toBeNull();
});
