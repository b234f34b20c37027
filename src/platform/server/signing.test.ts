import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { startTestServer } from '#app/testing.ts';
import { createSigner, keepPublicKey, type PublishedKeys } from './signing.ts';

test('the same data key signs with the same key in every process, and another data key with another', () => {
  const [one, other, again] = ['a', 'b', 'a'].map(createSigner);
  expect(again?.publicKey).toBe(one?.publicKey);
  expect(other?.publicKey).not.toBe(one?.publicKey);
});

test('a signature can be verified with the published keys, also after key rotation', async () => {
  const server = await startTestServer();
  try {
    const { db, signer } = server.runtime;
    const old = createSigner('a key that has left DATA_KEYS');
    await keepPublicKey(db, old);
    // Reading the keys writes nothing.
    await server.runtime.pool.query('alter table signing_key add constraint closed check (false) not valid');
    const { keys } = (await server.call('GET', '/.well-known/gongbang-keys.json')).json<PublishedKeys>();
    expect(keys.map(({ kid, isCurrent }) => [kid, isCurrent])).toEqual(
      expect.arrayContaining([
        [signer.key, true],
        [old.key, false],
      ]),
    );
    for (const each of [signer, old]) {
      const { x = '' } = keys.find(({ kid }) => kid === each.key) ?? {};
      const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
      expect(verify(null, Buffer.from('text'), key, each.sign('text'))).toBe(true);
      expect(verify(null, Buffer.from('texts'), key, each.sign('text'))).toBe(false);
    }
  } finally {
    await server.close();
  }
});
