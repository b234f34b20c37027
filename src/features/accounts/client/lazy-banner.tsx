import { lazy } from 'react';

/** For hardly anybody: loaded where it is shown. */
export const ActingBanner = lazy(async () => ({
  default: (await import('./acting-banner.tsx')).ActingBanner,
}));
