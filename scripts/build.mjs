import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
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
// Each script exists in one folder per language; the one without a language was only their template. Worker scripts
// contain no messages and have no copies.
const inLanguages = new Set(readdirSync('dist/client/assets/ko'));
for (const name of readdirSync('dist/client/assets'))
  if (inLanguages.has(name)) rmSync(`dist/client/assets/${name}`);
const first = firstScripts();
await Promise.all(
  readdirSync('dist/client', { recursive: true })
    .filter((name) => /\.(js|css|svg|wasm)$/.test(name))
    .map((name) => compress(`dist/client/${name}`, first.has(basename(name)))),
);
await bundle({
  entryPoints: {
    main: 'src/app/main.ts',
    worker: 'src/app/worker.ts',
    backup: 'src/app/backup/backup.ts',
    restore: 'src/app/backup/restore.ts',
    demo: 'demo/process.ts',
    // Pages import these too (wordsOfServer in scripts/lib-page-bundle.mjs).
    messages: 'src/i18n/generated/messages.js',
    runtime: 'src/i18n/generated/runtime.js',
    'guide-worker': 'src/features/assistant/server/guide-worker.ts',
    'import-worker': 'src/features/resources/server/import-worker.ts',
    'svg-worker': 'src/features/uploads/server/svg-worker.ts',
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
  // V8 keeps the source of everything that is loaded. Names are kept for stack traces.
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: 'warning',
});
await copyRuffle();
await copyPdfjs();
// A plugin may keep timers running although the build is done.
process.exit(0);

/** Budget for the scripts that the home page loads without interaction, which are mostly those of every page. */
function firstScripts() {
  const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8'));
  rmSync('dist/client/.vite', { recursive: true });
  const found = new Set();
  const add = ({ file, imports = [] }) => {
    if (found.has(basename(file))) return;
    found.add(basename(file));
    for (const name of imports) add(manifest[name]);
  };
  for (const [name, chunk] of Object.entries(manifest))
    if (chunk.isEntry || /^src\/app\/(home\/home-page|after-load)\./.test(name)) add(chunk);
  return found;
}

/**
 * Compresses at build time, so that the server only sends files. Zopfli saves 4% compared with gzip and takes a second
 * for 100 KB, so only the first scripts are worth it.
 */
async function compress(path, isFirst) {
  const bytes = readFileSync(path);
  if (bytes.length < 1024) return;
  const [gzipped, brotli] = await Promise.all([
    isFirst ? zopfli.gzipAsync(bytes, { numiterations: 15 }) : promisify(gzip)(bytes, { level: 9 }),
    promisify(brotliCompress)(bytes, {
      // The best costs half a minute for the megabytes of OpenCASCADE, and gains little.
      params: { [constants.BROTLI_PARAM_QUALITY]: bytes.length > 1e6 ? 9 : 11 },
    }),
  ]);
  writeFileSync(`${path}.gz`, gzipped);
  writeFileSync(`${path}.br`, brotli);
}

/** Emulator for Flash games, which frames load from the games room. */
async function copyRuffle() {
  await copyLibrary('node_modules/@ruffle-rs/ruffle', 'dist/ruffle', /^LICENSE|\.(js|wasm)$/);
}

/** PDF renderer, which the resources room serves. */
async function copyPdfjs() {
  const parts = /^(LICENSE|legacy\/build\/pdf(\.worker)?\.min\.mjs|(cmaps|standard_fonts|wasm)\/[^/]+)$/;
  await copyLibrary('node_modules/pdfjs-dist', 'dist/pdfjs', parts);
}

/** Large libraries are compressed quickly: the best compression would take a minute. */
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
