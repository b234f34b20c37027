import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { LoginNeeded } from './login-needed.tsx';
import { NewResource } from './new-resource.tsx';

export const Route = createFileRoute('/resources/create')({
  loader: async () => (await import('./load-own.ts')).loadCreate(),
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: CreatePage,
});

function CreatePage() {
  const { title, lead } = Route.useLoaderData();
  const { data: user } = useSuspenseQuery(currentUserQuery);
  return (
    <div className="page max-w-4xl py-8">
      <h1 className="text-3xl font-bold">{title}</h1>
      <p className="mt-2 mb-6 text-ink-soft">{lead}</p>
      {user ? <NewResource /> : <LoginNeeded />}
    </div>
  );
}
