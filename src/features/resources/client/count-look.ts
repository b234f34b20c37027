import { useEffect } from 'react';
import { viewSource } from '../view-sources.ts';

/** Whoever is gone before has not looked. */
const lookMs = 2000;

/** Tells that somebody looks at a resource, once they have for a moment. Lost silently: it must disturb nobody. */
export function useCountLook(id: string): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      const here = window.location.href;
      const landing = performance.getEntriesByType('navigation')[0]?.name ?? here;
      const source = viewSource(document.referrer, here, landing);
      const body = new Blob([JSON.stringify({ source })], { type: 'application/json' });
      navigator.sendBeacon?.(`/api/resources/${encodeURIComponent(id)}/views`, body);
    }, lookMs);
    return () => clearTimeout(timer);
  }, [id]);
}
