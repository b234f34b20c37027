import { lazy } from 'react';

/** Loaded lazily, so that pages that name these screens do not carry them. */
export const ReportsScreen = lazy(async () => ({
  default: (await import('./staff-screen.tsx')).ReportsScreen,
}));
export const OwnCases = lazy(async () => ({
  default: (await import('./own-cases.tsx')).OwnCases,
}));
