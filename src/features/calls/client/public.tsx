import type { QueryClient } from '@tanstack/react-query';
import { lazy } from 'react';

/** The call of a channel, or what a guest's link leads to: loaded when somebody opens it. */
export const CallScreen = lazy(async () => ({ default: (await import('./call-screen.tsx')).CallScreen }));

/** Whose call an address means: `/remote-support/{channel}/call`, or `/call/{token}` for guests. */
export type CallPlace = { channel: string } | { token: string };

export function callPlace(path: string): CallPlace | null {
  const [, channel, token] = /^\/(?:remote-support\/([^/]+)\/call|call\/([^/]+))\/?$/.exec(path) ?? [];
  if (channel !== undefined) return { channel: decodeURIComponent(channel) };
  return token === undefined ? null : { token: decodeURIComponent(token) };
}

export const loadCall = async (client: QueryClient, place: CallPlace, path: string) =>
  (await import('./load-call.ts'))?.loadCall(client, place, path);
