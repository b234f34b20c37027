import { lazy, Suspense, type ReactNode } from 'react';
import type { UnitSlot } from '#platform/shared/ad-slots.ts';
import { nativesOf, slotsOf } from '../rules.ts';
import { ConsentBar } from './consent-bar.tsx';
import { isAdsDocument, useAdPage } from './page-state.ts';

// Offline, the script may be missing: then the slot stays empty.
const AdSlot = lazy(async () => ({ default: (await import('./ad-slot.tsx'))?.AdSlot ?? (() => null) }));
const OverContent = lazy(async () => ({
  default: (await import('./over-content.tsx'))?.OverContent ?? (() => null),
}));

/** Slots in the flow of a page, with their reserved space. */
export type PlacedSlot = UnitSlot | 'menu_banner';

const line = 'h-[50px] w-[320px] max-w-full mx-auto md:h-24 md:w-full md:max-w-3xl';
const rooms: Record<PlacedSlot, string> = {
  content_end: `${line} mt-16 md:px-4`,
  in_page: line,
  menu_banner: 'h-[50px]',
  sidebar_top: 'h-36',
  sidebar_bottom: 'h-36',
  native_25: 'relative',
  native_50: 'relative',
  native_75: 'relative',
};

/** Reserves the space of a slot, so that the page does not shift. */
export function Place({ slot }: { slot: PlacedSlot }) {
  const page = useAdPage();
  const isSide = slot === 'sidebar_top' || slot === 'sidebar_bottom';
  if (!slotsOf({ ...page, isWide: slot !== 'menu_banner' }).includes(slot)) return null;
  const unit = slot === 'menu_banner' ? undefined : page.adsense?.units[slot];
  const isCard = slot.startsWith('native_');
  return (
    // A unit next to the page needs the height of common ads of that width.
    <div className={isSide && unit !== undefined ? 'h-64' : rooms[slot]}>
      {isCard && (
        <>
          <div className="aspect-4/3" />
          <div className="h-36" />
        </>
      )}
      <div className={isCard ? 'absolute inset-0' : 'size-full'}>
        <Suspense>
          <AdSlot slot={slot} unit={unit} page={page} />
        </Suspense>
      </div>
    </div>
  );
}

/** Returns a function that renders the ad before a card of a list, if any. */
export function useNatives(): (cards: number) => (index: number) => ReactNode {
  const page = useAdPage();
  return (cards) => {
    const natives = nativesOf(slotsOf({ ...page, isWide: true }), cards);
    return (index) => {
      const native = natives.find(({ before }) => before === index);
      return (
        native && (
          <li key={native.slot} className="grid">
            <Place slot={native.slot} />
          </li>
        )
      );
    };
  };
}

/** Consent bar above the content, for people who have not answered yet. */
export function AskConsent() {
  const { isAsking } = useAdPage();
  return isAsking && <ConsentBar />;
}

/** Ads of a page outside its flow. */
export function PageAds() {
  const page = useAdPage();
  const isGuarded = isAdsDocument();
  if (!isGuarded && !page.open.some((slot) => slot === 'mobile_sticky' || slot === 'overlay')) return null;
  return (
    <Suspense>
      <OverContent />
    </Suspense>
  );
}
