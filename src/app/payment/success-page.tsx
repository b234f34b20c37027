import { createFileRoute } from '@tanstack/react-router';
import { SuccessScreen } from '#features/orders/client/public.tsx';
import { EarnedBySponsoring } from '#features/sponsorship/client/public.tsx';

/** Where gateways send people back to, with whatever they add to the address. */
export const Route = createFileRoute('/payment/success')({ component: SuccessPage });

function SuccessPage() {
  return <SuccessScreen search={Route.useSearch()} Earned={EarnedBySponsoring} />;
}
