import { Suspense } from 'react';
import { AdSlot, isAdFree, withinBudget, type Slot } from '#features/ads/client/public.tsx';

/** What the shell has places for, as far as a page may show it. */
const placed = withinBudget(['content_end', 'sidebar_bottom']);

/** Reserves the place of a slot, so that nothing moves when it is filled. */
export function Ad({ slot, path, className }: { slot: Slot; path: string; className: string }) {
  if (!placed.includes(slot) || isAdFree(path)) return null;
  return (
    <div className={className}>
      <Suspense>
        <AdSlot slot={slot} path={path} />
      </Suspense>
    </div>
  );
}
