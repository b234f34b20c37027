/** Checks signatures of the marketplace (Ed25519) with its published keys, in browsers and on the server alike. */

/** Public key as JWK, as `/.well-known/gongbang-keys.json` lists them. */
export type PublicKey = { kid: string; kty: string; crv: string; x: string };
export type SignedText = { text: string; signature: string; key: string };
export type OpenedKeys = ReadonlyMap<string, CryptoKey>;

/** Opens published keys, by their ids. Throws in browsers that do not support Ed25519. */
export async function openKeys(keys: readonly PublicKey[]): Promise<OpenedKeys> {
  const opened = new Map<string, CryptoKey>();
  for (const { kid, kty, crv, x } of keys)
    opened.set(kid, await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify']));
  return opened;
}

/** Returns whether one of the keys has signed exactly this text; `signature` is in base64url. */
export async function isSigned({ text, signature, key }: SignedText, keys: OpenedKeys): Promise<boolean> {
  const opened = keys.get(key);
  if (!opened) return false;
  return crypto.subtle.verify('Ed25519', opened, fromBase64Url(signature), new TextEncoder().encode(text));
}

/** Throws for text that is not base64url. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}
