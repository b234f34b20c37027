import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOutbox, type Outcome, type Outgoing } from './outbox.ts';

type Body = { text: string };

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const message = (text: string, channelId = 'a') => ({
  clientId: `${channelId}-${text}`,
  channelId,
  writtenAt: '2026-11-23T05:00:00Z',
  body: { text },
});

/** Opens an outbox with a scripted server and a fake clock. */
function open(answer: (text: string, discarded: AbortSignal) => Outcome | Promise<Outcome>, personId = 'me') {
  const tried: string[] = [];
  const due: { act: () => void; ms: number }[] = [];
  const outbox = createOutbox<Body>({
    personId,
    async send({ body }: Outgoing<Body>, discarded) {
      tried.push(body.text);
      return answer(body.text, discarded);
    },
    timers: { later: (act, ms) => due.push({ act, ms }) },
  });
  return { outbox, tried, due };
}
const sent: Outcome = { kind: 'sent' };
const later: Outcome = { kind: 'later' };
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const textsOf = (outbox: { entries(): readonly Outgoing<Body>[] }) =>
  outbox.entries().map(({ body }) => body.text);

test('messages are sent one after another, in the order of writing', async () => {
  const waiting: ((outcome: Outcome) => void)[] = [];
  const { outbox, tried } = open(() => new Promise((resolve) => waiting.push(resolve)));
  outbox.add(message('하나'));
  outbox.add(message('둘'));
  await settle();
  expect(tried).toEqual(['하나']);
  waiting[0]?.(sent);
  await settle();
  expect(tried).toEqual(['하나', '둘']);
  expect(textsOf(outbox)).toEqual(['둘']);
  waiting[1]?.(sent);
  await settle();
  expect(textsOf(outbox)).toEqual([]);
});

test('without a network they wait with growing delays, and are sent in order afterwards', async () => {
  let network = false;
  const { outbox, tried, due } = open(() => (network ? sent : later));
  outbox.add(message('하나'));
  outbox.add(message('둘'));
  await settle();
  expect(tried).toEqual(['하나']);
  expect(due.map(({ ms }) => ms)).toEqual([1000]);
  due[0]?.act();
  await settle();
  expect(due.map(({ ms }) => ms)).toEqual([1000, 2000]);
  expect(textsOf(outbox)).toEqual(['하나', '둘']);
  network = true;
  outbox.flush();
  await settle();
  expect(tried.slice(2)).toEqual(['하나', '둘']);
  expect(textsOf(outbox)).toEqual([]);
});

test('waiting messages can be retried at once, without extra attempts later', async () => {
  const { outbox, tried, due } = open(() => later);
  outbox.add(message('하나'));
  await settle();
  for (let press = 1; press <= 3; press += 1) {
    outbox.again('a-하나');
    await settle();
  }
  expect(tried).toHaveLength(4);
  expect(outbox.entries()).toEqual([{ ...message('하나'), problem: null }]);
  // Only one of the scheduled attempts runs.
  for (const { act } of due.slice()) act();
  await settle();
  expect(tried).toHaveLength(5);
});

test('a discarded message is aborted and does not block later ones', async () => {
  const { outbox, tried, due } = open((text, discarded) =>
    text === '하나'
      ? new Promise((resolve) => discarded.addEventListener('abort', () => resolve(later)))
      : sent,
  );
  outbox.add(message('하나'));
  outbox.add(message('둘'));
  await settle();
  expect(tried).toEqual(['하나']);
  outbox.discard('a-하나');
  await settle();
  expect(tried).toEqual(['하나', '둘']);
  expect(outbox.entries()).toEqual([]);
  expect(due).toEqual([]);
});

test('a channel that waits does not block others', async () => {
  const { outbox, tried } = open((text) => (text === '하나' ? later : sent));
  outbox.add(message('하나', 'a'));
  outbox.add(message('둘', 'b'));
  await settle();
  expect(tried).toEqual(['하나', '둘']);
  expect(textsOf(outbox)).toEqual(['하나']);
});

test('a refused message shows the reason, lets the next one pass, and can be retried or discarded', async () => {
  let isRefused = true;
  const { outbox } = open((text) =>
    text === '하나' && isRefused ? { kind: 'refused', problem: '쓸 수 없는 말' } : sent,
  );
  outbox.add(message('하나'));
  outbox.add(message('둘'));
  await settle();
  expect(outbox.entries()).toEqual([{ ...message('하나'), problem: '쓸 수 없는 말' }]);
  isRefused = false;
  outbox.again('a-하나');
  await settle();
  expect(textsOf(outbox)).toEqual([]);
  isRefused = true;
  outbox.add(message('하나'));
  await settle();
  outbox.discard('a-하나');
  expect(textsOf(outbox)).toEqual([]);
  expect(textsOf(open(() => sent).outbox)).toEqual([]);
});

test('unsent messages survive a reload, and are sent by their writer only', async () => {
  open(() => later).outbox.add(message('하나'));
  await settle();
  expect(textsOf(open(() => sent, 'you').outbox)).toEqual([]);
  const { outbox, tried } = open(() => sent);
  expect(textsOf(outbox)).toEqual(['하나']);
  outbox.flush();
  await settle();
  expect(tried).toEqual(['하나']);
  expect(textsOf(open(() => sent).outbox)).toEqual([]);
});

test('two windows keep their messages side by side', () => {
  const first = open(() => later);
  const second = open(() => later);
  first.outbox.add(message('하나'));
  second.outbox.add(message('둘'));
  first.outbox.discard('a-하나');
  expect(textsOf(open(() => later).outbox)).toEqual(['둘']);
});

test('without usable storage it starts empty and still sends', async () => {
  localStorage.setItem('gongbang-outbox:me', '[{"text":"?"},null,3]');
  expect(textsOf(open(() => sent).outbox)).toEqual([]);
  vi.stubGlobal('localStorage', undefined);
  const { outbox, tried } = open(() => sent);
  outbox.add(message('하나'));
  await settle();
  expect(tried).toEqual(['하나']);
});

test('after its writer has signed out it sends nothing more', async () => {
  const { outbox, tried, due } = open(() => later);
  outbox.add(message('나중에'));
  await settle();
  expect(tried).toEqual(['나중에']);
  outbox.forget();
  for (const { act } of due) act();
  outbox.flush();
  await settle();
  expect(tried).toEqual(['나중에']);
  expect(outbox.entries()).toEqual([]);
});
