import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode, type RefObject } from 'react';
import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { logFailure } from '#platform/client/log.ts';
import type { PicturePlace } from '#platform/shared/pictures.ts';
import type { Ad } from '../contract.ts';
import type { Slot } from '../rules.ts';
import { fillUnit, loadAdsense } from './adsense.ts';
import { countAd, listQuery, takeBanner, type Taken } from './api.ts';
import { BannerPicture } from './banner-picture.tsx';
import type { Adsense, PageAds } from './page-state.ts';

/** Half of the banner for one second counts as a view, as is usual in advertising. */
const viewedPart = 0.5;
const viewedMs = 1000;
/** Time after which a unit without a status counts as unfilled. */
const unitMs = 8000;

/** Layout of a banner. */
type Look = 'line' | 'beside' | 'card';
function lookOf(slot: Slot): Look {
  if (slot === 'sidebar_bottom' || slot === 'sidebar_top') return 'beside';
  return slot.startsWith('native_') || slot === 'overlay' ? 'card' : 'line';
}

/** Content of a slot. The caller reserves its space, so that the page does not shift. */
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
  return <OwnAd slot={slot} isHome={page.path === '/'} />;
}

/** Banner of a sponsor or of the house; on the home page, nothing where no banner is shown. */
function OwnAd({ slot, isHome }: { slot: Slot; isHome: boolean }) {
  const { data, isPending } = useQuery(listQuery);
  // Slots next to the content are hidden on phones and must not take a banner from visible ones.
  if (isPending || (lookOf(slot) === 'beside' && !matchMedia('(width >= 48rem)').matches)) return null;
  return (
    <Picked
      slot={slot}
      banners={data ?? none}
      instead={slot !== 'sidebar_bottom' && !isHome && <OfHouse slot={slot} />}
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

/**
 * Returns one of the banners for as long as the slot is mounted, or none if all have reached their daily
 * limit; null while loading.
 */
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

/** Ad unit of Google. Reports once if it stays unfilled or does not load. */
function Unit(props: { slot: Slot; unit: string; adsense: Adsense; isAuto: boolean; onUnfilled(): void }) {
  const { slot, unit, adsense, isAuto, onUnfilled } = props;
  const place = useRef<HTMLModElement>(null);
  const unfilled = useRef(onUnfilled);
  useEffect(() => {
    const element = place.current;
    // The slot is hidden at this width.
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
        fillUnit(element);
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
        className="block size-full overflow-hidden no-underline"
        data-ad-client={adsense.client}
        data-ad-slot={unit}
        {...(adsense.isTest && { 'data-adtest': 'on' })}
      />
    </div>
  );
}

/** Fallback of an empty slot: what the place is for. */
function OfHouse({ slot }: { slot: Slot }) {
  const look = lookOf(slot);
  return (
    <Frame slot={slot} label={m['ads.label.house']()}>
      <Link to="/sponsor" className={linkClass[look]}>
        <Content look={look} title={m['ads.house.title']()} text={m['ads.house.text']()} />
      </Link>
    </Frame>
  );
}

const linkClass: Record<Look, string> = {
  line: 'flex min-w-0 items-center gap-3 hover:underline',
  beside: 'grid min-w-0 content-center items-center gap-1 hover:underline',
  card: 'flex h-full flex-col hover:underline focus-visible:rounded-lg focus-visible:-outline-offset-3',
};

/** Banner in its frame; `taken` is told once it was seen. */
export function Shown({ slot, taken: { ad, leave } }: { slot: Slot; taken: Taken }) {
  const { id, kind, title, text, url, language, picture } = ad;
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
  const look = lookOf(slot);
  const link = { className: linkClass[look], onClick: () => countAd(id, slot, 'clicks') };
  const content = (
    <Content
      look={look}
      title={title}
      text={text}
      lang={language === currentLocale() ? undefined : language}
      picture={picture && <BannerPicture ad={ad} place={picturePlace[look]} className={pictureClass[look]} />}
    />
  );
  return (
    <Frame
      slot={slot}
      box={box}
      label={kind === 'sponsor' ? m['ads.label.sponsor']() : m['ads.label.house']()}
    >
      {url.startsWith('/') ? (
        <Link to={url} {...link}>
          {content}
        </Link>
      ) : (
        <a href={url} target="_blank" rel="sponsored noopener noreferrer" {...link}>
          {content}
        </a>
      )}
    </Frame>
  );
}

const picturePlace = { line: 'banner', beside: 'tile', card: 'card' } as const satisfies Record<
  Look,
  PicturePlace
>;
const pictureClass: Record<Look, string> = {
  line: 'h-10 w-16 md:h-16 md:w-32',
  beside: 'h-14 w-full',
  card: 'size-full',
};

/** Text and picture of a banner. A card without a picture shows the title in its place. */
function Content(props: {
  look: Look;
  title: string;
  text: string;
  lang?: string | undefined;
  picture?: ReactNode;
}) {
  const { look, title, text, lang, picture } = props;
  if (look !== 'card')
    return (
      <>
        {picture}
        <span className="grid min-w-0" lang={lang}>
          <span className="truncate font-semibold">{title}</span>
          <span className="line-clamp-2 text-sm text-ink-soft max-md:truncate max-md:text-xs">{text}</span>
        </span>
      </>
    );
  return (
    <>
      <span
        className={`grid aspect-4/3 shrink-0 place-items-center overflow-hidden ${picture ? 'bg-sunken' : 'mat p-6'}`}
      >
        {picture ?? (
          <span className="line-clamp-3 text-center text-xl font-bold" lang={lang}>
            {title}
          </span>
        )}
      </span>
      <span className="grid gap-1 p-4" lang={lang}>
        {picture && <span className="line-clamp-2 text-lg font-semibold">{title}</span>}
        <span className="line-clamp-3 text-ink-soft">{text}</span>
      </span>
    </>
  );
}

const frameClass: Record<Look, string> = {
  line: 'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 rounded-md bg-sunken px-3',
  beside: 'grid grid-rows-[auto_1fr] rounded-md bg-sunken px-3 py-3',
  card: 'relative rounded-lg bg-surface',
};

/** Frame with the fixed size of the slot. */
function Frame(props: {
  slot: Slot;
  label: string;
  box?: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}) {
  const look = lookOf(props.slot);
  return (
    <div
      {...(props.box && { ref: props.box })}
      data-slot={props.slot}
      className={`size-full overflow-hidden border border-line text-ink ${frameClass[look]}`}
    >
      <span
        className={`w-fit px-1 text-xs whitespace-nowrap ${look === 'card' ? 'absolute top-2 left-2 rounded-full bg-surface/95 px-2 py-1' : 'rounded-sm border border-line text-ink-soft'}`}
      >
        {props.label}
      </span>
      {props.children}
    </div>
  );
}
