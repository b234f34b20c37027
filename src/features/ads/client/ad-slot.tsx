import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import type { Ad } from '../contract.ts';
import type { Slot } from '../rules.ts';
import { adQuery, countAd } from './api.ts';
import { BannerPicture } from './banner-picture.tsx';

/** Half of it for a second, as advertisers count. */
const viewedPart = 0.5;
const viewedMs = 1000;

/** What stands in a slot. Its place is as large before it comes as afterwards: whoever puts it there reserves it. */
export function AdSlot({ slot, path }: { slot: Slot; path: string }) {
  const { data, isPending, error } = useQuery(adQuery(slot, path));
  if (isPending) return null;
  if (data && !error) return <Shown key={data.id} ad={data} slot={slot} />;
  // Said once on a page is enough.
  return slot === 'content_end' && <OfHouse slot={slot} />;
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

function Shown({ ad, slot }: { ad: Ad; slot: Slot }) {
  const { id, kind, title, text, url, language } = ad;
  const box = useRef<HTMLDivElement>(null);
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
  const words = (
    <>
      <BannerPicture
        ad={ad}
        className={slot === 'sidebar_bottom' ? 'h-14 w-full' : 'h-10 w-16 md:h-16 md:w-32'}
      />
      <span className="grid min-w-0">
        <Words title={title} text={text} {...(language !== currentLocale() && { lang: language })} />
      </span>
    </>
  );
  const linkClass = `min-w-0 items-center hover:underline ${
    slot === 'sidebar_bottom' ? 'grid content-center gap-1' : 'flex gap-3'
  }`;
  return (
    <Frame
      slot={slot}
      box={box}
      label={kind === 'sponsor' ? m['ads.label.sponsor']() : m['ads.label.house']()}
    >
      {url.startsWith('/') ? (
        <Link to={url} className={linkClass} onClick={onClick}>
          {words}
        </Link>
      ) : (
        <a
          href={url}
          target="_blank"
          rel="sponsored noopener noreferrer"
          className={linkClass}
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

/** As large as its place, whatever is in it. */
function Frame(props: {
  slot: Slot;
  label: string;
  box?: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}) {
  const isBeside = props.slot === 'sidebar_bottom';
  return (
    <div
      {...(props.box && { ref: props.box })}
      data-slot={props.slot}
      className={`grid size-full gap-x-3 overflow-hidden rounded-md border border-line bg-sunken px-3 text-ink ${isBeside ? 'grid-rows-[auto_1fr] py-3' : 'grid-cols-[auto_minmax(0,1fr)] items-center'}`}
    >
      <span className="w-fit rounded-sm border border-line px-1 text-xs whitespace-nowrap text-ink-soft">
        {props.label}
      </span>
      {props.children}
    </div>
  );
}
