import { ConnectionQuality, RoomEvent, Track } from 'livekit-client';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Joined } from '../contract.ts';
import { createServerSession, type ServerRoom } from './livekit.ts';
import type { MediaSession, Sources, Way } from './session.ts';

/** LiveKit cannot be installed here: this tests our calls of its client and our handling of its events. */

const track = (id: string) => ({ id }) as unknown as MediaStreamTrack;
class FakeStream {
  readonly tracks: MediaStreamTrack[];
  constructor(tracks: MediaStreamTrack[]) {
    this.tracks = tracks;
  }
}

function participant(identity: string, tracks: Partial<Record<Track.Source, MediaStreamTrack>> = {}) {
  return {
    identity,
    connectionQuality: ConnectionQuality.Excellent as ConnectionQuality,
    getTrackPublication: (source: Track.Source) =>
      tracks[source] && { track: { mediaStreamTrack: tracks[source] } },
  };
}

const listeners = new Map<string, (...args: unknown[]) => void>();
const remote = new Map<string, ReturnType<typeof participant>>();
const asked: unknown[][] = [];
const sources = new Map<string, Sources | null>();
const ways = new Map<string, Way | null>();
let session: MediaSession;

beforeEach(async () => {
  vi.stubGlobal('MediaStream', FakeStream);
  for (const each of [listeners, remote, sources, ways]) each.clear();
  asked.length = 0;
  const note =
    (name: string) =>
    async (...args: unknown[]) =>
      void asked.push([name, ...args]);
  const room = {
    on: (event: string, listener: (...args: unknown[]) => void) => listeners.set(event, listener),
    connect: note('connect'),
    disconnect: note('disconnect'),
    localParticipant: { publishTrack: note('publish'), unpublishTrack: note('unpublish') },
    remoteParticipants: remote,
  };
  session = await createServerSession(
    {
      seat: { peerId: 'me', server: { url: 'wss://media.example', token: 'ticket' } } as unknown as Joined,
      send() {},
      onSources: (peerId, told) => sources.set(peerId, told),
      onWay: (peerId, way) => ways.set(peerId, way),
      onLost: () => void asked.push(['lost']),
    },
    room as unknown as ServerRoom,
  );
});
const tell = (event: RoomEvent, ...args: unknown[]) => listeners.get(event)?.(...args);

test('joins with the ticket and leaves the devices unchanged', () => {
  session.close();
  expect(asked).toEqual([
    ['connect', 'wss://media.example', 'ticket'],
    ['disconnect', false],
  ]);
});

test('publishes each device under its kind, and replaces the previous one', async () => {
  await session.publish('screen', track('one'));
  await session.publish('screen', track('two'));
  await session.publish('screen', null);
  expect(asked.slice(1)).toEqual([
    ['publish', track('one'), { source: Track.Source.ScreenShare }],
    ['unpublish', track('one'), false],
    ['publish', track('two'), { source: Track.Source.ScreenShare }],
    ['unpublish', track('two'), false],
  ]);
});

test('reports sources and connection quality of each person', () => {
  const other = participant('other', { [Track.Source.Camera]: track('camera') });
  session.setPeople(['other']);
  expect(ways.get('other')?.state).toBe('connecting');
  remote.set('other', other);
  tell(RoomEvent.ParticipantConnected, other);
  tell(RoomEvent.TrackSubscribed, {}, {}, other);
  expect(ways.get('other')).toMatchObject({ state: 'connected', quality: 'good' });
  expect(Object.keys(sources.get('other') ?? {})).toEqual(['camera']);
  other.connectionQuality = ConnectionQuality.Poor;
  tell(RoomEvent.ConnectionQualityChanged, ConnectionQuality.Poor, other);
  expect(ways.get('other')).toMatchObject({ state: 'connected', quality: 'poor' });
  tell(RoomEvent.Reconnecting);
  expect(ways.get('other')?.state).toBe('reconnecting');
  tell(RoomEvent.Reconnected);
  expect(ways.get('other')?.state).toBe('connected');
  session.setPeople([]);
  expect([sources.get('other'), ways.get('other')]).toEqual([null, null]);
});

test('reports when LiveKit has given up, and not when we leave', () => {
  asked.length = 0;
  tell(RoomEvent.Disconnected);
  expect(asked).toEqual([['lost']]);
  session.close();
  tell(RoomEvent.Disconnected);
  expect(asked).toEqual([['lost'], ['disconnect', false]]);
});
