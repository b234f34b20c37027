import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRouter, type RouterHistory } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { splitPath } from '#i18n/languages.ts';
import { forceReload } from '#platform/client/force-reload.ts';
import { logFailure } from '#platform/client/log.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import type { Ad } from '../contract.ts';
import { isAdFree, slotsOf } from '../rules.ts';
import { loadAdsense } from './adsense.ts';
import { isBanner, Shown, useTaken } from './ad-slot.tsx';
import { listQuery } from './api.ts';
import { isAdsDocument, useAdPage } from './page-state.ts';

/** What moves over the content of a page, as far as staff have opened it; and the guard of documents that Google's script runs in. */
export function OverContent() {
  const router = useRouter();
  const client = useQueryClient();
  const { adsense, ...page } = useAdPage();
  const { path } = page;
  const isWide = useWide();
  const slots = isWide === null ? [] : slotsOf({ ...page, isWide });
  const isAuto = slots.includes('anchor') || slots.includes('vignette');
  useEffect(() => startGuard(router.history, path, client), [router, path, client]);
  useEffect(() => {
    if (adsense && isAuto) loadAdsense(adsense, true).catch((error: unknown) => logFailure('AdSense', error));
  }, [adsense, isAuto]);
  return (
    <>
      {slots.includes('mobile_sticky') && <Sticky />}
      {slots.includes('overlay') && <Overlay />}
    </>
  );
}

/** Whether the page is 768 px wide; the server does not know. */
function useWide(): boolean | null {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(wide);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => matchMedia(wide).matches,
    () => null,
  );
}
const wide = '(width >= 48rem)';

let isGuarded = false;

/**
 * A policy stays with its document, so whoever goes from one that runs Google's script to where they sign in, pay or write, or has
 * signed in meanwhile, is given a new document.
 */
function startGuard(history: RouterHistory, path: string, client: QueryClient): void {
  if (isGuarded || !isAdsDocument()) return;
  isGuarded = true;
  history.block({
    enableBeforeUnload: false,
    blockerFn: ({ nextLocation: { pathname, href } }) => {
      const isGuest = !client.getQueryData(currentUserQuery.queryKey);
      if (isGuest && !isAdFree(splitPath(pathname).path)) return false;
      window.location.assign(href);
      return true;
    },
  });
  // Somebody was faster.
  if (isAdFree(path)) forceReload();
}

function stored(storage: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
}
/** Answers whether it is kept. */
function store(storage: 'localStorage' | 'sessionStorage', key: string, value: string): boolean {
  try {
    window[storage].setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

const closedKey = 'gongbang-ads-closed';

/** At the bottom of a phone, until it is closed: then it stays away for the visit. What is typed into is never below it (ui/styles.css). */
function Sticky() {
  const { data } = useQuery(listQuery);
  const [isClosed, setIsClosed] = useState(() => stored('sessionStorage', closedKey) !== null);
  function close(): void {
    store('sessionStorage', closedKey, 'yes');
    setIsClosed(true);
  }
  return data && !isClosed && <StickyBar banners={data} onClose={close} />;
}

function StickyBar({ banners, onClose }: { banners: readonly Ad[]; onClose(): void }) {
  const taken = useTaken(banners);
  if (!isBanner(taken)) return null;
  return (
    <aside
      aria-label={m['ads.label.region']()}
      className="ad-sticky fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface py-1 print:hidden"
    >
      <button
        type="button"
        aria-label={m['ads.close']()}
        onClick={onClose}
        className="absolute right-0 bottom-full grid size-9 place-items-center rounded-tl-md border border-r-0 border-b-0 border-line bg-surface"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
      <div className="mx-auto h-[50px] w-[320px] max-w-full">
        <Shown slot="mobile_sticky" taken={taken} />
      </div>
    </aside>
  );
}

const visitKey = 'gongbang-ads-visit';
const overlayKey = 'gongbang-ads-overlay';
/** Somebody has come to read: the page first. */
const overlayDelayMs = 1500;

/** Whether no page of this visit came before; from now on one has. */
function isFirstPage(): boolean {
  const isFirst = stored('sessionStorage', visitKey) === null;
  store('sessionStorage', visitKey, 'yes');
  return isFirst;
}

/** Of the house alone, once a day, and not on the first page of a visit; nor where somebody is typing or has another one open. */
function Overlay() {
  const { data } = useQuery(listQuery);
  const [isFirst] = useState(isFirstPage);
  const [banners, setBanners] = useState<Ad[] | null>(null);
  useEffect(() => {
    const ours = data?.filter(({ kind }) => kind === 'house') ?? [];
    const today = koreanDay(new Date());
    if (isFirst || ours.length === 0 || stored('localStorage', overlayKey) === today) return;
    const timer = setTimeout(() => {
      const isBusy = document.querySelector(
        'dialog[open], input:focus, textarea:focus, select:focus, [contenteditable]:focus',
      );
      if (!isBusy && store('localStorage', overlayKey, today)) setBanners(ours);
    }, overlayDelayMs);
    return () => clearTimeout(timer);
  }, [data, isFirst]);
  return banners && <OverlayDialog banners={banners} onClose={() => setBanners(null)} />;
}

/** Modal: it keeps the focus, Escape closes it, and the focus goes back to where it was. */
function OverlayDialog({ banners, onClose }: { banners: readonly Ad[]; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const taken = useTaken(banners);
  const hasOne = isBanner(taken);
  useEffect(() => {
    if (hasOne) dialog.current?.showModal();
  }, [hasOne]);
  if (!hasOne) return null;
  return (
    <dialog
      ref={dialog}
      aria-label={m['ads.label.region']()}
      onClose={onClose}
      className="m-auto w-80 max-w-[90vw] rounded-lg bg-surface p-4 text-ink shadow-lg backdrop:bg-black/50"
    >
      <div className="grid gap-2">
        <button
          type="button"
          onClick={() => dialog.current?.close()}
          className="flex min-h-11 items-center gap-1 justify-self-end rounded-md px-2 hover:bg-accent-soft"
        >
          <X aria-hidden="true" className="size-5" />
          {m['ads.close']()}
        </button>
        <div className="h-88">
          <Shown slot="overlay" taken={taken} />
        </div>
      </div>
    </dialog>
  );
}
