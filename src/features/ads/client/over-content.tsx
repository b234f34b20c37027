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

/** Overlay slots that staff have opened, and the guard of documents that run Google's script. */
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

/** Returns true if the page is at least 768 px wide; null on the server. */
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
 * A CSP is fixed for a document. Force a new document when someone goes from one that runs Google's script to
 * a page to sign in, pay or write, or has signed in meanwhile.
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
  // The navigation happened before the guard was loaded.
  if (isAdFree(path)) forceReload();
}

function stored(storage: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
}
/** Returns true if the value could be stored. */
function store(storage: 'localStorage' | 'sessionStorage', key: string, value: string): boolean {
  try {
    window[storage].setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

const closedKey = 'gongbang-ads-closed';

/**
 * Banner at the bottom of phones. Once closed, it stays away for the visit. It never covers the field that
 * has the focus (ui/styles.css).
 */
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
    <aside aria-label={m['ads.label.region']()} className="ad-sticky py-1 print:hidden">
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
/** Delay of the overlay, so that the page is visible first. */
const overlayDelayMs = 1500;

/** Returns true for the first page of a visit, and records it. */
function isFirstPage(): boolean {
  const isFirst = stored('sessionStorage', visitKey) === null;
  store('sessionStorage', visitKey, 'yes');
  return isFirst;
}

/**
 * House banner as an overlay, once a day, but not on the first page of a visit, while someone is typing or
 * while another dialog is open.
 */
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

/** Modal dialog: it traps the focus, Escape closes it, and the focus returns. */
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
