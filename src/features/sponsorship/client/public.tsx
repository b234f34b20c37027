import { lazy } from 'react';

/** Loaded lazily, so that pages that name these screens do not carry them. */
/** Optional: the page of a payment is complete even if this script fails to load. */
export const EarnedBySponsoring = lazy(async () => ({
  default: (await import('./earned.tsx').catch(() => undefined))?.Earned ?? (() => null),
}));
export const SponsorLink = lazy(async () => ({
  default: (await import('./sponsor-link.tsx')).SponsorLink,
}));
export const MySponsorships = lazy(async () => ({
  default: (await import('./my-sponsorships.tsx')).MySponsorships,
}));
export const SponsorsScreen = lazy(async () => ({
  default: (await import('./staff-screen.tsx')).SponsorsScreen,
}));

export { canListSponsors } from '../access.ts';
