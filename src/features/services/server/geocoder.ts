import { z } from 'zod';
import type { Config } from '#platform/server/config.ts';
import { AppError } from '#platform/shared/errors.ts';
import type { Locale } from '#i18n/languages.ts';
import { servicesErrors, type FoundAddress } from '../contract.ts';
import { findInGazetteer } from './gazetteer.ts';

const timeoutMs = 8000;
const maxFound = 5;

type Service = {
  origin: string;
  path(address: string, locale: Locale): string;
  headers(config: Config['geocoder']): Record<string, string>;
  read(body: unknown): FoundAddress[];
};

const coordinate = z.coerce.number().refine((value) => Number.isFinite(value));
const kakaoAnswer = z.object({
  documents: z.array(z.object({ address_name: z.string(), x: coordinate, y: coordinate })),
});
const naverAnswer = z.object({
  addresses: z.array(
    z.object({ roadAddress: z.string(), jibunAddress: z.string(), x: coordinate, y: coordinate }),
  ),
});
const nominatimAnswer = z.array(z.object({ display_name: z.string(), lat: coordinate, lon: coordinate }));

const services: Record<'kakao' | 'naver' | 'nominatim', Service> = {
  kakao: {
    origin: 'https://dapi.kakao.com',
    path: (address) => `/v2/local/search/address.json?${new URLSearchParams({ query: address })}`,
    headers: ({ key }) => ({ authorization: `KakaoAK ${key}` }),
    read: (body) =>
      kakaoAnswer.parse(body).documents.map((found) => ({
        address: found.address_name,
        lat: found.y,
        long: found.x,
        precision: 'address',
      })),
  },
  naver: {
    origin: 'https://maps.apigw.ntruss.com',
    path: (address) => `/map-geocode/v2/geocode?${new URLSearchParams({ query: address })}`,
    headers: ({ key, secret }) => ({ 'x-ncp-apigw-api-key-id': key, 'x-ncp-apigw-api-key': secret }),
    read: (body) =>
      naverAnswer.parse(body).addresses.map((found) => ({
        address: found.roadAddress || found.jibunAddress,
        lat: found.y,
        long: found.x,
        precision: 'address',
      })),
  },
  nominatim: {
    origin: 'https://nominatim.openstreetmap.org',
    path: (address, locale) =>
      `/search?${new URLSearchParams({ q: address, format: 'jsonv2', limit: String(maxFound), 'accept-language': locale })}`,
    // Its usage policy requires an identification.
    headers: () => ({ 'user-agent': 'Gongbang' }),
    read: (body) =>
      nominatimAnswer.parse(body).map((found) => ({
        address: found.display_name,
        lat: found.lat,
        long: found.lon,
        precision: 'address',
      })),
  },
};

/**
 * Geocodes an address, likeliest result first; falls back to our table of cities, districts, neighbourhoods and roads if the service finds
 * nothing. Throws `geocoder_unavailable` if a configured service does not answer.
 */
export async function geocode(
  config: Config['geocoder'],
  address: string,
  locale: Locale,
): Promise<FoundAddress[]> {
  if (config.name === 'local') return findInGazetteer(address);
  const service = services[config.name];
  const own = config.name === 'nominatim' ? config.origin : undefined;
  const origin = config.fakeOrigin ?? own ?? service.origin;
  let found: FoundAddress[];
  try {
    const answer = await fetch(origin + service.path(address, locale), {
      headers: { accept: 'application/json', ...service.headers(config) },
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    found = service.read(await answer.json());
  } catch {
    // The original error is dropped, because the request contains keys that must not be logged.
    throw new AppError(servicesErrors.geocoder_unavailable, { retryAfterSeconds: 30 });
  }
  return found.length > 0 ? found.slice(0, maxFound) : findInGazetteer(address);
}
