import { createFileRoute } from '@tanstack/react-router';
import { SandboxReceipt } from './sandbox-screen.tsx';

export const Route = createFileRoute('/payment/sandbox/$id/receipt')({ component: SandboxReceiptPage });

function SandboxReceiptPage() {
  return <SandboxReceipt id={Route.useParams().id} />;
}
