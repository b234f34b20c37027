import { lazy } from 'react';

/** Lazy, because only staff open them. */
export const ChannelsScreen = lazy(async () => ({
  default: (await import('./admin-channels.tsx')).ChannelsScreen,
}));
export const SanctionsScreen = lazy(async () => ({
  default: (await import('./admin-channels.tsx')).SanctionsScreen,
}));
