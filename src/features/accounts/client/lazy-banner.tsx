import { lazy } from 'react';

/** Lazy, because only staff see it. */
export const ActingBanner = lazy(async () => ({
  default: (await import('./acting-banner.tsx')).ActingBanner,
}));

/** Lazy, because few people see it, and only after the terms have changed. */
export const AgreeAgain = lazy(async () => ({ default: (await import('./agree-again.tsx')).AgreeAgain }));
