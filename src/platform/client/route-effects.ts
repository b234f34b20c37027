import type { AnyRouter } from '@tanstack/react-router';

/** Scrolls again after late layout, which would otherwise leave the reader in the middle of the page. */
const repeatScrollMs = 50;
const transitionMs = 1000;
const transitionClass = 'page-transition';

/** Scrolls each new path to its top, also on the way back, and fades it in. */
export function startRouteEffects(router: Pick<AnyRouter, 'subscribe'>): void {
  let transition: ReturnType<typeof setTimeout>;
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return;
    if (toLocation.hash === '') {
      window.scrollTo(0, 0);
      setTimeout(() => window.scrollTo(0, 0), repeatScrollMs);
    }
    const { classList } = document.documentElement;
    clearTimeout(transition);
    classList.add(transitionClass);
    transition = setTimeout(() => classList.remove(transitionClass), transitionMs);
  });
}
