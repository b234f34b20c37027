import { z } from 'zod';
import { ConfigError, readerOf, type Environment } from './reading.ts';
import { fakeOrigin } from './values.ts';

/** Geocoders and map tiles. */
export const mapVariables = {
  GEOCODER: {
    schema: z.enum(['local', 'kakao', 'naver', 'nominatim']),
    default: 'local',
    about: 'Who finds addresses: our own table of cities and districts, or a service of others.',
  },
  GEOCODER_KEY: { schema: z.string(), default: '', about: 'Key of the geocoder: Kakao, Naver.' },
  GEOCODER_SECRET: { schema: z.string(), default: '', about: 'Secret of the geocoder: Naver.' },
  GEOCODER_ORIGIN: {
    schema: z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin),
    default: '',
    about: 'Nominatim server to ask, e.g. one of your own. Default: `https://nominatim.openstreetmap.org`.',
  },
  GEOCODER_FAKE_ORIGIN: fakeOrigin(
    'For tests: where `fakes/geocoder.ts` stands in for the geocoder. This machine only.',
  ),
  TILE_URL: {
    schema: z
      .string()
      // The host becomes part of the pages' policy, so nothing else may be in the URL.
      .regex(
        /^(?:off|https?:\/\/(?:\{s\}\.)?[a-z0-9.-]+(?::\d+)?\/[^\s;,]*)$/i,
        'needs the address of a server, or `off`',
      )
      .refine(
        (url) => url === 'off' || ['{z}', '{x}', '{y}'].every((part) => url.includes(part)),
        'needs {z}, {x} and {y}',
      ),
    default: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    about:
      'Map tiles as `https://…/{z}/{x}/{y}.png` of a server that you may use; `off` for none, maps then show our own outline of Korea and Japan. A busy marketplace needs a server of its own: the default is lent by volunteers.',
  },
  TILE_ATTRIBUTION: {
    schema: z.string().max(500),
    default: '',
    about:
      'What the server of the tiles wants to be said on the map, HTML allowed, e.g. `© OpenStreetMap contributors`. Default: that of OpenStreetMap, for its own tiles.',
  },
} as const;

export function readGeocoder(environment: Environment) {
  const { read, get } = readerOf(mapVariables, environment);
  const name = get('GEOCODER');
  const key = read('GEOCODER_KEY');
  const secret = read('GEOCODER_SECRET');
  if ((name === 'kakao' || name === 'naver') && key === undefined)
    throw new ConfigError(`Configuration: GEOCODER_KEY must be set for ${name}`);
  if (name === 'naver' && secret === undefined)
    throw new ConfigError('Configuration: GEOCODER_SECRET must be set for naver');
  const origin = read('GEOCODER_ORIGIN');
  return { name, key: key ?? '', secret: secret ?? '', origin, fakeOrigin: read('GEOCODER_FAKE_ORIGIN') };
}

/** What OpenStreetMap asks of maps with its tiles: https://operations.osmfoundation.org/policies/tiles/. */
const openStreetMap =
  '© <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">OpenStreetMap</a> contributors';

export function readMapTiles(environment: Environment) {
  const { read, get } = readerOf(mapVariables, environment);
  const url = get('TILE_URL');
  if (url === 'off') return null;
  const attribution =
    read('TILE_ATTRIBUTION') ?? (url === mapVariables.TILE_URL.default ? openStreetMap : undefined);
  if (attribution === undefined) {
    throw new ConfigError(
      'Configuration: TILE_URL needs TILE_ATTRIBUTION: whoever makes maps wants to be named',
    );
  }
  return { url, attribution };
}
