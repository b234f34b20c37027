import { createFileRoute } from '@tanstack/react-router';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { AssemblyScreen } from './assembly-screen.tsx';
import type { AssemblySearch } from './assembly-search.ts';

export const Route = createFileRoute('/ai-assembly')({
  // Validated by assembly-search.ts, so that other pages need not load it.
  validateSearch: (raw: Record<string, unknown>): AssemblySearch => raw,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) =>
    (await import('./load-assembly.ts'))?.loadAssembly(context.queryClient, deps),
  head: loadedHead,
  component: AssemblyPage,
});

function AssemblyPage() {
  return <AssemblyScreen search={Route.useSearch()} />;
}
