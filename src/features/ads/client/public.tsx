import { lazy } from 'react';

/** Lazy, so that pages that import these do not bundle them. */
export const OwnBanner = lazy(async () => ({ default: (await import('./own-banner.tsx')).OwnBanner }));
export const AdsScreen = lazy(async () => ({ default: (await import('./staff-screen.tsx')).AdsScreen }));

export { canManageAds } from '../access.ts';
export { ConsentChoice } from './consent-bar.tsx';
export { AskConsent, PageAds, Place, useNatives, type PlacedSlot } from './place.tsx';
