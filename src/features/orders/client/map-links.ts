import type { Locale } from '#i18n/languages.ts';

export type MapName = 'kakao' | 'naver' | 'google' | 'osm';
type Place = { address: string; lat: number | null; long: number | null };

/** Returns links to a place on the maps that readers of a language use; none of them needs a key. */
export function mapLinks({ address, lat, long }: Place, locale: Locale): { map: MapName; url: string }[] {
  const text = encodeURIComponent(address);
  if (locale === 'ko')
    return [
      { map: 'kakao', url: `https://map.kakao.com/link/search/${text}` },
      { map: 'naver', url: `https://map.naver.com/p/search/${text}` },
    ];
  const osm =
    lat === null || long === null
      ? `https://www.openstreetmap.org/search?query=${text}`
      : `https://www.openstreetmap.org/?mlat=${lat}&mlon=${long}#map=17/${lat}/${long}`;
  return [
    { map: 'google', url: `https://www.google.com/maps/search/?api=1&query=${text}` },
    { map: 'osm', url: osm },
  ];
}
