import type { pageHead } from './page-head.ts';

/** A route's `head` where its loader decides it: every page carries the routes, so the words come with the loader. */
export function loadedHead({
  loaderData,
}: {
  loaderData?: { head: ReturnType<typeof pageHead> | undefined } | undefined;
}) {
  return loaderData?.head ?? {};
}
