import { ConnectionQuality, Room, RoomEvent, Track, type Participant } from 'livekit-client';
import type { Quality } from '../rules.ts';
import type { MediaSession, SessionDeps, SourceKind, Sources, Way } from './session.ts';

const sourceOf: Record<SourceKind, Track.Source> = {
  microphone: Track.Source.Microphone,
  camera: Track.Source.Camera,
  screen: Track.Source.ScreenShare,
};
const kinds = Object.keys(sourceOf) as SourceKind[];
const qualityOf: Partial<Record<ConnectionQuality, Quality>> = {
  [ConnectionQuality.Excellent]: 'good',
  [ConnectionQuality.Good]: 'good',
  [ConnectionQuality.Poor]: 'poor',
};

/** Part of LiveKit's room that is used. */
export type ServerRoom = Pick<
  Room,
  'on' | 'connect' | 'disconnect' | 'localParticipant' | 'remoteParticipants'
>;

/**
 * Session over a LiveKit server, which forwards each stream. Presence, marks and hands still use our own
 * connection; people have the same ids in both.
 */
export async function createServerSession(
  { seat, onSources, onWay, onLost }: SessionDeps,
  room: ServerRoom = new Room({ adaptiveStream: false, dynacast: true }),
): Promise<MediaSession> {
  let people: readonly string[] = [];
  const sent: Partial<Record<SourceKind, MediaStreamTrack>> = {};

  function tellSources(participant: Participant): void {
    const sources: Sources = {};
    for (const kind of kinds) {
      const track = participant.getTrackPublication(sourceOf[kind])?.track?.mediaStreamTrack;
      if (track) sources[kind] = new MediaStream([track]);
    }
    onSources(participant.identity, sources);
  }
  function tellWay(participant: Participant): void {
    const { connectionQuality } = participant;
    const way: Way = {
      state: connectionQuality === ConnectionQuality.Lost ? 'reconnecting' : 'connected',
      quality: qualityOf[connectionQuality] ?? 'good',
      // The server is in between: nobody measures the whole path.
      roundTripMs: null,
      lost: 0,
    };
    onWay(participant.identity, way);
  }
  const waitFor = (peerId: string, state: Way['state']) =>
    onWay(peerId, { state, quality: 'good', roundTripMs: null, lost: 0 });

  room.on(RoomEvent.TrackSubscribed, (_track, _publication, participant) => tellSources(participant));
  room.on(RoomEvent.TrackUnsubscribed, (_track, _publication, participant) => tellSources(participant));
  room.on(RoomEvent.ParticipantConnected, tellWay);
  room.on(RoomEvent.ConnectionQualityChanged, (_quality, participant) => {
    if (participant.identity !== seat.peerId) tellWay(participant);
  });
  room.on(RoomEvent.ParticipantDisconnected, ({ identity }) => {
    onSources(identity, null);
    if (people.includes(identity)) waitFor(identity, 'connecting');
  });
  room.on(RoomEvent.Reconnecting, () => {
    for (const peerId of people) waitFor(peerId, 'reconnecting');
  });
  room.on(RoomEvent.Reconnected, () => {
    for (const participant of room.remoteParticipants.values()) tellWay(participant);
  });

  let closed = false;
  await room.connect(seat.server?.url ?? '', seat.server?.token ?? '');
  // LiveKit has given up or was told to leave; earlier errors are thrown.
  room.on(RoomEvent.Disconnected, () => {
    if (!closed) onLost();
  });
  return {
    async publish(kind, track) {
      const before = sent[kind];
      if (before) {
        delete sent[kind];
        await room.localParticipant.unpublishTrack(before, false);
      }
      if (!track) return;
      sent[kind] = track;
      await room.localParticipant.publishTrack(track, { source: sourceOf[kind] });
    },
    setPeople(peerIds) {
      for (const peerId of people) {
        if (peerIds.includes(peerId)) continue;
        onSources(peerId, null);
        onWay(peerId, null);
      }
      for (const peerId of peerIds) {
        if (people.includes(peerId)) continue;
        const participant = room.remoteParticipants.get(peerId);
        if (participant) {
          tellSources(participant);
          tellWay(participant);
        } else waitFor(peerId, 'connecting');
      }
      people = peerIds;
    },
    // LiveKit handles signalling, relays, network changes and statistics itself.
    hear() {},
    setIceServers() {},
    restart() {},
    async measure() {},
    close() {
      closed = true;
      void room.disconnect(false);
    },
  };
}
