import { createFileRoute } from '@tanstack/react-router';
import { SandboxScreen } from './sandbox-screen.tsx';

export const Route = createFileRoute('/payment/sandbox/$id')({ component: SandboxPage });

function SandboxPage() {
  return <SandboxScreen id={Route.useParams().id} />;
}
