import { lazy } from 'react';

/** Loaded where they are shown: pages that name them carry none of them. */
/** What was paid stands without it: a script that does not come takes nothing away. */
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
