import { useEffect } from 'react';
import { viewSource } from '../view-sources.ts';

/** Time before a visit counts as a view. */
const lookMs = 2000;

/**
 * Counts a view after the reader has stayed for a moment. Failures are ignored, because they must disturb
 * nobody.
 */
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
