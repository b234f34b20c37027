import handler from '@tanstack/react-start/server-entry';
import type { PageRenderer } from './pages.ts';

/** The page bundle's one export; the server calls it with what only it knows of a request. */
export const render: PageRenderer = (request, context) =>
  (handler.fetch as (request: Request, options: { context: unknown }) => Promise<Response>)(request, {
    context,
  });

export default { fetch: handler.fetch };
