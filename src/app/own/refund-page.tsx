import { createFileRoute } from '@tanstack/react-router';
import { RefundAccount } from '#features/payments/client/public.tsx';
import { OwnPage } from './own-page.tsx';
import { ownRoute } from './own-route.ts';

export const Route = createFileRoute('/my/refunds/$id')({ ...ownRoute('refund'), component: RefundPage });

function RefundPage() {
  const { id } = Route.useParams();
  return (
    <OwnPage title={Route.useLoaderData().title}>
      <RefundAccount key={id} id={id} />
    </OwnPage>
  );
}
