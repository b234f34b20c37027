import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomRuns } from '#platform/shared/testing.ts';
import { cutPage, newNonce, packed, type PackedEncoding } from './guest-pages.ts';

const mark = newNonce();
const cut = (html: string) => cutPage({ status: 200, headers: [], html: Buffer.from(html) }, mark);

async function packedWith(
  page: ReturnType<typeof cut>,
  nonce: string,
  encoding: PackedEncoding,
): Promise<Buffer> {
  const fill = await packed(page, encoding);
  if (fill === null) throw new Error(`not packed in ${encoding}`);
  return fill(nonce);
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('<script nonce="', '"></script>', '한국어 '.repeat(40), '\u{1}'.repeat(30), ''),
);

test('every response has its own nonce in each place, compressed or not, whatever the page contains', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 12 }), async (pieces) => {
      const html = `<!doctype html>${pieces.join(mark)}`;
      const page = cut(html);
      for (const nonce of [newNonce(), newNonce()]) {
        const expected = Buffer.from(html.replaceAll(mark, nonce));
        expect(page.plain(nonce).equals(expected)).toBe(true);
        expect(gunzipSync(await packedWith(page, nonce, 'gzip')).equals(expected)).toBe(true);
        expect(brotliDecompressSync(await packedWith(page, nonce, 'br')).equals(expected)).toBe(true);
      }
    }),
    randomRuns(100),
  );
});

test('a page with many nonces is hardly larger than one that is compressed as a whole', async () => {
  const links = Array.from(
    { length: 30 },
    (_, index) => `<link href="/assets/ko/part-${index}.js" nonce="${mark}">`,
  );
  const cards = Array.from(
    { length: 200 },
    (_, index) => `<article><h3>자료 ${index * 7919}</h3><p>설명</p></article>`,
  );
  const scripts = Array.from({ length: 7 }, (_, index) => `<script nonce="${mark}">run(${index})</script>`);
  const html = [...links, ...cards, ...scripts].join('\n');
  const whole = Buffer.from(html.replaceAll(mark, newNonce()));
  const page = cut(html);
  const least = {
    gzip: gzipSync(whole, { level: 7 }).length,
    br: brotliCompressSync(whole, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length,
  };
  for (const encoding of ['gzip', 'br'] as const)
    expect((await packedWith(page, newNonce(), encoding)).length - least[encoding]).toBeLessThan(37 * 50);
});

test('reports a page that cannot be compressed in brotli, which can still be sent uncompressed', async () => {
  // A page that starts with a nonce: replacing it would also drop the header of the brotli stream.
  const page = cut(`${mark}<p>`);
  const nonce = newNonce();
  expect(await packed(page, 'br')).toBeNull();
  expect(page.plain(nonce).toString()).toBe(`${nonce}<p>`);
});
