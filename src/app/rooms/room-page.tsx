import { createFileRoute } from '@tanstack/react-router';
import { loadRoom, roomHead } from './load-room.ts';
import { RoomScreen } from './room-screen.tsx';

/** Whatever has no page of its own: a room that has not opened yet, or nothing at all. */
export const Route = createFileRoute('/$')({
  loader: loadRoom,
  head: roomHead,
  component: RoomPage,
});

function RoomPage() {
  return <RoomScreen room={Route.useLoaderData()} />;
}
