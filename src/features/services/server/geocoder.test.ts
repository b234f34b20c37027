import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGeocoderFake } from '../../../../fakes/geocoder.ts';
import { geocode } from './geocoder.ts';

const place = { address: '서울 성동구 성수이로 20', lat: 37.5419, long: 127.0565 };
const fake = createGeocoderFake('key', { '성수이로 20': place });
let origin: string;
beforeAll(async () => {
  origin = await fake.start();
});
afterAll(() => fake.stop());

const own = { origin: undefined, fakeOrigin: undefined };

describe.each(['kakao', 'naver', 'nominatim'] as const)('%s', (name) => {
  const find = (address: string, more = {}) =>
    geocode({ ...own, name, key: 'key', secret: 'key-secret', fakeOrigin: origin, ...more }, address, 'ko');

  test('finds an address, and falls back to our own table', async () => {
    expect(await find('성수이로 20')).toEqual([{ ...place, precision: 'address' }]);
    expect(await find('부산광역시 해운대구 어딘가')).toMatchObject([{ address: '부산 해운대구' }]);
    expect(await find('어딘가')).toEqual([]);
  });

  test.each([
    ['answers nonsense', '고장', {}],
    ['is not there', '성수이로 20', { fakeOrigin: 'http://127.0.0.1:9' }],
  ])('that %s is unavailable', async (_name, address, more) => {
    await expect(find(address, more)).rejects.toMatchObject({
      kind: { status: 503 },
      message: 'geocoder_unavailable',
    });
  });
});

test.each([
  ['kakao', { key: 'wrong' }],
  ['naver', { key: 'wrong' }],
  ['naver', { secret: 'wrong' }],
] as const)('%s without its key is unavailable', async (name, wrong) => {
  const config = { ...own, name, key: 'key', secret: 'key-secret', fakeOrigin: origin, ...wrong };
  await expect(geocode(config, '성수이로 20', 'ko')).rejects.toMatchObject({ kind: { status: 503 } });
});

test('a self-hosted Nominatim is asked at its own address', async () => {
  const config = { name: 'nominatim', key: '', secret: '', origin, fakeOrigin: undefined } as const;
  expect(await geocode(config, '성수이로 20', 'ja')).toEqual([{ ...place, precision: 'address' }]);
});
