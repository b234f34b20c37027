import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { DisputesScreen } from '#features/orders/client/public.tsx';
import { canRuleOnBounties, DisputedList } from '#features/wanted/client/public.tsx';
import { staffPage } from '../staff-page.ts';

export const Route = createFileRoute('/admin/disputes')({ ...staffPage, component: DisputesPage });

/** Disputes of orders, and objections to bounties. */
function DisputesPage() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  return (
    <>
      <DisputesScreen />
      {canRuleOnBounties(user) && <DisputedList />}
    </>
  );
}
