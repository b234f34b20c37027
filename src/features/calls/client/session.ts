import type { IceServers, Joined, CallEvents, Message } from '../contract.ts';
import type { Quality } from '../rules.ts';

/** Kinds of streams that a person sends to all others. */
export type SourceKind = 'microphone' | 'camera' | 'screen';
export type Sources = Partial<Record<SourceKind, MediaStream>>;

/** Connection to another participant. */
export type Way = {
  state: 'connecting' | 'connected' | 'reconnecting' | 'failed';
  quality: Quality;
  roundTripMs: number | null;
  /** Packet loss of the last seconds, from 0 to 1. */
  lost: number;
};

/** Media of a call, over a mesh or over a server. */
export type MediaSession = {
  /** Sends this track from now on; null stops it. */
  publish(kind: SourceKind, track: MediaStreamTrack | null): Promise<void>;
  /** Sets the other participants. */
  setPeople(peerIds: readonly string[]): void;
  hear(signal: CallEvents['signal']): void;
  setIceServers(servers: IceServers['iceServers']): void;
  /** The network has changed or is back. */
  restart(): void;
  measure(): Promise<void>;
  close(): void;
};

export type SessionDeps = {
  seat: Joined;
  send(signal: Message<'signal'>): void;
  onSources(peerId: string, sources: Sources | null): void;
  onWay(peerId: string, way: Way | null): void;
  /** The session has given up: only rejoining helps. */
  onLost(): void;
};
