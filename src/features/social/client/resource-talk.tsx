import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import type { ResourceDetail } from '#features/resources/contract.ts';
import { nearRef } from '#platform/client/near.tsx';

const TalkScreen = lazy(async () => ({ default: (await import('./talk-screen.tsx')).TalkScreen }));

const neverChanges = () => () => {};

/** Makes and comments of a resource, loaded when the reader scrolls near, or follows a link to them. */
export function ResourceTalk(props: { resource: Pick<ResourceDetail, 'id' | 'assemblyInstructions'> }) {
  const { id, assemblyInstructions } = props.resource;
  const { hash } = useLocation();
  // Only the browser has the hash, so it is read after hydration.
  const isTakenUp = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  const cameForIt = isTakenUp && (hash === 'makes' || hash === 'comments');
  const [near, setNear] = useState(false);
  const [watch] = useState(() => nearRef(() => setNear(true), '600px'));
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
    <div ref={watch} id="makes" className="md:scroll-mt-24">
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
