import { createFileRoute } from '@tanstack/react-router';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { CallScreen } from './call-screen.tsx';

/** Page of the call behind a guest link. */
export const Route = createFileRoute('/call/$token')({
  loader: async ({ context, location, params }) =>
    (await import('./load-call.ts'))?.loadCall(context.queryClient, params, location.pathname),
  head: loadedHead,
  component: CallPage,
});

function CallPage() {
  return <CallScreen place={Route.useParams()} />;
}
