import { FailScreen, SuccessScreen } from '#features/orders/client/public.tsx';
import { EarnedBySponsoring } from '#features/sponsorship/client/public.tsx';
import { SandboxReceipt, SandboxScreen } from '#features/payments/client/public.tsx';
import { SponsorPayScreen } from '#features/sponsorship/client/public.tsx';
import type { loadOutcome } from './load-outcome.ts';

/** Where gateways send people back to, where the sandbox keeps them and shows what they paid, and where sponsors pay. `search` is whatever a gateway adds. */
export function Outcome({
  outcome,
  id,
  search,
}: ReturnType<typeof loadOutcome> & { search: Record<string, unknown> }) {
  switch (outcome) {
    case 'success':
      return <SuccessScreen search={search} Earned={EarnedBySponsoring} />;
    case 'fail':
      return <FailScreen search={search} />;
    case 'sandbox':
      return <SandboxScreen id={id} />;
    case 'sandbox-receipt':
      return <SandboxReceipt id={id} />;
    case 'sponsor':
      return <SponsorPayScreen id={id} />;
  }
}
