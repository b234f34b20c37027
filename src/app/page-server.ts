import { createStartHandler, defaultStreamHandler } from '@tanstack/react-start/server';
import { locales, type Locale } from '#i18n/languages.ts';
import type { PageRenderer } from './pages.ts';

/** One handler for each language, because each language has scripts of its own (scripts/lib-page-bundle.mjs). */
const handlers = Object.fromEntries(
  locales.map((locale) => [
    locale,
    createStartHandler({
      handler: defaultStreamHandler,
      ...(import.meta.env.PROD && {
        transformAssets: ({ kind, url }: { kind: string; url: string }) =>
          kind === 'script' ? url.replace('/assets/', `/assets/${locale}/`) : url,
      }),
    }),
  ]),
) as unknown as Record<Locale, (request: Request, options: { context: unknown }) => Promise<Response>>;

/** The page bundle's one export; the server calls it with what only it knows of a request. */
export const render: PageRenderer = (request, context) => handlers[context.locale](request, { context });

export default { fetch: handlers.ko };
