import { lazy, Suspense } from 'react';
import type { Drawn } from './drawing.tsx';

// Most cards have a picture, so the browser loads the drawing only where there is none.
const Drawing = import.meta.env.SSR
  ? (await import('./drawing.tsx')).Drawing
  : lazy(async () => ({ default: (await import('./drawing.tsx')).Drawing }));

/** Drawing in place of a picture; see `Drawing`. */
export function DrawnPicture(props: Drawn) {
  return (
    <Suspense>
      <Drawing {...props} />
    </Suspense>
  );
}
