import { createFileRoute } from '@tanstack/react-router';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { WorkshopScreen } from './workshop-screen.tsx';

export const Route = createFileRoute('/my/services/$id/workshop')({
  loader: async ({ context, params }) =>
    (await import('./load-workshop.ts'))?.loadWorkshop(context.queryClient, params.id),
  head: loadedHead,
  component: WorkshopPage,
});

function WorkshopPage() {
  const { id } = Route.useParams();
  return <WorkshopScreen key={id} id={id} />;
}
