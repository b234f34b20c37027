import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Joined } from '../contract.ts';
import { createCall } from './call.ts';
import type { MediaSession, SessionDeps } from './session.ts';

const left: string[] = [];
vi.mock('./api.ts', () => ({ leaveCall: ({ key }: Joined) => left.push(key), renewIce: async () => null }));
const sending = vi.fn<(topic: string, type: string) => Promise<{ ok: true } | { code: string }>>();
vi.mock('#platform/client/realtime.ts', () => ({
  sendToTopic: (topic: string, type: string) => sending(topic, type),
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
  sending.mockReset().mockResolvedValue({ ok: true });
  opening.mockReset().mockResolvedValue(session as never as MediaSession);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('leaving while joining gives the seat back', async () => {
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

test('leaving while media is being opened ends the call', async () => {
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

test('a device that opens after leaving is closed again', async () => {
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

test('a screen is sent only after the stage was granted', async () => {
  const stop = vi.fn<() => void>();
  const track = { stop, addEventListener() {}, kind: 'video' };
  vi.stubGlobal('navigator', {
    mediaDevices: {
      getDisplayMedia: async () => ({ getTracks: () => [track], getVideoTracks: () => [track] }),
    },
  });
  const publish = vi.fn<MediaSession['publish']>(async () => {});
  opening.mockResolvedValue({ ...session, publish } as never as MediaSession);
  const call = createCall({ openSession: opening });
  call.enterWith(async () => seatOf('one'));
  await call.join();
  const asked = Promise.withResolvers<{ ok: true } | { code: string }>();
  sending.mockImplementation(async (_topic, type) => (type === 'stage' ? asked.promise : { ok: true }));
  const sharing = call.share();
  await expect.poll(() => sending.mock.calls.some(([, type]) => type === 'stage')).toBe(true);
  expect(publish).not.toHaveBeenCalledWith('screen', track);
  asked.resolve({ code: 'stage_taken' });
  await sharing;
  expect(publish).not.toHaveBeenCalledWith('screen', track);
  expect(stop).toHaveBeenCalled();
  expect(call.getState()).toMatchObject({ own: {}, refusal: { code: 'stage_taken' } });

  sending.mockResolvedValue({ ok: true });
  await call.share();
  expect(publish).toHaveBeenCalledWith('screen', track);
  call.leave();
});

test('lost media makes the client rejoin, repeatedly if needed', async () => {
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
