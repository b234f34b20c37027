import { createFileRoute } from '@tanstack/react-router';
import { RequestScreen } from './request-screen.tsx';

export const Route = createFileRoute('/quote-requests/$id')({ component: RequestPage });

function RequestPage() {
  const { id } = Route.useParams();
  return <RequestScreen key={id} id={id} />;
}
