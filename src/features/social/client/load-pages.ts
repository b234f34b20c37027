import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { ApiError } from '#platform/client/fetcher.ts';
import { pageHead } from '#platform/client/page-head.ts';
import { collectionQuery, itemsQuery, readPage } from './api.ts';

export async function loadCollection(client: QueryClient, id: string, search: object) {
  const page = readPage(search);
  try {
    const [collection] = await Promise.all([
      client.ensureQueryData(collectionQuery(id)),
      client.ensureQueryData(itemsQuery(id, page)),
    ]);
    return {
      head: pageHead({
        path: `/collections/${id}`,
        search: page > 1 ? `?page=${page}` : '',
        title: collection.title,
        description:
          collection.description || m['social.collections.by']({ name: collection.owner.fullName }),
        image: collection.imageUrl,
        hidden: !collection.isPublic || collection.itemCount === 0,
      }),
    };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw notFound();
    throw error;
  }
}
