import { createServer } from 'node:http';
import sharp from 'sharp';

/** Server of map tiles, for `TILE_URL`: plain squares, the same everywhere. */
export function createTileFake() {
  const tile = sharp({ create: { width: 256, height: 256, channels: 3, background: '#dfe8e2' } })
    .png()
    .toBuffer();
  const server = createServer((request, response) => {
    if (!/^\/\d+\/\d+\/\d+\.png$/.test(request.url ?? '')) return response.writeHead(404).end();
    return void tile.then((bytes) =>
      response
        .writeHead(200, { 'content-type': 'image/png', 'cache-control': 'public, max-age=604800' })
        .end(bytes),
    );
  });
  return {
    async start(): Promise<string> {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      return `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}/{z}/{x}/{y}.png`;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
