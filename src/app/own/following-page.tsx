import { createFileRoute } from '@tanstack/react-router';
import { MyFollowing } from '#features/social/client/public.tsx';
import { unreadSearch } from '#platform/client/address-search.ts';
import { OwnPage } from './own-page.tsx';
import { ownRoute } from './own-route.ts';

export const Route = createFileRoute('/my/following')({
  ...ownRoute('following'),
  validateSearch: unreadSearch<{ page?: number }>,
  component: FollowingPage,
});

function FollowingPage() {
  return (
    <OwnPage title={Route.useLoaderData().title}>
      <MyFollowing />
    </OwnPage>
  );
}
