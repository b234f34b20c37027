import { lazy } from 'react';

/** Loaded lazily, because only staff need this screen. */
export const StaffServicesScreen = lazy(async () => ({
  default: (await import('./staff-screen.tsx')).StaffServicesScreen,
}));
