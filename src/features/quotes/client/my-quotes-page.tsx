import { createFileRoute } from '@tanstack/react-router';
import { MyQuotesScreen } from './my-quotes-screen.tsx';

export const Route = createFileRoute('/my/quotes')({
  // Read by the screen, which other pages need not carry.
  validateSearch: (raw: Record<string, unknown>): { tab?: unknown; page?: unknown } => raw,
  component: MyQuotesPage,
});

function MyQuotesPage() {
  return <MyQuotesScreen search={Route.useSearch()} />;
}
