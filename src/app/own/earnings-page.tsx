import { createFileRoute } from '@tanstack/react-router';
import { MyEarnings } from '#features/payments/client/public.tsx';
import { OwnPage } from './own-page.tsx';
import { ownRoute } from './own-route.ts';

export const Route = createFileRoute('/my/earnings')({ ...ownRoute('earnings'), component: EarningsPage });

function EarningsPage() {
  return (
    <OwnPage title={Route.useLoaderData().title}>
      <MyEarnings />
    </OwnPage>
  );
}
