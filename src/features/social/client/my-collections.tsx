import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { Button } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { ownCollectionsQuery } from './api.ts';
import { CollectionDialog } from './collection-dialog.tsx';
import { CollectionGrid } from './collection-grid.tsx';

export function MyCollections() {
  const [adding, setAdding] = useState(false);
  const client = useQueryClient();
  return (
    <>
      <Button className="mb-6" onClick={() => setAdding(true)}>
        <Plus aria-hidden="true" className="size-4" />
        {m['social.collections.new']()}
      </Button>
      <Mine />
      {adding && (
        <CollectionDialog
          collection={null}
          onClose={() => setAdding(false)}
          onSaved={() => void client.invalidateQueries({ queryKey: ownCollectionsQuery().queryKey })}
        />
      )}
    </>
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
