import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Frame, Skeleton } from '#features/orders/client/public.tsx';
import { unreadSearch } from '#platform/client/address-search.ts';
import { m } from '#i18n/generated/messages.js';

const PlanScreen = lazy(async () => ({ default: (await import('./plan-screen.tsx')).PlanScreen }));

export const Route = createFileRoute('/make/$id')({
  validateSearch: unreadSearch<{ city?: string | undefined; radius?: string | number | undefined }>,
  component: PlanPage,
});

function PlanPage() {
  const { id } = Route.useParams();
  return (
    <Frame title={m['baskets.plan.title']()} wide>
      <Suspense fallback={<Skeleton />}>
        <PlanScreen key={id} id={id} search={Route.useSearch()} />
      </Suspense>
    </Frame>
  );
}
