/** Largest movement of a finger that rests. */
const restPx = 8;

/** On phones the header goes on the way down and comes back on the way up: ui/styles.css says when it stays. */
export function startHeaderAway(): void {
  let last = scrollY;
  // Near the top the header would leave its own room empty.
  const isLeft = () =>
    (document.querySelector('.site-header')?.nextElementSibling?.getBoundingClientRect().top ?? 0) < 0;
  addEventListener(
    'scroll',
    () => {
      // A page that bounces at its top is above it for a moment.
      const now = Math.max(0, scrollY);
      if (Math.abs(now - last) < restPx) return;
      document.documentElement.classList.toggle('header-away', now > last && isLeft());
      last = now;
    },
    { passive: true },
  );
}
