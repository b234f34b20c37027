/** Waits until the page has loaded and the browser is idle. */
export function whenLoaded(then: () => void): void {
  const rest = () => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(then);
    else setTimeout(then);
  };
  if (document.readyState === 'complete') rest();
  else addEventListener('load', rest, { once: true });
}
