import { lazy } from 'react';

/** Lazy, because only staff open them. */
export const LotsScreen = lazy(async () => ({ default: (await import('./lots-screen.tsx')).LotsScreen }));
export const BiddersScreen = lazy(async () => ({
  default: (await import('./bidders-screen.tsx')).BiddersScreen,
}));
