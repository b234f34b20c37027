import { lazy, Suspense } from 'react';

const Loaded = lazy(async () => ({ default: (await import('./disputed-list.tsx')).DisputedList }));

/** Loaded with the page of disputes alone. */
export function DisputedList() {
  return (
    <Suspense>
      <Loaded />
    </Suspense>
  );
}
