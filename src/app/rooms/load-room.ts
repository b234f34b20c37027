import { notFound } from '@tanstack/react-router';
import { pageHead } from '#platform/client/page-head.ts';

export type LoadedRoom = {
  path: string;
  title: string;
  text: string;
  meanwhile: { to: string; name: string }[];
};

/** The room at an address, in the reader's language; its words come with its page alone. */
export async function loadRoom({ location }: { location: { pathname: string } }): Promise<LoadedRoom> {
  const { rooms } = await import('./rooms.ts');
  const path = location.pathname;
  const room = rooms.find((each) => each.path.test(path));
  if (!room) throw notFound();
  return {
    path,
    title: room.title(),
    text: room.text(),
    meanwhile: room.meanwhile.map(({ to, name }) => ({ to, name: name() })),
  };
}

export function roomHead({ loaderData: room }: { loaderData?: LoadedRoom }) {
  return room ? pageHead({ path: room.path, title: room.title, description: room.text, hidden: true }) : {};
}
