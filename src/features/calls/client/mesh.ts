import type { CallEvents, IceServers, Message } from '../contract.ts';
import { callLimits, qualityOf } from '../rules.ts';
import { readChosen } from './devices.ts';
import type { MediaSession, SessionDeps, SourceKind, Sources, Way } from './session.ts';

/** Delay for batching ICE candidates. */
const gatherMs = 60;
/** Time after which an interrupted connection is restarted. */
const patienceMs = 2500;
const beginMs = 8000;

type Description = NonNullable<Message<'signal'>['description']>;
type Connection = {
  pc: RTCPeerConnection;
  polite: boolean;
  makingOffer: boolean;
  settingAnswer: boolean;
  ignoringOffer: boolean;
  senders: Partial<Record<SourceKind, RTCRtpSender>>;
  /** Stream ids of the other side's camera and screen. */
  names: { camera?: string | undefined; screen?: string | undefined };
  streams: Map<string, MediaStream>;
  candidates: (RTCIceCandidateInit | null)[];
  gathering?: ReturnType<typeof setTimeout> | undefined;
  interrupted?: ReturnType<typeof setTimeout> | undefined;
  begun?: ReturnType<typeof setInterval> | undefined;
  /** Queue of signals, which are handled one after another. */
  last: Promise<void>;
  heard: Set<number>;
  counted: { received: number; lost: number };
  way: Way;
};

/**
 * Full mesh of peer connections. If both sides negotiate at once, the polite one gives way ("perfect
 * negotiation" of the WebRTC specification). Only the polite side makes the first offer: Chromium does not
 * gather candidates after a rollback of the first one.
 */
