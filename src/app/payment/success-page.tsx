import { createFileRoute } from '@tanstack/react-router';
import { SuccessScreen } from '#features/orders/client/public.tsx';
import { EarnedBySponsoring } from '#features/sponsorship/client/public.tsx';

/** Page to which gateways send people back, with their own parameters in the address. */
export const Route = createFileRoute('/payment/success')({ component: SuccessPage });

function SuccessPage() {
  return <SuccessScreen search={Route.useSearch()} Earned={EarnedBySponsoring} />;
}
