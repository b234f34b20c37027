import { readdir } from 'node:fs/promises';
import { get } from 'node:http';

/** What a page may bring of JavaScript before anybody does something, in bytes as they are received (gzip). */
export const mostScriptBytes = 130 * 1024;

/** The bytes of all scripts that a page names, and of what it loads by itself afterwards; read from `dist`. */
export async function scriptBytes(origin, path) {
  const html = await (await fetch(origin + path)).text();
  const files = new Set([...html.matchAll(/\/assets\/[\w/.~-]+\.js/g)].map(([file]) => file));
  const folder = [...files][0]?.replace(/[^/]+$/, '') ?? '';
  for (const name of await readdir(`dist/client${folder}`)) {
    if (/^after-load-.*\.js$/.test(name)) files.add(folder + name);
  }
  const sizes = await Promise.all([...files].map((file) => receivedBytes(origin + file)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Compressed as a browser asks for it: `fetch` would say how large it is unpacked. */
function receivedBytes(address) {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': 'gzip' } }, (answer) => {
      let size = 0;
      answer.on('data', (chunk) => (size += chunk.length));
      answer.on('end', () => resolve(size));
    }).on('error', reject);
  });
}
