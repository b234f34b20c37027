import { createFileRoute } from '@tanstack/react-router';
import { Receipt } from '#features/orders/client/public.tsx';
import { OwnPage } from './own-page.tsx';
import { ownRoute } from './own-route.ts';

export const Route = createFileRoute('/my/receipts/$id')({ ...ownRoute('receipt'), component: ReceiptPage });

function ReceiptPage() {
  const { id } = Route.useParams();
  return (
    <OwnPage title={Route.useLoaderData().title}>
      <Receipt key={id} id={id} />
    </OwnPage>
  );
}
