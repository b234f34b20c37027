/** Delay that lets a pending write to storage or an announcement finish before the page unloads. */
const delayMs = 10;

/** Loads a new document, at another address or at the current one. */
export function forceReload(href = window.location.href): void {
  setTimeout(() => {
    if (href === window.location.href) window.location.reload();
    else window.location.assign(href);
  }, delayMs);
}
