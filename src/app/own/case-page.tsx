import { createFileRoute } from '@tanstack/react-router';
import { OwnCases } from '#features/moderation/client/public.tsx';
import { OwnPage } from './own-page.tsx';
import { ownRoute } from './own-route.ts';

/** One moderation decision about the reader's own item. */
export const Route = createFileRoute('/my/moderation/$id')({
  ...ownRoute('moderation'),
  component: CasePage,
});

function CasePage() {
  const { id } = Route.useParams();
  return (
    <OwnPage title={Route.useLoaderData().title}>
      <OwnCases key={id} id={id} />
    </OwnPage>
  );
}
