import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Joined } from '../contract.ts';
import { createCall } from './call.ts';
import type { MediaSession, SessionDeps } from './session.ts';

const left: string[] = [];
vi.mock('./api.ts', () => ({ leaveCall: ({ key }: Joined) => left.push(key), renewIce: async () => null }));
vi.mock('#platform/client/realtime.ts', () => ({
  sendToTopic: async () => ({ ok: true }),
  watchTopic: () => () => {},
}));

const seatOf = (key: string) =>
  ({
    key,
    peerId: key,
    people: [],
    stage: null,
    marks: [],
    seq: 0,
    expiresAt: '2100-01-01',
  }) as never as Joined;
const session = {
  publish: async () => {},
  setPeople() {},
  restart() {},
  measure: async () => {},
  close() {},
};
const opening = vi.fn<(deps: SessionDeps) => Promise<MediaSession>>();

beforeEach(() => {
  left.length = 0;
  opening.mockReset().mockResolvedValue(session as never as MediaSession);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('whoever leaves while they come in is out, and gives the seat back', async () => {
  const call = createCall({ openSession: opening });
  const entering = Promise.withResolvers<Joined>();
  call.enterWith(() => entering.promise);
  const joining = call.join();
  call.leave();
  entering.resolve(seatOf('one'));
  await joining;
  expect(left).toEqual(['one']);
  expect(call.getState()).toMatchObject({ phase: 'left', seat: null });
  expect(opening).not.toHaveBeenCalled();
});

test('whoever leaves while sound and pictures are opened is out', async () => {
  const call = createCall({ openSession: opening });
  const opened = Promise.withResolvers<MediaSession>();
  opening.mockReturnValue(opened.promise);
  call.enterWith(async () => seatOf('one'));
  const joining = call.join();
  await expect.poll(() => opening.mock.calls).toHaveLength(1);
  call.leave();
  opened.resolve(session as never as MediaSession);
  await joining;
  expect(call.getState()).toMatchObject({ phase: 'left', seat: null });
});

test('a device that opens after somebody left is closed again', async () => {
  const stop = vi.fn<() => void>();
  const track = { stop, addEventListener() {} };
  const asked = Promise.withResolvers<{ getTracks(): unknown[] }>();
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: () => asked.promise } });
  const call = createCall({ openSession: opening });
  const unmuting = call.setMuted(false);
  call.leave();
  asked.resolve({ getTracks: () => [track] });
  await unmuting;
  expect(stop).toHaveBeenCalledOnce();
  expect(call.getState().own).toEqual({});
});

test('whose sound and pictures are lost comes in again, as often as it takes', async () => {
  vi.useFakeTimers();
  const call = createCall({ openSession: opening });
  let entered = 0;
  call.enterWith(async () => seatOf(`seat ${++entered}`));
  await call.join();
  opening.mockRejectedValueOnce(new Error('no way to the server'));
  opening.mock.calls[0]?.[0].onLost();
  await vi.advanceTimersByTimeAsync(100);
  expect(call.getState().phase).toBe('reconnecting');
  await vi.advanceTimersByTimeAsync(5000);
  expect(call.getState()).toMatchObject({ phase: 'in', seat: { key: 'seat 3' } });
  call.leave();
});
