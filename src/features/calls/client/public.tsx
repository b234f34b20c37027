import type { QueryClient } from '@tanstack/react-query';
import { lazy } from 'react';

/** The call of a channel, or what a guest's link leads to: loaded when somebody opens it. */
export const CallScreen = lazy(async () => ({ default: (await import('./call-screen.tsx')).CallScreen }));

export const CallBar = lazy(async () => ({ default: (await import('./call-bar.tsx')).CallBar }));

/** Whose call is meant: a channel's, or the one that a guest's link leads to. */
export type CallPlace = { channel: string } | { token: string };

export const loadCall = async (client: QueryClient, place: CallPlace, path: string) =>
  (await import('./load-call.ts'))?.loadCall(client, place, path);
