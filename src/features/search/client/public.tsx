import { lazy } from 'react';

export { canManageSynonyms } from '../access.ts';
/** Every page names this module, and hardly anybody is staff. */
export const SynonymsScreen = lazy(async () => ({
  default: (await import('./synonyms-screen.tsx')).SynonymsScreen,
}));
