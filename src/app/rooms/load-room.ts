import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { callPlace, loadCall } from '#features/calls/client/public.tsx';
import { loadMonitoring } from '#features/search/client/public.tsx';
import { pageHead } from '#platform/client/page-head.ts';
import { legalDocuments } from '../legal/legal-documents.ts';
import { rooms } from './rooms.ts';

export type LoadedRoom = {
  title: string;
  text: string;
  meanwhile: { to: string; name: string }[];
};

/** What is at an address: a call, a legal text, the figures of searches, or a room that has not opened yet. */
export async function loadRoom(client: QueryClient, path: string, search: Record<string, unknown>) {
  const call = callPlace(path);
  if (call) return { kind: 'call' as const, call, head: (await loadCall(client, call, path))?.head };
  if (path === '/search' || path === '/search-demo')
    return { kind: 'monitoring' as const, ...(await loadMonitoring(client, path, search)) };
  const name = path.slice(1);
  const text = Object.hasOwn(legalDocuments, name) ? legalDocuments[name] : undefined;
  if (text) return { kind: 'text' as const, name, head: pageHead({ path, title: text.title() }) };
  const found = rooms.find((each) => each.path.test(path));
  if (!found) throw notFound();
  const room: LoadedRoom = {
    title: found.title(),
    text: found.text(),
    meanwhile: found.meanwhile.map(({ to, name: nameOf }) => ({ to, name: nameOf() })),
  };
  const head = pageHead({ path, title: room.title, description: room.text, hidden: true });
  return { kind: 'room' as const, room, head };
}
