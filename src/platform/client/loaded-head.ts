import type { pageHead } from './page-head.ts';

/**
 * Route `head` that its loader provides: every page carries the route definitions, so the head's texts are loaded with
 * the loader.
 */
export function loadedHead({
  loaderData,
}: {
  loaderData?: { head: ReturnType<typeof pageHead> | undefined } | undefined;
}) {
  return loaderData?.head ?? {};
}
