import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { recallsQuery } from './recalls-api.ts';

const OpenRecalls = import.meta.env.SSR
  ? (await import('./recalls.tsx')).OpenRecalls
  : lazy(async () => ({ default: (await import('./recalls.tsx')).OpenRecalls }));

/** Fixes and recalls of a resource that are open, which few resources have: open ones come first. */
export function ResourceRecalls({ resourceId }: { resourceId: string }) {
  const recalls = useQuery(recallsQuery(resourceId)).data?.recalls;
  return (
    recalls?.[0]?.endedAt === null && (
      <Suspense>
        <OpenRecalls recalls={recalls} />
      </Suspense>
    )
  );
}
