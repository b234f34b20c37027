import { createFileRoute } from '@tanstack/react-router';
import { EngineersScreen } from './engineers-screen.tsx';

export const Route = createFileRoute('/engineers')({
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) =>
    (await import('./load-engineers.ts'))?.loadEngineers(context.queryClient, deps),
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: Page,
});

function Page() {
  return <EngineersScreen search={Route.useLoaderData().search} />;
}
