/** Lets what was just said (a saved choice, an announcement) get through before the page goes. */
const delayMs = 10;

/** Leaves for a whole new document, at another address or at this one again. */
export function forceReload(href = window.location.href): void {
  setTimeout(() => {
    if (href === window.location.href) window.location.reload();
    else window.location.assign(href);
  }, delayMs);
}
