import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { UploadTest } from '#features/uploads/client/public.tsx';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { LoginNeeded } from './login-needed.tsx';
import { NewResource } from './new-resource.tsx';

export const Route = createFileRoute('/resources/upload{$variant}')({
  loader: async ({ params }) => (await import('./load-own.ts'))?.loadUpload(params.variant),
  head: loadedHead,
  component: UploadPage,
});

function UploadPage() {
  const { variant, title, lead } = Route.useLoaderData();
  const { data: user } = useSuspenseQuery(currentUserQuery);
  return (
    <div className="page max-w-4xl py-8">
      <h1 className="text-3xl font-bold">{title}</h1>
      <p className="mt-2 mb-6 text-ink-soft">{lead}</p>
      {!user && <LoginNeeded />}
      {user && variant === 'test' && <UploadTest />}
      {user && variant !== 'test' && <NewResource variant={variant} />}
    </div>
  );
}
