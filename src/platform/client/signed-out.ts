const listeners = new Set<() => void>();

/** Registers cleanup of a person's data in memory, run when they sign out. Returns a function that unregisters it. */
export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Storage keys of unsent texts. Idempotency keys of orders and bids are kept: without them a retry could act twice. */
const written = /^gongbang-(?:writing|outbox|draft|quote-request):/;

/** Removes unsent texts from this browser's storage, because other people may use it. */
export function signedOut(): void {
  for (const listener of listeners) listener();
  try {
    for (const key of Object.keys(localStorage)) if (written.test(key)) localStorage.removeItem(key);
  } catch {
    // If storage is unavailable, there is nothing to remove.
  }
}
