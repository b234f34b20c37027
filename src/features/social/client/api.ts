import { queryOptions } from '@tanstack/react-query';
import { m } from '#i18n/generated/messages.js';
import { ApiError, callApi, getJson, sendWrite } from '#platform/client/fetcher.ts';
import type {
  Collection,
  CollectionDetail,
  CollectionItem,
  Comment,
  Followed,
  Follows,
  Likes,
  Make,
  MakeSummary,
  OwnCollection,
  Reply,
} from '../contract.ts';
import { commentsPerPage, itemsPerPage, makesPerPage, peoplePerPage } from '../rules.ts';

export type Page<Item> = { items: Item[]; total: number; page: number; pageCount: number };

async function getPage<Item>(path: string, limit: number, signal: AbortSignal): Promise<Page<Item>> {
  const { body, headers } = await callApi<unknown>(path, { signal });
  if (!Array.isArray(body)) throw new ApiError(200, 'wrong_format', m['platform.client.wrong_format']());
  const total = Number(headers.get('x-total-count') ?? body.length);
  return {
    items: body as Item[],
    total,
    page: Number(headers.get('x-page') ?? 1),
    pageCount: Math.max(1, Math.ceil(total / limit)),
  };
}

/** Query of one page of a list; refetched when it is shown again. */
function pageOf<Item>(queryKey: string[], path: string, page: number, limit: number) {
  return queryOptions({
    queryKey: [...queryKey, String(page)],
    staleTime: 0,
    queryFn: ({ signal }) => getPage<Item>(`${path}?page=${page}&limit=${limit}`, limit, signal),
  });
}

/** Parsed here instead of in the route, because every page carries the routes. */
export function readPage(search: { page?: unknown }): number {
  const page = Number(search.page);
  return Number.isSafeInteger(page) && page > 1 && page < 1e9 ? page : 1;
}

const resourcePath = (id: string) => `/api/resources/${encodeURIComponent(id)}`;
const personPath = (username: string) => `/api/people/${encodeURIComponent(username)}`;

export const likesQuery = (id: string) =>
  queryOptions({
    queryKey: ['social', 'likes', id],
    staleTime: 0,
    queryFn: ({ signal }) => getJson<Likes>(`${resourcePath(id)}/likes`, signal),
  });

/** Key prefix of everything about a resource's comments; the same exists for makes. */
export const commentsKey = (id: string) => ['social', 'comments', id];
export const makesKey = (id: string) => ['social', 'makes', id];

export const commentsQuery = (id: string, page: number) =>
  pageOf<Comment>(commentsKey(id), `${resourcePath(id)}/comments`, page, commentsPerPage);

/** Query for all steps at once, because most have no comments. */
export const stepCommentsQuery = (id: string) =>
  queryOptions({
    queryKey: ['social', 'step-comments', id],
    staleTime: 0,
    queryFn: ({ signal }) => getJson<Reply[]>(`${resourcePath(id)}/step-comments`, signal),
  });

export const makesQuery = (id: string, page: number) =>
  pageOf<Make>(makesKey(id), `${resourcePath(id)}/makes`, page, makesPerPage);

export const makeSummaryQuery = (id: string) =>
  queryOptions({
    queryKey: [...makesKey(id), 'summary'],
    staleTime: 0,
    queryFn: ({ signal }) => getJson<MakeSummary>(`${resourcePath(id)}/makes/summary`, signal),
  });

export const machinesQuery = (typed: string) =>
  queryOptions({
    queryKey: ['social', 'machines', typed],
    queryFn: ({ signal }) => getJson<string[]>(`/api/machines?q=${encodeURIComponent(typed)}`, signal),
  });

export const ownCollectionsQuery = (resourceId?: string) =>
  queryOptions({
    queryKey: ['social', 'own-collections', resourceId ?? ''],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) =>
      getJson<OwnCollection[]>(
        `/api/user/collections${resourceId === undefined ? '' : `?resource=${resourceId}`}`,
        signal,
      ),
  });

export const personCollectionsQuery = (username: string) =>
  queryOptions({
    queryKey: ['social', 'person-collections', username],
    queryFn: ({ signal }) => getJson<Collection[]>(`${personPath(username)}/collections`, signal),
  });

export const collectionPath = (id: string) => `/api/collections/${encodeURIComponent(id)}`;
export const collectionQuery = (id: string) =>
  queryOptions({
    queryKey: ['social', 'collection', id],
    staleTime: 0,
    queryFn: ({ signal }) => getJson<CollectionDetail>(collectionPath(id), signal),
  });
export const itemsQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: ['social', 'collection', id, 'items', String(page)],
    staleTime: 0,
    queryFn: ({ signal }) =>
      getPage<CollectionItem>(
        `${collectionPath(id)}/items?page=${page}&limit=${itemsPerPage}`,
        itemsPerPage,
        signal,
      ),
  });

export const followPath = (username: string) => `${personPath(username)}/follow`;
export const followsQuery = (username: string) =>
  queryOptions({
    queryKey: ['social', 'follows', username],
    staleTime: 0,
    queryFn: ({ signal }) => getJson<Follows>(followPath(username), signal),
  });
export const followingQuery = (page: number) =>
  queryOptions({
    queryKey: ['social', 'following', String(page)],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) =>
      getPage<Followed>(`/api/user/following?page=${page}&limit=${peoplePerPage}`, peoplePerPage, signal),
  });

/** Creates a make with its picture. Idempotent by the key. */
export function sendMake(
  target: { resourceId: string; makeId: string | null },
  form: FormData,
  idempotencyKey: string,
): Promise<Make> {
  const [method, path] =
    target.makeId === null
      ? (['POST', `${resourcePath(target.resourceId)}/makes`] as const)
      : (['PATCH', `/api/makes/${target.makeId}`] as const);
  const init = { method, headers: { 'idempotency-key': idempotencyKey }, body: form };
  return sendWrite(
    `${method} ${path}`,
    async () => (await callApi<Make>(path, init)).body,
    method === 'POST',
  );
}
