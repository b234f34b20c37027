import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { countsQuery } from '#features/finding/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { ApiError } from '#platform/client/fetcher.ts';
import { pageHead } from '#platform/client/page-head.ts';
import type { AuctionDetail } from '../contract.ts';
import { auctionQuery, listAuctionsQuery } from './api.ts';
import type { Part } from './auction-part.tsx';
import { validateAuctionSearch, type AuctionSearch } from './list-search.ts';

/** Loads the list before the page renders; an error is shown in the list's place. */
export async function loadAuctions(client: QueryClient, asked: AuctionSearch) {
  const search = validateAuctionSearch(asked);
  await Promise.all([
    client.ensureQueryData(listAuctionsQuery(search)).catch(() => null),
    search.search === undefined ? null : client.ensureQueryData(countsQuery(search.search)).catch(() => null),
  ]);
  return {
    head: pageHead({
      path: '/auctions',
      search: search.page === undefined ? '' : `?page=${search.page}`,
      title: m['auctions.list.title'](),
      description: m['auctions.list.lead'](),
      hidden: search.search !== undefined,
    }),
  };
}

const partTitles: Record<Exclude<Part, 'lot' | 'create'>, () => string> = {
  edit: () => m['auctions.form.title_edit'](),
  log: () => m['auctions.replay.title'](),
  order: () => m['auctions.order.title'](),
};

/**
 * Loads a page below /auctions/: the form (`create`), a lot by its id, and the pages of a lot (`{id}/log`).
 */
export async function loadAuctionPart(client: QueryClient, address: string) {
  const [id = '', name, ...rest] = address.replace(/\/$/, '').split('/');
  if (rest.length > 0) throw notFound();
  if (id === 'create' && name === undefined) {
    await client.ensureQueryData(currentUserQuery).catch(() => null);
    const title = m['auctions.form.title_new']();
    const description = m['auctions.form.lead']();
    return {
      id: '',
      part: 'create' as Part,
      head: pageHead({ path: '/auctions/create', title, description }),
    };
  }
  if (name === undefined) {
    const auction = await found(client, id);
    return { id, part: 'lot' as Part, head: headOf(auction) };
  }
  if (!Object.hasOwn(partTitles, name)) throw notFound();
  const part = name as keyof typeof partTitles;
  await client.ensureQueryData(currentUserQuery).catch(() => null);
  if (part === 'log') await found(client, id);
  return {
    id,
    part: part as Part,
    head: pageHead({ path: `/auctions/${id}/${part}`, title: partTitles[part](), hidden: true }),
  };
}

async function found(client: QueryClient, id: string): Promise<AuctionDetail> {
  try {
    return await client.ensureQueryData(auctionQuery(id));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw notFound();
    throw error;
  }
}

function headOf({ id, title, description, images, state }: AuctionDetail) {
  const [image] = images;
  return pageHead({
    path: `/auctions/${id}`,
    title,
    description,
    image: image ? `/api/auction-images/${image.id}/${image.widths.at(-1) ?? image.width}.webp` : null,
    above: [{ title: m['auctions.list.title'](), path: '/auctions' }],
    hidden: state === 'draft',
  });
}
