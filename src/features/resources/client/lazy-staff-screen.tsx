import { lazy } from 'react';

/** For hardly anybody: loaded where it is shown. */
export const StaffResourcesScreen = lazy(async () => ({
  default: (await import('./staff-screen.tsx')).StaffResourcesScreen,
}));
