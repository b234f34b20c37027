import { createFileRoute } from '@tanstack/react-router';
import { MyJobs } from '#features/tenders/client/public.tsx';
import { unreadSearch } from '#platform/client/address-search.ts';
import { OwnPage } from './own-page.tsx';
import { ownRoute } from './own-route.ts';

export const Route = createFileRoute('/my/jobs')({
  ...ownRoute('jobs'),
  validateSearch: unreadSearch<{ side?: string; page?: number }>,
  component: JobsPage,
});

function JobsPage() {
  return (
    <OwnPage title={Route.useLoaderData().title}>
      <MyJobs />
    </OwnPage>
  );
}
