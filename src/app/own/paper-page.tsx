import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

/** See section-page.tsx. */
const OwnScreen = lazy(async () => ({ default: (await import('./own-screen.tsx')).OwnScreen }));

/** Receipts and refunds. */
export const Route = createFileRoute('/my/$section/$id')({
  loader: async ({ context, params }) =>
    (await import('./load-section.ts'))?.loadSection(context.queryClient, params.section, params.id),
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: PaperPage,
});

function PaperPage() {
  const { section, id } = Route.useParams();
  return (
    <Suspense fallback={<div aria-busy="true" className="min-h-screen" />}>
      <OwnScreen key={id} section={section} id={id} title={Route.useLoaderData().title} />
    </Suspense>
  );
}
