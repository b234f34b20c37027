import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ResourceDetail } from '#features/resources/contract.ts';

const TalkScreen = lazy(async () => ({ default: (await import('./talk-screen.tsx')).TalkScreen }));

const neverChanges = () => () => {};

/** Makes and comments of a resource, loaded when the reader scrolls near, or follows a link to them. */
export function ResourceTalk(props: { resource: Pick<ResourceDetail, 'id' | 'assemblyInstructions'> }) {
  const { id, assemblyInstructions } = props.resource;
  const place = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  // Only the browser has the hash, so it is read after hydration.
  const isTakenUp = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  const cameForIt = isTakenUp && (hash === 'makes' || hash === 'comments');
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element || near) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: '600px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [near]);
  const waiting = (
    <div aria-busy="true" className="grid min-h-96 content-start gap-10">
      {[1, 2].map((part) => (
        <div key={part} className="grid gap-4">
          <div className="ruler h-11" />
          <div className="h-24 animate-pulse rounded-lg bg-sunken" />
        </div>
      ))}
    </div>
  );
  return (
    <div ref={place} id="makes" className="scroll-mt-24">
      {near || cameForIt ? (
        <Suspense fallback={waiting}>
          <TalkScreen resourceId={id} steps={assemblyInstructions} goTo={cameForIt ? hash : null} />
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  );
}
