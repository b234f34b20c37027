import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { recallsQuery } from './recalls-api.ts';

const Recalls = import.meta.env.SSR
  ? (await import('./recalls.tsx')).Recalls
  : lazy(async () => ({ default: (await import('./recalls.tsx')).Recalls }));

/** Fixes and recalls of a resource that are open, which few resources have. */
export function ResourceRecalls({ resourceId }: { resourceId: string }) {
  const { data } = useQuery(recallsQuery(resourceId));
  const open = data?.recalls.filter(({ endedAt }) => endedAt === null) ?? [];
  if (open.length === 0) return null;
  return (
    <Suspense>
      <Recalls recalls={open} />
    </Suspense>
  );
}
