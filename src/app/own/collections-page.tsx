import { createFileRoute } from '@tanstack/react-router';
import { MyCollections } from '#features/social/client/public.tsx';
import { OwnPage } from './own-page.tsx';
import { ownRoute } from './own-route.ts';

export const Route = createFileRoute('/my/collections')({
  ...ownRoute('collections'),
  component: CollectionsPage,
});

function CollectionsPage() {
  return (
    <OwnPage title={Route.useLoaderData().title}>
      <MyCollections />
    </OwnPage>
  );
}
