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

// The built pages hold one language (scripts/lib-page-bundle.mjs): only the server, and development, must be told.
if (import.meta.env.SSR || import.meta.env.DEV) overwriteGetLocale(() => currentLocale());

/** One router per request on the server, one per page in the browser. */
export function getRouter() {
  const queryClient = createQueryClient();
  const nonce = pageContext()?.nonce;
  const router = createRouter({
    routeTree,
    context: { queryClient },
    defaultErrorComponent: PageFailed,
    // In place of the whole page, and not within the nearest one that has others below it.
    notFoundMode: 'root',
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    parseSearch: parseAddressSearch,
    stringifySearch: writeAddressSearch,
    ...(nonce !== undefined && { ssr: { nonce } }),
    // The route table knows Korean addresses; the prefix comes and goes at the border.
    // Korean has none, and each of a page's links would be parsed for nothing.
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
    // The router loads the whole page anew when a script of it is missing. Offline that leaves a reader with nothing.
    // A missing script is then undefined, which is why loaders that import theirs ask with `?.`.
    addEventListener('vite:preloadError', (event) => {
      if (!navigator.onLine) event.preventDefault();
    });
    whenLoaded(() => {
      import('./after-load.ts').then(
        // Offline there is nothing in the place of a script that is missing.
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
 * Leaves out of a page the stream by which it would be told of queries later, and puts an empty one in its place in the browser: a page that
 * is rendered as one text knows everything, and what reads such a stream is half a kilobyte of each page.
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
