import { lazy } from 'react';

/** Loaded lazily, because only staff need these screens. */
export const PayoutsScreen = lazy(async () => ({
  default: (await import('./payouts-screen.tsx')).PayoutsScreen,
}));
export const RefundsScreen = lazy(async () => ({
  default: (await import('./refunds-screen.tsx')).RefundsScreen,
}));
export const JournalsScreen = lazy(async () => ({
  default: (await import('./journals-screen.tsx')).JournalsScreen,
}));
export const FindingsScreen = lazy(async () => ({
  default: (await import('./findings-screen.tsx')).FindingsScreen,
}));
export const AdjustmentsScreen = lazy(async () => ({
  default: (await import('./adjustments-screen.tsx')).AdjustmentsScreen,
}));
