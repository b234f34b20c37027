import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const description = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
const library = dirname(description);
export const { version: pdfLibraryVersion } = JSON.parse(readFileSync(description, 'utf8')) as {
  version: string;
};

/** The build copies it next to the server, compressed; without a build it comes from its package. */
const built = fileURLToPath(new URL('pdfjs/', import.meta.url));
export const pdfLibraryFolder = existsSync(built) ? built : library;

/**
 * Returns true for the parts of pdf.js that are served: script, worker, fonts, character maps and decoders.
 */
export function isPdfLibraryPart(path: string): boolean {
  return /^\/(?:legacy\/build\/pdf(?:\.worker)?\.min\.mjs|(?:cmaps|standard_fonts|wasm)\/[\w.-]+)$/.test(
    path,
  );
}

/** Policy of the worker's own script: it compiles WebAssembly decoders and fetches the parts next to it. */
export const pdfLibraryPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'";
