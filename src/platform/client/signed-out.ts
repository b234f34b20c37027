const listeners = new Set<() => void>();

/** What a window holds of somebody beside what it keeps in the browser is let go of when they sign out. Answers how to stop. */
export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What people write and have not sent. Keys under which they order or bid stay: without those they could do so twice. */
const written = /^gongbang-(?:writing|outbox|draft|quote-request):/;

/** What somebody has written is kept in this browser until it is sent, and goes with them: others may come to it. */
export function signedOut(): void {
  for (const listener of listeners) listener();
  try {
    for (const key of Object.keys(localStorage)) if (written.test(key)) localStorage.removeItem(key);
  } catch {
    // Without storage nothing was kept.
  }
}
