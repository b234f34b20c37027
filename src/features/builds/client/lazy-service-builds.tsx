import { lazy, Suspense, useState } from 'react';
import { nearRef } from '#platform/client/near.tsx';

const Rates = lazy(async () => ({
  default: (await import('./service-builds.tsx'))?.ServiceBuilds ?? (() => null),
}));

/** Rates of a service, loaded when the reader comes near. */
export function ServiceBuilds({ serviceId }: { serviceId: string }) {
  const [isNear, setNear] = useState(false);
  const [watch] = useState(() => nearRef(() => setNear(true)));
  if (!isNear) return <div ref={watch} />;
  return (
    <Suspense>
      <Rates serviceId={serviceId} />
    </Suspense>
  );
}
