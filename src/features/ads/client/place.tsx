import { lazy, Suspense, type ReactNode } from 'react';
import type { UnitSlot } from '#platform/shared/ad-slots.ts';
import { nativesOf, slotsOf } from '../rules.ts';
import { ConsentBar } from './consent-bar.tsx';
import { isAdsDocument, useAdPage } from './page-state.ts';

// Offline there is nothing in the place of a script that is missing, and nothing is advertised.
const AdSlot = lazy(async () => ({ default: (await import('./ad-slot.tsx'))?.AdSlot ?? (() => null) }));
const OverContent = lazy(async () => ({
  default: (await import('./over-content.tsx'))?.OverContent ?? (() => null),
}));

/** Slots that stand in the flow of a page, with the room that each keeps. */
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

/** Reserves the place of a slot, so that nothing moves when it is filled. */
export function Place({ slot }: { slot: PlacedSlot }) {
  const page = useAdPage();
  const isSide = slot === 'sidebar_top' || slot === 'sidebar_bottom';
  if (!slotsOf({ ...page, isWide: slot !== 'menu_banner' }).includes(slot)) return null;
  const unit = slot === 'menu_banner' ? undefined : page.adsense?.units[slot];
  const isCard = slot.startsWith('native_');
  return (
    // A unit beside the page needs the height of the ads that there are for such a width.
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

/** What stands before which card of a list that has so many; nothing where nothing does. */
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

/** On top of the content of a page, for whoever has not said yet whether Google may advertise here. */
export function AskConsent() {
  const { isAsking } = useAdPage();
  return isAsking && <ConsentBar />;
}

/** What a page has of ads beside those in its flow. */
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
