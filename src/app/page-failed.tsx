import { useEffect } from 'react';
import { forceReload } from '#platform/client/force-reload.ts';
import { Failed } from './shell/failed.tsx';

/** A page that could not be had, in the frame that stays. Back online it is loaded anew by itself, code and all. */
export function PageFailed({ reset }: { reset(): void }) {
  useEffect(() => {
    const back = () => forceReload();
    addEventListener('online', back);
    return () => removeEventListener('online', back);
  }, []);
  return <Failed retry={reset} />;
}
