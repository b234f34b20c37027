import { lazy } from 'react';

/** For hardly anybody: loaded where it is shown. */
export const StaffServicesScreen = lazy(async () => ({
  default: (await import('./staff-screen.tsx')).StaffServicesScreen,
}));
