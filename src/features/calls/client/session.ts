import type { IceServers, Joined, CallEvents, Message } from '../contract.ts';
import type { Quality } from '../rules.ts';

/** What one person sends; each goes to everybody else in the call. */
export type SourceKind = 'microphone' | 'camera' | 'screen';
export type Sources = Partial<Record<SourceKind, MediaStream>>;

/** How the way to somebody is. */
export type Way = {
  state: 'connecting' | 'connected' | 'reconnecting' | 'failed';
  quality: Quality;
  roundTripMs: number | null;
  /** Of what was sent to us in the last seconds, from 0 to 1. */
  lost: number;
};

/** Sound and pictures of a call, whichever way they take: from each to each, or through a server. */
export type MediaSession = {
  /** Sends this from now on, or nothing. */
  publish(kind: SourceKind, track: MediaStreamTrack | null): Promise<void>;
  /** Who is there besides us. */
  setPeople(peerIds: readonly string[]): void;
  hear(signal: CallEvents['signal']): void;
  setIceServers(servers: IceServers['iceServers']): void;
  /** The network has changed or come back. */
  restart(): void;
  measure(): Promise<void>;
  close(): void;
};

export type SessionDeps = {
  seat: Joined;
  send(signal: Message<'signal'>): void;
  onSources(peerId: string, sources: Sources | null): void;
  onWay(peerId: string, way: Way | null): void;
  /** Nothing is sent any more, and nothing tries: only coming in again helps. */
  onLost(): void;
};
