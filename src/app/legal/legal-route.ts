import type { QueryClient } from '@tanstack/react-query';
import { loadedHead } from '#platform/client/loaded-head.ts';

export type LegalSearch = { version?: string };

/** Options that the routes of the edited documents share. */
export const legalRoute = (name: 'terms' | 'privacy') => ({
  validateSearch: (raw: Record<string, unknown>): LegalSearch =>
    typeof raw['version'] === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(raw['version'])
      ? { version: raw['version'] }
      : {},
  loaderDeps: ({ search }: { search: LegalSearch }) => search,
  loader: async ({ context, deps }: { context: { queryClient: QueryClient }; deps: LegalSearch }) =>
    (await import('./load-legal.ts'))?.loadLegal(context.queryClient, name, deps.version),
  head: loadedHead,
});
