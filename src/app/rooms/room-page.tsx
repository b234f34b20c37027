import { createFileRoute } from '@tanstack/react-router';
import { LegalDocument } from '../legal/legal-document.tsx';
import { RoomScreen } from './room-screen.tsx';

/** Whatever has no route of its own: a legal text, a room that has not opened yet, or nothing at all. */
export const Route = createFileRoute('/$')({
  loader: async ({ location }) => (await import('./load-room.ts'))?.loadRoom(location.pathname),
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: RoomPage,
});

function RoomPage() {
  const { room, name } = Route.useLoaderData();
  return room ? <RoomScreen room={room} /> : <LegalDocument name={name} />;
}
