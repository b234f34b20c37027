import { lazy } from 'react';

/** Loaded where they are shown: pages that name them carry none of them. */
export const AdSlot = lazy(async () => ({ default: (await import('./ad-slot.tsx')).AdSlot }));
export const OwnBanner = lazy(async () => ({ default: (await import('./own-banner.tsx')).OwnBanner }));
export const AdsScreen = lazy(async () => ({ default: (await import('./staff-screen.tsx')).AdsScreen }));

export { canManageAds } from '../access.ts';
export { isAdFree, withinBudget, type Slot } from '../rules.ts';
