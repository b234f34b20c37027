import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const description = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
const library = dirname(description);
export const { version: pdfLibraryVersion } = JSON.parse(readFileSync(description, 'utf8')) as {
  version: string;
};

/** The build puts it beside the server, compressed; without a build it comes from its package. */
const built = fileURLToPath(new URL('pdfjs/', import.meta.url));
export const pdfLibraryFolder = existsSync(built) ? built : library;

/** The script, its thread, and what drawing takes besides: fonts and character maps that PDFs leave out, decoders. */
export function isPdfLibraryPart(path: string): boolean {
  return /^\/(?:legacy\/build\/pdf(?:\.worker)?\.min\.mjs|(?:cmaps|standard_fonts|wasm)\/[\w.-]+)$/.test(
    path,
  );
}

/** A thread is under the policy of its own script: it compiles decoders and fetches what lies beside it. */
export const pdfLibraryPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'";
