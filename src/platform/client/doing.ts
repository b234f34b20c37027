import { useEffect } from 'react';

/**
 * Address of the form that somebody was filling in when they left this tab, such as for a link in a mail: the
 * page that the link opens leads back there. What was typed is kept by the form itself.
 */
const key = 'gongbang_doing';
const keptMs = 24 * 60 * 60_000;

/** Returns the address if it is recent and one of our own paths. */
export function readDoing(text: string | null, now: number): string | null {
  try {
    const { path, at } = JSON.parse(text ?? '') as { path?: unknown; at?: unknown };
    const isOwn = typeof path === 'string' && /^\/(?![/\\])[^\\\s]{0,1999}$/.test(path);
    return isOwn && typeof at === 'number' && now - at >= 0 && now - at < keptMs ? path : null;
  } catch {
    return null;
  }
}

/** Returns where to go back to; null in browsers without storage. */
export function goingBackTo(): string | null {
  try {
    return readDoing(localStorage.getItem(key), Date.now());
  } catch {
    return null;
  }
}

function store(text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Without storage there is no way back but the other tab.
  }
}

/** Remembers this page while its form is open: call it in forms that keep what is typed. */
export function useRememberDoing(): void {
  useEffect(() => {
    let isOurs = false;
    const remember = () => {
      if (document.visibilityState !== 'hidden') return;
      isOurs = true;
      const { pathname, search } = window.location;
      store(JSON.stringify({ path: pathname + search, at: Date.now() }));
    };
    document.addEventListener('visibilitychange', remember);
    return () => {
      document.removeEventListener('visibilitychange', remember);
      if (isOurs) store(null);
    };
  }, []);
}
