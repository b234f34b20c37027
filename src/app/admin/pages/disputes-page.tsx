import { createFileRoute } from '@tanstack/react-router';
import { DisputesScreen } from '#features/orders/client/public.tsx';
import { DisputedList } from '#features/wanted/client/public.tsx';
import { staffPage } from '../staff-page.ts';

export const Route = createFileRoute('/admin/disputes')({ ...staffPage, component: DisputesPage });

/** Disputes of orders, and objections to bounties. */
function DisputesPage() {
  return (
    <>
      <DisputesScreen />
      <DisputedList />
    </>
  );
}
