import { z } from 'zod';

/** Maximum length of the `Link` header. Clients and proxies refuse longer headers: Node at 16 KB, nginx at 4 or 8. */
const maxLinkLength = 3000;

/** Builds the `Link` header (RFC 8288) to the other pages of this list; empty if it would be too long. */
function pageLinks(url: string, found: { page: number; pageCount: number }): string {
  const [path = ''] = url.split('?', 1);
  // A second "?" is part of the query.
  const query = url.slice(path.length + 1);
  const link = (page: number, rel: string) => {
    const parameters = new URLSearchParams(query);
    parameters.set('page', String(page));
    return `<${path}?${parameters}>; rel="${rel}"`;
  };
  const links = [
    link(1, 'first'),
    ...(found.page > 1 ? [link(found.page - 1, 'prev')] : []),
    ...(found.page < found.pageCount ? [link(found.page + 1, 'next')] : []),
    link(found.pageCount, 'last'),
  ].join(', ');
  return links.length > maxLinkLength ? '' : links;
}

/** Headers that every list sends with its items. */
export function pageHeaders(url: string, found: { total: number; page: number; pageCount: number }) {
  return {
    'x-total-count': String(found.total),
    'x-page': String(found.page),
    link: pageLinks(url, found),
  };
}

/** Lists of a person's own items that are loaded whole: without `limit`, everything is one page. */
const maxOfOwn = 1000;
export const wholeQuery = z.object({
  page: z.coerce.number().int().min(1).max(1e9).catch(1).default(1),
  limit: z.coerce.number().int().min(1).max(maxOfOwn).default(maxOfOwn),
});

/** Returns one page of a list that was loaded whole; a page past the end is the last one. */
export function pageOf<Item>(
  url: string,
  all: readonly Item[],
  { page: wanted, limit }: z.output<typeof wholeQuery>,
): { items: Item[]; headers: ReturnType<typeof pageHeaders> } {
  const pageCount = Math.max(1, Math.ceil(all.length / limit));
  const page = Math.min(wanted, pageCount);
  return {
    items: all.slice((page - 1) * limit, page * limit),
    headers: pageHeaders(url, { total: all.length, page, pageCount }),
  };
}
