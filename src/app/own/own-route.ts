import type { QueryClient } from '@tanstack/react-query';
import { loadedHead } from '#platform/client/loaded-head.ts';
import type { OwnPageName } from './load-own.ts';

type Loading = { context: { queryClient: QueryClient }; location: { pathname: string } };

/** Options that all routes of a person's own pages share. */
export const ownRoute = (name: OwnPageName) => ({
  loader: async ({ context, location }: Loading) =>
    (await import('./load-own.ts'))?.loadOwn(context.queryClient, name, location.pathname),
  head: loadedHead,
});
