import { readdirSync, rmSync } from 'node:fs';
import { build as bundle } from 'esbuild';
import { createBuilder } from 'vite';
import { compileWords } from './words.mjs';

/** Builds the pages with Vite and the server with esbuild into dist/. */
await compileWords();
rmSync('dist', { recursive: true, force: true });
const builder = await createBuilder({ logLevel: 'warn' });
await builder.buildApp();
// Each script stands in the folders of the languages; the one without a language was only their pattern.
for (const name of readdirSync('dist/client/assets'))
  if (name.endsWith('.js')) rmSync(`dist/client/assets/${name}`);
await bundle({
  entryPoints: ['src/app/main.ts', 'src/app/worker.ts'],
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
// Something in the plugins may keep timers running; the work is done.
process.exit(0);
