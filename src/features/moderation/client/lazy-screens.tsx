import { lazy } from 'react';

/** Loaded where they are shown: pages that name them carry none of them. */
export const ReportsScreen = lazy(async () => ({
  default: (await import('./staff-screen.tsx')).ReportsScreen,
}));
export const OwnCases = lazy(async () => ({
  default: (await import('./own-cases.tsx')).OwnCases,
}));
