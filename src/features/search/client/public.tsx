import { lazy } from 'react';

export { canManageSynonyms } from '../access.ts';
/** Loaded lazily, because every page imports this module and few people are staff. */
export const SynonymsScreen = lazy(async () => ({
  default: (await import('./synonyms-screen.tsx')).SynonymsScreen,
}));
