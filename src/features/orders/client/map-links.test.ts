import { expect, test } from 'vitest';
import { locales } from '#i18n/languages.ts';
import { mapLinks } from './map-links.ts';

const place = { address: '서울 성동구 성수이로 20-7 & 301호', lat: 37.5, long: 127.1 };

test('readers of Korean are led to Korean maps, others to maps that they know', () => {
  expect(mapLinks(place, 'ko').map(({ map }) => map)).toEqual(['kakao', 'naver']);
  expect(mapLinks(place, 'en').map(({ map }) => map)).toEqual(['google', 'osm']);
  expect(mapLinks(place, 'ja').map(({ map }) => map)).toEqual(['google', 'osm']);
});

test('links are https, need no key and keep the whole address', () => {
  for (const locale of locales) {
    for (const { url } of mapLinks({ ...place, lat: null, long: null }, locale)) {
      expect(new URL(url).protocol).toBe('https:');
      expect(decodeURIComponent(url)).toContain(place.address);
    }
  }
  expect(mapLinks(place, 'en')[1]?.url).toBe(
    'https://www.openstreetmap.org/?mlat=37.5&mlon=127.1#map=17/37.5/127.1',
  );
});
