/**
 * The key under which somebody bids so much on one lot, shared by all windows of this browser until there is an answer: however often it is
 * sent, it is one bid.
 */
export function keptKey(about: string): { key: string; forget(): void } {
  const name = `gongbang-bid-key:${about}`;
  const storage = localStorageOrNull();
  const key = storage?.getItem(name) ?? crypto.randomUUID();
  try {
    storage?.setItem(name, key);
  } catch {
    // A full storage keeps nothing; this window still sends one key.
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
