import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { LoginNeeded } from './login-needed.tsx';
import { OwnResources } from './own-resources.tsx';
import { ResourceStatistics } from './statistics.tsx';

export const Route = createFileRoute('/my/resources')({
  loader: async ({ context }) => (await import('./load-own.ts'))?.loadMine(context.queryClient),
  head: loadedHead,
  component: MyResourcesPage,
});

function MyResourcesPage() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const { statistics } = useSearch({ strict: false }) as { statistics?: unknown };
  return (
    <div className="page max-w-4xl py-8">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl font-bold">{m['resources.mine.title']()}</h1>
        {user && (
          <Link to="/resources/create" className={buttonClass()}>
            <Plus aria-hidden="true" className="size-4" />
            {m['resources.mine.new']()}
          </Link>
        )}
      </div>
      {!user ? (
        <LoginNeeded />
      ) : typeof statistics === 'string' ? (
        <ResourceStatistics id={statistics} />
      ) : (
        <OwnResources />
      )}
    </div>
  );
}
