import { lazy } from 'react';

/** For hardly anybody: loaded where they are shown. */
export const ChannelsScreen = lazy(async () => ({
  default: (await import('./admin-channels.tsx')).ChannelsScreen,
}));
export const SanctionsScreen = lazy(async () => ({
  default: (await import('./admin-channels.tsx')).SanctionsScreen,
}));
