import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode, type RefObject } from 'react';
import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { logFailure } from '#platform/client/log.ts';
import type { Ad } from '../contract.ts';
import type { Slot } from '../rules.ts';
import { fillNextUnit, loadAdsense } from './adsense.ts';
import { countAd, listQuery, takeBanner, type Taken } from './api.ts';
import { BannerPicture } from './banner-picture.tsx';
import type { Adsense, PageAds } from './page-state.ts';

/** Half of it for a second, as advertisers count. */
const viewedPart = 0.5;
const viewedMs = 1000;
/** So long is a unit waited for that says neither that it is filled nor that it is not. */
const unitMs = 8000;

/** How a banner is laid out in its place. */
type Look = 'line' | 'beside' | 'card';
function lookOf(slot: Slot): Look {
  if (slot === 'sidebar_bottom' || slot === 'sidebar_top') return 'beside';
  return slot.startsWith('native_') || slot === 'overlay' ? 'card' : 'line';
}

/** What stands in a slot. Its place is as large before it comes as afterwards: whoever puts it there reserves it. */
export function AdSlot({ slot, unit, page }: { slot: Slot; unit: string | undefined; page: PageAds }) {
  const [isUnfilled, setIsUnfilled] = useState(false);
  if (page.adsense && unit !== undefined && !isUnfilled)
    return (
      <Unit
        slot={slot}
        unit={unit}
        adsense={page.adsense}
        isAuto={page.isAuto}
        onUnfilled={() => setIsUnfilled(true)}
      />
    );
  return <OwnAd slot={slot} />;
}

/** A sponsor's banner or one of the house. */
function OwnAd({ slot }: { slot: Slot }) {
  const { data, isPending } = useQuery(listQuery);
  if (isPending) return null;
  return (
    <Picked
      slot={slot}
      banners={data ?? none}
      instead={slot !== 'sidebar_bottom' && <OfHouse slot={slot} />}
    />
  );
}
const none: Ad[] = [];

function Picked({ slot, banners, instead }: { slot: Slot; banners: readonly Ad[]; instead: ReactNode }) {
  const taken = useTaken(banners);
  if (!taken) return null;
  return isBanner(taken) ? <Shown slot={slot} taken={taken} /> : instead;
}

export function isBanner(taken: Taken<Ad | null> | null): taken is Taken {
  return taken !== null && taken.ad !== null;
}

/** One of some banners for as long as this stands on the page, or none where each was seen often enough; null until it is known. */
export function useTaken(banners: readonly Ad[]): Taken<Ad | null> | null {
  const [place] = useState(() => {
    let taken: Taken<Ad | null> | null = null;
    return {
      enter(onChange: () => void) {
        taken ??= takeBanner(banners);
        onChange();
        return () => taken?.leave();
      },
      taken: () => taken,
    };
  });
  return useSyncExternalStore(place.enter, place.taken, () => null);
}

