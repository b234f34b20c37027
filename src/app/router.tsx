import { createRouter } from '@tanstack/react-router';
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query';
import { overwriteGetLocale } from '#i18n/generated/runtime.js';
import { languages, localizePath, splitPath } from '#i18n/languages.ts';
import { parseAddressSearch, writeAddressSearch } from '#platform/client/address-search.ts';
import { logFailure } from '#platform/client/log.ts';
import { currentLocale, pageContext, type PageContext } from '#platform/client/page-context.ts';
import { createQueryClient } from '#platform/client/query-client.ts';
import { startRouteEffects } from '#platform/client/route-effects.ts';
import { whenLoaded } from '#platform/client/when-loaded.ts';
import { PageFailed } from './page-failed.tsx';
import { routeTree } from './routeTree.gen.ts';

// The built pages hold one language (scripts/lib-page-bundle.mjs): only the server and development need this.
if (import.meta.env.SSR || import.meta.env.DEV) overwriteGetLocale(() => currentLocale());

/** One router per request on the server, one per page in the browser. */
export function getRouter() {
  const queryClient = createQueryClient();
  const nonce = pageContext()?.nonce;
  const router = createRouter({
    routeTree,
    context: { queryClient },
    defaultErrorComponent: PageFailed,
    // Replaces the whole page, not only the nearest route with children.
    notFoundMode: 'root',
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    parseSearch: parseAddressSearch,
    stringifySearch: writeAddressSearch,
    ...(nonce !== undefined && { ssr: { nonce } }),
    // The route table uses Korean addresses; the language prefix is added and removed here. Korean has no prefix, and
    // parsing each link of a page would be wasted.
    ...(languages[currentLocale()].prefix !== '' && {
      rewrite: {
        input: ({ url }: { url: URL }) => {
          url.pathname = splitPath(url.pathname).path;
          return url;
        },
        output: ({ url }: { url: URL }) => {
          url.pathname = localizePath(url.pathname, currentLocale());
          return url;
        },
      },
    }),
  });
  setupRouterSsrQueryIntegration({ router, queryClient });
  withoutEmptyStream(router.options);
  if (!import.meta.env.SSR) {
    startRouteEffects(router);
    // The router reloads the page when one of its scripts is missing, which offline would leave the reader with
    // nothing. Without the reload the missing script is undefined, which is why loaders that import theirs use `?.`.
    addEventListener('vite:preloadError', (event) => {
      if (!navigator.onLine) event.preventDefault();
    });
    whenLoaded(() => {
      import('./after-load.ts').then(
        // Offline a missing script is undefined.
        (loaded) => loaded?.startAfterLoad(router, queryClient),
        (error: unknown) => logFailure('After load', error),
      );
    });
  }
  return router;
}

type Dehydrated = { query: { stream?: ReadableStream } };
type Hydration = {
  dehydrate?: () => Promise<Dehydrated>;
  hydrate?: (dehydrated: Dehydrated) => Promise<void>;
};

/**
 * Leaves the stream for later query results out of a page, and puts an empty stream in its place in the browser: a page
 * that is rendered as one string is complete, and the code that reads such a stream is half a kilobyte of each page.
 */
function withoutEmptyStream(options: object): void {
  const { dehydrate, hydrate } = options as Hydration;
  const own: Hydration = {
    ...(import.meta.env.SSR &&
      dehydrate && {
        async dehydrate() {
          const { query, ...others } = await dehydrate();
          if (!pageContext()?.result) return { query, ...others };
          const { stream: _stream, ...known } = query;
          return { ...others, query: known };
        },
      }),
    ...(!import.meta.env.SSR &&
      hydrate && {
        hydrate: (dehydrated) =>
          hydrate({
            ...dehydrated,
            query: { stream: new ReadableStream({ start: (end) => end.close() }), ...dehydrated.query },
          }),
      }),
  };
  Object.assign(options, own);
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
}
declare module '@tanstack/react-start' {
  interface Register {
    server: { requestContext: PageContext };
  }
}
