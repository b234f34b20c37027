import { callApi } from './fetcher.ts';

export type Page<Item> = { items: Item[]; total: number; page: number; pageCount: number };

/** One page of a list, with the counts from its response headers. */
export async function getPage<Item>(
  path: string,
  asked: Record<string, string | number | undefined>,
  { limit, signal }: { limit: number; signal: AbortSignal },
): Promise<Page<Item>> {
  const wanted = new URLSearchParams({ limit: String(limit) });
  for (const [name, value] of Object.entries(asked)) {
    if (value !== undefined && value !== '') wanted.set(name, String(value));
  }
  const { body, headers } = await callApi<Item[]>(`${path}?${wanted}`, { signal });
  const total = Number(headers.get('x-total-count') ?? body.length);
  return {
    items: body,
    total,
    page: Number(headers.get('x-page') ?? 1),
    pageCount: Math.max(1, Math.ceil(total / limit)),
  };
}
