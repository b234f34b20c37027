import type { AnyRouter } from '@tanstack/react-router';

/** What is laid out late would otherwise leave the reader somewhere in the middle. */
const repeatScrollMs = 50;
const transitionMs = 1000;
const transitionClass = 'page-transition';

/** Every new path begins at its top, also on the way back, and comes in softly. */
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
