import type { QueryClient } from '@tanstack/react-query';
import { lazy } from 'react';

/** Call of a channel or of a guest link, loaded on demand. */
export const CallScreen = lazy(async () => ({ default: (await import('./call-screen.tsx')).CallScreen }));

export const CallBar = lazy(async () => ({ default: (await import('./call-bar.tsx')).CallBar }));

/** Call of a channel, or of a guest link. */
export type CallPlace = { channel: string } | { token: string };

export const loadCall = async (client: QueryClient, place: CallPlace, path: string) =>
  (await import('./load-call.ts'))?.loadCall(client, place, path);
