import { queryOptions } from '@tanstack/react-query';
import { m } from '#i18n/generated/messages.js';
import {
  ApiError,
  callApi,
  getJson,
  sendWrite,
  type AddressOf,
  type Reads,
} from '#platform/client/fetcher.ts';
import type { Make } from '../contract.ts';
import { commentsPerPage, itemsPerPage, makesPerPage, peoplePerPage } from '../rules.ts';

export type Page<Item> = { items: Item[]; total: number; page: number; pageCount: number };

type Lists = { [Path in keyof Reads as Reads[Path] extends unknown[] ? Path : never]: Reads[Path] };

async function getPage<Path extends keyof Lists>(
  path: AddressOf<Path>,
  limit: number,
  signal: AbortSignal,
): Promise<Page<Lists[Path][number]>> {
  const { body, headers } = await callApi<unknown>(path, { signal });
  if (!Array.isArray(body)) throw new ApiError(200, 'wrong_format', m['platform.client.wrong_format']());
  const total = Number(headers.get('x-total-count') ?? body.length);
  return {
    items: body as Lists[Path][number][],
    total,
    page: Number(headers.get('x-page') ?? 1),
    pageCount: Math.max(1, Math.ceil(total / limit)),
  };
}

/** Query of one page of a list; refetched when it is shown again. */
function pageOf<Path extends keyof Lists>(
  queryKey: string[],
  path: AddressOf<Path>,
  page: number,
  limit: number,
) {
  return queryOptions({
    queryKey: [...queryKey, String(page)],
    staleTime: 0,
    queryFn: ({ signal }) =>
      getPage<Path>(`${path}?page=${page}&limit=${limit}` as AddressOf<Path>, limit, signal),
  });
}

/** Parsed here instead of in the route, because every page carries the routes. */
export function readPage(search: { page?: unknown }): number {
  const page = Number(search.page);
  return Number.isSafeInteger(page) && page > 1 && page < 1e9 ? page : 1;
}

const resourcePath = (id: string) => `/api/resources/${encodeURIComponent(id)}` as const;
const personPath = (username: string) => `/api/people/${encodeURIComponent(username)}` as const;

export const likesQuery = (id: string) =>
  queryOptions({
    queryKey: ['social', 'likes', id],
    staleTime: 0,
    queryFn: ({ signal }) => getJson<'/api/resources/{id}/likes'>(`${resourcePath(id)}/likes`, signal),
  });

/** Key prefix of everything about a resource's comments; the same exists for makes. */
export const commentsKey = (id: string) => ['social', 'comments', id];
export const makesKey = (id: string) => ['social', 'makes', id];

export const commentsQuery = (id: string, page: number) =>
  pageOf<'/api/resources/{id}/comments'>(
    commentsKey(id),
    `${resourcePath(id)}/comments`,
    page,
    commentsPerPage,
  );

/** Query for all steps at once, because most have no comments. */
export const stepCommentsQuery = (id: string) =>
  queryOptions({
    queryKey: ['social', 'step-comments', id],
    staleTime: 0,
    queryFn: ({ signal }) =>
      getJson<'/api/resources/{id}/step-comments'>(`${resourcePath(id)}/step-comments`, signal),
  });

export const makesQuery = (id: string, page: number) =>
  pageOf<'/api/resources/{id}/makes'>(makesKey(id), `${resourcePath(id)}/makes`, page, makesPerPage);

/** What was made lately, on the home page. */
export const recentMakesQuery = queryOptions({
  queryKey: ['social', 'recent-makes'],
  queryFn: ({ signal }) => getJson<'/api/makes'>('/api/makes', signal),
});

export const makeSummaryQuery = (id: string) =>
  queryOptions({
    queryKey: [...makesKey(id), 'summary'],
    staleTime: 0,
    queryFn: ({ signal }) =>
      getJson<'/api/resources/{id}/makes/summary'>(`${resourcePath(id)}/makes/summary`, signal),
  });

export const machinesQuery = (typed: string) =>
  queryOptions({
    queryKey: ['social', 'machines', typed],
    queryFn: ({ signal }) => getJson<'/api/machines'>(`/api/machines?q=${encodeURIComponent(typed)}`, signal),
  });

export const ownCollectionsQuery = (resourceId?: string) =>
  queryOptions({
    queryKey: ['social', 'own-collections', resourceId ?? ''],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) =>
      getJson<'/api/user/collections'>(
        resourceId === undefined ? '/api/user/collections' : `/api/user/collections?resource=${resourceId}`,
        signal,
      ),
  });

export const personCollectionsQuery = (username: string) =>
  queryOptions({
    queryKey: ['social', 'person-collections', username],
    queryFn: ({ signal }) =>
      getJson<'/api/people/{username}/collections'>(`${personPath(username)}/collections`, signal),
  });

export const collectionPath = (id: string) => `/api/collections/${encodeURIComponent(id)}` as const;
export const collectionQuery = (id: string) =>
  queryOptions({
    queryKey: ['social', 'collection', id],
    staleTime: 0,
    queryFn: ({ signal }) => getJson<'/api/collections/{id}'>(collectionPath(id), signal),
  });
export const itemsQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: ['social', 'collection', id, 'items', String(page)],
    staleTime: 0,
    queryFn: ({ signal }) =>
      getPage<'/api/collections/{id}/items'>(
        `${collectionPath(id)}/items?page=${page}&limit=${itemsPerPage}`,
        itemsPerPage,
        signal,
      ),
  });

export const followPath = (username: string) => `${personPath(username)}/follow` as const;
export const followsQuery = (username: string) =>
  queryOptions({
    queryKey: ['social', 'follows', username],
    staleTime: 0,
    queryFn: ({ signal }) => getJson<'/api/people/{username}/follow'>(followPath(username), signal),
  });
export const followingQuery = (page: number) =>
  queryOptions({
    queryKey: ['social', 'following', String(page)],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) =>
      getPage<'/api/user/following'>(
        `/api/user/following?page=${page}&limit=${peoplePerPage}`,
        peoplePerPage,
        signal,
      ),
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
