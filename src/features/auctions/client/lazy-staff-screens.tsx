import { lazy } from 'react';

/** For hardly anybody: loaded where they are shown. */
export const BiddersScreen = lazy(async () => ({
  default: (await import('./bidders-screen.tsx')).BiddersScreen,
}));
