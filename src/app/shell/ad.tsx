import { AskConsent, PageAds, Place, type PlacedSlot } from '#features/ads/client/public.tsx';

/** Places of the shell: slots, and the top of the page, where guests are asked whether Google may advertise. */
export type ShellPlace = PlacedSlot | 'page_top';

export function Ad({ slot }: { slot: ShellPlace }) {
  if (slot === 'page_top') return <AskConsent />;
  return (
    <>
      <Place slot={slot} />
      {/* What belongs to a page as a whole comes with the place that every page has. */}
      {slot === 'content_end' && <PageAds />}
    </>
  );
}
