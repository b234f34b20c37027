import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { ShareField } from '#features/licensing/client/public.tsx';
import { RecallManager } from '#features/passports/client/public.tsx';
import { ManageScreen } from '#features/resources/client/public.tsx';
import { loadedHead } from '#platform/client/loaded-head.ts';

export const Route = createFileRoute('/resources/manage/$id')({
  loader: async ({ context, params }) =>
    (await import('./load-manage.ts'))?.loadManage(context.queryClient, params.id),
  head: loadedHead,
  component: ManagePage,
});

function ManagePage() {
  const { id } = Route.useParams();
  return (
    <ManageScreen
      id={id}
      share={
        <Suspense>
          <ShareField resourceId={id} />
          <RecallManager resourceId={id} />
        </Suspense>
      }
    />
  );
}
