import { lazy } from 'react';

/** Loaded lazily, so that the page of a service does not wait for it. */
export const ServiceBuilds = lazy(async () => ({
  default: (await import('./service-builds.tsx'))?.ServiceBuilds ?? (() => null),
}));
