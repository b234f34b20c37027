export { canManageSynonyms } from '../access.ts';
/** Every page names this module, and hardly anybody is staff. */
export const SynonymsScreen = lazy(async () => ({
  default: (await import('./synonyms-screen.tsx')).SynonymsScreen,
}));
import { lazy } from 'react';

/** Loaded where it is shown: pages that name it carry none of it. */
export const MonitoringScreen = lazy(async () => ({
  default: (await import('./monitoring-screen.tsx')).MonitoringScreen,
}));

export { loadMonitoring } from './load-monitoring.ts';
