import { lazy } from 'react';

/** For hardly anybody: loaded where they are shown. */
export const LotsScreen = lazy(async () => ({ default: (await import('./lots-screen.tsx')).LotsScreen }));
export const BiddersScreen = lazy(async () => ({
  default: (await import('./bidders-screen.tsx')).BiddersScreen,
}));
