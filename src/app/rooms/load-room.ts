import { notFound } from '@tanstack/react-router';
import { pageHead } from '#platform/client/page-head.ts';
import { legalDocuments } from '../legal/legal-documents.ts';
import { rooms } from './rooms.ts';

export type LoadedRoom = {
  title: string;
  text: string;
  meanwhile: { to: string; name: string }[];
};

/** The legal text or the room at an address, in the reader's language; its words come with its page alone. */
export function loadRoom(path: string) {
  const name = path.slice(1);
  const text = Object.hasOwn(legalDocuments, name) ? legalDocuments[name] : undefined;
  if (text) return { name, room: null, head: pageHead({ path, title: text.title() }) };
  const found = rooms.find((each) => each.path.test(path));
  if (!found) throw notFound();
  const room: LoadedRoom = {
    title: found.title(),
    text: found.text(),
    meanwhile: found.meanwhile.map(({ to, name: nameOf }) => ({ to, name: nameOf() })),
  };
  const head = pageHead({ path, title: room.title, description: room.text, hidden: true });
  return { name, room, head };
}
