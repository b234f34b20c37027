import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

const PledgeScreen = lazy(async () => ({ default: (await import('./pledge-screen.tsx')).PledgeScreen }));

export const Route = createFileRoute('/payment/wanted/$id')({ component: PledgePayPage });

function PledgePayPage() {
  return (
    <Suspense fallback={<div aria-busy="true" className="min-h-screen" />}>
      <PledgeScreen id={Route.useParams().id} />
    </Suspense>
  );
}
