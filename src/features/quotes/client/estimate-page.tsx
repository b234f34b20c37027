import { createFileRoute } from '@tanstack/react-router';
import { loadedHead } from '#platform/client/loaded-head.ts';
import type { EstimateSearch } from './choices.ts';
import { EstimateScreen } from './estimate-screen.tsx';

export const Route = createFileRoute('/estimate')({
  // Parsed by choices.ts, which only this page carries.
  validateSearch: (raw: Record<string, unknown>): EstimateSearch => raw,
  loader: async () => (await import('./load-estimate.ts'))?.loadEstimate(),
  head: loadedHead,
  component: EstimatePage,
});

function EstimatePage() {
  return <EstimateScreen search={Route.useSearch()} />;
}
