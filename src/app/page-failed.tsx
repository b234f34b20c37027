import { useEffect } from 'react';
import { forceReload } from '#platform/client/force-reload.ts';
import { Failed } from './shell/failed.tsx';

/**
 * Error in place of a page that failed to load, within the page frame. Back online, the page reloads by itself, scripts
 * included.
 */
export function PageFailed({ reset }: { reset(): void }) {
  useEffect(() => {
    const back = () => forceReload();
    addEventListener('online', back);
    return () => removeEventListener('online', back);
  }, []);
  return <Failed retry={reset} />;
}
