import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import zopfli from '@gfx/zopfli';
import { build as bundle } from 'esbuild';
import { createBuilder } from 'vite';
import { compileWords } from './words.mjs';

/** Builds the pages with Vite and the server with esbuild into dist/. */
await compileWords();
rmSync('dist', { recursive: true, force: true });
const builder = await createBuilder({ logLevel: 'warn' });
await builder.buildApp();
// Each script stands in the folders of the languages; the one without a language was only their pattern. Those of
// workers hold no words and have no others.
const inLanguages = new Set(readdirSync('dist/client/assets/ko'));
for (const name of readdirSync('dist/client/assets'))
  if (inLanguages.has(name)) rmSync(`dist/client/assets/${name}`);
await Promise.all(
  readdirSync('dist/client', { recursive: true })
    .filter((name) => /\.(js|css|svg)$/.test(name))
    .map((name) => compress(`dist/client/${name}`)),
);
await bundle({
  entryPoints: {
    main: 'src/app/main.ts',
    worker: 'src/app/worker.ts',
    backup: 'src/app/backup/backup.ts',
    restore: 'src/app/backup/restore.ts',
    'document-worker': 'src/features/assistant/server/document-worker.ts',
    'model-worker': 'src/features/resources/server/model-worker.ts',
  },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  packages: 'external',
  sourcemap: true,
  logLevel: 'warning',
});
await copyRuffle();
await copyPdfjs();
// Something in the plugins may keep timers running; the work is done.
process.exit(0);

/** Once and as small as can be, so that the server only sends: 4% less than the usual gzip, and no work at all. */
async function compress(path) {
  const bytes = readFileSync(path);
  if (bytes.length < 1024) return;
  const [zopfliBytes, brotli] = await Promise.all([
    zopfli.gzipAsync(bytes, { numiterations: 15 }),
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  ]);
  writeFileSync(`${path}.gz`, zopfliBytes);
  writeFileSync(`${path}.br`, brotli);
}

/** The emulator for Flash games, which frames load from the games room. */
async function copyRuffle() {
  await copyLibrary('node_modules/@ruffle-rs/ruffle', 'dist/ruffle', /^LICENSE|\.(js|wasm)$/);
}

/** What draws PDFs, which the resources room serves to whoever opens one. */
async function copyPdfjs() {
  const parts = /^(LICENSE|legacy\/build\/pdf(\.worker)?\.min\.mjs|(cmaps|standard_fonts|wasm)\/[^/]+)$/;
  await copyLibrary('node_modules/pdfjs-dist', 'dist/pdfjs', parts);
}

/** Large libraries are compressed quickly, not as small as can be: that would take a minute. */
async function copyLibrary(source, target, parts) {
  const names = readdirSync(source, { recursive: true }).filter((name) => parts.test(name));
  for (const name of names) {
    cpSync(`${source}/${name}`, `${target}/${name}`);
    if (!/\.(js|mjs|wasm)$/.test(name)) continue;
    const bytes = readFileSync(`${source}/${name}`);
    writeFileSync(`${target}/${name}.gz`, await promisify(gzip)(bytes, { level: 6 }));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };
    writeFileSync(`${target}/${name}.br`, await promisify(brotliCompress)(bytes, { params }));
  }
}
