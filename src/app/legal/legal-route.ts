import { loadedHead } from '#platform/client/loaded-head.ts';
import type { LegalName } from './legal-documents.ts';

/** What the pages of legal texts have in common. */
export const legalRoute = (name: LegalName) => ({
  loader: async () => (await import('./load-legal.ts'))?.loadLegal(name),
  head: loadedHead,
});
