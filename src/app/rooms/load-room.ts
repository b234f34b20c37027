import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { callPlace, loadCall } from '#features/calls/client/public.tsx';
import { pageHead } from '#platform/client/page-head.ts';
import { legalDocuments } from '../legal/legal-documents.ts';
import { rooms } from './rooms.ts';

export type LoadedRoom = {
  title: string;
  text: string;
  meanwhile: { to: string; name: string }[];
};

/** The call, the legal text or the room at an address, in the reader's language; its words come with its page alone. */
export async function loadRoom(client: QueryClient, path: string) {
  const call = callPlace(path);
  if (call) return { name: '', room: null, call, head: (await loadCall(client, call, path))?.head };
  const name = path.slice(1);
  const text = Object.hasOwn(legalDocuments, name) ? legalDocuments[name] : undefined;
  if (text) return { name, room: null, call: null, head: pageHead({ path, title: text.title() }) };
  const found = rooms.find((each) => each.path.test(path));
  if (!found) throw notFound();
  const room: LoadedRoom = {
    title: found.title(),
    text: found.text(),
    meanwhile: found.meanwhile.map(({ to, name: nameOf }) => ({ to, name: nameOf() })),
  };
  const head = pageHead({ path, title: room.title, description: room.text, hidden: true });
  return { name, room, call: null, head };
}
