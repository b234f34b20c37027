import { lazy } from 'react';

/** Loaded where they are shown: pages that name them carry none of them. */
export const DemoScreen = lazy(async () => ({ default: (await import('./samples.tsx')).DemoScreen }));
export const ExampleScreen = lazy(async () => ({ default: (await import('./samples.tsx')).ExampleScreen }));
