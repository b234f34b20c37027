import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { Button } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { ownCollectionsQuery } from './api.ts';
import { CollectionDialog } from './collection-dialog.tsx';
import { CollectionGrid } from './collection-grid.tsx';
import { LoginNeeded } from './login-needed.tsx';

export const Route = createFileRoute('/my/collections')({
  loader: async ({ context }) => (await import('./load-pages.ts'))?.loadMyCollections(context.queryClient),
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: MyCollectionsPage,
});

function MyCollectionsPage() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const [adding, setAdding] = useState(false);
  const client = useQueryClient();
  return (
    <div className="page max-w-4xl py-8">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl font-bold">{m['social.collections.title']()}</h1>
        {user && (
          <Button onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" className="size-4" />
            {m['social.collections.new']()}
          </Button>
        )}
      </div>
      {user ? <Mine /> : <LoginNeeded />}
      {adding && (
        <CollectionDialog
          collection={null}
          onClose={() => setAdding(false)}
          onSaved={() => void client.invalidateQueries({ queryKey: ownCollectionsQuery().queryKey })}
        />
      )}
    </div>
  );
}

function Mine() {
  const { data, error, refetch } = useQuery(ownCollectionsQuery());
  if (error && !data) {
    return <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>;
  }
  if (!data) return <div aria-busy="true" className="h-40 animate-pulse rounded-lg bg-sunken" />;
  if (data.length === 0) {
    return (
      <p className="rounded-lg border border-dashed border-line-strong p-8 text-center">
        {m['social.collections.mine_empty']()}
      </p>
    );
  }
  return <CollectionGrid collections={data} label={m['social.collections.title']()} />;
}