/** An ad unit of Google. What it leaves unfilled, or what does not come, is said once. */
function Unit(props: { slot: Slot; unit: string; adsense: Adsense; isAuto: boolean; onUnfilled(): void }) {
  const { slot, unit, adsense, isAuto, onUnfilled } = props;
  const place = useRef<HTMLModElement>(null);
  const unfilled = useRef(onUnfilled);
  useEffect(() => {
    const element = place.current;
    // Where this width shows no such place, there is nothing to fill.
    if (!element || element.offsetWidth === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const giveUp = () => unfilled.current();
    const observer = new MutationObserver(() => {
      const status = element.dataset['adStatus'];
      clearTimeout(timer);
      if (status !== 'filled') giveUp();
    });
    observer.observe(element, { attributes: true, attributeFilter: ['data-ad-status'] });
    const fill = async () => {
      try {
        await loadAdsense(adsense, isAuto);
        if (!element.isConnected) return;
        timer = setTimeout(giveUp, unitMs);
        fillNextUnit();
      } catch (error) {
        logFailure('AdSense', error);
        giveUp();
      }
    };
    void fill();
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [adsense, isAuto]);
  const look = lookOf(slot);
  return (
    <div
      data-slot={slot}
      className={
        look === 'line'
          ? 'relative size-full'
          : `grid size-full grid-rows-[auto_minmax(0,1fr)] gap-1 ${look === 'card' ? 'rounded-lg border border-line bg-surface p-3' : ''}`
      }
    >
      <span
        className={`text-xs leading-4 text-ink-soft ${look === 'line' ? 'absolute bottom-full left-0' : ''}`}
      >
        {m['ads.label.google']()}
      </span>
      <ins
        ref={place}
        className="adsbygoogle block size-full overflow-hidden no-underline"
        data-ad-client={adsense.client}
        data-ad-slot={unit}
        data-npa-on-unknown-consent="true"
        {...(adsense.isTest && { 'data-adtest': 'on' })}
      />
    </div>
  );
}

/** Where nothing else is to be shown, what the place is for. */
function OfHouse({ slot }: { slot: Slot }) {
  return (
    <Frame slot={slot} label={m['ads.label.house']()}>
      <Link to="/$" params={{ _splat: 'sponsor' }} className="grid min-w-0 content-center hover:underline">
        <Words title={m['ads.house.title']()} text={m['ads.house.text']()} />
      </Link>
    </Frame>
  );
}

const pictureClass: Record<Look, string> = {
  line: 'h-10 w-16 md:h-16 md:w-32',
  beside: 'h-14 w-full',
  card: 'min-h-0 w-full',
};
const linkClass: Record<Look, string> = {
  line: 'flex gap-3',
  beside: 'grid content-center gap-1',
  card: 'grid min-h-0 grid-rows-[minmax(0,1fr)] content-center gap-3 has-[img]:grid-rows-[minmax(0,1fr)_auto]',
};

export function Shown({ slot, taken: { ad, leave } }: { slot: Slot; taken: Taken }) {
  const { id, kind, title, text, url, language } = ad;
  const box = useRef<HTMLDivElement>(null);
  const seen = useRef(leave);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer);
        if (!entry?.isIntersecting) return;
        timer = setTimeout(() => {
          observer.disconnect();
          countAd(id, slot, 'views');
          seen.current();
        }, viewedMs);
      },
      { threshold: viewedPart },
    );
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [id, slot]);
  const onClick = () => countAd(id, slot, 'clicks');
  const look = lookOf(slot);
  const words = (
    <>
      <BannerPicture ad={ad} className={pictureClass[look]} />
      <span className="grid min-w-0">
        <Words title={title} text={text} {...(language !== currentLocale() && { lang: language })} />
      </span>
    </>
  );
  const className = `min-w-0 items-center hover:underline ${linkClass[look]}`;
  return (
    <Frame
      slot={slot}
      box={box}
      label={kind === 'sponsor' ? m['ads.label.sponsor']() : m['ads.label.house']()}
    >
      {url.startsWith('/') ? (
        <Link to={url} className={className} onClick={onClick}>
          {words}
        </Link>
      ) : (
        <a
          href={url}
          target="_blank"
          rel="sponsored noopener noreferrer"
          className={className}
          onClick={onClick}
        >
          {words}
        </a>
      )}
    </Frame>
  );
}

function Words({ title, text, lang }: { title: string; text: string; lang?: string }) {
  return (
    <>
      <span lang={lang} className="truncate font-semibold">
        {title}
      </span>
      <span lang={lang} className="line-clamp-2 text-sm text-ink-soft max-md:truncate max-md:text-xs">
        {text}
      </span>
    </>
  );
}

const frameClass: Record<Look, string> = {
  line: 'grid-cols-[auto_minmax(0,1fr)] items-center rounded-md bg-sunken px-3',
  beside: 'grid-rows-[auto_1fr] rounded-md bg-sunken px-3 py-3',
  card: 'grid-rows-[auto_minmax(0,1fr)] gap-y-3 rounded-lg bg-surface p-4',
};

/** As large as its place, whatever is in it. */
function Frame(props: {
  slot: Slot;
  label: string;
  box?: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}) {
  return (
    <div
      {...(props.box && { ref: props.box })}
      data-slot={props.slot}
      className={`grid size-full gap-x-3 overflow-hidden border border-line text-ink ${frameClass[lookOf(props.slot)]}`}
    >
      <span className="w-fit rounded-sm border border-line px-1 text-xs whitespace-nowrap text-ink-soft">
        {props.label}
      </span>
      {props.children}
    </div>
  );
}
