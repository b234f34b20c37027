import { queryOptions } from '@tanstack/react-query';
import { getJson, noAnswer, refusal } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { decodeText } from '#platform/shared/decode-text.ts';
import type { ArchiveContents } from '../contract.ts';

/** Returns the address at which a file, or an entry of an archive, can be viewed. */
export function viewAddress(resourceId: string, fileId: string, entry?: string): string {
  const within = entry === undefined ? '' : `?entry=${encodeURIComponent(entry)}`;
  return `/api/resources/${resourceId}/files/${fileId}/view${within}`;
}

/** Files are immutable. */
const staleTime = Infinity;

export function textQuery(address: string) {
  return queryOptions({
    queryKey: ['file-text', address],
    staleTime,
    queryFn: async ({ signal }) => decodeText(await fetchBytes(address, signal)),
  });
}

export function archiveQuery(resourceId: string, fileId: string) {
  const path = `/api/resources/${resourceId}/files/${fileId}/entries`;
  return queryOptions({
    queryKey: ['file-entries', path],
    staleTime,
    queryFn: ({ signal }) => getJson<ArchiveContents>(path, signal),
  });
}

/** Fetches the bytes of a file from `start` to before `end`. */
export async function fetchRange(
  address: string,
  start: number,
  end: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  if (start >= end) return new Uint8Array();
  return new Uint8Array(await fetchBytes(address, signal, { range: `bytes=${start}-${end - 1}` }));
}

export async function fetchBytes(
  address: string,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): Promise<ArrayBuffer> {
  let response: Response;
  try {
    response = await fetch(address, { signal, headers: { 'accept-language': currentLocale(), ...headers } });
  } catch (error) {
    if (signal.aborted) throw error;
    throw noAnswer(false);
  }
  if (!response.ok) throw refusal(response.status, response.statusText, await response.text());
  return response.arrayBuffer();
}
