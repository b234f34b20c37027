import { useQuery } from '@tanstack/react-query';
import { m } from '#i18n/generated/messages.js';
import { personCollectionsQuery } from './api.ts';
import { CollectionGrid } from './collection-grid.tsx';

/** Public collections of a person; nothing if there are none. */
export function PersonCollections({ username }: { username: string }) {
  const { data = [] } = useQuery(personCollectionsQuery(username));
  if (data.length === 0) return null;
  const title = m['social.collections.theirs']();
  return (
    <section aria-label={title} className="grid gap-4">
      <h2 className="text-2xl font-bold">
        {title}
        <span className="ml-2 text-lg font-normal text-ink-soft tabular-nums">{data.length}</span>
      </h2>
      <CollectionGrid collections={data} label={title} />
    </section>
  );
}