export function createMesh({ seat, send, onSources, onWay }: SessionDeps): MediaSession {
  const connections = new Map<string, Connection>();
  const tracks: Partial<Record<SourceKind, MediaStreamTrack>> = {};
  // A track is identified by its stream.
  const streams = { microphone: new MediaStream(), camera: new MediaStream(), screen: new MediaStream() };
  let servers = seat.iceServers;
  let sent = 0;
  let closed = false;

  const configuration = (): RTCConfiguration => ({
    iceServers: servers as RTCIceServer[],
    bundlePolicy: 'max-bundle',
    ...(readChosen().relayOnly === 'yes' && { iceTransportPolicy: 'relay' as const }),
  });

  function signal(to: string, what: Pick<Message<'signal'>, 'description' | 'candidates'>): void {
    send({
      to,
      n: sent++,
      ...what,
      ...(what.description && { streams: { camera: streams.camera.id, screen: streams.screen.id } }),
    });
  }

  function connect(peerId: string): Connection {
    const known = connections.get(peerId);
    if (known) return known;
    const pc = new RTCPeerConnection(configuration());
    const connection: Connection = {
      pc,
      polite: seat.peerId > peerId,
      makingOffer: false,
      settingAnswer: false,
      ignoringOffer: false,
      senders: {},
      names: {},
      streams: new Map(),
      candidates: [],
      last: Promise.resolve(),
      heard: new Set(),
      counted: { received: 0, lost: 0 },
      way: { state: 'connecting', quality: 'good', roundTripMs: null, lost: 0 },
    };
    connections.set(peerId, connection);
    pc.onnegotiationneeded = async () => {
      try {
        connection.makingOffer = true;
        begin(peerId, connection);
        await pc.setLocalDescription();
        if (pc.localDescription) signal(peerId, { description: describe(pc.localDescription) });
      } catch {
        // The connection was closed meanwhile.
      } finally {
        connection.makingOffer = false;
      }
    };
    pc.onicecandidate = ({ candidate }) => {
      connection.candidates.push(candidate?.toJSON() ?? null);
      connection.gathering ??= setTimeout(() => flush(peerId, connection), gatherMs);
    };
    pc.ontrack = ({ track, streams: [stream] }) => {
      if (!stream) return;
      connection.streams.set(stream.id, stream);
      track.addEventListener('ended', () => tellSources(peerId, connection));
      tellSources(peerId, connection);
    };
    pc.onconnectionstatechange = () => followState(peerId, connection);
    pc.oniceconnectionstatechange = () => followState(peerId, connection);
    // Each connection has an audio transceiver from the start, so that there is always something to
    // negotiate.
    if (connection.polite) {
      const { sender } = pc.addTransceiver('audio', { streams: [streams.microphone] });
      void sender.replaceTrack(tracks.microphone ?? null);
      connection.senders.microphone = sender;
      addTracks(connection);
    }
    return connection;
  }

  /** Adds the tracks other than the voice. */
  function addTracks({ pc, senders }: Connection): void {
    for (const kind of ['camera', 'screen'] as const) {
      const track = tracks[kind];
      if (track) senders[kind] ??= pc.addTrack(track, streams[kind]);
    }
  }

  /** Uses the transceiver of the first offer for our voice. */
  async function answerVoice(connection: Connection): Promise<void> {
    const voice = connection.pc.getTransceivers().find(({ receiver }) => receiver.track.kind === 'audio');
    if (connection.senders.microphone || !voice) return;
    voice.direction = 'sendrecv';
    voice.sender.setStreams(streams.microphone);
    connection.senders.microphone = voice.sender;
    await voice.sender.replaceTrack(tracks.microphone ?? null);
  }

  /** Expects a connection soon after the first description, and restarts ICE otherwise. */
  function begin(peerId: string, connection: Connection): void {
    if (connection.way.state !== 'connecting') return;
    onWay(peerId, connection.way);
    connection.begun ??= setInterval(
      () => {
        if (connection.pc.connectionState !== 'connected') connection.pc.restartIce();
      },
      beginMs * (connection.polite ? 1 : 2),
    );
  }

  function flush(peerId: string, connection: Connection): void {
    connection.gathering = undefined;
    const candidates = connection.candidates.splice(0);
    for (let from = 0; from < candidates.length; from += callLimits.candidates)
      signal(peerId, { candidates: candidates.slice(from, from + callLimits.candidates) as never });
  }

  function followState(peerId: string, connection: Connection): void {
    const { connectionState, iceConnectionState } = connection.pc;
    if (connectionState === 'closed') return;
    if (connectionState === 'connected') {
      clearTimeout(connection.interrupted);
      connection.interrupted = undefined;
      clearInterval(connection.begun);
      setWay(peerId, connection, { state: 'connected' });
    } else if (connectionState === 'failed' || iceConnectionState === 'failed') {
      setWay(peerId, connection, { state: 'failed' });
      connection.pc.restartIce();
    } else if (connectionState === 'disconnected' || iceConnectionState === 'disconnected') {
      setWay(peerId, connection, { state: 'reconnecting' });
      connection.interrupted ??= setTimeout(
        () => {
          connection.interrupted = undefined;
          if (!closed && connection.pc.connectionState !== 'connected') connection.pc.restartIce();
          // Both sides notice at the same time; usually one restart is enough.
        },
        patienceMs * (connection.polite ? 1 : 2),
      );
    }
  }

  function setWay(peerId: string, connection: Connection, change: Partial<Way>): void {
    connection.way = { ...connection.way, ...change };
    onWay(peerId, connection.way);
  }

  function tellSources(peerId: string, { names, streams: theirs }: Connection): void {
    const sources: Sources = {};
    for (const [id, stream] of theirs) {
      if (id === names.camera) sources.camera = stream;
      else if (id === names.screen) sources.screen = stream;
      else sources.microphone = stream;
    }
    onSources(peerId, sources);
  }

  async function take(peerId: string, connection: Connection, heard: CallEvents['signal']): Promise<void> {
    const { pc } = connection;
    const { description, candidates, streams: names } = heard;
    if (names) connection.names = names;
    if (description) {
      begin(peerId, connection);
      const isReady = !connection.makingOffer && (pc.signalingState === 'stable' || connection.settingAnswer);
      const collides = description.type === 'offer' && !isReady;
      connection.ignoringOffer = !connection.polite && collides;
      if (connection.ignoringOffer) return;
      connection.settingAnswer = description.type === 'answer';
      await pc.setRemoteDescription(description);
      connection.settingAnswer = false;
      if (description.type === 'offer') {
        await answerVoice(connection);
        await pc.setLocalDescription();
        if (pc.localDescription) signal(peerId, { description: describe(pc.localDescription) });
        addTracks(connection);
      }
      tellSources(peerId, connection);
    }
    for (const candidate of candidates ?? []) {
      // A candidate of an ignored offer must not block later ones.
      await pc.addIceCandidate(candidate ? (candidate as RTCIceCandidateInit) : undefined).catch(() => {});
    }
  }

  function disconnect(peerId: string): void {
    const connection = connections.get(peerId);
    if (!connection) return;
    connections.delete(peerId);
    clearTimeout(connection.gathering);
    clearTimeout(connection.interrupted);
    clearInterval(connection.begun);
    connection.pc.close();
    onSources(peerId, null);
    onWay(peerId, null);
  }

  return {
    async publish(kind, track) {
      if (track) tracks[kind] = track;
      else delete tracks[kind];
      for (const connection of connections.values()) {
        const sender = connection.senders[kind];
        // A track that was sent once can be replaced or removed without negotiation.
        if (sender) await sender.replaceTrack(track);
        else if (track && connection.senders.microphone)
          connection.senders[kind] = connection.pc.addTrack(track, streams[kind]);
      }
    },
    setPeople(peerIds) {
      for (const peerId of connections.keys()) if (!peerIds.includes(peerId)) disconnect(peerId);
      for (const peerId of peerIds) connect(peerId);
    },
    hear(heard) {
      const connection = connect(heard.from);
      // Repeated, because its acknowledgement was lost.
      if (connection.heard.has(heard.n)) return;
      connection.heard.add(heard.n);
      connection.last = connection.last
        .then(() => take(heard.from, connection, heard))
        .catch(() => {
          // A stale description: the other side offers again, or the connection fails and is restarted.
        });
    },
    setIceServers(next: IceServers['iceServers']) {
      servers = next;
      for (const { pc } of connections.values()) pc.setConfiguration(configuration());
    },
    restart() {
      for (const { pc } of connections.values()) pc.restartIce();
    },
    async measure() {
      for (const [peerId, connection] of connections) {
        const report = await connection.pc.getStats();
        const { counted } = connection;
        let roundTripMs: number | null = null;
        let received = 0;
        let lost = 0;
        for (const entry of report.values()) {
          if (entry.type === 'candidate-pair' && entry.nominated && entry.state === 'succeeded')
            roundTripMs = (entry.currentRoundTripTime ?? 0) * 1000;
          if (entry.type === 'inbound-rtp') {
            received += entry.packetsReceived ?? 0;
            lost += Math.max(0, entry.packetsLost ?? 0);
          }
        }
        const fresh = { received: received - counted.received, lost: lost - counted.lost };
        connection.counted = { received, lost };
        const all = fresh.received + fresh.lost;
        const share = all > 20 ? Math.max(0, fresh.lost / all) : 0;
        const quality = qualityOf({ roundTripMs, lost: share });
        if (connections.get(peerId) === connection && connection.way.state === 'connected')
          setWay(peerId, connection, { roundTripMs, lost: share, quality });
      }
    },
    close() {
      closed = true;
      for (const peerId of connections.keys()) disconnect(peerId);
    },
  };
}

function describe({ type, sdp }: RTCSessionDescription): Description {
  return { type, sdp };
}
