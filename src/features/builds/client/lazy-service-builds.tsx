import { lazy, Suspense, useState } from 'react';

const Rates = lazy(async () => ({
  default: (await import('./service-builds.tsx'))?.ServiceBuilds ?? (() => null),
}));

/** Rates of a service, loaded when the reader comes near. */
export function ServiceBuilds({ serviceId }: { serviceId: string }) {
  const [isNear, setNear] = useState(false);
  if (isNear)
    return (
      <Suspense>
        <Rates serviceId={serviceId} />
      </Suspense>
    );
  const watch = (element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true));
    observer.observe(element);
    return () => observer.disconnect();
  };
  return <div ref={watch} />;
}
