import { StartServer } from '@tanstack/react-start/server';
import { createStartHandler, defaultStreamHandler } from '@tanstack/react-start/server';
import {
  defineHandlerCallback,
  getSsrStatus,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server';
import { setImmediate } from 'node:timers/promises';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { locales, type Locale } from '#i18n/languages.ts';
import { pageContext, type PageContext } from '#platform/client/page-context.ts';
import type { PageRenderer } from './pages.ts';

type Handler = (request: Request, options: { context: unknown }) => Promise<Response>;
type HandlerCallback = typeof defaultStreamHandler;

/** Marker that React leaves in the HTML for a suspended part. */
const unfinished = '<!--$!-->';

/**
 * Renders a page as one string. Its data was loaded before, so only lazily imported parts can still suspend: then there
 * is no string, and the page is rendered again as a stream, which waits for them.
 */
const asText = defineHandlerCallback(async ({ router, responseHeaders }) => {
  // The data is complete: marking the end before rendering writes it into the page as a whole.
  router.serverSsr?.setRenderFinished();
  await setImmediate();
  const html = textOf(createElement(StartServer, { router }));
  const result = pageContext()?.result;
  // Bypasses `Response`, which would encode it and make the page cache decode it again.
  if (result && html !== null) result.html = await transformHtmlStringWithRouter(router, html);
  return new Response(null, { status: getSsrStatus(router), headers: responseHeaders });
});

/** Renders to a string; null where something suspended or failed. The stream then logs the cause. */
function textOf(page: React.ReactNode): string | null {
  try {
    const html = renderToString(page);
    return html.includes(unfinished) ? null : html;
  } catch {
    return null;
  }
}

/** One handler for each language, because each language has its own scripts (scripts/lib-page-bundle.mjs). */
function handlers(handler: HandlerCallback): Record<Locale, Handler> {
  return Object.fromEntries(
    locales.map((locale) => [
      locale,
      createStartHandler({
        handler,
        ...(import.meta.env.PROD && {
          transformAssets: ({ kind, url }: { kind: string; url: string }) =>
            kind === 'script' ? url.replace('/assets/', `/assets/${locale}/`) : url,
        }),
      }),
    ]),
  ) as unknown as Record<Locale, Handler>;
}

const textHandlers = handlers(asText);
const streamHandlers = handlers(defaultStreamHandler);

/** The page bundle's only export. The server calls it with the context of a request. */
export const render: PageRenderer = async (request, context) => {
  const result: { html: string | null } = { html: null };
  // Both renderings get the same responses, so that a counted call, such as a search, is counted once.
  const answers = new Map<string, ReturnType<PageContext['api']>>();
  const api = (path: string) => {
    const answer = answers.get(path) ?? context.api(path);
    answers.set(path, answer);
    return answer;
  };
  const answered: { status: number | null } = { status: null };
  const told = { ...context, api, answered };
  const response = await textHandlers[context.locale](request, { context: { ...told, result } });
  const { status, headers } = response;
  const isRedirect = status >= 300 && status < 400;
  if (result.html !== null || isRedirect)
    return { status: answered.status ?? status, headers, html: result.html ?? '' };
  const streamed = await streamHandlers[context.locale](request, { context: told });
  return {
    status: answered.status ?? streamed.status,
    headers: streamed.headers,
    html: await streamed.text(),
  };
};

export default { fetch: streamHandlers.ko };
