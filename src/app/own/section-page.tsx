import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

/** A route names all that its page imports, and every page carries the routes: so this one imports next to nothing. */
const OwnScreen = lazy(async () => ({ default: (await import('./own-screen.tsx')).OwnScreen }));

export const Route = createFileRoute('/my/$section/{-$id}')({
  loader: async ({ context, params }) =>
    (await import('./load-section.ts'))?.loadSection(context.queryClient, params.section, params.id),
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: SectionPage,
});

function SectionPage() {
  const { section, id } = Route.useParams();
  return (
    <Suspense fallback={<div aria-busy="true" className="min-h-screen" />}>
      <OwnScreen key={`${section}/${id}`} section={section} id={id} title={Route.useLoaderData().title} />
    </Suspense>
  );
}
