/**
 * Returns the idempotency key of a bid of this amount on this lot, shared by all windows of this browser
 * until there is an answer: repeated requests count as one bid.
 */
export function keptKey(about: string): { key: string; forget(): void } {
  const name = `gongbang-bid-key:${about}`;
  const storage = localStorageOrNull();
  const key = storage?.getItem(name) ?? crypto.randomUUID();
  try {
    storage?.setItem(name, key);
  } catch {
    // Storage is full: this window still sends the same key.
  }
  return { key, forget: () => storage?.removeItem(name) };
}

function localStorageOrNull(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
