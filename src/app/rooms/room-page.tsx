import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { CallScreen } from '#features/calls/client/public.tsx';
import { LegalDocument } from '../legal/legal-document.tsx';
import { RoomScreen } from './room-screen.tsx';

/** Whatever has no route of its own: a call, a legal text, a room that has not opened yet, or nothing at all. */
export const Route = createFileRoute('/$')({
  loader: async ({ context, location }) =>
    (await import('./load-room.ts'))?.loadRoom(context.queryClient, location.pathname),
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: RoomPage,
});

function RoomPage() {
  const { room, name, call } = Route.useLoaderData();
  if (call)
    return (
      <Suspense fallback={<div aria-busy="true" className="min-h-screen" />}>
        <CallScreen place={call} />
      </Suspense>
    );
  return room ? <RoomScreen room={room} /> : <LegalDocument name={name} />;
}
