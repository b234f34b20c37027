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

/** Marks a part of a page that was not ready when it was rendered as a text. */
const unfinished = '<!--$!-->';

/**
 * Renders a page as one text. All that it knows was loaded before, so nothing is left to wait for but parts of it that are imported when
 * they are first shown: then there is no text, and the page is rendered again as a stream, which waits.
 */
const asText = defineHandlerCallback(async ({ router, responseHeaders }) => {
  // What the page knows is complete: with its end announced before, it is written into the page as a whole.
  router.serverSsr?.setRenderFinished();
  await setImmediate();
  const html = textOf(createElement(StartServer, { router }));
  const result = pageContext()?.result;
  // Not in a `Response`, where it would be encoded, and decoded again by who shares it.
  if (result && html !== null) result.html = await transformHtmlStringWithRouter(router, html);
  return new Response(null, { status: getSsrStatus(router), headers: responseHeaders });
});

/** Null where something was not ready or failed: the stream says in the log what. */
function textOf(page: React.ReactNode): string | null {
  try {
    const html = renderToString(page);
    return html.includes(unfinished) ? null : html;
  } catch {
    return null;
  }
}

/** One handler for each language, because each language has scripts of its own (scripts/lib-page-bundle.mjs). */
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

/** The page bundle's one export; the server calls it with what only it knows of a request. */
export const render: PageRenderer = async (request, context) => {
  const result: { html: string | null } = { html: null };
  // Both renderings are told the same: what is counted, such as a search, is counted once.
  const answers = new Map<string, ReturnType<PageContext['api']>>();
  const api = (path: string) => {
    const answer = answers.get(path) ?? context.api(path);
    answers.set(path, answer);
    return answer;
  };
  const told = { ...context, api };
  const response = await textHandlers[context.locale](request, { context: { ...told, result } });
  const { status, headers } = response;
  const isRedirect = status >= 300 && status < 400;
  if (result.html !== null || isRedirect) return { status, headers, html: result.html ?? '' };
  const streamed = await streamHandlers[context.locale](request, { context: told });
  return { status: streamed.status, headers: streamed.headers, html: await streamed.text() };
};

export default { fetch: streamHandlers.ko };
