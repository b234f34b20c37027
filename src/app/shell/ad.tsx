import { AskConsent, PageAds, Place, type PlacedSlot } from '#features/ads/client/public.tsx';

/** Places of the shell: slots, and the top of the page, where guests are asked to consent to Google ads. */
export type ShellPlace = PlacedSlot | 'page_top';

export function Ad({ slot }: { slot: ShellPlace }) {
  if (slot === 'page_top') return <AskConsent />;
  return (
    <>
      <Place slot={slot} />
      {/* Ads of the page as a whole are mounted with the slot that every page has. */}
      {slot === 'content_end' && <PageAds />}
    </>
  );
}
