/** Largest movement of a finger that rests. */
const restPx = 8;

/** On phones the header goes on the way down and comes back on the way up: ui/styles.css says when it stays. */
export function startHeaderAway(): void {
  let last = scrollY;
  addEventListener(
    'scroll',
    () => {
      // A page that bounces at its top is above it for a moment.
      const now = Math.max(0, scrollY);
      if (Math.abs(now - last) < restPx) return;
      document.documentElement.classList.toggle('header-away', now > last);
      last = now;
    },
    { passive: true },
  );
}
