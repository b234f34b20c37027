import { createServer } from 'node:http';

type Place = { address: string; lat: number; long: number };

/**
 * Kakao, Naver and Nominatim, for `GEOCODER_FAKE_ORIGIN`: knows the given places, by the searched text. The text `고장`
 * makes it fail.
 */
export function createGeocoderFake(key: string, places: Record<string, Place>) {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake');
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const text = url.searchParams.get('query') ?? url.searchParams.get('q') ?? '';
    const { headers } = request;
    const known = {
      '/v2/local/search/address.json': headers.authorization === `KakaoAK ${key}`,
      '/map-geocode/v2/geocode':
        headers['x-ncp-apigw-api-key-id'] === key && headers['x-ncp-apigw-api-key'] === `${key}-secret`,
      // Nominatim's usage policy requires a user agent, and its API the format.
      '/search': headers['user-agent'] === 'Gongbang' && url.searchParams.get('format') === 'jsonv2',
    }[url.pathname];
    if (known === undefined) return answer(404, { message: 'not found' });
    if (!known) return answer(401, { message: 'unauthorized' });
    if (text === '고장') return response.writeHead(200).end('<html>');
    const place = places[text];
    const found = place ? [place] : [];
    if (url.pathname === '/search')
      return answer(
        200,
        found.map(({ address, lat, long }) => ({
          display_name: address,
          lat: String(lat),
          lon: String(long),
        })),
      );
    if (url.pathname.startsWith('/map-geocode/'))
      return answer(200, {
        addresses: found.map(({ address, lat, long }) => ({
          roadAddress: address,
          jibunAddress: address,
          x: String(long),
          y: String(lat),
        })),
      });
    return answer(200, {
      documents: found.map(({ address, lat, long }) => ({
        address_name: address,
        x: String(long),
        y: String(lat),
      })),
    });
  });
  return {
    async start(): Promise<string> {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      return `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
    },
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
