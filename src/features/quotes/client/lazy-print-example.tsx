import { lazyUntilNear } from '#platform/client/near.tsx';

/** Price of a small print at a service, with its lines: below the first screen, so its script waits for the reader. */
export const PrintExample = lazyUntilNear(
  import.meta.env.SSR ? (await import('./print-example.tsx')).PrintExample : null,
  async () => (await import('./print-example.tsx'))?.PrintExample,
);
