import { queryOptions } from '@tanstack/react-query';
import { m } from '#i18n/generated/messages.js';
import { ApiError, callApi, getJson } from '#platform/client/fetcher.ts';
import { freshness } from '#platform/client/freshness.ts';
import { cardsForReader } from '#platform/client/translated.ts';
import type { OwnService, ServiceCard, ServiceDetail, ServiceSort } from '../contract.ts';
import { defaultRadiusKm, pageSize, seoul, type Point } from '../rules.ts';

export type ServiceListRequest = {
  type?: string | undefined;
  search?: string | undefined;
  city?: string | undefined;
  district?: string | undefined;
  near?: Point | undefined;
  radius?: number | undefined;
  /** Only what is sent by post. */
  byPost?: boolean | undefined;
  sort?: ServiceSort | undefined;
  page?: number | undefined;
  limit?: number | undefined;
};

/** Card as lists show it. A page sends its data twice, so it has only what is drawn. */
export type ListedService = Omit<ServiceCard, 'createdAt' | 'image' | 'imageUrl' | 'samples'> & {
  image: Omit<NonNullable<ServiceCard['image']>, 'alt'> | null;
  samples: Pick<ServiceCard['samples'][number], 'id' | 'widths'>[];
};

/** Ten metres, which is more exact than the points that are public. */
function roughly(location: ServiceCard['location']): ServiceCard['location'] {
  const round = (degrees: number) => Math.round(degrees * 1e4) / 1e4;
  return location && { ...location, lat: round(location.lat), long: round(location.long) };
}

function listed(card: ServiceCard): ListedService {
  // A broken entry stays as it is, see cardsForReader.
  if (typeof card?.description !== 'string') return card;
  const { createdAt: _createdAt, imageUrl: _imageUrl, image, samples, ...rest } = card;
  const shown = {
    ...rest,
    location: roughly(card.location),
    samples: (samples ?? []).map(({ id, widths }) => ({ id, widths })),
  };
  if (!image) return { ...shown, image: null };
  const { alt: _alt, ...picture } = image;
  return { ...shown, image: picture };
}

export type ServiceListAnswer = { items: ListedService[]; total: number; page: number; pageCount: number };

/** Two lines on a phone. Shorter than wider cards and the map allow, to save bytes of the page. */
const cardWidth = 92;

const isAround = (address: unknown) => String(address).startsWith('/api/services/nearby');

/** Query of the list: separate routes for a type and for words, and the nearby route around a point. */
export function listServicesQuery(request: ServiceListRequest) {
  const {
    type,
    search,
    city,
    district,
    near,
    byPost = false,
    radius = defaultRadiusKm,
    sort,
    page = 1,
    limit = pageSize,
  } = request;
  const parameters = new URLSearchParams();
  let path = '/api/services';
  if (near) {
    path += '/nearby';
    parameters.set('lat', String(near.lat));
    parameters.set('long', String(near.long));
    parameters.set('maxDistance', String(radius));
    if (type) parameters.set('type', type);
  } else {
    if (type) path += `/type/${encodeURIComponent(type)}`;
    if (city) parameters.set('city', city);
    if (district) parameters.set('district', district);
  }
  if (byPost) parameters.set('delivery', 'post');
  if (search) parameters.set('search', search);
  if (sort && sort !== 'newest') parameters.set('sort', sort);
  if (page > 1) parameters.set('page', String(page));
  if (limit !== pageSize) parameters.set('limit', String(limit));
  const address = parameters.size > 0 ? `${path}?${parameters}` : path;
  return queryOptions({
    queryKey: ['services', address],
    ...freshness(address),
    queryFn: async ({ signal }): Promise<ServiceListAnswer> => {
      const { body, headers } = await callApi<unknown>(address, { signal });
      // The API returns a bare array, or an object with one: docs/product.md, "Services page".
      const items = Array.isArray(body) ? body : (body as { services?: unknown } | null)?.services;
      if (!Array.isArray(items)) throw new ApiError(200, 'wrong_format', m['platform.client.wrong_format']());
      const total = Number(headers.get('x-total-count') ?? items.length);
      return {
        items: cardsForReader<ServiceCard>(items, cardWidth).map(listed),
        total,
        page: Number(headers.get('x-page') ?? 1),
        pageCount: Math.max(1, Math.ceil(total / limit)),
      };
    },
    // Filters may change what is shown; a place must not make the list of everything shrink before the reader's eyes.
    placeholderData: (previous, query) =>
      isAround(address) === isAround(query?.queryKey[1]) ? previous : undefined,
  });
}

const nearMeItems = 4;

/** Query of the nearest few services. */
export function nearMeQuery(near: Point) {
  return listServicesQuery({ near, sort: 'distance', limit: nearMeItems });
}

/** Services near Seoul, shown before the visitor's location is known. */
export const nearSeoulQuery = nearMeQuery(seoul);

export function serviceQuery(id: string) {
  return queryOptions({
    queryKey: ['service', id],
    queryFn: ({ signal }) => getJson<ServiceDetail>(`/api/services/${encodeURIComponent(id)}`, signal),
  });
}

export const ownServicesQuery = queryOptions({
  queryKey: ['own-services'],
  meta: { private: true },
  staleTime: 0,
  queryFn: ({ signal }) => getJson<OwnService[]>('/api/user/services', signal),
});
