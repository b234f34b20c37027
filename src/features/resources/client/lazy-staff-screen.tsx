import { lazy } from 'react';

/** Lazy, because only staff open it. */
export const StaffResourcesScreen = lazy(async () => ({
  default: (await import('./staff-screen.tsx')).StaffResourcesScreen,
}));
