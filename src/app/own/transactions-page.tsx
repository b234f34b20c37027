import { createFileRoute } from '@tanstack/react-router';
import { Statement } from '#features/payments/client/public.tsx';
import { unreadSearch } from '#platform/client/address-search.ts';
import { OwnPage } from './own-page.tsx';
import { ownRoute } from './own-route.ts';

export const Route = createFileRoute('/my/transactions')({
  ...ownRoute('transactions'),
  validateSearch: unreadSearch<{ side?: string; from?: string; to?: string; page?: number }>,
  component: TransactionsPage,
});

function TransactionsPage() {
  return (
    <OwnPage title={Route.useLoaderData().title}>
      <Statement />
    </OwnPage>
  );
}
