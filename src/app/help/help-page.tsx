import { createFileRoute } from '@tanstack/react-router';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { HelpScreen } from './help-screen.tsx';

export const Route = createFileRoute('/help')({
  loader: async ({ context }) => (await import('./load-help.ts'))?.loadHelp(context.queryClient),
  head: loadedHead,
  component: HelpScreen,
});
