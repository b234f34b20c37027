import { lazy } from 'react';

/** Lazy, because only staff see it. */
export const ActingBanner = lazy(async () => ({
  default: (await import('./acting-banner.tsx')).ActingBanner,
}));
