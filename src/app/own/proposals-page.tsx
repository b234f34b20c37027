import { createFileRoute } from '@tanstack/react-router';
import { MyProposals } from '#features/assistant/client/public.tsx';
import { unreadSearch } from '#platform/client/address-search.ts';
import { OwnPage } from './own-page.tsx';
import { ownRoute } from './own-route.ts';

export const Route = createFileRoute('/my/proposals')({
  ...ownRoute('proposals'),
  validateSearch: unreadSearch<{ side?: string; page?: number }>,
  component: ProposalsPage,
});

function ProposalsPage() {
  return (
    <OwnPage title={Route.useLoaderData().title}>
      <MyProposals />
    </OwnPage>
  );
}
