import { createFileRoute } from '@tanstack/react-router';
import { PayScreen } from './pay-screen.tsx';

export const Route = createFileRoute('/payment/sponsor/$id')({ component: SponsorPayPage });

function SponsorPayPage() {
  return <PayScreen id={Route.useParams().id} />;
}
