import { createFileRoute } from '@tanstack/react-router';
import { loadRoom, roomHead } from './load-room.ts';
import { RoomScreen } from './room-screen.tsx';

export const Route = createFileRoute('/services/register-old/{-$type}')({
  loader: loadRoom,
  head: roomHead,
  component: RoomPage,
});

function RoomPage() {
  return <RoomScreen room={Route.useLoaderData()} />;
}
