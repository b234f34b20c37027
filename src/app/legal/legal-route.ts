import { loadedHead } from '#platform/client/loaded-head.ts';
import type { LegalName } from './legal-documents.ts';

/** Options that the routes of all legal texts share. */
export const legalRoute = (name: LegalName) => ({
  loader: async () => (await import('./load-legal.ts'))?.loadLegal(name),
  head: loadedHead,
});
