import { lazy } from 'react';

/** Loaded where they are shown: pages that name them carry none of them. */
// Offline there is nothing in the place of a script that is missing, and nothing is advertised.
export const AdSlot = lazy(async () => ({
  default: (await import('./ad-slot.tsx'))?.AdSlot ?? (() => null),
}));
export const OwnBanner = lazy(async () => ({ default: (await import('./own-banner.tsx')).OwnBanner }));
export const AdsScreen = lazy(async () => ({ default: (await import('./staff-screen.tsx')).AdsScreen }));

export { canManageAds } from '../access.ts';
export { isAdFree, withinBudget, type Slot } from '../rules.ts';
