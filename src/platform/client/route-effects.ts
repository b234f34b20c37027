import type { AnyRouter, ParsedLocation } from '@tanstack/react-router';

/** Scrolls again after late layout, which would otherwise leave the reader in the middle of the page. */
const repeatScrollMs = 50;
const transitionMs = 1000;
const transitionClass = 'page-transition';

const keyOf = ({ state }: { state: ParsedLocation['state'] }) => state.key ?? '';

/** Scrolls each new path to its top, and on the way back to the place where it was left, and fades it in. */
export function startRouteEffects(router: Pick<AnyRouter, 'subscribe' | 'history'>): void {
  let transition: ReturnType<typeof setTimeout>;
  /** Entries of the browser's history, and where the reader left them. */
  const places = new Map<string, number>();
  let isNew = true;
  router.history.subscribe(({ action: { type } }: { action: { type: string } }) => {
    isNew = type === 'PUSH' || type === 'REPLACE';
  });
  router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    if (fromLocation) places.set(keyOf(fromLocation), window.scrollY);
  });
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return;
    const place = isNew ? undefined : places.get(keyOf(toLocation));
    if (place !== undefined || toLocation.hash === '') {
      const scroll = () => window.scrollTo(0, place ?? 0);
      scroll();
      setTimeout(scroll, repeatScrollMs);
    }
    const { classList } = document.documentElement;
    clearTimeout(transition);
    classList.add(transitionClass);
    transition = setTimeout(() => classList.remove(transitionClass), transitionMs);
  });
}
